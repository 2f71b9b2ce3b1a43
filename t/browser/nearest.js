'use strict';

const { follow, here, is, run, settled } = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';

run(async (open) => {
    const page = await open(ITEMS);
    const note = page.locator('.nearest');
    const search = async (text) => {
        await page.goto(new URL(`${ITEMS}?${new URLSearchParams(
            { search: text })}`, page.url()).href);
        await settled(page);
    };

    for (const [text, missing] of [['doog', 'doog'], ['doog cat', 'doog'],
        ['happi doog', 'happi doog']])
    {
        await search(text);
        is(await note.locator('em').textContent(), missing,
            `${text}: what nothing has`);
    }

    for (const text of ['dog', 'dogs', 'Lodz', 'łódź', 'DOG happy', "dog's"]) {
        await search(text);
        is(await note.count(), 0, `${text}: nothing is missing`);
    }

    await search('doog');
    await follow(page, () => note.locator('a').click());
    is(here(page), `${ITEMS}?text=doog`, 'the address of exactly this text');
    is(await page.locator('.empty p').first().textContent(),
        'Nothing matches.', 'which nothing has');
    is(page.errors, [], 'no error in the console');
});
