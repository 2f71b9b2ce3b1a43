'use strict';

const { follow, here, is, ok, pictures, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const ITEMS = `${API}/content_items/`;

const tops = (page) => page.locator('.wall li').evaluateAll((tiles) =>
    [...new Set(tiles.map((tile) => tile.offsetTop))]);
const position = (page) => page.locator('.position').textContent();
const lists = (page) => page.asked.map((request) => new URL(request.url()))
    .filter(({ pathname }) => pathname.endsWith('/content_items/'));

async function toEnd(page) {
    await until(async () => {
        await page.mouse.wheel(0, 1500);

        return page.locator('.wall li').count().then((n) => n === 69);
    }, 'all items');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
}

run(async (open) => {
    const page = await open('/', { viewport: { width: 1400, height: 900 } });

    await pictures(page);

    const heights = await page.locator('.wall li').evaluateAll((tiles) =>
        tiles.map((tile) => tile.offsetHeight));

    ok(heights.every((height) => height >= 190 && height <= 270),
        'rows are about 220 pixels high', String(heights));
    is(await position(page), 'Page 1 of 3', 'the page');
    is(here(page), ITEMS, 'its address');

    // the wall loads all pages

    await toEnd(page);
    is(lists(page).map(({ search }) => search).filter((search) =>
        search.startsWith('?limit=30')), [30, 60]
        .map((offset) => `?limit=30&offset=${offset}`), 'each page once');

    // the wall may still grow

    await until(async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));

        return await position(page) === 'Page 3 of 3';
    }, 'the end');
    is(here(page), `${ITEMS}?limit=30&offset=60`, 'the address follows');
    ok(await page.locator('.end').isHidden(), 'no more');
    is(await page.locator('.wall a').evaluateAll((links) =>
        new Set(links.map((link) => link.href)).size), 69, 'all are there');
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');

    await late(open);
    await back(open);
    await shared(open);
    await failure(open);
    await lastRow(open);
    await arrows(open);
    is(page.errors, [], 'no error in the console');
});

// A visitor who is faster than the server waits at the end of the wall.

async function late(open) {
    const page = await open(`${API}/`);
    const tiles = () => page.locator('.wall li').count();
    const scrolled = () => page.evaluate(() => Math.round(scrollY));
    const answers = [];

    await page.route('**/content_items/?limit=30&offset=*', async (route) => {
        await new Promise((resolve) => { answers.push(resolve); });
        await route.continue();
    });
    await follow(page, () => page.click('.lists >> text=Items'));

    for (const number of [60, 69]) {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        await until(() => answers.length > 0, 'the next page is requested');
        await page.waitForTimeout(200);
        ok(await page.locator('footer').isHidden(), 'no footer yet');

        const before = await scrolled();

        answers.pop()();
        await until(async () => await tiles() === number, 'the page');
        ok(await scrolled() <= before, 'the page is visible');
    }

    await page.waitForTimeout(200);
    ok(await page.locator('footer').isVisible(), 'the footer');
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    await page.context().close();
}

// Back leads from an item to the same place, and so does a reload.

async function back(open) {
    const page = await open('/');
    const place = () => page.evaluate(() => [scrollY,
        document.querySelectorAll('.wall li').length]);

    await toEnd(page);
    await page.locator('.wall li').nth(37).evaluate((node) => scrollBy(0,
        node.getBoundingClientRect().top - 90));
    await page.waitForTimeout(500);

    const [address, before] = [here(page), await place()];
    const link = page.locator('.wall a').nth(40);
    const href = await link.getAttribute('href');

    // the browser must not scroll to the tile itself

    await follow(page, () => link.evaluate((node) => {
        node.focus({ preventScroll: true });
        node.click();
    }));
    ok(here(page) === new URL(href).pathname, 'an item');
    await page.waitForTimeout(500);

    const requests = page.asked.length;

    await follow(page, () => page.goBack());
    is([here(page), await place()], [address, before], 'the same place');
    is(await page.evaluate(() => document.activeElement.href), href,
        'the focus is on the tile that was opened');
    is(page.asked.slice(requests).filter((request) =>
        request.resourceType() === 'fetch').length, 0, 'without a request');

    const tops = () => page.locator('.wall a').evaluateAll((links) =>
        links.map((node) => {
            const { top, bottom } = node.getBoundingClientRect();

            return [node.href, top, bottom];
        }));
    const [tile, top] = (await tops()).find(([, , bottom]) => bottom > 70);

    ok(/offset=[36]0$/.test(address), 'a page in the middle');
    await page.reload();
    await settled(page);
    is(here(page), address, 'the address after a reload');

    // the rows begin with other tiles, because the wall begins with this page

    const [, now] = (await tops()).find(([href]) => href === tile);

    ok(Math.abs(now - top) <= 1, 'the first tile is at the same place');
}

async function shared(open) {
    const page = await open(`${ITEMS}?limit=30&offset=60`);

    is(await position(page), 'Page 3 of 3', 'the page of the address');
    await follow(page, () => page.click('text=Previous page'));
    is(here(page), `${ITEMS}?limit=30&offset=30`, 'the page before');
    is(await position(page), 'Page 2 of 3', 'its number');
    await page.context().close();
}

// If the next page cannot be loaded, the wall shows a link to it.

async function failure(open) {
    const page = await open(`${API}/`);

    await page.route('**/content_items/?limit=30&offset=30', (route) =>
        route.abort());
    await follow(page, () => page.click('.lists >> text=Items'));
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.waitForTimeout(500);
    is(await page.locator('.wall li').count(), 30, 'one page');
    is(await page.locator('.incomplete').count(), 0, 'all of it is visible');
    await page.unroute('**/content_items/?limit=30&offset=30');
    await follow(page, () => page.click('.end a'));
    is(here(page), `${ITEMS}?limit=30&offset=30`, 'the next page');
    await page.context().close();
}

// While the next page is loaded, the last row is hidden, so that nothing moves.

async function lastRow(open) {
    const page = await open(`${API}/`, { viewport: { width: 2200,
        height: 1400 } });
    let answer;

    await page.route('**/content_items/?limit=30&offset=30', async (route) => {
        await new Promise((resolve) => { answer = resolve; });
        await route.continue();
    });
    await follow(page, () => page.click('.lists >> text=Items'));
    await until(() => answer, 'the next page is requested');
    await pictures(page);

    const hidden = await page.locator('.incomplete').count();

    ok(hidden > 0 && hidden < 15, 'the last row is hidden');
    is(await page.locator('.wall li').last().evaluate((node) =>
        getComputedStyle(node).visibility), 'hidden', 'its last tile');
    await page.waitForTimeout(700);
    answer();
    await until(() => page.locator('.wall li').count().then((n) => n > 30),
        'the next page');
    await page.waitForTimeout(500);
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    ok(await page.locator('.wall li').nth(29).isVisible(), 'and it is visible');
    await page.context().close();
}

async function arrows(open) {
    const page = await open('/');
    const focused = () => page.evaluate(() =>
        [...document.querySelectorAll('.wall a')]
            .indexOf(document.activeElement));
    const press = async (key) => {
        await page.keyboard.press(key);

        return focused();
    };
    const box = (n) => page.locator('.wall li').nth(n).boundingBox();
    const [, second] = await tops(page);
    const inRow = await page.locator('.wall li').evaluateAll((tiles, top) =>
        tiles.findIndex((tile) => tile.offsetTop === top), second);

    is(await press('ArrowRight'), 0, 'the first tile');
    is(await press('ArrowRight'), 1, 'to the right');
    is(await press('ArrowRight'), 2, 'and on');
    is(await press('ArrowLeft'), 1, 'to the left');

    const below = await press('ArrowDown');
    const [upper, lower] = [await box(1), await box(below)];

    ok(below >= inRow && Math.abs(upper.x + upper.width / 2 - lower.x
        - lower.width / 2) <= (upper.width + lower.width) / 2, 'below it');
    const above = await press('ArrowUp');

    ok(above < inRow && above <= 2, 'up again', String(above));

    for (let i = above; i > 0; i--) {
        is(await press('ArrowLeft'), i - 1, 'to the left');
    }

    is(await press('ArrowLeft'), 0, 'nothing before it');

    // the header does not cover the tile, and Enter opens it

    for (let i = 0; i < 6; i++) {
        await page.keyboard.press('ArrowDown');
    }

    for (let i = 0; i < 4; i++) {
        await page.keyboard.press('ArrowUp');
    }

    const at = await focused();
    const { y } = await box(at);

    ok(at > 0 && y >= 60, 'a tile below the header', `${at} at ${y}`);

    const href = await page.locator('.wall a').nth(at).getAttribute('href');

    await follow(page, () => page.keyboard.press('Enter'));
    is(here(page), new URL(href).pathname, 'Enter opens it');
    await page.context().close();
}
