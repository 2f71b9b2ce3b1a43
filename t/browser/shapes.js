'use strict';

const { follow, is, pictures, run, until }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true,
    hasTouch: true, deviceScaleFactor: 2 };

const fileOf = (image) => image.currentSrc.replace(/.*\//, '');

run(async (open) => {
    for (const options of [{ viewport: { width: 1400, height: 900 } }, PHONE])
    {
        const page = await open(ITEMS, options);
        const files = await page.locator('.wall img').evaluateAll((images) =>
            images.slice(0, 3).map((image) =>
                image.currentSrc.replace(/.*\//, '')));
        const shapes = await page.locator('.wall li').evaluateAll((tiles) =>
            tiles.slice(0, 3).map((tile) =>
                (tile.offsetWidth / tile.offsetHeight).toFixed(1)));

        await pictures(page);
        is(files.slice(0, 2), ['200-small.png', '199-small.png'],
            'small files, also if only the small one has a width');
        is(shapes, ['1.5', '0.8', '1.0'], 'the shapes of the tiles');
        is(await page.evaluate(() => window.shift), 0, 'nothing moves');
        await page.context().close();
    }

    await unknown(open);
});

// The pictures that the browser gets here are 4 by 3.  A picture of unknown shape
// has room for any.

async function unknown(open) {
    for (const options of [{}, PHONE]) {
        const page = await open(`${ITEMS}198/`, options);
        const frame = page.locator('.stage .frame');

        await pictures(page);
        is(await frame.evaluate((node) => node.offsetWidth
            - node.parentElement.offsetWidth), 0, 'as wide as its column');
        is(await frame.locator('img').last().evaluate((node) =>
            getComputedStyle(node).objectFit), 'contain', 'the whole picture');
        is(await frame.locator('img').last().evaluate(fileOf), '198.png', 'its file');
        is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
            'nothing moves');
        await page.context().close();
    }

    const page = await open(ITEMS);

    await follow(page, () => page.locator('.wall a').first().click());
    is(await page.locator('.stage img').last().evaluate(fileOf), '200.png',
        'the item page has the file that is sharp there');
    await page.context().close();
}
