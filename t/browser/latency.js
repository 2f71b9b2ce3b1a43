'use strict';

const { result, follow, is, ok, run, until } = require('./lib/browser.js');

const API = '/api/v1';
const LATENCY = 300;            // milliseconds

// Each request to the API takes this long.

async function slow(page) {
    await page.route(`**${API}/**`, async (route) => {
        await new Promise((resolve) => setTimeout(resolve, LATENCY));
        await route.continue().catch(() => {});
    });
}

// The time from a click until a list is on the screen, the best of five.

async function timeOf(page, from, action) {
    const times = [];

    for (let i = 0; i < 5; i++) {
        await follow(page, () => page.click(`header nav >> text=${from}`));
        await page.waitForTimeout(2 * LATENCY);

        times.push(await page.evaluate(action));
    }

    return Math.round(Math.min(...times));
}

// In the page, because the messages of the driver take time, too.

const measure = (selector, shown) => `new Promise((resolve) => {
    const start = performance.now();
    const look = () => document.querySelector('${shown}') !== null
        && !document.body.hasAttribute('aria-busy')
        ? resolve(performance.now() - start) : requestAnimationFrame(look);

    ${selector};
    requestAnimationFrame(look);
})`;

run(async (open) => {
    const page = await open(`${API}/tags/`);

    await slow(page);

    const search = await timeOf(page, 'Tags', measure(
        `document.getElementById('text').value = 'cat';
        document.getElementById('search').requestSubmit()`, '.wall .tile'));
    const collection = await timeOf(page, 'Collections', measure(
        'document.querySelector(\'.card h2 a\').click()', '.wall .tile'));
    const items = await timeOf(page, 'Tags', measure(
        'document.querySelector(\'.name\').click()', '.wall .tile'));

    for (const [name, time] of Object.entries({ search, collection, items })) {
        result(`${name}: the list is on the screen, at ${LATENCY} ms latency`,
            time, '<= 450', 'ms');
    }

    ok(!page.asked.some((request) => /collections\/\?limit=100/.test(
        request.url())), 'the list of all collections is not requested');
    await page.context().close();

    await never(open);
});

// The list is shown even if nothing else is answered, and nothing moves when
// the answers arrive.

async function never(open) {
    const page = await open(`${API}/tags/`);
    const waiting = [];

    await page.route(/search\/\?|limit=1&|collections\/say-hello\//,
        async (route) => {
            await new Promise((resolve) => { waiting.push(resolve); });
            await route.continue().catch(() => {});
        });
    await page.goto(new URL(`${API}/content_items/?search=hello`
        + '&collection=say-hello', page.url()).href).catch(() => {});
    await until(() => page.locator('.wall .tile').count(), 'the list');
    ok(waiting.length >= 2, 'other requests wait');
    is(await page.locator('.related li').count(), 0, 'the row is empty');
    await page.waitForTimeout(600);
    waiting.forEach((answer) => answer());
    await until(() => page.locator('.related li').count(), 'the row is filled');
    await until(async () => /Say hello/.test(await page.title()), 'the name');
    await page.waitForTimeout(300);
    is(await page.evaluate(() => [window.shift, window.shifted]), [0, []],
        'nothing moves');
    await page.context().close();
}
