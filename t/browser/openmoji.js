'use strict';

const { figure, follow, heading, here, is, ok, pictures, run, screenshot,
    until, violations } = require('./lib/browser.js');

const API = '/api/v1';

run(async (open, base) => {
    const page = await open('/');
    const count = () => page.locator('.count').textContent();

    is(await count(), '1 to 30 of 4,495 items', 'all of it');
    await screenshot(page, 'openmoji');
    ok(await page.evaluate(() => [...document.images].every((image) =>
        !image.complete || image.naturalWidth > 0)), 'drawings are shown');
    is(await violations(page), [], 'axe-core');

    // a search

    await page.click('#text');
    await page.keyboard.type('cat', { delay: 20 });
    await until(() => page.isVisible('#suggestions'), 'suggestions');
    ok((await page.locator('#suggestions [role=option]').allTextContents())
        .some((text) => /^cat\s*tag$/.test(text)), 'a tag is suggested');
    await screenshot(page, 'openmoji-search');
    await follow(page, () => page.keyboard.press('Enter'));
    await until(() => here(page) === `${API}/content_items/?text=cat`,
        'what is found');
    is(await heading(page), '“cat”', 'its heading');

    const found = await page.locator('.wall img').evaluateAll((images) =>
        images.map((image) => image.alt));

    ok(found.length > 5 && found.every((text) => /cat/i.test(text)),
        'all of it has that in its description');
    await screenshot(page, 'openmoji-found');

    // the last page, a collection

    const last = await open(`${API}/content_items/?limit=100&offset=4400`);

    is(await last.locator('.wall li').count(), 95, 'the last page');
    await last.context().close();

    const groups = await open(`${API}/collections/`);

    is(await groups.locator('.count').textContent(),
        '1 to 30 of 134 collections', 'collections');
    await pictures(groups);
    await screenshot(groups, 'openmoji-collections');
    is(await violations(groups), [], 'axe-core');
    await groups.context().close();

    const { shift } = await page.evaluate(() => ({ shift: window.shift }));

    figure('OpenMoji: layout shift', shift, '= 0');
    is(page.asked.filter((request) => !request.url().startsWith(base)).length,
        0, 'no other host is asked');
    is(page.errors, [], 'no error in the console');
});
