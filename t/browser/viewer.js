'use strict';

const { follow, here, is, ok, pictures, run, settled, until, violations }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const WINDOW = { viewport: { width: 1400, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const viewer = (page) => page.locator('dialog.viewer');
const files = (page, pattern) => page.asked.map((request) => request.url())
    .filter((url) => pattern.test(url)).map((url) => url.replace(/.*\//, ''));

// The address, and the text of the viewer.

async function shows(page, id, name) {
    await until(() => here(page) === `${ITEMS}${id}/#picture`,
        `${name}: the address`);
    await until(async () => await page.locator('p.words').textContent()
        === `photograph ${id}`, name);
}

async function closed(page, address) {
    await until(async () => await viewer(page).count() === 0, 'no viewer');
    await until(() => here(page) === address, 'the address before');
    await settled(page);
}

const focused = (page) => page.evaluate(() => document.activeElement.href);

run(async (open) => {
    await item(open);
    await list(open);
    await links(open);
    await enlarged(open);
    await fingers(open);
    await slides(open);
    await sizes(open);
});

async function item(open) {
    const page = await open(`${ITEMS}?limit=3`, WINDOW);

    await follow(page, () => page.locator('.wall a').nth(1).click());

    // the tile's file is there at once, the fitting one covers it

    is(files(page, /\/8-/).includes('8-6000.jpg'), false, 'not the original');
    ok(files(page, /\/8-1500/).length === 1, 'the fitting file');

    for (const key of ['f', 'Enter']) {
        await page.locator('.open').focus();
        await page.keyboard.press(key);
        await shows(page, 8, `${key} opens it`);
        await page.keyboard.press('Escape');
        await closed(page, `${ITEMS}8/`);
        is(await focused(page), new URL(`${ITEMS}8/#picture`, page.url()).href,
            'the focus is where it was');
    }

    await page.click('.open');
    await shows(page, 8, 'a click opens it');

    const entries = await page.evaluate(() => history.length);

    is(await page.locator('div.words .muted').textContent(), '2 of 9',
        'its place');
    is(await violations(page), [], 'the viewer has no violation');
    ok((await viewer(page).ariaSnapshot()).includes('button "Slideshow"'),
        'names for screen readers');
    await page.keyboard.press('ArrowRight');
    await shows(page, 7, 'the next one');
    await page.keyboard.press('ArrowRight');
    await shows(page, 6, 'of the next page');
    await page.keyboard.press('ArrowLeft');
    await shows(page, 7, 'the previous one');
    await until(() => files(page, /\/6-1500/).length === 1,
        'the neighbours are loaded, each once');
    is(await page.evaluate(() => history.length), entries,
        'the neighbours replace the entry');

    // Back and Escape lead to the page of the item that was seen last

    await page.click('[aria-label=Close]');
    await closed(page, `${ITEMS}7/`);
    is(await page.locator('h1').textContent(), 'photograph 7', 'its page');
    is(await focused(page), new URL(`${ITEMS}7/#picture`, page.url()).href,
        'the focus is on its picture');
    await follow(page, () => page.goBack());
    ok(here(page).startsWith(`${ITEMS}?limit=3`), 'the list is before it');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}

// From a tile, and back to the tile of the item that was seen last.

async function list(open) {
    const page = await open(ITEMS, WINDOW);

    await page.locator('.wall a').nth(2).focus();
    await page.keyboard.press('f');
    await shows(page, 7, 'from a tile');
    await page.keyboard.press('ArrowRight');
    await shows(page, 6, 'the next one');
    await page.goBack();
    await closed(page, ITEMS);
    await page.goForward();
    await shows(page, 6, 'Forward opens it again');
    await page.keyboard.press('Escape');
    await closed(page, ITEMS);
    is(await focused(page), new URL(`${ITEMS}6/`, page.url()).href,
        'the focus is on its tile');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}

// An address with the viewer, and a reload.

async function links(open) {
    const page = await open(`${ITEMS}5/#picture`, WINDOW);

    await shows(page, 5, 'a link');
    ok(await page.locator('[aria-label=Next]').isDisabled(), 'without a list');
    await page.keyboard.press('Escape');
    await closed(page, `${ITEMS}5/`);
    await page.goto(new URL(ITEMS, page.url()).href);
    await settled(page);
    await page.locator('.wall a').nth(2).focus();
    await page.keyboard.press('f');
    await shows(page, 7, 'from a tile');
    await page.reload();
    await settled(page);
    await shows(page, 7, 'after a reload');
    await page.keyboard.press('ArrowRight');
    await shows(page, 6, 'the list is known');
    await page.keyboard.press('Escape');
    await closed(page, ITEMS);
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}

async function enlarged(open) {
    const page = await open(`${ITEMS}5/#picture`, WINDOW);
    const scale = () => page.locator('.picture').evaluate((node) =>
        new DOMMatrix(getComputedStyle(node).transform).a.toFixed(2));

    await shows(page, 5, 'a picture');
    is(files(page, /6000/), [], 'the original is not loaded');
    await page.keyboard.press('+');
    is(await scale(), '1.50', 'the key +');
    await until(() => files(page, /5-6000/).length === 1, 'now it is');
    await page.keyboard.press('-');
    is(await scale(), '1.00', 'the key -');
    await page.mouse.dblclick(700, 450);
    is(await scale(), '2.50', 'a double click');
    await page.mouse.dblclick(700, 450);
    is(await scale(), '1.00', 'and another one');
    await page.mouse.move(700, 450);
    await page.mouse.wheel(0, -400);
    await until(async () => await scale() === '2.00', 'the wheel');
    await page.click('[aria-label=Smaller]');
    is(await scale(), '1.33', 'a button');
    await page.context().close();
}

async function fingers(open) {
    const page = await open(ITEMS, PHONE);
    const touch = (type, ...points) => page.locator('.screen').evaluate(
        (node, [name, all]) => all.forEach(([pointerId, x, y]) =>
            node.dispatchEvent(new PointerEvent(name, { pointerId,
                pointerType: 'touch', clientX: x, clientY: y, button: 0,
                bubbles: true }))), [type, points]);
    const swipe = async (x, y) => {
        await page.locator('.screen').evaluate((node) => {
            node.setPointerCapture = () => {};
        });
        await touch('pointerdown', [1, 200, 400]);
        await touch('pointermove', [1, 200 + x / 2, 400 + y / 2]);
        await touch('pointermove', [1, 200 + x, 400 + y]);
        await touch('pointerup', [1, 200 + x, 400 + y]);
    };

    await follow(page, () => page.locator('.wall a').nth(2).click());
    await page.click('.open');
    await shows(page, 7, 'a picture');
    await swipe(-150, 10);
    await shows(page, 6, 'a swipe to the next one');
    await swipe(150, 10);
    await shows(page, 7, 'and back');
    await touch('pointerdown', [1, 150, 400], [2, 250, 400]);
    await touch('pointermove', [1, 100, 400], [2, 300, 400]);
    await touch('pointerup', [1, 100, 400], [2, 300, 400]);
    is(await page.locator('.picture').evaluate((node) =>
        new DOMMatrix(getComputedStyle(node).transform).a), 2, 'two fingers');
    await swipe(-150, 10);
    await page.waitForTimeout(100);
    await shows(page, 7, 'one moves the enlarged picture');
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await swipe(5, 200);
    await closed(page, `${ITEMS}7/`);
    await page.context().close();
}

async function slides(open) {
    const page = await open(ITEMS, WINDOW);
    const button = page.locator('[aria-label=Slideshow]');

    await page.clock.install();
    await page.locator('.wall a').nth(6).focus();
    await page.keyboard.press('f');
    await shows(page, 3, 'a picture');
    await page.keyboard.press(' ');
    is(await button.getAttribute('aria-pressed'), 'true', 'space starts it');

    for (const id of [2, 1]) {
        await page.clock.runFor(6000);
        await shows(page, id, 'the next one');
    }

    await page.clock.runFor(6000);
    await until(async () => await button.getAttribute('aria-pressed')
        === 'false', 'it ends with the list');
    await page.context().close();
}

// A photograph of 3:2 in a window of 1400 by 900.

async function sizes(open) {
    const page = await open(`${ITEMS}5/`, WINDOW);
    const part = (selector) => page.locator(selector).evaluate((node) => {
        const { width, height } = node.getBoundingClientRect();
        const w = Math.min(width, height * 1.5);

        return w * w / 1.5 / (1400 * 900);
    });

    // the files of these sizes are 3 by 2, unlike those of open()

    await page.route('https://media.example/**', (route) => route.fulfill({
        contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/'
            + '2000/svg" width="3" height="2"><rect width="3" height="2"/>'
            + '</svg>' }));
    await page.reload();
    await settled(page);
    await pictures(page);

    const onPage = await part('.stage .frame');

    ok(onPage >= 0.5, 'half of the window on its page', String(onPage));
    await page.click('.open');
    await shows(page, 5, 'the viewer');

    const inViewer = await part('.picture');

    ok(inViewer >= 0.85, 'the window in the viewer', String(inViewer));
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    await page.context().close();
}
