'use strict';

const { follow, heading, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true,
    isMobile: true };

run(async (open) => {
    await passing(open);
    await nextPage(open);
    await beyond(open);
    await item(open);
    await phone(open);
    await wide(open);
});

// The button "Try again" waits for the time of Retry-After.

async function passing(open) {
    for (const [status, title] of [[503, 'Not available'],
        [429, 'Too many requests']])
    {
        const page = await open('/api/v1/tags/');
        const button = page.locator('.failure button');

        await page.route(`**${ITEMS}`, (route) => route.fulfill({ status,
            headers: { 'Retry-After': '2', 'Content-Type':
                'application/json' }, body: '{"detail":"Later."}' }));
        await follow(page, () => page.click('header nav >> text=Items'));
        is(await heading(page), title, `${status}: what it is`);
        ok(await button.isDisabled(), 'not at once');
        ok(/^Try again in [12] seconds?$/.test(await button.textContent()),
            'it says when');
        await page.unroute(`**${ITEMS}`);
        await until(() => button.isEnabled(), 'after that time');
        await follow(page, () => button.click());
        is(await heading(page), 'All items', 'the list is there');
        await page.context().close();
    }

    const page = await open('/api/v1/');

    await page.context().setOffline(true);
    await page.fill('#text', 'a text');
    await follow(page, () => page.keyboard.press('Enter'));
    is(page.errors.filter((text) => !/ERR_INTERNET/.test(text)), [],
        'no error but the one of the network');
    await follow(page, () => page.click('header nav >> text=Items'));
    is(await heading(page), 'No response', 'without a network');
    await page.context().setOffline(false);
    await follow(page, () => page.click('text=Try again'));
    is(await heading(page), 'All items', 'again with one');
    await page.context().close();
}

async function nextPage(open) {
    const page = await open('/api/v1/tags/');
    const next = `**${ITEMS}?limit=30&offset=30`;

    await page.route(next, (route) => route.fulfill({ status: 503,
        body: '{"detail":"Later."}' }));
    await follow(page, () => page.click('header nav >> text=Items'));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(() => page.isVisible(
        'text=The next page could not be loaded.'), 'a next page that fails');
    ok(await page.locator('footer').isVisible(), 'the footer is there');
    await page.unroute(next);
    await page.click('.end >> text=Try again');
    await until(() => page.locator('.wall li').count().then((n) => n > 30),
        'it is loaded');
    await page.context().close();
}

async function beyond(open) {
    const page = await open(`${ITEMS}?offset=500`);

    is(await page.locator('.empty p').first().textContent(),
        'This is page 17 of 4: the list has 102 records.', 'beyond the end');
    await follow(page, () => page.click('text=Last page'));
    is(new URL(page.url()).searchParams.get('offset'), '90', 'the last page');
    is(await page.locator('.wall li').count(), 12, 'its items');
    await page.context().close();
}

// A record without tags has no heading for them; a long text is shown as it
// is; a picture that cannot be loaded says so.

async function item(open) {
    const page = await open(`${ITEMS}101/`);
    const text = page.locator('h1');
    const picture = await page.locator('.stage').evaluate((node) =>
        node.compareDocumentPosition(document.querySelector('h1')));

    is(picture, 4, 'the picture is before the text');
    await page.waitForTimeout(300);
    is(await page.locator('#body h2').allTextContents(), ['About'],
        'no heading without content');

    ok(await text.evaluate((node) => node.offsetHeight
        > 4 * parseFloat(getComputedStyle(node).lineHeight)
        && node.scrollHeight <= node.offsetHeight + 1), 'the whole text');
    is(await page.evaluate(() => window.shift), 0, 'nothing moves');
    await page.context().close();

    const broken = await open('/api/v1/tags/');

    await broken.context().route('https://none.example/**', (route) =>
        route.abort());
    await broken.goto(new URL(`${ITEMS}102/`, broken.url()).href);
    await until(() => broken.isVisible('text=This file cannot be shown.'),
        'a picture that fails');
    await broken.context().close();
}

// On a phone the first picture is near the top, and a long tag does not widen
// the page.

async function phone(open) {
    const page = await open(ITEMS, PHONE);

    ok(await page.locator('.wall li').first().evaluate((node) =>
        node.getBoundingClientRect().top <= 180), 'the first picture');
    await page.goto(new URL(`${ITEMS}5/`, page.url()).href);
    await settled(page);

    for (const path of [`${ITEMS}5/`, '/api/v1/tags/',
        `${ITEMS}?tag-slug=${'x'.repeat(60)}`])
    {
        await page.goto(new URL(path, page.url()).href);
        await settled(page);
        ok(await page.evaluate(() => document.documentElement.scrollWidth
            <= innerWidth), `nothing to scroll sideways: ${path}`);
    }

    await page.context().close();
}

// A wide window is used, and a caption has whole lines only.

async function wide(open) {
    const page = await open(ITEMS, { viewport: { width: 2400,
        height: 1000 } });
    const { width } = await page.locator('.wall').boundingBox();

    ok(width > 2250, 'the wall is wide', String(width));
    await page.locator('.wall .tile').nth(1).hover();

    const [shown, line] = await page.locator('.caption span').nth(1)
        .evaluate((node) => [node.offsetHeight,
            parseFloat(getComputedStyle(node).lineHeight)]);

    ok(Math.abs(shown / line - Math.round(shown / line)) < 0.1
        && shown / line < 2.1, 'whole lines', `${shown} of ${line}`);
    await page.context().close();

    // without JavaScript there is the JSON

    const plain = await open(ITEMS).then((one) => one.context().browser()
        .newContext({ javaScriptEnabled: false }));
    const other = await plain.newPage();

    await other.goto(page.url().replace(/[?#].*/, ''));
    await other.click('noscript a');
    ok((await other.textContent('body')).startsWith('{"count":102'),
        'without JavaScript: the JSON');
    await plain.close();
}
