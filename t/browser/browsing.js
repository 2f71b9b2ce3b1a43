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
    is(await count(), '1 to 30 of 100 items', 'the count');
    is(await tiles.count(), 30, 'previews');
    is(await page.title(), 'All items · contentlib', 'the title');
    ok(await page.evaluate(() => [...document.querySelectorAll('.wall img')]
        .every((image) => image.alt && image.width && image.height)),
    'each has a description and its room');

    // small pictures first, the others when they are near

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

    // a preview plays while it is pointed at

    const animated = page.locator('.wall .tile:has(.badge)').first();
    const source = () => animated.locator('img').getAttribute('src');
    const rest = await source();

    await animated.hover();
    await until(async () => await source() !== rest, 'a preview that plays');
    ok(/small\/.*\.webp$/.test(await source()), 'the small one');
    await page.mouse.move(5, 400);
    await until(async () => await source() === rest, 'and rests');
    ok(!fetched(page).some((url) => url.includes('/full/')),
        'nothing of full size yet');

    // pages

    await page.goto(new URL(`${API}/content_items/?limit=40`, page.url()).href);
    await settled(page);
    is(await count(), '1 to 40 of 100 items', 'a page');

    const first = await listed();

    await follow(page, () => page.click('.pager >> text=Next'));
    is(here(page), `${API}/content_items/?limit=40&offset=40`, 'the next');
    is(await count(), '41 to 80 of 100 items', 'its count');
    is((await listed()).filter((one) => first.includes(one)).length, 0,
        'other items');
    await follow(page, () => page.click('.pager >> text=Next'));
    is(await tiles.count(), 20, 'the last page');
    ok(!await page.isVisible('.pager >> text=Next'), 'none after it');
    await follow(page, () => page.click('.pager >> text=Previous'));
    await follow(page, () => page.goBack());
    is(await count(), '81 to 100 of 100 items', 'back');
    await follow(page, () => page.goForward());
    is(await count(), '41 to 80 of 100 items', 'forward');
    await page.reload();
    await settled(page);
    is(await count(), '41 to 80 of 100 items', 'reloaded');

    const shared = await open(here(page));

    is(await shared.locator('.wall a').evaluateAll((links) =>
        links.map((one) => one.getAttribute('href'))), await listed(),
    'whom the address is sent sees the same');
    await shared.context().close();

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
    const shown = await page.locator('.list li').count();

    is(shown, item.default_version.download.length
        + item.default_version.picture.length + 1, 'every file');
    is(await page.locator('.facts .chip').allTextContents(),
        item.tags.map((tag) => tag.name), 'every tag');
    is(await page.locator('.list a').evaluateAll((links) =>
        links.map((one) => one.href).slice(0, 4)),
    item.default_version.download.map((one) => one.url), 'downloads');

    is(await page.locator('.stage img').getAttribute('alt'), item.alt_text,
        'the picture has its description');
    is(await page.locator('.list li > span.muted').evaluateAll((nodes) =>
        nodes.map((node) => node.textContent).slice(4, -1)),
    item.default_version.picture.map(({ format, width, height, size }) =>
        `${format} · ${width} × ${height} · ${size < 10000
            ? (size / 1000).toFixed(1) : Math.round(size / 1000)} kB`),
    'the kind and the size of each');

    const [download] = await Promise.all([page.waitForEvent('download'),
        page.locator('.list a').first().click()]);

    is(download.url(), item.default_version.download[0].url, 'a download');
    await until(() => fetched(page).some((url) => url.includes('/full/')),
        'it plays at its full size');

    await page.context().grantPermissions(['clipboard-read',
        'clipboard-write']);
    await page.locator('.list button').first().click();
    await until(() => page.isVisible('.list >> text=Copied'), 'an address copied');
    is(await page.evaluate(() => navigator.clipboard.readText()),
        item.default_version.download[0].url, 'it is that of the file');

    // a tag of it, by the mouse; back to where it was

    await follow(page, () => page.locator('.facts .chip').first().click());
    is(here(page), `${API}/content_items/?tag-slug=${item.tags[0].slug}`,
        'a tag leads to its items');
    ok((await listed()).length > 0, 'there are some');
    await follow(page, () => page.click('.chip >> text=Tag'));
    is(await count(), '1 to 30 of 100 items', 'a filter taken off');
    await follow(page, () => page.goBack());
    await follow(page, () => page.goBack());
    is(await heading(page), text, 'back at the item');

    // the JSON of it

    await follow(page, () => page.click('.forms >> text=JSON'));
    is(here(page), `${address}#json`, 'the JSON has an address');
    ok((await page.locator('pre').first().textContent())
        .startsWith(`GET ${address}\n`), 'the request');
    ok((await page.locator('.state').textContent()).startsWith('200'),
        'the status');
    ok((await page.locator('.headers').textContent()).includes('etag'),
        'headers');
    is(JSON.parse(await page.locator('pre').nth(1).textContent()), item,
        'the body');
    await page.click('.command >> text=Copy curl');
    is(await page.evaluate(() => navigator.clipboard.readText()),
        `curl -s '${new URL(address, page.url()).href}'`, 'a command of it');
    await follow(page, () => page.click(`pre a[href$="/tags/${
        item.tags[1].slug}/#json"]`));
    is(here(page), `${API}/tags/${item.tags[1].slug}/#json`,
        'an address of it, followed');
    await follow(page, () => page.click('.forms >> text=View'));
    is(await heading(page), `#${item.tags[1].name}`, 'a tag');
    ok(await tiles.count() > 0, 'its items');

    // collections

    await follow(page, () => page.click('header nav >> text=Collections'));
    is(here(page), `${API}/collections/`, 'collections');

    const name = await page.locator('.card h2').first().textContent();

    ok(await page.locator('.card').count() > 5, 'several of them');
    await follow(page, () => page.locator('.card h2 a').first().click());
    is(await heading(page), name, 'one of them');
    is(await tiles.count(), 1, 'its preview');
    await follow(page, () => page.click('.back a'));
    is(await heading(page), 'Collections', 'and back');

    // tags by a part of their name, while it is typed

    await follow(page, () => page.click('header nav >> text=Tags'));
    await page.fill('#name', 'mo');
    await until(() => here(page) === `${API}/tags/?name=mo`, 'the filter');
    await settled(page);
    ok((await page.locator('#body .chip').allTextContents())
        .every((one) => one.toLowerCase().includes('mo')), 'tags with it');
    is(await page.evaluate(() => document.activeElement.id), 'name',
        'typing goes on');

    // the root, suggestions as a page, an address without its slash

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
    is(here(page), `${API}/tags/?name=a`, 'the slash that was missing');

    // "format" goes along

    await page.goto(new URL(`${API}/content_items/?format=api&limit=5`,
        page.url()).href);
    await settled(page);
    await follow(page, () => tiles.first().locator('a').click());
    ok(here(page).endsWith('/?format=api'), 'the format is carried');

    is(page.errors, [], 'no error in the console');
    await errors(open);
});

// What is wrong is shown as what it is; the console tells of it, too.

async function errors(open) {
    const others = [
        [503, '{\n  "detail": "Not now."\n}', 'Error 503', 'Not now.'],
        [502, '<h1>Bad Gateway</h1>', 'Error 502', 'The answer is no JSON.'],
        [200, '{"cou', 'Not an answer of this API', 'The answer is no JSON.'],
    ];

    for (const [status, body, title, text] of others) {
        const page = await open(`${API}/tags/`);

        await page.route('**/content_items/', (route) =>
            route.fulfill({ status, contentType: 'text/html', body }));
        await follow(page, () => page.click('header nav >> text=Items'));
        is(await heading(page), title, `${status}: what it is`);
        is(await page.locator('#body .lead').textContent(), text, 'the text');
        await follow(page, () => page.click('.forms >> text=JSON'));
        is(await page.locator('pre').nth(1).textContent(), body, 'its body');
        await page.context().close();
    }

    const cases = [
        ['/content_items/1234567/', 'Error 404', 'Not found.'],
        ['/tags/none/', 'Error 404', 'Not found.'],
        ['/nothing/at/all/', 'Error 404', 'Not found.'],
        [`/content_items/?text=${'x'.repeat(300)}`, 'Error 400',
            'text: Ensure this field has no more than 256 bytes.'],
    ];

    for (const [path, title, text] of cases) {
        const page = await open(API + path);

        is(await heading(page), title, `${path.slice(0, 40)}: the status`);
        is(await page.locator('#body .lead').textContent(), text, 'the text');
        is(here(page), API + path, 'the address stays');
        await follow(page, () => page.click('header nav >> text=Tags'));
        is(here(page), `${API}/tags/`, 'a way out');
        await page.context().close();
    }

    const page = await open(`${API}/tags/`);

    await page.context().setOffline(true);
    await follow(page, () => page.click('header nav >> text=Collections'));
    is(await heading(page), 'No answer', 'no server');
    await page.context().setOffline(false);
    await follow(page, () => page.click('header nav >> text=Items'));
    is(await heading(page), 'All items', 'it is there again');
}
