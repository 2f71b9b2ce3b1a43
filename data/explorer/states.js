// Views and parts of views that have no record: errors, empty results, pages
// beyond the end.

import { counted, element, inside, words } from './dom.js';
import { addressIn, ask, parsed, recordIn, shownAddress, suggested, withQuery }
    from './api.js';
import { go } from './navigation.js';
import { offsetIn, pageSize } from './list.js';

const PASSING = [0, 429, 502, 503, 504];        // 0: no response
const TITLES = { 0: 'No response', 404: 'Not found', 429: 'Too many requests',
    503: 'Not available' };

// Every answer that is not a 200.

export function failed(place, answer) {
    const value = parsed(answer.text);
    const texts = value !== null && typeof value === 'object' && !answer.ok
        ? Object.entries(value).flatMap(([key, text]) => [text].flat()
            .map((one) => key === 'detail' ? one : `${key}: ${one}`))
        : [answer.status ? 'The response is not one of the API.'
            : 'The server did not respond. Is the network connected?'];

    return {
        name: 'error',
        title: answer.ok ? 'Not a response of the API'
            : TITLES[answer.status] ?? 'Error',
        count: answer.ok || !answer.status ? ''
            : `Status ${answer.status} ${answer.reason}`.trim(),
        body: element('div', { class: 'failure' },
            texts.map((text) => words('p', text, { class: 'lead' })),
            element('p', { class: 'actions' },
                PASSING.includes(answer.status) ? againButton(answer.headers)
                    : null,
                allItems(place))),
    };
}

// The button waits for the time in the header Retry-After.

function againButton(headers) {
    const button = element('button', { type: 'button', class: 'button' });
    const ready = Date.now() + retryAfter(headers);

    const tick = () => {
        const seconds = Math.ceil((ready - Date.now()) / 1000);

        button.disabled = seconds > 0;
        button.textContent = seconds > 0 ? `Try again in ${
            counted(seconds, 'second', 'seconds')}` : 'Try again';

        if (seconds > 0) {
            setTimeout(tick, 250);
        }
    };

    button.addEventListener('click', () =>
        go(location.href, { replace: true, focus: true, again: true }));
    tick();

    return button;
}

// In milliseconds.  The value is a number of seconds or a date.

function retryAfter(headers) {
    const value = new Map(headers).get('retry-after') ?? '';
    const time = /^\d+$/.test(value) ? value * 1000
        : Date.parse(value) - Date.now();

    return Math.min(Math.max(time || 0, 0), 3_600_000);
}

// A page behind the last one.

export function beyond(place, page, address) {
    const size = pageSize(page);
    const last = Math.ceil(page.count / size);
    const number = Math.floor(offsetIn(address) / size) + 1;
    const query = new URL(address, location.href).searchParams;

    query.set('offset', (last - 1) * size);

    const link = withQuery(new URL(address, location.href).pathname, query);

    return element('div', { class: 'empty' },
        element('p', null, `This is page ${number} of ${last}: the list has ${
            counted(page.count, 'record', 'records')}.`),
        element('p', null, inside(shownAddress(place, link),
            { class: 'button' }, 'Last page')));
}

// A list without records: the page of an empty list, or no page.

export function none(place, page, text) {
    return page?.count > 0 ? beyond(place, page, place.key)
        : element('div', { class: 'empty' }, element('p', null, text),
            allItems(place));
}

function allItems(place) {
    return inside(addressIn(place, 'content_items/'), { class: 'button' },
        'All items');
}

// An empty result: suggests names that contain the text, or begin as it does, or
// else collections.

export function nothing(place, filters) {
    const isFiltered = Object.keys(filters).length > 0;
    const tips = element('ul', { class: 'chips', role: 'list' });

    if (isFiltered) {
        suggestions(place, filters).then((links) => tips.append(
            ...links.map((one) => element('li', null, one))));
    }

    return element('div', { class: 'empty' },
        element('p', null, isFiltered ? 'Nothing matches.'
            : 'The library has no items.'),
        isFiltered ? allItems(place) : null, tips);
}

async function suggestions(place, filters) {
    const text = ['search', 'text', 'tag', 'part']
        .map((key) => filters[key]).find(Boolean) ?? '';

    for (const one of [text, [...text].slice(0, 3).join('')]) {
        const { ok, value } = await ask(addressIn(place, 'search/',
            { limit: 8, text: one }));

        if (text && ok && value.length > 0) {
            return Promise.all(value.map(async (name) =>
                link(await suggested(place, name), name.text)));
        }
    }

    const { value } = await ask(addressIn(place, 'collections/',
        { limit: 8 }));

    return (value?.results ?? []).map((one) =>
        link(addressIn(place, `collections/${recordIn(one)}/`), one.name));
}

function link(address, text) {
    return inside(address, { class: 'chip', dir: 'auto' }, text);
}
