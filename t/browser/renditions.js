'use strict';

const { follow, is, ok, pictures, run } = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';

run(async (open) => {
    const shown = (page) => page.locator('.wall img').first()
        .evaluate((image) => image.currentSrc.replace(/.*\//, ''));

    for (const [deviceScaleFactor, wanted] of [[1, '240.webp'],
        [2, '480.png']])
    {
        const page = await open(ITEMS, { deviceScaleFactor });

        await pictures(page);
        is(await shown(page), wanted, `the density ${deviceScaleFactor}`);
        is(page.asked.filter((request) =>
            request.url().startsWith('https://media.example/')).length, 2,
        'one picture of each item');

        await follow(page, () => page.locator('.wall a').first().click());
        is(await page.locator('.stage img').last().evaluate((image) =>
            image.currentSrc.replace(/.*\//, '')), '1600.png', 'the item');
        await page.context().close();
    }

    for (const colorScheme of ['light', 'dark']) {
        const page = await open(ITEMS, { colorScheme });
        const sum = await page.locator('.unknown .tile').evaluate((node) =>
            getComputedStyle(node).backgroundColor.match(/\d+/g)
                .reduce((all, one) => all + Number(one), 0));

        ok((sum > 384) === (colorScheme === 'light'),
            `the ground of a picture of unknown size, ${colorScheme}`);
        await page.context().close();
    }
});
