// What is shown for each address: { title, count, tools, body } out of the
// place and the answer there.

import { counted, debounced, element, inside, words } from './dom.js';
import { addressIn, ask, pageOf, parsed, recordIn, suggested, withQuery }
    from './api.js';
import { itemView } from './item.js';
import { picture, shapeOf, tagList, wall } from './wall.js';

const FILTERS = [
    ['text', 'Text'], ['tag', 'Tag'], ['tag-slug', 'Tag'],
    ['tag-partial', 'Tag with'],
];

export const views = {
    root, content_items, collections, tags, search,
    content_item: itemView, collection, tag,
};

const SINGLE = { content_items: 'content_item', collections: 'collection',
    tags: 'tag' };

export function viewOf(place) {
    return views[place.record === null ? place.name : SINGLE[place.name]];
}

// Lists.

function content_items(place, { value }) {
    const filters = FILTERS.map(([key, label]) =>
        ({ key, label, value: lastOf(place, key) }))
        .filter((filter) => filter.value);

    return {
        title: filters.length === 0 ? 'All items'
            : filters.map(({ key, value: text }) =>
                key === 'text' ? `“${text}”` : `#${text}`).join(' and '),
        count: countOf(place, value, 'item', 'items'),
        tools: filters.length === 0 ? null : {
            key: 'filters',
            node: element('ul', { class: 'chips', role: 'list',
                'aria-label': 'Filters' },
            filters.map((filter) => element('li', null,
                inside(without(place, filter.key), { class: 'chip' },
                    element('span', { class: 'aside' }, 'Remove the filter'),
                    element('span', { class: 'muted' }, filter.label),
                    words('span', filter.value),
                    element('span', { 'aria-hidden': 'true' }, '×'))))),
        },
        body: value.results.length === 0 ? nothing(place)
            : [wall(place, value.results), pager(place, value)],
    };
}

function collections(place, { value }) {
    return {
        title: 'Collections',
        count: countOf(place, value, 'collection', 'collections'),
        body: value.results.length === 0 ? nothing(place) : [
            element('ul', { class: 'cards', role: 'list' },
                value.results.map((one) => card(place, one))),
            pager(place, value),
        ],
    };
}

function card(place, collection) {
    const image = picture(collection.preview_image, { loading: 'lazy' });

    image.alt = '';

    return element('li', { class: 'card' },
        element('span', { class: shapeOf(collection.preview_image).width
            ? 'frame' : 'frame unknown' }, image),
        element('h2', null,
            inside(addressIn(place, `collections/${recordIn(collection)}/`),
                { dir: 'auto' }, collection.name)),
        words('p', collection.description, { class: 'muted' }),
        marks(collection));
}

function marks(collection) {
    const texts = [collection.featured && 'Featured',
        !collection.display_in_library && 'Not on display'].filter(Boolean);

    return texts.length === 0 ? null : element('p', { class: 'marks' },
        texts.map((text) => element('span', { class: 'mark' }, text)));
}

function tags(place, { value }) {
    return {
        title: 'Tags',
        count: countOf(place, value, 'tag', 'tags'),
        tools: { key: 'names', node: nameFilter(place),
            update: (node) => fill(node, place) },
        body: value.results.length === 0
            ? element('p', { class: 'empty' }, 'No tag has that in its name.')
            : [tagList(place, value.results), pager(place, value)],
    };
}

function nameFilter(place) {
    const input = element('input', { type: 'search', name: 'name',
        id: 'name', autocomplete: 'off', placeholder: 'Part of a name' });
    const form = element('form', { class: 'filter', role: 'search',
        'aria-label': 'Tags', action: addressIn(place, 'tags/') },
    element('label', { for: 'name' }, 'Filter by name'), input);

    const apply = () => form.dispatchEvent(new CustomEvent('narrow', {
        bubbles: true,
        detail: addressIn(place, 'tags/',
            input.value ? { name: input.value } : {}),
    }));

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        apply();
    });
    input.addEventListener('input', debounced(180, apply));
    fill(form, place);

    return form;
}

// What is being typed stays.

function fill(form, place) {
    const input = form.querySelector('input');

    if (input !== document.activeElement) {
        input.value = lastOf(place, 'name');
    }
}

async function search(place, { value }, signal) {
    const texts = Array.isArray(value) ? value : [];
    const addresses = await Promise.all(texts.slice(0, 1).map((one) =>
        suggested(place, one, signal)));

    for (const one of texts.slice(1)) {
        addresses.push(await suggested(place, one, signal));
    }

    return {
        title: lastOf(place, 'text')
            ? `Suggestions for “${lastOf(place, 'text')}”` : 'Suggestions',
        count: counted(texts.length, 'suggestion', 'suggestions'),
        body: texts.length === 0 ? nothing(place)
            : element('ul', { class: 'plain', role: 'list' },
                texts.map((one, i) => element('li', null,
                    inside(addresses[i], { dir: 'auto' }, one.text),
                    element('span', { class: 'muted' }, one.type)))),
    };
}

// One record, and the API itself.

function collection(place, { value }) {
    const item = value.preview_image;

    return {
        title: value.name,
        back: inside(addressIn(place, 'collections/'), null, 'Collections'),
        count: 'Collection',
        body: [
            words('p', value.description, { class: 'lead' }),
            marks(value),
            element('h2', null, 'Preview'),
            element('div', { class: 'large' }, wall(place, [item])),
            element('h2', null, 'Look further'),
            tagList(place, item.tags),
        ],
    };
}

async function tag(place, { value }, signal) {
    const address = addressIn(place, 'content_items/',
        { 'tag-slug': value.slug });
    const page = (await ask(address, signal)).value;

    return {
        title: `#${value.name}`,
        back: inside(addressIn(place, 'tags/'), null, 'Tags'),
        count: counted(page?.count ?? 0, 'item', 'items'),
        body: page?.results?.length
            ? [wall(place, page.results), element('p', null,
                inside(address, { class: 'button' }, 'Show them all'))]
            : nothing(place),
    };
}

function root(place) {
    const lists = [
        ['content_items', 'Items', 'Animations and pictures, newest first.'],
        ['collections', 'Collections', 'Chosen by hand, each with a preview.'],
        ['tags', 'Tags', 'Every word that items are labelled with.'],
        ['search', 'Suggestions', 'What to look for.'],
    ];

    return {
        title: 'A library of media',
        count: 'Four lists',
        body: element('ul', { class: 'lists', role: 'list' },
            lists.map(([name, title, text]) => element('li', null,
                element('h2', null,
                    inside(addressIn(place, `${name}/`), null, title)),
                element('p', { class: 'muted' }, text),
                element('code', null, addressIn(place, `${name}/`))))),
    };
}

// Whatever is no 200.

export function failed(place, answer) {
    const value = parsed(answer.text);
    const texts = value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, text]) => [text].flat()
            .map((one) => key === 'detail' ? one : `${key}: ${one}`))
        : [answer.status ? 'The answer is no JSON.'
            : 'The server did not answer.'];

    return {
        title: answer.ok ? 'Not an answer of this API'
            : answer.status ? `Error ${answer.status}` : 'No answer',
        count: answer.reason,
        body: element('div', { class: 'failure' },
            texts.map((text) => words('p', text, { class: 'lead' })),
            element('p', null, inside(addressIn(place, 'content_items/'),
                { class: 'button' }, 'All items'))),
    };
}

// Pieces.

export function lastOf(place, key) {
    return place.query.getAll(key).at(-1) ?? '';
}

function without(place, key) {
    const query = new URLSearchParams(place.query);

    for (const name of [key, 'offset']) {
        query.delete(name);
    }

    return withQuery(place.path, query);
}

function countOf(place, page, one, many) {
    const all = counted(page.count, one, many);
    const n = page.results.length;

    if (n === 0 || n >= page.count) {
        return all;
    }

    const first = Number(lastOf(place, 'offset')) || 0;

    return `${first + 1} to ${first + n} of ${all}`;
}

function pager(place, page) {
    const link = (address, rel, label) => address === null
        ? element('span', { class: 'button off' }, label)
        : inside(pageOf(place, address), { class: 'button', rel }, label);

    return page.previous === null && page.next === null ? null
        : element('nav', { class: 'pager', 'aria-label': 'Pages' },
            link(page.previous, 'prev', 'Previous'),
            link(page.next, 'next', 'Next'));
}

function nothing(place) {
    return element('div', { class: 'empty' },
        element('p', null, 'Nothing matches.'),
        element('p', null, inside(addressIn(place, 'content_items/'),
            { class: 'button' }, 'All items')));
}
