'use strict';

const { spawnSync } = require('node:child_process');
const { follow, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const LIST = `${API}/content_items/?content_type=G&limit=30`;

// A module with these functions, if the machine has no "requests".

const REQUESTS = `
import json, sys, types, urllib.request

class Response:
    def __init__(self, address):
        with urllib.request.urlopen(address) as answer:
            self.text = answer.read()

    def raise_for_status(self):
        pass

    def json(self):
        return json.loads(self.text)

try:
    import requests
except ImportError:
    sys.modules['requests'] = types.SimpleNamespace(get=Response)
`;

const COMMANDS = {
    curl: (text) => ['sh', ['-c', text]],
    JavaScript: (text) => ['node', ['--input-type=module', '-e', text]],
    Python: (text) => ['python3', ['-c', REQUESTS + text]],
};

// The output of a program, or its error.

function output(name, text) {
    const { stdout, stderr, status } = spawnSync(...COMMANDS[name](text));

    return status === 0 ? String(stdout) : `${status}: ${stderr}`;
}

run(async (open) => {
    const page = await open(LIST,
        { permissions: ['clipboard-read', 'clipboard-write'] });
    const copied = async (selector) => {
        await page.locator(selector).click();

        return page.evaluate(() => navigator.clipboard.readText());
    };
    const items = await count(page);

    await follow(page, () => page.click('a.form'));
    is(here(page), `${LIST}#api`, 'the panel');
    is(await copied('[aria-label="Copy the address"]'),
        page.url().replace('#api', ''), 'the address');

    // each program receives all pages

    for (const name of Object.keys(COMMANDS)) {
        const summary = page.locator('.program summary', { hasText: name });

        if (name !== 'curl') {
            await summary.click();
        }

        const text = await copied(`[aria-label="Copy the program for ${
            name}"]`);
        const lines = output(name, text).trim().split('\n');

        is(lines.length, items, `${name}: a line for each item`);
        ok(lines.every((line) => line.includes('/content_items/')),
            'which is one', lines[0]);
    }

    await special(open);
    await folded(page);
    await form(page);
    await record(page);
    await root(page);
    is(page.errors, [], 'no error in the console');
    await footer(open);
});

// The number of records of the list on the page.

async function count(page) {
    return page.evaluate(async () => (await (await fetch(location.href,
        { headers: { Accept: 'application/json' } })).json()).count);
}

// Characters that a shell, a language or curl treats as special.

async function special(open) {
    const page = await open(`${LIST}&x=a'b\\x41[1]{c}$(echo)`);

    await follow(page, () => page.click('a.form'));

    const texts = await page.locator('.program pre').allTextContents();
    const names = Object.keys(COMMANDS);

    is(texts.map((text, i) => output(names[i], text).trim().split('\n')
        .filter((line) => line.includes('/content_items/')).length),
    Array(3).fill(await count(page)), 'special characters');
    await page.context().close();
}

async function folded(page) {
    const headers = page.locator('.headers');

    ok(!await headers.isVisible(), 'the headers are folded');
    await page.click('summary >> text=headers');
    ok((await headers.textContent()).includes('etag'), 'and can be seen');
    ok(await page.locator('.links a[href$="/api/v1/openapi.yaml"]').count(),
        'the description is linked');
    is(await page.evaluate(async () => (await fetch(document.getElementById(
        'openapi').href)).status), 200, 'and is there');
}

// Each filter has its meaning; the count is the one of the answer.

async function form(page) {
    const fields = page.locator('.parameters .field');
    const names = await fields.locator('input').evaluateAll((inputs) =>
        inputs.map(({ name }) => name));

    is(names, ['search', 'text', 'tag', 'tag-slug', 'tag-partial',
        'collection', 'content_type', 'without', 'limit', 'offset'], 'the filters');
    ok((await fields.locator('.muted').allTextContents()).every((text) =>
        text.length > 9), 'with their meaning');
    is(await fields.locator('[name=content_type]').inputValue(), 'G',
        'and values');
    await fields.locator('[name=tag]').fill('animal');
    await fields.locator('[name=limit]').fill('');
    await follow(page, () => page.click('text="Send"'));
    is(here(page), `${API}/content_items/?tag=animal&content_type=G#api`,
        'the form sends them');

    const value = JSON.parse(await page.locator('pre').last().textContent());

    is(await page.locator('.parameters output').textContent(),
        `${value.count} records`, 'the count');
}

async function record(page) {
    await page.goto(new URL(`${API}/collections/say-hello/#api`,
        page.url()).href);
    await settled(page);

    const value = JSON.parse(output('curl', await page.locator(
        '.program pre').first().textContent()));

    is(value.slug, 'say-hello', 'a program for one record');
    await follow(page, () => page.click('text=The request for its items'));
    is(here(page), `${API}/content_items/?collection=say-hello#api`,
        'and the request for its items');
}

async function root(page) {
    await page.goto(new URL(`${API}/`, page.url()).href);
    await settled(page);
    await until(() => page.locator('.examples a').count(), 'examples');
    is(await page.locator('.lists .count').allTextContents(), ['69 items',
        '14 collections', await page.evaluate(async () => `${(await (
            await fetch('/api/v1/tags/')).json()).count} tags`), ''],
    'the numbers of records');
    is(await page.locator('.examples a').count(), 3, 'three requests');

    const links = await page.locator('.examples a').evaluateAll((all) =>
        all.map(({ href }) => href));

    for (const link of links) {
        await page.goto(link);
        await settled(page);
        is(await page.locator('.state').textContent(), '200 OK', link);
        ok(await page.locator('pre').last().textContent().then((text) =>
            text.includes('"url"') || text.includes('"slug"')), 'a record');
    }
}

async function footer(open) {
    const page = await open(`${API}/content_items/?limit=10&offset=60`);

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    ok(await page.locator('footer').evaluate((node) => {
        const { top, bottom } = node.getBoundingClientRect();

        return top < innerHeight && bottom <= innerHeight + 1;
    }), 'the footer is visible at the end of a list');
    await follow(page, () => page.click('footer >> text=This page in the API'));
    ok(here(page).endsWith('#api'), 'and leads to the panel');
    await page.context().close();
}
