'use strict';

const { follow, here, is, ok, run, settled, until, violations }
    = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';
const CLIPS = `${ITEMS}?content_type=G`;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true,
    isMobile: true };

const json = (page, address) => page.evaluate(async (at) => (await fetch(at,
    { headers: { Accept: 'application/json' } })).json(), address);
const plays = (node) => !node.paused && node.currentTime > 0 && node.muted
    && node.loop;

// Changes the answers: each item loses its videos, or its still.

async function change(page, edit) {
    const answer = async (route) => {
        const response = await route.fetch();
        const text = await response.text();

        await route.fulfill({ response, body: response.headers()[
            'content-type'].includes('json') ? edit(text) : text });
    };

    // the page may be closed before an answer arrives

    await page.route(`**${ITEMS}**`, (route) => answer(route).catch(() => {}));
    await page.reload();
    await settled(page);
}

const withoutVideos = (text) => JSON.stringify(JSON.parse(text, (key, value) =>
    key === 'download' ? value.filter((file) => file.format !== 'video/mp4')
        : value));
const withoutStills = (text) => JSON.stringify(JSON.parse(withoutVideos(text),
    (key, value) => value?.static_image ? { ...value,
        static_image: value.default_version.picture[0].url } : value));

run(async (open) => {
    await item(open);
    await beside(open);
    await pointer(open);
    await finger(open);
    await fallback(open);
    await lessMotion(open);
});

async function item(open) {
    const page = await open(`${ITEMS}37395/`);
    const video = page.locator('.stage video');
    const one = await json(page, `${ITEMS}37395/`);

    await until(() => video.evaluate(plays), 'the clip plays at once');
    is(await page.locator('.stage img').getAttribute('src'), one.static_image,
        'over its still');
    ok(await video.evaluate((node) => node.playsInline), 'in the page');
    await page.click('.actions button >> text=/^(Stop|Play)/');
    is(await video.count(), 0, 'it stops');
    await page.click('.actions button >> text=/^(Stop|Play)/');
    await until(() => video.evaluate(plays), 'and plays again');
    ok(!page.asked.some((request) => request.url().endsWith('.gif')),
        'no GIF is loaded');
    await page.context().close();
}

// The clip of a photograph plays when it is asked for, and once.

async function beside(open) {
    const address = `${ITEMS}16020/`;
    const page = await open(address);
    const button = page.locator('.stage button');
    const video = page.locator('.stage video');
    const file = (await json(page, address)).default_version.download
        .find(({ platform }) => platform === 'network_c');
    const label = `Live (${Math.round(file.size / 1000)} kB)`;

    is(await button.textContent(), label, 'a picture with a clip');
    ok(!page.asked.some((request) => request.url() === file.url),
        'which is not loaded');

    await button.focus();
    await page.keyboard.press('Enter');
    await until(() => video.evaluate((node) => !node.paused
        && node.currentTime > 0), 'it plays');
    is(await video.evaluate((node) => [node.muted, node.playsInline,
        node.loop]), [true, true, false], 'without sound, in the page, once');
    is(await button.textContent(), 'Stop', 'the button');
    await page.keyboard.press('Enter');
    is(await video.count(), 0, 'it stops');
    await button.click();
    await until(() => video.evaluate((node) => node.currentTime > 0), 'again');
    await until(async () => await video.count() === 0, 'it ends');
    is(await button.textContent(), label, 'it can be played again');
    is(await page.locator('.stage img').count(), 1, 'the picture is there');
    is(here(page), address, 'on the same page');

    // a clip that the browser cannot play

    await page.route('**/video/**', (route) => route.abort());
    await page.reload();
    await settled(page);
    await button.click();

    const link = page.locator('.stage .live[href]');

    await until(() => link.count(), 'a link');
    is(await link.getAttribute('href'), file.url, 'to the clip');
    ok(await link.evaluate((node) => node === document.activeElement),
        'has the focus');
    is(await violations(page), [], 'axe');
    await page.context().close();
}

async function pointer(open) {
    const page = await open(CLIPS);
    const tile = page.locator('.wall .tile').first();
    const video = tile.locator('video');

    is(await tile.locator('.badge').textContent(), 'Video', 'the badge');
    ok(await tile.locator('.badge').isVisible(), 'is visible');
    is(await page.locator('video').count(), 0, 'nothing plays by itself');
    await tile.hover();
    await until(async () => await video.count() && video.evaluate(plays),
        'it plays with the pointer on it');
    await page.mouse.move(5, 400);
    await until(async () => await video.count() === 0, 'and rests');
    await page.locator('.wall .tile').nth(1).focus();
    await page.keyboard.press('ArrowLeft');
    await until(async () => await video.count() && video.evaluate(plays),
        'it plays with the focus on it');
    await page.keyboard.press('ArrowRight');
    await until(async () => await video.count() === 0, 'and rests');
    await page.context().close();
}

// One at a time: the one in the middle.

async function finger(open) {
    const page = await open(CLIPS, PHONE);
    const videos = page.locator('.wall video');
    const playing = () => page.locator('.tile:has(.over)')
        .getAttribute('href');

    await until(async () => await videos.count() === 1, 'one plays');

    const first = await playing();

    await page.evaluate(() => scrollTo(0, 900));
    await until(async () => await videos.count() === 1
        && await playing() !== first, 'another one after scrolling');
    is(await videos.count(), 1, 'one at a time');
    await page.context().close();
}

async function fallback(open) {
    const page = await open(CLIPS);
    const tile = page.locator('.wall .tile').first();

    await change(page, withoutVideos);
    is(await tile.locator('.badge').textContent(), 'GIF', 'the badge');
    await tile.hover();
    await until(async () => await tile.locator('img').count() === 2,
        'an animation in place of the video');
    ok(/\.(gif|webp)$/.test(await tile.locator('.over')
        .getAttribute('src')), 'its file');
    await follow(page, () => tile.click());
    ok(/full\/.*\.gif$/.test(await page.locator('.stage .over')
        .getAttribute('src')), 'on the item page, too');
    await page.context().close();

    // a video that cannot be loaded

    const other = await open(`${ITEMS}37395/`);

    await other.route('**/video/**', (route) => route.abort());
    await other.reload();
    await until(async () => /\.gif$/.test(await other.locator('.stage .over')
        .getAttribute('src')), 'a GIF in place of a video that fails');
    await other.context().close();
}

async function lessMotion(open) {
    const page = await open(CLIPS, { reducedMotion: 'reduce' });
    const gifs = () => page.locator('img[src$=".gif"], video').count();

    await page.locator('.wall .tile').first().hover();
    await page.waitForTimeout(400);
    is(await gifs(), 0, 'with less motion nothing plays');

    // also if the still of an item is the GIF itself

    await change(page, withoutStills);
    is(await gifs(), 0, 'a GIF without a still is not shown');
    ok(await page.locator('.wall .caption').first().isVisible(),
        'its text is');
    await follow(page, () => page.locator('.wall .tile').first().click());
    is(await gifs(), 0, 'nor is it on its page');
    await page.click('.actions button >> text=Play');
    is(await gifs(), 1, 'but when it is asked for');
    await page.click('.actions button >> text=Stop');
    is(await gifs(), 0, 'and it stops');
    await page.context().close();
}
