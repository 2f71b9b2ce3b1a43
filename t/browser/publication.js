'use strict';

const fs = require('fs');

const { is, run, settled, until } = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';

// A context of its own: with the routes of the others, Chromium has no cache.

run(async (open, base) => {
    const browser = (await open(ITEMS)).context().browser();
    const page = await (await browser.newContext()).newPage();
    const shown = () => page.locator('.wall li').count();
    const fetched = () => page.evaluate(async (path) =>
        (await (await fetch(path, { headers: { Accept: 'application/json' } }))
            .json()).count, ITEMS);

    await page.goto(base + ITEMS);
    await settled(page);
    is(await shown(), 1, 'the old library');
    is(await fetched(), 1, 'for a script, too');

    fs.renameSync(process.env.NEW_LIBRARY, process.env.LIBRARY);
    await until(async () => (await (await fetch(base + ITEMS)).json()).count
        === 3, 'the new library is published');

    is(await fetched(), 3, 'for a script of the page that is open');

    await page.goto(base + ITEMS);
    await settled(page);
    is(await shown(), 3, 'the new library');
});
