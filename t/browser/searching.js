'use strict';

const { follow, heading, here, is, ok, run, until }
    = require('./lib/browser.js');

const API = '/api/v1';

run(async (open) => {
    const page = await open(`${API}/content_items/`);
    const box = page.locator('#text');
    const options = page.locator('#suggestions [role=option]');
    const active = () => box.getAttribute('aria-activedescendant');
    const opened = () => page.isVisible('#suggestions');

    // Enter searches for the text

    await box.fill('cat');
    await follow(page, () => box.press('Enter'));
    is(here(page), `${API}/content_items/?search=cat`, 'Enter searches for it');
    is(await heading(page), '“cat”', 'its heading');
    is(await box.inputValue(), 'cat', 'it stays in the box');

    const answer = async (address) => page.evaluate(async (at) =>
        (await (await fetch(at)).json()), API + address);
    const tagged = (await answer('/content_items/?tag=cat')).count;
    const all = (await answer('/content_items/?search=cat')).count;

    is(await page.locator('.count').textContent(), `${all} items`,
        'what was found');
    await until(() => page.isVisible('text=Only the tag'), 'an offer');
    is(await page.locator('.related .chip').first().textContent(),
        'Only the tagcat', 'the tag of that name');
    await follow(page, () => page.click('text=Only the tag'));
    is(here(page), `${API}/content_items/?tag-slug=cat`, 'the tag is offered');
    is(await page.locator('.count').textContent(), `${tagged} items`,
        'its items');
    await follow(page, () => page.goBack());

    // suggestions on focus and while typing, with few requests

    const asked = () => page.asked.filter((request) =>
        request.url().includes('/search/')).map((request) =>
        new URL(request.url()).search);
    const before = asked().length;

    await box.evaluate((node) => { node.value = ''; });
    await page.keyboard.press('/');
    is(await page.evaluate(() => document.activeElement.id), 'text',
        '"/" goes to the box');
    is(await box.inputValue(), '', 'and is not typed');
    await until(opened, 'suggestions before a key is pressed');
    is(asked().slice(before), [''], 'one request');
    await box.pressSequentially('hap', { delay: 20 });
    await until(async () => /hap/i.test(await options.first().textContent()),
        'suggestions');
    is(asked().slice(before), ['', '?text=hap'], 'and one for what is typed');

    const texts = await options.locator('span:first-child').allTextContents();

    ok(texts.length > 1 && texts.every((text) => /hap/i.test(text)),
        'with what was typed');
    is(await box.getAttribute('aria-expanded'), 'true', 'expanded');

    // arrows

    await box.press('ArrowDown');
    is(await active(), await options.first().getAttribute('id'), 'the first');
    is(await options.first().getAttribute('aria-selected'), 'true', 'chosen');
    await box.press('ArrowUp');
    is(await active(), null, 'the box again');
    await box.press('ArrowUp');
    is(await active(), await options.last().getAttribute('id'), 'the last');
    await box.press('Escape');
    ok(!await opened(), 'Escape closes');
    is(await box.inputValue(), 'hap', 'and leaves the text');
    is(await box.getAttribute('aria-expanded'), 'false', 'closed');
    await box.press('ArrowDown');
    await until(opened, 'suggestions again');

    // a suggestion is chosen with the keyboard and with the mouse

    const at = texts.findIndex((text) => text === 'happy');

    for (let i = 0; i <= at; i++) {
        await box.press('ArrowDown');
    }

    await page.keyboard.press('Enter');
    await until(() => here(page) === `${API}/content_items/?tag=happy`,
        'the items of a tag');
    ok(!await opened(), 'closed');

    const found = await page.evaluate(async () => (await (await fetch(
        '/api/v1/search/')).json()).find((one) => one.type === 'collection'));

    await box.fill(found.text);
    await until(opened, 'a collection');
    await options.first().click();
    await until(() => here(page).startsWith(`${API}/collections/`),
        'the collection');
    await until(async () => await heading(page) === found.text, 'its name');

    // an answer that arrives after a later one is not shown

    await page.route('**/search/?text=m', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue().catch(() => {});
    });
    await box.fill('m');
    await page.waitForTimeout(250);
    await box.fill('moon');
    await until(async () => (await options.allTextContents())[0]
        ?.includes('moon'), 'the later answer');

    const later = await options.allTextContents();

    await page.waitForTimeout(900);
    is(await options.allTextContents(), later, 'the earlier one is dropped');
    ok(later.every((text) => /moon/i.test(text)), 'as it was typed');

    // a search for the name of a collection offers the collection

    await follow(page, () => page.click('header nav >> text=Items'));
    await box.fill(found.text);
    await box.press('Escape');
    await follow(page, () => box.press('Enter'));
    await follow(page, () => page.click('.related >> text=Collection'));
    is(await heading(page), found.text, 'the collection');

    // an empty result suggests similar names, or else collections

    for (const [text, suggested] of [['happqqqq', 'happy'], ['qqqq', null]]) {
        await box.fill(text);
        await until(async () => !await opened(), 'no suggestions');
        await follow(page, () => box.press('Enter'));
        ok(await page.isVisible('text=Nothing matches.'), 'nothing matches');

        await until(() => page.locator('.empty .chip').count(), 'more');

        const texts = await page.locator('.empty .chip').allTextContents();

        ok(suggested === null ? texts.length > 0 : texts.includes(suggested),
            'a suggestion', texts.join(', '));
    }
    await follow(page, () => page.locator('.empty .chip').first().click());
    ok(here(page).startsWith(`${API}/collections/`), 'a collection');
    is(page.errors, [], 'no error in the console');
});
