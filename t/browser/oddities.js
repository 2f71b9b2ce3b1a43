'use strict';

const { follow, heading, here, is, ok, run, settled, until }
    = require('./lib/browser.js');

const ITEMS = '/gallery/api/v1/content_items/';

run(async (open) => {
    await below(open);
    await slashes(open);
    await sizes(open);
    await chips(open);
    await facts(open);
});

// All addresses are below the path of the proxy.

async function below(open) {
    const page = await open(`${ITEMS}`);

    is(await page.locator('.wall li').count(), 8, 'a wall below a path');
    await follow(page, () => page.locator('.wall a').first().click());
    is(here(page), `${ITEMS}8/`, 'an item');
    await follow(page, () => page.locator('.facts .chip').first().click());
    ok(here(page).startsWith(`${ITEMS}?tag-slug=`), 'a tag');
    await page.goto(new URL('/gallery/explorer/', page.url()).href);
    await settled(page);
    is(here(page), ITEMS, 'the address of the page');
    is(page.asked.map((request) => new URL(request.url()))
        .filter(({ host, pathname }) => host === new URL(page.url()).host
            && !pathname.startsWith('/gallery/')).map(String), [],
    'no other address');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
}

async function slashes(open) {
    const page = await open(`${ITEMS}/`);

    is(await heading(page), 'All items', 'two slashes');
    await page.goto(new URL(`${ITEMS}8//`, page.url()).href);
    await settled(page);
    ok(!(await page.locator('body').textContent()).includes('[object'),
        'a text for each address');
    await page.context().close();
}

// The record says 1 by 20, and the picture is 4 by 3.

async function sizes(open) {
    const page = await open(`${ITEMS}7/`);
    const picture = page.locator('.stage img').last();

    await until(async () => {
        const { width, height } = await picture.boundingBox();

        return Math.abs(width / height - 4 / 3) < 0.05 && width > 300;
    }, 'a picture whose record has wrong sizes');
    await page.context().close();
}

async function chips(open) {
    const page = await open(`${ITEMS}?content_type=I`);
    const last = page.locator('.related .chip').last();

    await until(() => last.count(), 'tags');
    await last.scrollIntoViewIfNeeded();

    const box = await last.boundingBox();
    const { width } = page.viewportSize();

    ok(box.x >= 0 && box.x + box.width <= width, 'the last tag can be seen',
        `${box.x} + ${box.width}`);
    await follow(page, () => last.click());
    ok(here(page).includes('tag-slug='), 'and chosen');
    await page.context().close();
}

// The time of a photograph is the local one; its heading comes before the
// button that stops it.

async function facts(open) {
    const page = await open(`${ITEMS}3/`);

    is(await page.locator('time').textContent(), 'July 5, 2019 at 9:03 PM',
        'a time without a zone');
    await page.goto(new URL(`${ITEMS}8/`, page.url()).href);
    await settled(page);

    const text = await page.locator('main').ariaSnapshot();

    ok(text.indexOf('heading') >= 0
        && text.indexOf('heading') < text.indexOf('button "Stop"'),
    'the heading is before the button', text);
    await page.context().close();
}
