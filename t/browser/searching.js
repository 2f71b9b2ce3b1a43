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

    // what is typed is looked for

    await box.fill('cat');
    await follow(page, () => box.press('Enter'));
    is(here(page), `${API}/content_items/?text=cat`, 'Enter looks for it');
    is(await heading(page), '“cat”', 'its heading');
    is(await box.inputValue(), 'cat', 'it stays in the box');
    ok(await page.evaluate(() => [...document.querySelectorAll('.wall img')]
        .every((image) => /cat/i.test(image.alt))), 'items with it');

    // suggestions while typing; few requests, the last one counts

    const asked = () => page.asked.filter((request) =>
        request.url().includes('/search/')).map((request) =>
        new URL(request.url()).search);
    const before = asked().length;

    await box.fill('');
    await box.pressSequentially('hap', { delay: 20 });
    await until(opened, 'suggestions');
    is(asked().slice(before), ['?text=hap'], 'one request');

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

    // one of them, by keys and by the mouse

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

    // an answer that comes late is not shown

    await page.route('**/search/?text=m', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 700));
        await route.continue().catch(() => {});
    });
    await box.fill('m');
    await page.waitForTimeout(250);
    await box.fill('moon');
    await until(opened, 'the later answer');

    const later = await options.allTextContents();

    await page.waitForTimeout(900);
    is(await options.allTextContents(), later, 'the earlier one is dropped');
    ok(later.every((text) => /moon/i.test(text)), 'as it was typed');

    // nothing is found

    await box.fill('qqqq');
    await until(async () => !await opened(), 'no suggestions');
    await follow(page, () => box.press('Enter'));
    ok(await page.isVisible('text=Nothing matches.'), 'nothing matches');

    is(page.errors, [], 'no error in the console');
});
