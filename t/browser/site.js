'use strict';

const { is, run } = require('./lib/browser.js');

run(async (open) => {
    const page = await open('/api/v1/content_items/');

    is(await page.locator('header .name').textContent().then((text) =>
        text.trim()), 'Our pictures', 'the name in the bar');
    is(await page.title(), 'All items · Our pictures', 'and in the title');
    is(page.errors, [], 'no error in the console');
});
