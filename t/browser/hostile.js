'use strict';

const { heading, is, ok, pictures, run } = require('./lib/browser.js');

const API = '/api/v1';

run(async (open, base) => {
    const markup = async (page) => page.evaluate(() => ({
        scripts: document.scripts.length,
        styles: document.querySelectorAll('style, [style*=display]').length,
        frames: document.querySelectorAll('iframe, object, embed').length,
        handlers: [...document.querySelectorAll('*')].filter((node) =>
            node.getAttributeNames().some((name) => /^on/.test(name))).length,
        addresses: [...document.querySelectorAll('[href], [src]')]
            .map((node) => node.getAttribute('href')
                ?? node.getAttribute('src'))
            .filter((text) => !/^(\/|https?:\/\/|#main$)/.test(text)),
        links: [...document.querySelectorAll('a[href]')].filter((link) =>
            link.origin !== location.origin
            && !/noopener/.test(link.rel)).length,
    }));
    const nothing = { scripts: 1, styles: 0, frames: 0, handlers: 0,
        addresses: [], links: 0 };

    for (const path of ['/content_items/', '/content_items/1/', '/tags/',
        '/tags/tag-1/', '/collections/', '/collections/c/', '/search/',
        '/search/?text=img', '/content_items/?text=%3Cscript%3E',
        '/content_items/?search=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
        '/content_items/?tag=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
        '/tags/?name=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', '/'])
    {
        for (const form of ['', '#api']) {
            const page = await open(API + path + form);

            await pictures(page);
            is(await markup(page), nothing, `no markup: ${path}${form}`);
            is(page.errors, [], 'nothing runs, nothing is refused');

            const others = page.asked.filter((request) =>
                !request.url().startsWith(base));

            is(others.filter((request) => request.resourceType() !== 'image')
                .map((request) => request.url()), [],
            'of other hosts there are pictures only');
            await page.context().close();
        }
    }

    const page = await open(`${API}/content_items/1/`);

    ok((await heading(page)).includes('<script>alert(2)</script>'),
        'what is meant as markup is shown as text');
    ok(await page.evaluate(() => document.title).then((title) =>
        title.includes('<script>')), 'in the title, too');
    ok((await page.locator('.download code.bad').allTextContents())
        .includes('javascript:alert(5)//a.gif'), 'an address is shown and no link');
});
