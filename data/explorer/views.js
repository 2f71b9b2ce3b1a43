// The view of each address: { title, count, choices, tools, list, body }, made
// from the place and the API's answer.

import { counted, debounced, element, inside, words } from './dom.js';
import { addressIn, ask, collectionNamed, countItems, listedAddress, listPage,
    pageOf, parsed, recordIn, suggested, withQuery } from './api.js';
import { itemView } from './item.js';
import { itemList, pageCount, pageNumber } from './list.js';
import { picture, shapeOf, tagList } from './wall.js';

const FILTERS = [
    ['search', 'Search'], ['text', 'Text'], ['tag', 'Tag'],
    ['tag-slug', 'Tag'], ['tag-partial', 'Tag with'],
    ['collection', 'Collection'],
];
const KINDS = [['', 'All'], ['G', 'Animations'], ['I', 'Pictures']];
const ORDERS = [['-items', 'Most used'], ['name', 'A to Z']];
const TAGS = 100;

export const views = {
    root, content_items, collections, tags, search,
    content_item: itemView, collection, tag,
};

const SINGLE = { content_items: 'content_item', collections: 'collection',
    tags: 'tag' };

export function viewOf(place) {
    return views[place.record === null ? place.name : SINGLE[place.name]];
}

// The address of the tags, most used first.

export function tagsAddress(place, parameters = {}) {
    return addressIn(place, 'tags/',
        { limit: TAGS, ordering: ORDERS[0][0], ...parameters });
}

// Lists.

async function content_items(place, { value }, signal) {
    const filters = FILTERS.map(([key, label]) =>
        ({ key, label, value: lastOf(place, key) }))
        .filter((filter) => filter.value);
    const found = await matches(place, filters, value, signal);

    return {
        title: filters.length === 0 ? 'All items'
            : filters.map(({ key, value: text }) =>
                key.startsWith('tag') ? `#${text}` : `“${text}”`)
                .join(' and '),
        count: found?.text ?? counted(value.count, 'item', 'items'),
        choices: value.count > 0 || lastOf(place, 'content_type')
            ? kinds(place) : null,
        tools: filters.length === 0 ? null : {
            key: 'filters',
            node: element('ul', { class: 'chips', role: 'list',
                'aria-label': 'Filters' },
            filters.map((filter) => chip(place, filter)),
            found?.offers.map((link) => element('li', null, link))),
        },
        ...value.results.length === 0
            ? { body: await nothing(place, filters, signal) }
            : itemsOf(place, value, place.key),
    };
}

function chip(place, { key, label, value }) {
    return element('li', null,
        inside(without(place, key), { class: 'chip' },
            element('span', { class: 'aside' }, 'Remove the filter'),
            element('span', { class: 'muted' }, label),
            words('span', value),
            element('span', { 'aria-hidden': 'true' }, '×')));
}

function kinds(place) {
    const current = lastOf(place, 'content_type');

    return choices('Kind', KINDS, current, (kind) => without(place,
        'content_type', kind ? { content_type: kind } : {}));
}

function choices(label, list, current, addressOf) {
    return element('nav', { class: 'forms', 'aria-label': label },
        list.map(([value, text]) => inside(addressOf(value),
            { 'aria-current': value === current ? 'true' : null }, text)));
}

// The result of a search: how many items have the tag of that name, and links to
// this tag and to a collection.

async function matches(place, filters, page, signal) {
    const [{ key, value } = {}] = filters;

    if (filters.length !== 1 || key !== 'search'
        || lastOf(place, 'content_type'))
    {
        return null;
    }

    const [byName, bySlug, answer] = await Promise.all([
        countItems(place, { tag: value }, signal),
        countItems(place, { 'tag-slug': value }, signal),
        ask(addressIn(place, 'search/', { text: value }), signal),
    ]);
    const count = byName || bySlug;
    const filter = byName ? { tag: value } : { 'tag-slug': value };
    const all = counted(page.count, 'item', 'items');
    const group = (answer.ok && Array.isArray(answer.value) ? answer.value : [])
        .find((one) => one.type === 'collection')?.text;
    const groupAddress = group
        ? await collectionNamed(place, group, signal) : null;

    return {
        text: count === 0 ? all : [
            'tag ', words('em', value),
            `: ${counted(count, 'item', 'items')}`,
            page.count > count ? `, ${counted(page.count - count, 'more',
                'more')} in descriptions or other tags` : '',
        ],
        offers: [
            count === 0 ? null : offer(addressIn(place, 'content_items/',
                filter), 'Only the tag', value),
            groupAddress && offer(groupAddress, 'Collection', group),
        ].filter(Boolean),
    };
}

function offer(address, label, text) {
    return inside(address, { class: 'chip offer' },
        element('span', { class: 'muted' }, label), words('span', text));
}

function itemsOf(place, page, address) {
    const list = itemList(place, page, address);

    return { list, body: list.node };
}

function collections(place, { value }) {
    return {
        title: 'Collections',
        count: counted(value.count, 'collection', 'collections'),
        body: value.results.length === 0 ? none(place, 'No collections.') : [
            element('ul', { class: 'cards', role: 'list' },
                value.results.map((one, i) => card(place, one, i))),
            pager(place, value),
        ],
    };
}

function card(place, collection, i) {
    const image = picture(collection.preview_image,
        { loading: i < 12 ? 'eager' : 'lazy', sizes: '320px' });

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
        !collection.display_in_library && 'Not suggested'].filter(Boolean);

    return texts.length === 0 ? null : element('p', { class: 'marks' },
        texts.map((text) => element('span', { class: 'mark' }, text)));
}

function tags(place, { value }) {
    return {
        title: 'Tags',
        count: counted(value.count, 'tag', 'tags'),
        choices: choices('Order', ORDERS, lastOf(place, 'ordering'),
            (ordering) => tagsAddress(place, named(place, { ordering }))),
        tools: { key: 'names', node: nameFilter(place),
            update: (node) => fill(node, place) },
        body: value.results.length === 0
            ? none(place, 'No tag has this text in its name.')
            : [tagList(place, value.results), pager(place, value)],
    };
}

function named(place, parameters) {
    const name = lastOf(place, 'name');

    return name ? { ...parameters, name } : parameters;
}

function nameFilter(place) {
    const input = element('input', { type: 'search', name: 'name',
        id: 'name', autocomplete: 'off', placeholder: 'Part of a name' });
    const form = element('form', { class: 'filter', role: 'search',
        'aria-label': 'Tags', action: addressIn(place, 'tags/') },
    element('label', { for: 'name' }, 'Filter by name'), input);

    const apply = () => form.dispatchEvent(new CustomEvent('narrow', {
        bubbles: true,
        detail: tagsAddress(place, {
            ...form.dataset.ordering && { ordering: form.dataset.ordering },
            ...input.value && { name: input.value },
        }),
    }));

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        apply();
    });
    input.addEventListener('input', debounced(180, apply));
    fill(form, place);

    return form;
}

// The text is not replaced while the visitor types.

function fill(form, place) {
    const input = form.querySelector('input');

    form.dataset.ordering = lastOf(place, 'ordering');

    if (input !== document.activeElement) {
        input.value = lastOf(place, 'name');
    }
}

async function search(place, { value }, signal) {
    const texts = Array.isArray(value) ? value : [];
    const text = lastOf(place, 'text');

    return {
        title: text ? `Suggestions for “${text}”` : 'Suggestions',
        count: counted(texts.length, 'suggestion', 'suggestions'),
        body: texts.length === 0 ? none(place, 'No suggestions.')
            : element('ul', { class: 'plain', role: 'list' },
                (await suggestionLinks(place, texts, signal)).map((link, i) =>
                    element('li', null, link,
                        element('span', { class: 'muted' }, texts[i].type)))),
    };
}

async function suggestionLinks(place, suggestions, signal, attributes) {
    const links = [];

    for (const one of suggestions) {
        links.push(inside(await suggested(place, one, signal),
            { dir: 'auto', ...attributes }, one.text));
    }

    return links;
}

// One record, and the API itself.

async function collection(place, { value }, signal) {
    const address = listedAddress(place, { collection: value.slug });
    const page = await listPage(address, signal);

    return {
        title: value.name,
        back: inside(addressIn(place, 'collections/'), null, 'Collections'),
        count: counted(page?.count ?? 0, 'item', 'items'),
        tools: value.description || value.featured
            || !value.display_in_library ? { key: 'collection',
                node: element('div', null,
                    words('p', value.description, { class: 'lead' }),
                    marks(value)) } : null,
        ...await itemsAt(place, page, address, signal),
    };
}

async function tag(place, { value }, signal) {
    const address = listedAddress(place, { 'tag-slug': value.slug });
    const page = await listPage(address, signal);

    return {
        title: `#${value.name}`,
        back: inside(tagsAddress(place), null, 'Tags'),
        count: counted(page?.count ?? 0, 'item', 'items'),
        ...await itemsAt(place, page, address, signal),
    };
}

async function itemsAt(place, page, address, signal) {
    return page?.results.length ? itemsOf(place, page, address)
        : { body: await nothing(place, [], signal) };
}

function root(place) {
    const lists = [
        ['content_items', 'Items', 'Animations and pictures, newest first.'],
        ['collections', 'Collections', 'Groups of items, each with a preview.'],
        ['tags', 'Tags', 'The labels of the items.'],
        ['search', 'Suggestions', 'Names to search for.'],
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

// Every answer that is not a 200.

export function failed(place, answer) {
    const value = parsed(answer.text);
    const texts = value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, text]) => [text].flat()
            .map((one) => key === 'detail' ? one : `${key}: ${one}`))
        : [answer.status ? 'The response is not JSON.'
            : 'The server did not respond.'];

    return {
        title: answer.ok ? 'Not a response of the API'
            : answer.status ? `Error ${answer.status}` : 'No response',
        count: answer.reason,
        body: element('div', { class: 'failure' },
            texts.map((text) => words('p', text, { class: 'lead' })),
            allItems(place)),
    };
}

// Parts of views.

export function lastOf(place, key) {
    return place.query.getAll(key).at(-1) ?? '';
}

// The first page of a list, with another value of a parameter or without it.

function without(place, key, parameters = {}) {
    const query = new URLSearchParams(place.query);

    for (const name of [key, 'offset']) {
        query.delete(name);
    }

    for (const [name, value] of Object.entries(parameters)) {
        query.set(name, value);
    }

    return withQuery(place.path, query);
}

function pager(place, page) {
    const link = (address, rel, label) => address === null
        ? element('span', { class: 'button off' }, label)
        : inside(pageOf(place, address), { class: 'button', rel }, label);

    return page.previous === null && page.next === null ? null
        : element('nav', { class: 'pager', 'aria-label': 'Pages' },
            link(page.previous, 'prev', 'Previous'),
            element('span', { class: 'muted' },
                `Page ${pageNumber(page, place.key)} of ${
                    pageCount(page, place.key)}`),
            link(page.next, 'next', 'Next'));
}

function none(place, text) {
    return element('div', { class: 'empty' }, element('p', null, text),
        allItems(place));
}

function allItems(place) {
    return element('p', null, inside(addressIn(place, 'content_items/'),
        { class: 'button' }, 'All items'));
}

// An empty result: suggests names that contain a word of the filters, or its
// beginning, or else collections.

async function nothing(place, filters, signal) {
    const texts = filters.flatMap(({ value }) => value.split(/\s+/))
        .filter(Boolean).slice(0, 3);
    const tries = [...texts, ...texts.map((text) =>
        [...text].slice(0, 3).join('')), ''];
    let found = [];

    for (const text of tries) {
        const { ok, value } = await ask(addressIn(place, 'search/',
            { limit: 8, ...text && { text } }), signal);

        if (ok && value?.length > 0) {
            found = value;
            break;
        }
    }

    const links = await suggestionLinks(place, found, signal,
        { class: 'chip' });

    return element('div', { class: 'empty' },
        element('p', null, 'Nothing matches.'),
        links.length === 0 ? null : [
            element('h2', null, 'Try one of these'),
            element('ul', { class: 'chips', role: 'list' },
                links.map((link) => element('li', null, link))),
        ],
        allItems(place));
}
