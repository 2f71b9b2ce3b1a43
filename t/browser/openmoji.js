'use strict';

const { result, follow, heading, here, is, ok, pictures, run, screenshot,
    until, violations } = require('./lib/browser.js');

const API = '/api/v1';

run(async (open, base) => {
    const page = await open('/');
    const count = () => page.locator('.count').textContent();

    is(await count(), '4,495 items', 'all of it');
    await screenshot(page, 'openmoji');
    ok(await page.evaluate(() => {
        const near = [...document.images].filter((image) =>
            image.hasAttribute('src'));

        return near.length > 9 && near.every((image) =>
            !image.complete || image.naturalWidth > 0);
    }), 'drawings are shown');
    is(await violations(page), [], 'axe-core');

    // a search

    await page.click('#text');
    await page.keyboard.type('cat', { delay: 20 });
    await until(async () => (await page.locator('#suggestions [role=option]')
        .allTextContents()).some((text) => /^cat\s*tag$/.test(text)),
    'a tag is suggested');
    await screenshot(page, 'openmoji-search');
    await follow(page, () => page.keyboard.press('Enter'));
    await until(() => here(page) === `${API}/content_items/?search=cat`,
        'what is found');
    is(await heading(page), '“cat”', 'its heading');

    const found = await page.locator('.wall img').evaluateAll((images) =>
        images.map((image) => image.alt));

    ok(found.length > 9 && found.slice(0, 10).every((text) =>
        /\bcat\b|tiger|lion|leopard/i.test(text)), 'cats', found.join('; '));
    await until(async () => await page.locator('.related .chip').first()
        .textContent() === 'Only the tagcat', 'the tag is offered');
    await screenshot(page, 'openmoji-found');

    // a collection has members

    const group = await open(`${API}/collections/smileys-emotion/`);

    ok(/^17\d items$/.test(await group.locator('.count').textContent()),
        'members');
    await screenshot(group, 'openmoji-collection');
    is(await violations(group), [], 'axe-core');
    await group.context().close();

    // the last page, a collection

    const last = await open(`${API}/content_items/?limit=100&offset=4400`);

    is(await last.locator('.wall li').count(), 95, 'the last page');
    is(await last.locator('.position').textContent(), 'Page 45 of 45',
        'its number');
    await last.context().close();

    const groups = await open(`${API}/collections/`);

    is(await groups.locator('.line .count').textContent(),
        '134 collections', 'collections');
    await pictures(groups);
    await screenshot(groups, 'openmoji-collections');
    is(await violations(groups), [], 'axe-core');
    await groups.context().close();

    const { shift } = await page.evaluate(() => ({ shift: window.shift }));

    result('OpenMoji: layout shift', shift, '= 0');
    is(page.asked.filter((request) => !request.url().startsWith(base)).length,
        0, 'no other host is asked');
    is(page.errors, [], 'no error in the console');
});
