'use strict';

const { follow, here, is, isFirefox, ok, run, until, violations }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const selected = (page) => page.locator('.tile').evaluateAll((tiles) =>
    tiles.flatMap((tile, i) => tile.classList.contains('selected') ? [i]
        : []));
const text = (page) => page.locator('#selection p').textContent();

run(async (open) => {
    await links(open);
    await downloads(open);
    await finger(open);
});

async function links(open) {
    const page = await open(ITEMS, isFirefox ? {} : {
        permissions: ['clipboard-read', 'clipboard-write'] });
    const tile = (i) => page.locator('.wall .tile').nth(i);

    ok(await page.locator('#selection').isHidden(), 'nothing is selected');
    await tile(1).click({ modifiers: ['Control'] });
    is([await selected(page), await text(page)], [[1], '1 selected'],
        'Ctrl selects');
    await tile(4).click({ modifiers: ['Shift'] });
    is(await selected(page), [1, 2, 3, 4], 'Shift selects a range');
    await tile(2).click();
    is(await selected(page), [1, 3, 4], 'a click changes one');
    is(here(page), ITEMS, 'no item is opened');
    is(await violations(page), [], 'no violation');
    ok((await tile(1).ariaSnapshot()).includes('Selected'),
        'a screen reader reads it');

    if (!isFirefox) {
        await page.click('text=Copy links');

        const files = await page.evaluate(async (at) => (await (await fetch(
            at)).json()).results.map((item) => [item.static_image,
            ...item.default_version.picture.map(({ url }) => url)]), ITEMS);

        await until(async () => (await page.evaluate(() =>
            navigator.clipboard.readText())).split('\n').length === 3,
        'three lines');
        is((await page.evaluate(() => navigator.clipboard.readText()))
            .split('\n').map((url, i) => files[[1, 3, 4][i]].includes(url)),
        [true, true, true], 'the links of their files');
    }

    // Escape, a button, and another view

    await page.keyboard.press('Escape');
    is(await selected(page), [], 'Escape clears the selection');
    ok(await page.locator('#selection').isHidden(), 'and its bar');
    await tile(0).focus();
    await page.keyboard.press('Control+Enter');
    is(await selected(page), [0], 'with the keyboard');
    await page.click('text=Clear');
    is(await selected(page), [], 'a button');
    await tile(0).click({ modifiers: ['Control'] });
    await follow(page, () => page.click('header nav >> text=Collections'));
    ok(await page.locator('#selection').isHidden(), 'not in another view');
    await follow(page, () => page.goBack());
    is(await selected(page), [], 'nor on the way back');
    await follow(page, () => tile(0).click());
    ok(here(page) !== ITEMS, 'then a click opens an item');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}

// Ten drawings: two clicks select them, one downloads them.

async function downloads(open) {
    const page = await open(ITEMS);
    const tile = (i) => page.locator('.wall .tile').nth(i);
    const got = [];

    page.on('download', (download) => got.push(download.url()));
    await tile(0).click({ modifiers: ['Control'] });
    await tile(9).click({ modifiers: ['Shift'] });
    is(await text(page), '10 selected', 'ten');
    await page.click('#selection >> text=Download');
    await until(() => got.length === 10, 'ten downloads');
    is(got, await page.evaluate(async (at) => (await (await fetch(at)).json())
        .results.slice(0, 10).map((item) => item.default_version.download
            .find(({ platform }) => platform === 'original').url), ITEMS),
    'the originals');
    await page.context().close();
}

// A long press selects, and then a tap.

async function finger(open) {
    const page = await open(ITEMS, PHONE);
    const tile = (i) => page.locator('.wall .tile').nth(i);
    const touch = (i, ...types) => tile(i).evaluate((node, names) =>
        names.forEach((name, at) => node.dispatchEvent(new PointerEvent(name, {
            pointerType: 'touch', pointerId: 1, clientX: 50 + 40 * at,
            clientY: 300, bubbles: true }))), types);

    await touch(0, 'pointerdown');
    await page.waitForTimeout(700);
    await touch(0, 'pointerup');
    await tile(0).evaluate((node) => node.click());
    is(await selected(page), [0], 'a long press');
    await touch(2, 'pointerdown', 'pointerup');
    await tile(2).evaluate((node) => node.click());
    is(await selected(page), [0, 2], 'a tap adds one');
    await touch(1, 'pointerdown', 'pointermove');
    await page.waitForTimeout(700);
    is(await selected(page), [0, 2], 'scrolling does not');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}
