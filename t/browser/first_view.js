'use strict';

const { is, ok, pictures, run, screenshot, until }
    = require('./lib/browser.js');

const API = '/api/v1';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true,
    isMobile: true, deviceScaleFactor: 2 };

run(async (open, base) => {
    const page = await open('/');

    await pictures(page);
    await page.waitForTimeout(300);

    // bytes over the wire, heads and bodies, of all but media

    let bytes = 0;

    for (const request of page.asked) {
        const { responseHeadersSize, responseBodySize }
            = await request.sizes();

        bytes += new URL(request.url()).pathname.startsWith('/media/') ? 0
            : responseHeadersSize + responseBodySize;
    }

    ok(bytes > 10000 && bytes <= 200 * 1024,
        `the first view has ${bytes} bytes without media`);
    is(page.asked.filter((request) => !request.url().startsWith(base)).length,
        0, 'no other host is asked');
    is(page.errors, [], 'no error in the console');
    await page.context().close();

    for (const options of [{}, PHONE]) {
        for (const path of ['/content_items/', '/content_items/3/',
            '/collections/', '/tags/', '/search/', '/'])
        {
            const one = await open(API + path, options);

            await pictures(one);
            await one.waitForTimeout(300);

            const { shift, shifted } = await one.evaluate(() =>
                ({ shift, shifted }));

            is([shift, shift ? shifted : []], [0, []], `no layout shift: ${
                path}${options === PHONE ? ', phone' : ''}`);
            await one.context().close();
        }
    }

    await screenshots(open);
});

async function screenshots(open) {
    const views = [
        ['wall', '/content_items/'], ['item', '/content_items/37395/'],
        ['json', '/content_items/?limit=2#json'], ['tags', '/tags/'],
        ['collections', '/collections/'], ['root', '/'],
        ['collection', '/collections/good-night/'],
        ['error', '/tags/none/'],
        ['phone', '/content_items/', PHONE],
        ['phone-item', '/content_items/37395/', PHONE],
        ['phone-json', '/content_items/3/#json', PHONE],
        ['dark', '/content_items/', { colorScheme: 'dark' }],
        ['dark-item', '/content_items/37395/', { colorScheme: 'dark' }],
        ['dark-json', '/content_items/?limit=2#json',
            { colorScheme: 'dark' }],
        ['wide', '/content_items/', { viewport: { width: 2200,
            height: 1200 } }],
    ];

    for (const [name, path, options] of views) {
        const page = await open(API + path, options);

        await screenshot(page, name);
        await page.context().close();
    }

    for (const [name, options] of [['search', {}],
        ['dark-search', { colorScheme: 'dark' }]])
    {
        const page = await open(`${API}/content_items/`, options);

        await page.click('#text');
        await page.keyboard.type('ha', { delay: 20 });
        await until(() => page.isVisible('#suggestions'), 'suggestions');
        await page.keyboard.press('ArrowDown');
        await screenshot(page, name);
        await page.context().close();
    }

    ok(true, 'screenshots are in build/browser/screenshots');
}
