'use strict';

const { follow, is, isFirefox, ok, run } = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const SHEETS = 6;               // of 55 photographs

const CONTROLS = 'header, footer, #tools, .line, .actions, .back, .end,'
    + ' .position, .badge, .live';

run(async (open) => {
    const page = await open(`${ITEMS}?limit=55`);
    const visible = () => page.locator(CONTROLS).evaluateAll((nodes) =>
        nodes.filter((node) => node.checkVisibility())
            .map((node) => node.className || node.localName));

    ok((await visible()).length > 3, 'controls on the screen');
    await page.emulateMedia({ media: 'print' });
    is(await visible(), [], 'none on paper');
    is(await page.locator('.tile').evaluateAll((tiles) => tiles.filter((tile) => {
        const text = tile.querySelector('.caption');
        const image = tile.querySelector('img').getBoundingClientRect();

        return getComputedStyle(text).opacity !== '1'
            || text.offsetHeight === 0
            || text.getBoundingClientRect().top < image.bottom - 1;
    }).map((tile) => tile.outerHTML)), [], 'texts below the pictures');
    is(await page.locator('.wall li').evaluateAll((nodes) => new Set(
        nodes.map((node) => node.offsetLeft)).size), 4, 'columns');

    // Firefox prints to a file only if a person chooses it

    if (!isFirefox) {
        const pdf = (await page.pdf()).toString('latin1');
        const sheets = pdf.match(/\/Type\s*\/Page\b/g).length;

        ok(sheets > 1 && sheets <= SHEETS, 'few sheets', String(sheets));
        is(await page.evaluate(() => [...document.images].filter((image) =>
            image.closest('.wall') && image.naturalWidth === 0).length), 0,
        'no picture is missing');
    }

    await page.emulateMedia({ media: 'screen' });
    await follow(page, () => page.locator('.wall a').first().click());
    await page.emulateMedia({ media: 'print' });
    is(await visible(), [], 'none on the sheet of an item');
    ok(await page.isVisible('.stage img') && await page.isVisible('h1'),
        'its picture and its text');
    await page.context().close();
});
