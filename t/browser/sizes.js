'use strict';

const { follow, is, ok, run, settled, violations }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/?limit=55';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

const wall = (page) => page.locator('.wall').evaluate((node) => ({
    height: node.offsetHeight,
    inRow: [...node.children].filter((one) =>
        one.offsetTop === node.firstChild.offsetTop).length,
}));

run(async (open) => {
    for (const options of [{}, PHONE]) {
        const page = await open(ITEMS, options);
        const button = page.locator('.size');
        const large = await wall(page);

        is(await button.getAttribute('aria-pressed'), 'false', 'large');
        await button.click();
        is(await button.getAttribute('aria-pressed'), 'true', 'small');

        const small = await wall(page);

        ok(small.inRow >= 3 && small.inRow > large.inRow, 'more in a row',
            `${large.inRow}, ${small.inRow}`);
        ok(small.height < large.height / 2, 'less to scroll',
            `${large.height}, ${small.height}`);
        is(await violations(page), [], 'no violation');

        await page.reload();
        await settled(page);
        is(await wall(page), small, 'a reload');
        await follow(page, () => page.locator('.wall a').first().click());
        await follow(page, () => page.goBack());
        is(await wall(page), small, 'and another page');
        await page.locator('.size').press('Enter');
        is(await wall(page), large, 'large again, with the keyboard');
        is(await page.evaluate(() => window.shift), 0, 'nothing moves');
        is(page.errors, [], 'no error in the console');
        await page.context().close();
    }

    await place(open);
    await refused(open);
});

// The tile at the top of the window stays there.

async function place(open) {
    const page = await open(ITEMS);
    const top = () => page.locator('.wall a').evaluateAll((links) => {
        const link = links.find((one) =>
            one.getBoundingClientRect().bottom > 80);

        return [link.href, Math.round(link.getBoundingClientRect().top)];
    });

    await page.evaluate(() => scrollTo(0, 1500));
    await page.waitForTimeout(300);

    const [href, y] = await top();

    await page.locator('.size').evaluate((node) => node.click());

    const moved = await page.locator('.wall a').evaluateAll((links, at) =>
        links.find((one) => one.href === at).getBoundingClientRect().top, href);

    ok(Math.abs(moved - y) <= 1, 'the tile at the top stays there',
        `${y}, ${moved}`);
    await page.context().close();
}

// A browser that stores nothing.

async function refused(open) {
    const page = await open(ITEMS);

    await page.context().addInitScript(() => Object.defineProperty(window,
        'localStorage', { get() { throw new Error('refused'); } }));
    await page.reload();
    await settled(page);

    const { height } = await wall(page);

    await page.click('.size');
    ok((await wall(page)).height < height, 'a size that is not remembered');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}
