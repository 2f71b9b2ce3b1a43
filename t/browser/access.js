'use strict';

const { result, follow, heading, here, is, ok, pictures, run, settled, until,
    violations } = require('./lib/browser.js');

const API = '/api/v1';

const VIEWS = {
    items: '/content_items/',
    filtered: '/content_items/?text=cat&tag-slug=cute',
    search: '/content_items/?search=cat',
    page: '/content_items/?limit=5&offset=64',
    nothing: '/content_items/?text=qqqq',
    item: '/content_items/3/',
    'the API of an item': '/content_items/3/#api',
    'the API of a list': '/content_items/?search=cat#api',
    collections: '/collections/',
    collection: '/collections/good-night/',
    tags: '/tags/',
    tag: '/tags/cute/',
    suggestions: '/search/?text=ha',
    root: '/',
    'an error': '/tags/none/',
};

const looked = [];              // the number of violations of each view

async function looks(page, name) {
    const found = await violations(page);

    looked.push(found.length);
    is(found, [], name);
}

run(async (open) => {
    for (const colorScheme of ['light', 'dark']) {
        for (const [name, path] of Object.entries(VIEWS)) {
            const page = await open(API + path, { colorScheme });

            await pictures(page);
            await looks(page, `${name}, ${colorScheme}`);
            is(await page.evaluate(() => {
                const [r, g, b] = getComputedStyle(document.body)
                    .backgroundColor.match(/\d+/g).map(Number);

                return r + g + b < 384 ? 'dark' : 'light';
            }), colorScheme, `${name} is ${colorScheme}`);
            await page.context().close();
        }

        const page = await open(`${API}/content_items/`, { colorScheme });

        await page.fill('#text', 'ha');
        await until(() => page.isVisible('#suggestions'), 'suggestions');
        await page.keyboard.press('ArrowDown');
        await looks(page, `suggestions open, ${colorScheme}`);
        await page.keyboard.press('Escape');
        await page.locator('.wall a').nth(2).focus();
        await page.keyboard.press('Shift+Tab');
        await page.waitForTimeout(400);
        await looks(page, `a preview, ${colorScheme}`);
        await follow(page, () => page.keyboard.press('Enter'));
        await page.click('.menu button, .main');
        await looks(page, `an item of a list, its files, ${colorScheme}`);
        await page.context().close();
    }

    for (const [name, path] of Object.entries(VIEWS)) {
        const small = await open(API + path,
            { viewport: { width: 320, height: 640 }, hasTouch: true });

        await looks(small, `${name}, narrow`);
        ok(await small.evaluate(() =>
            document.documentElement.scrollWidth <= innerWidth),
        `${name}: nothing to scroll sideways`);
        await small.context().close();
    }

    result(`violations of rules of axe-core, in ${looked.length} views`,
        looked.reduce((sum, n) => sum + n, 0), '= 0');

    await keys(open);
    await stops(open);
    await read(open);
    await motion(open);
});

// With the keyboard alone: the order of the focus is that of the page, and the
// focus is visible.

async function keys(open) {
    const address = `${API}/content_items/?limit=4&offset=65`;
    const page = await open(address);
    const focused = () => page.evaluate(() => {
        const node = document.activeElement;
        const style = getComputedStyle(node);

        return { name: node === document.body ? 'BODY' : node.id
            || node.classList[0] || node.textContent.trim(),
        seen: style.outlineStyle !== 'none'
            && parseFloat(style.outlineWidth) >= 2 };
    });
    const order = [];

    for (let i = 0; i < 21; i++) {
        await page.keyboard.press('Tab');

        const { name, seen } = await focused();

        order.push(name);
        ok(seen || name === 'BODY', `the focus is seen on ${name}`);
    }

    is(order, ['skip', 'name', 'text', 'Items', 'Collections', 'Tags', 'All',
        'Animations', 'Pictures', 'form', 'form', 'form', 'button', 'tile',
        'tile',
        'tile', 'tile', 'root', 'This page in the API', 'openapi', 'BODY'],
    'the order of the focus');

    // the link "Skip to the content"; a preview plays while it has the focus

    await page.reload();
    await settled(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    is(await page.evaluate(() => document.activeElement.id), 'main', 'skipped');
    is(here(page), address, 'the address stays');

    const animated = page.locator('.tile:has(.badge)').first();

    for (let i = 0; i < 12 && !await animated.evaluate((node) =>
        node === document.activeElement); i++)
    {
        await page.keyboard.press('Tab');
    }

    await until(() => animated.evaluate((node) =>
        node.querySelector('.over') !== null), 'a preview that plays');
    await page.keyboard.press('Enter');
    await until(() => here(page).includes('/content_items/')
        && !here(page).includes('limit'), 'an item');
    await settled(page);
    is(await page.evaluate(() => document.activeElement.tagName), 'H1',
        'the focus is on its heading');

    // a screen reader reads the new heading

    const announced = () => page.locator('#status').textContent();
    const title = await heading(page);

    await until(async () => (await announced()).startsWith(title),
        'the heading is announced');
}

// Each link, button and input receives the focus, in the order of the page,
// and is visible then; other elements do not receive it.

async function stops(open) {
    for (const [name, path] of Object.entries(VIEWS)) {
        const page = await open(`${API}${path}`);

        await page.waitForLoadState('networkidle');

        const wanted = await page.evaluate(() => {
            window.wanted = [...document.querySelectorAll('a[href], button,'
                + ' input, select, summary, [tabindex="0"]')].filter((node) =>
                node.checkVisibility({ checkVisibilityCSS: true }));

            return window.wanted.length;
        });
        const got = [];

        for (let i = 0; i < wanted; i++) {
            await page.keyboard.press('Tab');
            got.push(await page.evaluate(() => {
                const node = document.activeElement;
                const style = getComputedStyle(node);
                const box = node.getBoundingClientRect();
                const covered = document.querySelector('header')
                    .getBoundingClientRect().bottom;

                return style.outlineStyle !== 'none' && box.bottom > 0
                    && (node.closest('header, .skip') || box.bottom > covered)
                    && box.top < innerHeight ? window.wanted.indexOf(node)
                    : node.outerHTML.slice(0, 80);
            }));
        }

        is(got, got.map((_, i) => i), `${name}: ${wanted} stops, all seen`);
        await page.context().close();
    }
}

// The names and roles that a screen reader gets.

async function read(open) {
    const page = await open(`${API}/content_items/37395/`);
    const item = await page.evaluate(async () => (await fetch(location.href,
        { headers: { Accept: 'application/json' } })).json());
    const snapshot = async (selector) =>
        page.locator(selector).ariaSnapshot();
    const contains = async (selector, ...lines) => {
        const text = await snapshot(selector);

        for (const line of lines) {
            ok(text.includes(line), `a screen reader reads ${line}`, text);
        }
    };
    const [file] = item.default_version.download;

    await contains('body', 'link "Skip to the content"', 'banner:', 'main:',
        'contentinfo:', 'search "Items":', 'navigation "Lists":',
        'combobox "Search"');
    await contains('main', `heading ${JSON.stringify(item.alt_text)} [level=1]`,
        'heading "Tags" [level=2]',
        'button "Stop"', 'button "Copy page link"',
        `link "Download GIF, ${file.width} × ${file.height}, `,
        ...item.tags.map(({ name }) => `link "${name}"`));

    await follow(page, () => page.click('a.form'));
    await contains('main', 'region "Request"', 'region "Body"',
        'button "Copy the program for curl"');

    await follow(page, () => page.click('header nav >> text=Items'));

    const alts = await page.locator('.wall img').evaluateAll((images) =>
        images.map((image) => image.alt));

    await contains('.wall', ...alts.slice(0, 5).map((text) =>
        `img ${JSON.stringify(text)}`));
    ok((await snapshot('header nav')).includes('Items'), 'where it is');
    is(await page.locator('header nav [aria-current=page]').textContent(),
        'Items', 'and that it is there');

    await page.fill('#text', 'ha');
    await until(() => page.isVisible('#suggestions'), 'suggestions');
    await contains('form#search', 'listbox "Suggestions"', 'option "Happy');
    await until(async () => /suggestions$/.test(await page.locator('#status')
        .textContent()), 'the number of suggestions is announced');
    await page.context().close();
}

async function motion(open) {
    const page = await open(`${API}/content_items/`,
        { reducedMotion: 'reduce' });
    const animated = page.locator('.tile:has(.badge)').first();
    const before = await animated.locator('img').getAttribute('src');

    await animated.hover();
    await page.waitForTimeout(500);
    is(await animated.locator('img').evaluate((image) => image.currentSrc),
        before,
        'with less motion nothing plays by itself');
    await animated.click();
    await until(() => page.isVisible('.actions button >> text=/^(Stop|Play)/'), 'an item');

    const clips = () => page.locator('.stage video').count();

    is(await clips(), 0, 'nor here');
    await page.click('.actions button >> text=/^(Stop|Play)/');
    await until(async () => await clips() === 1, 'but when it is asked for');
    await page.click('.actions button >> text=/^(Stop|Play)/');
    is(await clips(), 0, 'and it stops');
}
