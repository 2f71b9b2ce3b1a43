'use strict';

const { follow, heading, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const ITEMS = `${API}/content_items/`;

const query = (page) => Object.fromEntries(new URL(page.url()).searchParams);
const count = async (page) => parseInt(await page.locator('.count')
    .textContent(), 10);
const asked = (page, parameters) => page.evaluate(async (at) =>
    (await (await fetch(at)).json()).count, `${ITEMS}?${new URLSearchParams(
    parameters)}`);

run(async (open) => {
    const page = await open(`${API}/collections/say-hello/`);
    const scope = page.locator('#scope');
    const chips = () => page.locator('#tools .chips .chip').allTextContents();

    // a collection has kinds and a search, which keeps the collection

    await until(() => scope.locator('span').count(), 'the scope');
    is(await scope.textContent(), 'in Say hello×', 'the box names it');
    await follow(page, () => page.click('.forms >> text=Animations'));
    is(query(page), { collection: 'say-hello', content_type: 'G' },
        'a kind of its items');
    await page.fill('#text', 'cute');
    await follow(page, () => page.keyboard.press('Enter'));
    is(query(page), { search: 'cute', collection: 'say-hello',
        content_type: 'G' }, 'the search keeps both');
    is(await count(page), await asked(page, query(page)), 'its count');
    await until(async () => await heading(page) === '“cute” in Say hello',
        'the heading has the name');
    await until(async () => (await scope.textContent())
        === 'in Say hello, Animations×', 'so has the box');
    await until(async () => (await chips()).join() === 'Remove the filter“cute'
        + '”×,Remove the filterin Say hello×,Remove the filterAnimations×,'
        + 'Clear all', 'so have the chips');

    // a common tag of the results is added, each chip is removed

    const before = await count(page);
    const related = page.locator('.related .chip:has(.aside)');

    await until(() => related.count(), 'common tags');
    await follow(page, () => related.first().click());
    is(Object.keys(query(page)).sort(), ['collection', 'content_type',
        'search', 'tag-slug'], 'a tag is added');
    ok(await count(page) <= before && await count(page) > 0, 'fewer items');
    is(await count(page), await asked(page, query(page)), 'its count');
    await follow(page, () => page.locator('#tools .chips .chip >> text=“cute”')
        .click());
    ok(!('search' in query(page)), 'the text is removed');
    await follow(page, () => page.click('text=Clear all'));
    is(here(page), ITEMS, 'all are removed');

    // the last filter of a collection is the collection

    await page.goBack();
    await settled(page);
    await page.goto(new URL(`${ITEMS}?collection=say-hello&text=a`,
        page.url()).href);
    await settled(page);
    await follow(page, () => page.locator('#tools .chips .chip').first()
        .click());
    is(here(page), `${API}/collections/say-hello/`, 'a collection alone');

    // the scope of the box is removed

    await page.goto(new URL(`${ITEMS}?search=cat&tag-slug=cute`,
        page.url()).href);
    await settled(page);
    await until(() => scope.locator('a').count(), 'the scope');
    await follow(page, () => scope.locator('a').click());
    is(query(page), { search: 'cat' }, 'the search in all items');

    // a suggested tag is added

    await page.goto(new URL(`${API}/collections/say-hello/`, page.url()).href);
    await settled(page);
    await page.fill('#text', 'happ');
    await until(() => page.isVisible('#suggestions'), 'suggestions');
    await page.click('#suggestions li:has(.muted:text-is("tag")) >> nth=0');
    await until(() => query(page).tag, 'a suggested tag');
    is(query(page).collection, 'say-hello', 'the collection stays');

    await names(open);
    await kinds(open);
    is(page.errors, [], 'no error in the console');
});

// A tag is shown with its name, also if nothing has it.

async function names(open) {
    const page = await open(`${ITEMS}?tag-slug=good-boy`);

    is(await heading(page), '#good boy', 'a name in place of a slug');
    await page.goto(page.url().replace(/\?.*/,
        '?tag-slug=good-boy&search=qqqqqqqq'));
    await settled(page);
    await until(async () => await heading(page) === '“qqqqqqqq” and #good boy',
        'also without items');
    await page.context().close();

    const tag = await open(`${API}/tags/see-you/`);

    is(await heading(tag), '#see you', 'the page of a tag');
    await until(() => tag.locator('.related .chip').count(), 'common tags');
    await tag.fill('#text', 'dog');
    await follow(tag, () => tag.keyboard.press('Enter'));
    is(query(tag), { search: 'dog', 'tag-slug': 'see-you' },
        'and a search');
    await tag.context().close();
}

// Kinds are offered if there are items of both.

async function kinds(open) {
    const page = await open(ITEMS);
    const offered = () => page.evaluate(() => {
        const node = document.querySelector('.forms[aria-label="Kind"]');

        return node !== null && getComputedStyle(node).visibility === 'visible';
    });

    await until(offered, 'both kinds');
    await page.goto(page.url() + '?text=avocado');
    await settled(page);
    await page.waitForTimeout(400);
    ok(await page.locator('.wall .tile').count() > 0
        && await page.locator('.wall .tile:not(:has(.badge))').count() === 0,
    'items of one kind');
    ok(!await offered(), 'a kind without items is not offered');
    await page.context().close();
}
