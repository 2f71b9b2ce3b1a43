'use strict';

const { heading, here, is, ok, pictures, run, settled, until, violations }
    = require('./lib/browser.js');

const API = '/api/v1';

const VIEWS = {
    items: '/content_items/',
    filtered: '/content_items/?text=cat&tag-slug=cute',
    page: '/content_items/?limit=5&offset=5',
    nothing: '/content_items/?text=qqqq',
    item: '/content_items/3/',
    'an item as JSON': '/content_items/3/#json',
    collections: '/collections/',
    collection: '/collections/good-night/',
    tags: '/tags/',
    tag: '/tags/cute/',
    suggestions: '/search/?text=ha',
    root: '/',
    'an error': '/tags/none/',
};

run(async (open) => {
    for (const colorScheme of ['light', 'dark']) {
        for (const [name, path] of Object.entries(VIEWS)) {
            const page = await open(API + path, { colorScheme });

            await pictures(page);
            is(await violations(page), [], `${name}, ${colorScheme}`);
            await page.context().close();
        }

        const page = await open(`${API}/content_items/`, { colorScheme });

        await page.fill('#text', 'ha');
        await until(() => page.isVisible('#suggestions'), 'suggestions');
        await page.keyboard.press('ArrowDown');
        is(await violations(page), [], `suggestions open, ${colorScheme}`);
        await page.keyboard.press('Escape');
        await page.locator('.wall a').nth(2).focus();
        await page.keyboard.press('Shift+Tab');
        await page.waitForTimeout(400);
        is(await violations(page), [], `a preview, ${colorScheme}`);
        await page.context().close();
    }

    const small = await open(`${API}/content_items/3/`,
        { viewport: { width: 320, height: 640 }, hasTouch: true });

    is(await violations(small), [], 'narrow');
    ok(await small.evaluate(() =>
        document.documentElement.scrollWidth <= innerWidth),
    'nothing to scroll sideways');

    await keys(open);
    await motion(open);
});

// Without a mouse: the order is that of the page, and all of it is seen.

async function keys(open) {
    const page = await open(`${API}/content_items/?limit=4`);
    const focused = () => page.evaluate(() => {
        const node = document.activeElement;
        const style = getComputedStyle(node);

        return { name: node.id || node.classList[0]
            || node.textContent.trim(),
        seen: style.outlineStyle !== 'none'
            && parseFloat(style.outlineWidth) >= 2 };
    });
    const order = [];

    for (let i = 0; i < 13; i++) {
        await page.keyboard.press('Tab');

        const { name, seen } = await focused();

        order.push(name);
        ok(seen, `the focus is seen on ${name}`);
    }

    is(order, ['skip', 'name', 'text', 'Items', 'Collections', 'Tags', 'View',
        'JSON', 'tile', 'tile', 'tile', 'tile', 'button'],
    'the order of the focus');

    // the way past the bar; a preview that is focused plays

    await page.reload();
    await settled(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    is(await page.evaluate(() => document.activeElement.id), 'main', 'skipped');
    is(here(page), `${API}/content_items/?limit=4`, 'the address stays');

    const animated = page.locator('.tile:has(.badge)').first();

    for (let i = 0; i < 7 && !await animated.evaluate((node) =>
        node === document.activeElement); i++)
    {
        await page.keyboard.press('Tab');
    }

    await until(() => animated.evaluate((node) =>
        node.classList.contains('playing')), 'a preview that plays');
    await page.keyboard.press('Enter');
    await until(() => here(page).includes('/content_items/')
        && !here(page).includes('limit'), 'an item');
    await settled(page);
    is(await page.evaluate(() => document.activeElement.tagName), 'H1',
        'the focus is on its heading');

    // what is new is said

    const said = () => page.locator('#status').textContent();
    const title = await heading(page);

    await until(async () => (await said()).startsWith(title), 'it is said');
}

async function motion(open) {
    const page = await open(`${API}/content_items/`,
        { reducedMotion: 'reduce' });
    const animated = page.locator('.tile:has(.badge)').first();
    const before = await animated.locator('img').getAttribute('src');

    await animated.hover();
    await page.waitForTimeout(500);
    is(await animated.locator('img').getAttribute('src'), before,
        'with less motion nothing plays by itself');
    await animated.click();
    await until(() => page.isVisible('.stage button'), 'an item');
    is(await page.locator('.stage img').getAttribute('src'), before,
        'nor here');
    await page.click('.stage button');
    ok(/full\//.test(await page.locator('.stage img').getAttribute('src')),
        'but when it is asked for');
    await page.click('.stage button');
    is(await page.locator('.stage img').getAttribute('src'), before,
        'and it stops');
}
