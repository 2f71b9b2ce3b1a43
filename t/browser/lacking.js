'use strict';

const { follow, heading, here, is, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const ITEMS = `${API}/content_items/`;

run(async (open) => {
    const page = await open(`${API}/tags/`);
    const links = page.locator('#body .links a');
    const chips = page.locator('#tools .chips .chip');
    const tiles = () => page.locator('.wall .tile').count();

    is(await links.allTextContents(), ['Items without tags: 3',
        'Items without a caption: 2'], 'both lists, with their numbers');

    await follow(page, () => links.first().click());
    is(here(page), `${ITEMS}?without=tags`, 'an address of the API');
    is(await heading(page), 'Items without tags', 'its heading');
    is(await tiles(), 3, 'its items');

    // the filter stays in a search, and is removed with its chip

    await page.fill('#text', 'fish');
    await follow(page, () => page.keyboard.press('Enter'));
    is(await tiles(), 1, 'one of them');
    await until(async () => (await chips.allTextContents()).join()
        === 'Remove the filter“fish”×,Remove the filterwithout tags×,'
            + 'Clear all', 'both filters are chips');
    await follow(page, () => chips.nth(1).click());
    is(here(page), `${ITEMS}?search=fish`, 'a chip removes its filter');

    await page.goto(new URL(`${API}/tags/?name=do`, page.url()).href);
    await settled(page);
    await follow(page, () => links.nth(1).click());
    is(await heading(page), 'Items without a caption', 'the other list');
    is(await tiles(), 2, 'its items');
    is(page.errors, [], 'no error in the console');
});
