'use strict';

const { follow, heading, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const ITEMS = `${API}/content_items/`;

const json = (page, address) => page.evaluate(async (at) => (await fetch(at,
    { headers: { Accept: 'application/json' } })).json(), address);
const copied = (page) => page.evaluate(() => navigator.clipboard.readText());

run(async (open) => {
    const page = await open(`${ITEMS}37395/`,
        { permissions: ['clipboard-read', 'clipboard-write'] });
    const item = await json(page, here(page));
    const { download, picture } = item.default_version;

    // the original is one click away, all other files are in the menu

    const original = download.find(({ platform }) => platform === 'original');
    const files = new Set([...download, ...picture].map(({ url }) => url)
        .concat(item.static_image));
    const menu = page.locator('.menu ul');

    is(await page.locator('.download .main').getAttribute('href'),
        original.url, 'the button has the original');

    const [event] = await Promise.all([page.waitForEvent('download'),
        page.click('.download .main')]);

    is(event.url(), original.url, 'which is downloaded');
    ok(!await menu.isVisible(), 'the menu is closed');
    await page.click('.menu button');
    is((await menu.locator('a').evaluateAll((links) =>
        links.map(({ href }) => href))).concat(original.url).sort(),
    [...files].sort(), 'the menu has all others, each once');

    const video = download.find(({ format }) => format === 'video/mp4');

    is(await menu.locator(`a[href="${video.url}"] span`).allTextContents(),
        [`MP4, ${video.width} × ${video.height}, ${
            Math.round(video.size / 1000)} kB`, 'network c'],
        'what each of them is');
    await page.keyboard.press('Escape');
    ok(!await menu.isVisible(), 'Escape closes it');
    ok(await page.evaluate(() => document.activeElement.matches(
        '.menu button')), 'the focus is on its button');
    ok(here(page).endsWith('/37395/'), 'on the same page');
    await page.keyboard.press('Enter');
    ok(await menu.isVisible(), 'Enter opens it');
    await page.mouse.click(230, 30);
    ok(!await menu.isVisible(), 'a click elsewhere closes it');
    await page.click('.menu button');
    await page.keyboard.press('Shift+Tab');
    ok(!await menu.isVisible(), 'the focus elsewhere closes it, too');

    // texts to copy

    const image = picture[0].url;

    await page.click('text="Copy GIF link"');
    await until(() => page.isVisible('text=Copied'), 'a link is copied');
    is(await copied(page), image, 'the link to the GIF');
    await page.click('text=Copy page link');
    await until(async () => await copied(page) === page.url(),
        'the link to the page');
    await page.click('text="HTML"');
    await until(async () => (await copied(page)).startsWith('<'), 'HTML');
    is(await page.evaluate((html) => {
        const node = new DOMParser().parseFromString(html, 'text/html')
            .querySelector('video');

        return [node.src, node.poster, node.hasAttribute('muted'), node.loop,
            node.getAttribute('aria-label')];
    }, await copied(page)), [video.url, item.static_image, true, true,
        item.alt_text], 'a video in HTML');
    await page.click('text="Markdown"');
    await until(async () => (await copied(page)).startsWith('!'), 'Markdown');
    is(await copied(page), `![${item.alt_text}](${image})`,
        'an image in Markdown');

    await similar(page, item);
    is(page.errors, [], 'no error in the console');
    await neighbours(open);
    await back(open);
    await still(open);
});

// Each item shares a tag.  An item's page sends four requests at most.

async function similar(page, item) {
    await page.locator('.similar').scrollIntoViewIfNeeded();
    await until(() => page.locator('.similar .wall a').count(), 'more');

    const asked = page.asked.filter((request) =>
        new URL(request.url()).pathname.startsWith('/api/')).length;
    const slugs = item.tags.map(({ slug }) => slug);
    const addresses = await page.locator('.similar .wall a').evaluateAll(
        (links) => links.map(({ href }) => href));
    const shared = await Promise.all(addresses.map(async (address) =>
        (await json(page, address)).tags.filter(({ slug }) =>
            slugs.includes(slug)).length));

    ok(asked <= 5, 'the page and four requests', String(asked));
    ok(shared.every((n) => n > 0), 'each shares a tag', String(shared));
    ok(addresses.length > 3 && addresses.length <= 12, 'a few of them');
    ok(!addresses.includes(item.url), 'the item is not like itself');
}

// The neighbours in the list from which the item was opened.  They can be on
// another page.

async function neighbours(open) {
    const page = await open(`${ITEMS}?tag-slug=cute&limit=4`);
    const { count } = await json(page, here(page));
    const all = (await json(page, `${ITEMS}?tag-slug=cute&limit=100`))
        .results.map(({ url }) => new URL(url).pathname);
    const to = (rel) => page.locator(`.neighbours [rel=${rel}]`);
    const place = async () => {
        await until(() => page.locator('.neighbours a').count(), 'neighbours');

        return page.locator('.count').textContent();
    };

    await follow(page, () => page.locator('.wall a').nth(2).click());
    is(here(page), all[2], 'an item of a list');
    ok((await place()) === `3 of ${count}`, 'its place in the list');

    await follow(page, () => to('next').click());
    is(here(page), all[3], 'the next');
    await until(() => page.evaluate(() => document.activeElement.rel
        === 'next'), 'the focus stays on the link');
    await follow(page, () => page.keyboard.press('Enter'));
    is(here(page), all[4], 'the first of the next page');
    ok((await place()) === `5 of ${count}`, 'its place');
    await follow(page, () => to('prev').click());
    is(here(page), all[3], 'the previous one');
    await place();
    await follow(page, () => page.keyboard.press('ArrowRight'));
    is(here(page), all[4], 'an arrow, too');
    await page.reload();
    await follow(page, () => to('next').click());
    is(here(page), all[5], 'the list is known after a reload');
    await follow(page, () => page.click('text=Back to the list'));
    is(new URL(page.url()).searchParams.get('offset'), '4',
        'back to the page of the list');

    await page.locator('.wall a').first().focus();
    await page.goto(new URL(`${ITEMS}?tag-slug=cute`, page.url()).href);
    await follow(page, () => page.locator('.wall a').first().click());
    ok(!await to('prev').count() && await to('next').count(),
        'the first has none before it');
    await page.context().close();

    const alone = await open(all[0]);

    is(await alone.locator('.neighbours').count(), 0, 'without a list none');
    await alone.context().close();
}

// Escape and the link lead back to the tile of the item.  The neighbours
// replace the entry of the history.

async function back(open) {
    const page = await open(`${ITEMS}?tag-slug=cute`);
    const focused = () => page.evaluate(() =>
        [...document.querySelectorAll('.wall a')]
            .indexOf(document.activeElement));
    const entries = () => page.evaluate(() => history.length);
    const address = here(page);
    const leave = async (action) => {
        await action();
        await until(() => page.locator('.wall a').count(), 'the list');
        await until(() => here(page).startsWith(address), 'its address');
    };

    await follow(page, () => page.locator('.wall a').nth(1).click());
    await until(() => page.locator('.neighbours a').count(), 'neighbours');

    const n = await entries();

    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) {
        const before = here(page);

        await page.keyboard.press(key);
        await until(() => here(page) !== before, 'a neighbour');
        await settled(page);
        await until(() => page.locator('.neighbours a').count(), 'neighbours');
    }

    is(await entries(), n, 'the neighbours replace the entry');

    const requests = page.asked.length;

    await leave(() => page.keyboard.press('Escape'));
    await until(async () => await focused() === 2, 'the tile has the focus');
    is(page.asked.slice(requests).filter((request) =>
        request.resourceType() === 'fetch' && request.url().endsWith(address))
        .length, 0, 'without a request');
    is(await entries(), n, 'it is the entry before');
    await follow(page, () => page.locator('.wall a').nth(4).click());
    await leave(() => page.click('text=Back to the list'));
    await until(async () => await focused() === 4, 'the link does the same');
    await page.context().close();
}

// A picture with one file has no menu.

async function still(open) {
    const page = await open(`${ITEMS}?text=hedgehog`);

    await follow(page, () => page.locator('.wall a').first().click());
    ok(/hedgehog/i.test(await heading(page)), 'a picture');
    ok((await page.locator('.download').textContent())
        .startsWith('DownloadPNG'), 'its file');
    is(await page.locator('.menu').count(), 0, 'no menu');
    await page.context().close();
}
