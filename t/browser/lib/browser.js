// A browser, and the checks of its pages.

'use strict';

const fs = require('fs');
const path = require('path');
const axe = require('axe-core');
const { chromium, firefox } = require('playwright-core');

const PATIENCE = 10000;         // milliseconds
const isFirefox = process.env.BROWSER === 'firefox';

function ok(value, name, more) {
    console.log(JSON.stringify({ ok: Boolean(value), name, more }));

    return Boolean(value);
}

function is(got, wanted, name) {
    const [a, b] = [got, wanted].map((value) => JSON.stringify(value));

    return ok(a === b, name, `got    ${a}\nwanted ${b}`);
}

// A row of the table of results.  The target is a relation and a number.

function result(what, value, target, unit = '') {
    console.log(JSON.stringify({ result: [what, value, target, unit] }));
}

// Firefox is that of Debian: with the channel, Playwright uses WebDriver BiDi,
// and not its own protocol, which needs its own Firefox.  Playwright 1.61 to 1.64
// work with Firefox 153; 1.65 sends a command that it does not know.

function launch() {
    return isFirefox ? firefox.launch({ channel: 'moz-firefox',
        executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr' })
        : chromium.launch({
            executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
            chromiumSandbox: process.getuid() !== 0,
            args: ['--disable-gpu', '--disable-dev-shm-usage'],
        });
}

// Calls test(open, base).  open(address, options) opens a page in a new
// context of the browser.

async function run(test) {
    const base = process.argv[2];
    const browser = await launch();

    try {
        await test((address, options) =>
            open(browser, base, address, options), base);
    } catch (error) {
        ok(false, 'an exception', error.stack);
    } finally {
        await browser.close();
    }

    console.log(JSON.stringify({ end: true }));
}

// Opens a page.  It has two additional lists: "errors" of the console and of
// the page, and "asked", all requests.  Requests to other hosts are answered
// here.

async function open(browser, base, address, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 900 }, reducedMotion: 'no-preference',
        ...options, ...isFirefox && { isMobile: undefined },
    });
    const page = await context.newPage();

    page.errors = [];
    page.asked = [];
    page.setDefaultTimeout(PATIENCE);

    page.on('console', (message) => {
        if (message.type() === 'error') {
            page.errors.push(message.text());
        }
    });
    page.on('pageerror', (error) => page.errors.push(String(error)));
    page.on('dialog', (dialog) => {
        page.errors.push(`a dialog: ${dialog.message()}`);
        dialog.dismiss();
    });
    page.on('request', (request) => page.asked.push(request));

    await context.route((url) => url.origin !== base, (route) =>
        route.fulfill({ contentType: 'image/svg+xml',
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="4"'
                + ' height="3"><rect width="4" height="3"/></svg>' }));

    await context.addInitScript(() => {
        window.shift = 0;
        window.shifted = [];

        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
                window.shift += entry.hadRecentInput ? 0 : entry.value;
                window.shifted.push(...entry.sources.map(({ node }) =>
                    (node?.nodeType === 1 ? node : node?.parentElement)
                        ?.outerHTML.slice(0, 90) ?? '-'));
            }
        }).observe({ type: 'layout-shift', buffered: true });

        window.painted = 0;
        window.blocked = 0;

        new PerformanceObserver((list) => {
            window.painted = list.getEntries().at(-1).startTime;
        }).observe({ type: 'largest-contentful-paint', buffered: true });

        new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) {
                window.blocked += entry.duration - 50;
            }
        }).observe({ type: 'longtask', buffered: true });
    });

    await page.goto(base + address);
    await settled(page);

    return page;
}

// Waits for a condition.  Playwright's own function for this does not work on
// a page with a Content-Security-Policy.

async function until(condition, what) {
    const end = Date.now() + PATIENCE;

    for (;;) {
        if (await condition()) {
            return true;
        }

        if (Date.now() > end) {
            return ok(false, `in vain: ${what}`);
        }

        await new Promise((resolve) => setTimeout(resolve, 25));
    }
}

function settled(page) {
    return until(() => page.evaluate(() =>
        document.querySelector('h1') !== null
        && !document.body.hasAttribute('aria-busy')), 'a view');
}

// Opens another view, and waits for it.

async function follow(page, action) {
    await action();
    await settled(page);
}

function heading(page) {
    return page.locator('h1').textContent();
}

function here(page) {
    const url = new URL(page.url());

    return url.pathname + url.search + url.hash;
}

async function violations(page) {
    if (!await page.evaluate(() => 'axe' in window)) {
        await page.evaluate(axe.source);
    }

    const result = await page.evaluate(() => window.axe.run(document, {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',
            'best-practice'],
    }));

    return result.violations.map(({ id, nodes }) =>
        `${id}: ${nodes.slice(0, 3).map((node) =>
            `${node.html.slice(0, 120)} ${node.any.concat(node.all)
                .map((check) => check.message).join(' ').slice(0, 200)}`)
            .join('\n    ')}`);
}

// Waits for the pictures that are visible.

async function pictures(page) {
    await until(() => page.evaluate(() => [...document.images].every((image) =>
        image.complete || image.getBoundingClientRect().top > innerHeight)),
    'pictures');
}

async function screenshot(page, name, options) {
    const folder = process.env.SCREENSHOTS;

    fs.mkdirSync(folder, { recursive: true });
    await pictures(page);
    await page.screenshot({ path: path.join(folder, `${name}.png`),
        ...options });
}

module.exports = { isFirefox, result, follow, heading, here, is, ok, pictures,
    run, screenshot, settled, until, violations };
