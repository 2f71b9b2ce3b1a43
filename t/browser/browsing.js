'use strict';

const { follow, heading, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const API = '/api/v1';

run(async (open) => {
    const page = await open('/');
    const tiles = page.locator('.wall li');
    const count = () => page.locator('.count').textContent();
    const listed = () => page.evaluate(() => [...document.querySelectorAll(
        '.wall a')].map((link) => link.getAttribute('href')));

    // the wall

    is(here(page), `${API}/content_items/`, 'the way to the API');
    is(await heading(page), 'All items', 'the heading');
    is(await count(), '69 items', 'the count');
    ok(await tiles.count() >= 30, 'tiles');
    is(await page.title(), 'All items · contentlib', 'the title');
    ok(await page.evaluate(() => [...document.querySelectorAll('.wall img')]
        .every((image) => image.alt && image.width && image.height)),
    'each has a description and its room');

    // pictures are loaded when they are near

    const fetched = (of) => of.asked.map((request) => request.url())
        .filter((url) => url.includes('/media/'));

    ok(fetched(page).every((url) => /\/(?:still|static)\//.test(url)),
        'only stills are fetched');

    const short = await open(`${API}/content_items/?limit=100`,
        { viewport: { width: 390, height: 500 } });
    const last = () => short.locator('.wall img').last()
        .evaluate((image) => image.complete && image.naturalWidth > 0);

    ok(!await last(), 'not all at once');
    await short.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await until(last, 'the last one');
    await short.context().close();

    // an item

    const link = tiles.nth(3).locator('a');
    const address = new URL(await link.getAttribute('href')).pathname;
    const text = await link.locator('img').getAttribute('alt');

    await follow(page, () => link.click());
    is(here(page), address, 'an item has the address of the API');
    is(await heading(page), text, 'its description');
    is(await page.evaluate(() => document.activeElement.tagName), 'H1',
        'the focus is on the heading');

    const item = await page.evaluate(async () => (await fetch(location.href,
        { headers: { Accept: 'application/json' } })).json());

    is(await page.locator('.facts .chip').allTextContents(),
        item.tags.map((tag) => tag.name), 'every tag');
    is(await page.locator('.stage img').getAttribute('alt'), item.alt_text,
        'the picture has its description');

    await page.context().grantPermissions(['clipboard-read',
        'clipboard-write']);

    // one of its tags, and back

    await follow(page, () => page.locator('.facts .chip').first().click());
    is(here(page), `${API}/content_items/?tag-slug=${item.tags[0].slug}`,
        'a tag leads to its items');
    ok((await listed()).length > 0, 'there are some');
    await follow(page, () => page.click('#tools .chip'));
    is(await count(), '69 items', 'a filter taken off');
    await follow(page, () => page.goBack());
    await follow(page, () => page.goBack());
    is(await heading(page), text, 'back at the item');

    // its answer

    await follow(page, () => page.click('a.form'));
    is(here(page), `${address}#api`, 'the panel has an address');
    ok((await page.locator('pre').first().textContent())
        .startsWith(`GET ${address}\n`), 'the request');
    ok((await page.locator('.state').textContent()).startsWith('200'),
        'the status');
    ok((await page.locator('.headers').textContent()).includes('etag'),
        'headers');
    is(JSON.parse(await page.locator('pre').last().textContent()), item,
        'the body');
    await follow(page, () => page.click(`pre a[href$="/tags/${
        item.tags[1].slug}/#api"]`));
    is(here(page), `${API}/tags/${item.tags[1].slug}/#api`,
        'an address of it, followed');
    await follow(page, () => page.click('a.form'));
    is(await heading(page), `#${item.tags[1].name}`, 'a tag');
    ok(await tiles.count() > 0, 'its items');

    // collections

    await follow(page, () => page.click('header nav >> text=Collections'));
    is(here(page), `${API}/collections/`, 'collections');

    const name = await page.locator('.card h2').first().textContent();

    ok(await page.locator('.card').count() > 5, 'several of them');
    await follow(page, () => page.locator('.card h2 a').first().click());
    is(await heading(page), name, 'one of them');

    const members = await page.evaluate(async () => (await (await fetch(
        `/api/v1/content_items/?collection=${location.pathname.split('/')
            .at(-2)}`)).json()));

    is((await listed()).slice(0, 30), members.results.map(({ url }) => url),
        'its items');
    is(await count(), `${members.count} item${members.count === 1 ? '' : 's'}`,
        'how many');
    await follow(page, () => page.click('.back a'));
    is(await heading(page), 'Collections', 'and back');

    // the root, the page of suggestions, an address without its last slash

    await page.goto(new URL(`${API}/`, page.url()).href);
    await settled(page);
    is(await page.locator('.lists code').allTextContents(),
        ['content_items', 'collections', 'tags', 'search']
            .map((one) => `${API}/${one}/`), 'the root');
    await follow(page, () => page.click('.lists >> text=Suggestions'));
    is(await page.locator('.plain li').count(), 10, 'suggestions');
    await follow(page, () => page.locator('.plain a').first().click());
    ok(here(page).startsWith(`${API}/collections/`), 'lead to collections');
    await page.goto(new URL(`${API}/tags?name=a`, page.url()).href);
    await settled(page);
    is(here(page), `${API}/tags/?limit=100&ordering=-items&counts=items&name=a`,
        'the slash that was missing');

    // "format" is in all addresses

    await page.goto(new URL(`${API}/content_items/?format=api&limit=5`,
        page.url()).href);
    await settled(page);
    await follow(page, () => tiles.first().locator('a').click());
    ok(here(page).endsWith('/?format=api'), 'the format is carried');

    is(page.errors, [], 'no error in the console');
    await errors(open);
});

// Errors are shown with their status and text.

async function errors(open) {
    const others = [
        [503, '{\n  "detail": "Not now."\n}', 'Not available', 'Not now.'],
        [502, '<h1>Bad Gateway</h1>', 'Error', 'The response is not one of the API.'],
        [200, '{"cou', 'Not a response of the API', 'The response is not one of the API.'],
    ];

    for (const [status, body, title, text] of others) {
        const page = await open(`${API}/tags/`);

        await page.route('**/content_items/', (route) =>
            route.fulfill({ status, contentType: 'text/html', body }));
        await follow(page, () => page.click('header nav >> text=Items'));
        is(await heading(page), title, `${status}: what it is`);
        is(await page.locator('#body .lead').textContent(), text, 'the text');
        await follow(page, () => page.click('a.form'));
        is(await page.locator('pre').last().textContent(), body, 'its body');
        await page.context().close();
    }

    const cases = [
        ['/content_items/1234567/', 'Not found', 'Not found.'],
        ['/tags/none/', 'Not found', 'Not found.'],
        ['/nothing/at/all/', 'Not found', 'Not found.'],
        [`/content_items/?text=${'x'.repeat(300)}`, 'Error',
            'text: Ensure this field has no more than 256 bytes.'],
    ];

    for (const [path, title, text] of cases) {
        const page = await open(API + path);

        is(await heading(page), title, `${path.slice(0, 40)}: the status`);
        is(await page.locator('#body .lead').textContent(), text, 'the text');
        is(here(page), API + path, 'the address stays');
        await follow(page, () => page.click('header nav >> text=Items'));
        is(here(page), `${API}/content_items/`, 'a way out');
        await page.context().close();
    }

    const page = await open(`${API}/tags/`);

    await page.context().setOffline(true);
    await follow(page, () => page.click('header nav >> text=Collections'));
    is(await heading(page), 'No response', 'no server');
    await page.context().setOffline(false);
    await follow(page, () => page.click('header nav >> text=Items'));
    is(await heading(page), 'All items', 'it is there again');
}
