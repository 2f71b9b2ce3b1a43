'use strict';

const { follow, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';

run(async (open) => {
    const page = await open(`${API}/content_items/`);
    const chips = () => page.locator('#body .chip span:first-child')
        .allTextContents();
    const names = async (query) => page.evaluate(async (at) =>
        (await (await fetch(at)).json()).results.map(({ name }) => name),
    `${API}/tags/?${query}`);
    const query = () => Object.fromEntries(new URL(page.url()).searchParams);

    // most used first, a hundred on a page

    await follow(page, () => page.click('header nav >> text=Tags'));
    is(query(), { limit: '100', ordering: '-items', counts: 'items' },
        'the address');
    is(await chips(), await names('limit=100&ordering=-items'),
        'most used first');
    is((await chips()).length, 100, 'a hundred');
    is(await page.locator('#body .chip .muted').allTextContents(),
        await page.evaluate(async (at) => (await (await fetch(at)).json())
            .results.map(({ items }) => String(items)),
        `${API}/tags/?limit=100&ordering=-items&counts=items`),
        'each with its number of items');
    is(await page.locator('#body .links').count(), 0,
        'no item lacks tags or a caption');
    is(await page.locator('.pager .muted').textContent(), 'Page 1 of 3',
        'the page');
    await follow(page, () => page.click('.pager >> text=Next'));
    is(await chips(), await names('limit=100&ordering=-items&offset=100'),
        'the next page');

    // in the order of their names

    await follow(page, () => page.click('text=A to Z'));
    is(query(), { limit: '100', ordering: 'name', counts: 'items' },
        'the other order');
    is(await chips(), await names('limit=100&ordering=name'), 'by name');
    is(await page.locator('.forms [aria-current]').first().textContent(),
        'A to Z', 'which is marked');

    // the list changes while a part of a name is typed

    await page.fill('#name', 'mo');
    await until(() => query().name === 'mo', 'the filter');
    await settled(page);
    is(query(), { limit: '100', ordering: 'name', counts: 'items',
        name: 'mo' },
        'the order stays');
    ok((await chips()).every((one) => one.toLowerCase().includes('mo')),
        'tags with it');
    is(await page.evaluate(() => document.activeElement.id), 'name',
        'typing goes on');
    await page.fill('#name', 'qqqq');
    await until(() => page.isVisible('text=No tag has this'), 'no tag');

    // an address without an order

    const other = await open(`${API}/tags/`);

    is(here(other), `${API}/tags/?limit=100&ordering=-items&counts=items`,
        'an address without an order');
    is(page.errors.concat(other.errors), [], 'no error in the console');
});
