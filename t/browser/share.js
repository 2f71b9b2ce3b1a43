'use strict';

const { is, ok, run, settled, until } = require('./lib/browser.js');

const ITEMS = '/api/v1/content_items/';

run(async (open) => {
    const page = await open(`${ITEMS}37395/`);

    ok(await page.locator('text=Share').count() === 0
        || await page.evaluate(() => 'share' in navigator),
    'no button without a sheet');

    // the sheet of a system that takes files

    await page.context().addInitScript(() => {
        window.shared = [];
        window.takes = true;
        navigator.canShare = () => window.takes;
        navigator.share = async (data) => { window.shared.push(data); };
    });
    await page.reload();
    await settled(page);

    const item = await page.evaluate(async () => (await fetch(location.href,
        { headers: { Accept: 'application/json' } })).json());
    const gif = item.default_version.picture[0];
    const share = async (change) => {
        await page.evaluate(change);
        await page.click('text="Share"');
        await until(() => page.evaluate(() => window.shared.length > 0),
            'the sheet');

        return page.evaluate(() => {
            const { files, url, title } = window.shared.pop();

            return files ? files.map(({ name, type, size }) =>
                [name, type, size]) : [url, title];
        });
    };

    is(await share(() => {}), [[gif.url.replace(/.*\//, ''), 'image/gif',
        Number(gif.size)]], 'the file');
    is(await share(() => { window.takes = false; }), [gif.url, item.alt_text],
        'the link, to a system that takes no files');

    // a sheet that is closed is no error

    await page.evaluate(() => {
        navigator.share = () => Promise.reject(new Error('closed'));
    });
    await page.click('text="Share"');
    await page.waitForTimeout(200);

    // a file of another host is not read

    await page.route(`**${ITEMS}37395/`, async (route) => {
        const response = await route.fetch();
        const text = await response.text();

        await route.fulfill({ response, body:
            text.replaceAll(`${new URL(page.url()).origin}/media/`,
                'https://media.example/') });
    });
    await page.reload();
    await settled(page);
    is((await share(() => {}))[0], gif.url.replace(/.*\/media\//,
        'https://media.example/'), 'the link of a file of another host');
    is(page.errors, [], 'no error in the console');
    await page.context().close();
});
