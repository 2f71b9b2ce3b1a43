'use strict';

const { follow, here, is, ok, run, settled, until, violations }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';

const headings = (page) => page.locator('.wall h2').allTextContents();

run(async (open) => {
    const page = await open(ITEMS);
    const years = page.locator('select');

    // one heading for each month, also on the next page

    is(await headings(page), ['August 2019'], 'a month');
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(async () => (await headings(page)).length === 2, 'the next');
    is(await headings(page), ['August 2019', 'July 2019'], 'each once');
    is(await page.locator('.wall li').nth(40).locator('h2').textContent(),
        'July 2019', 'on its first tile');
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    is(await violations(page), [], 'no violation');

    // the years of the list, and the way to one of them

    await until(() => years.isVisible(), 'the years');
    is(await years.locator('option').allTextContents(),
        ['Year', '2019', '2018', '2017'], 'from the newest to the oldest');

    const asked = page.asked.length;

    await years.selectOption('2018');
    await until(() => here(page).includes('offset=80'), 'the year');
    await settled(page);
    is((await headings(page))[0], 'August 2018', 'its first month');
    ok(page.asked.slice(asked).filter((request) =>
        request.url().includes('limit=1&')).length <= 10, 'few requests');
    await page.reload();
    await settled(page);
    is((await headings(page))[0], 'August 2018', 'its address');

    // a list of one page, and one in another order

    for (const [query, n] of [['?text=photograph%2099', 1],
        ['?tag=mixed', 0]])
    {
        await page.goto(new URL(ITEMS + query, page.url()).href);
        await settled(page);
        is(await page.locator('.wall h2').count(), n, `${query}: its months`);
        is(await years.count(), 0, 'and no years');
    }

    await albums(open);
    is(page.errors, [], 'no error in the console');
});

async function albums(open) {
    const page = await open('/api/v1/collections/');

    await until(async () => (await page.locator('.card .count')
        .allTextContents()).join() === '240 items,3 items,1 item',
    'the numbers of items');
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    await follow(page, () => page.click('text=A few'));
    is(await page.locator('.wall .tile').count(), 3, 'an album');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}
