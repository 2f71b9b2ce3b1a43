// The filters of a list of items: addresses, names, and the chips that add and
// remove them.

import { element, inside, words } from './dom.js';
import { addressIn, ask, countOf, FILTERS, lastOf, nameOf, withQuery }
    from './api.js';

const KINDS = [['', 'All'], ['G', 'Animations'], ['I', 'Pictures']];
const WITHOUT = { tags: 'without tags', text: 'without a caption' };
const RELATED = 12;             // tags

// The filters of the items that a place shows.  A collection and a tag are
// filters, too.

export function filtersOf(place) {
    if (place.record !== null) {
        const slug = decodeURIComponent(place.record);

        return place.name === 'collections' ? { collection: slug }
            : place.name === 'tags' ? { slug } : {};
    }

    return place.name !== 'content_items' ? {}
        : Object.fromEntries(FILTERS.map((key) => [key, lastOf(place, key)])
            .filter(([, value]) => value));
}

// The first page of the items with these filters.

export function filtersAddress(place, filters) {
    const isList = place.name === 'content_items' && place.record === null;
    const query = new URLSearchParams(isList ? place.query : []);
    const entries = Object.entries(filters).filter(([, value]) => value);

    for (const key of [...FILTERS, 'offset']) {
        query.delete(nameOf(key));
    }

    if (place.query.has('format')) {
        query.set('format', lastOf(place, 'format'));
    }

    if (entries.length === 1 && filters.collection) {
        return withQuery(`${place.root}collections/${
            encodeURIComponent(filters.collection)}/`, query);
    }

    for (const [key, value] of entries) {
        query.set(nameOf(key), value);
    }

    return withQuery(`${place.root}content_items/`, query);
}

function without(filters, ...keys) {
    return Object.fromEntries(Object.entries(filters)
        .filter(([key]) => !keys.includes(key)));
}

// The filters that stay when another text is searched for.

export function scopeOf(filters) {
    return without(filters, 'search', 'text');
}

// The names of the collection and the tag of the filters: what is known, and a
// promise of all.  The items of a page have the name of the tag.  The name of
// the collection is requested with them.

export function namesOf(place, { slug }, page, collection) {
    const tag = page.results.flatMap((item) => item.tags ?? [])
        .find((one) => one.slug === slug)?.name;

    return {
        known: { tag },
        all: Promise.all([collection, tag ?? (slug
            ? nameAt(place, 'tags', slug) : null)])
            .then(([name, named]) => ({ collection: name, tag: named })),
    };
}

export function collectionName(place, { collection }) {
    return collection ? nameAt(place, 'collections', collection) : null;
}

// A record that does not exist has its slug as its name.

async function nameAt(place, list, slug) {
    const answer = await ask(addressIn(place, `${list}/${
        encodeURIComponent(slug)}/`));

    return answer.value?.name ?? slug;
}

// What a filter is called.  A name that is not known yet is empty.

function label(key, value, names) {
    return {
        search: `“${value}”`, text: `“${value}”`, tag: `#${value}`,
        slug: names.tag ? `#${names.tag}` : '',
        part: `#…${value}…`,
        collection: names.collection ? `in ${names.collection}` : '',
        kind: KINDS.find(([kind]) => kind === value)?.[1] ?? value,
        without: WITHOUT[value] ?? `without ${value}`,
    }[key];
}

function labels(filters, names) {
    return Object.entries(filters).map(([key, value]) =>
        label(key, value, names)).filter(Boolean);
}

export function scopeName(filters, names) {
    return labels(scopeOf(filters), names)
        .sort((a, b) => b.startsWith('in ') - a.startsWith('in ')).join(', ');
}

export function titleOf(filters, names) {
    const { collection, kind, ...others } = filters;
    const what = labels(others, names).join(' and ');
    const where = labels({ ...collection && { collection } }, names)[0] ?? '';

    return `${what} ${where}`.trim().replace(/^in /, '')
        .replace(/^without /, 'Items without ')
        || (kind ? labels({ kind }, names)[0]
            : collection ? 'Collection' : 'All items');
}

// Chips that remove the filters.  Names that are not known yet are filled in
// when they are.

export function filterChips(place, filters, { known, all }) {
    const keys = Object.keys(filters);
    const node = element('ul', { class: 'chips', role: 'list',
        'aria-label': 'Filters' });

    const fill = (names) => node.replaceChildren(
        ...keys.map((key) => element('li', null,
            inside(filtersAddress(place, without(filters, key)),
                { class: 'chip' },
                element('span', { class: 'aside' }, 'Remove the filter'),
                words('span', label(key, filters[key], names) || '…'),
                element('span', { 'aria-hidden': 'true' }, '×')))),
        ...keys.length < 2 ? [] : [element('li', null,
            inside(filtersAddress(place, {}), { class: 'chip plain' },
                'Clear all'))]);

    fill(known);
    all.then(fill);

    return node;
}

// The kinds, if there are items of both.  The room is there before this is
// known.

export function kinds(place, filters, page) {
    const current = filters.kind ?? '';
    const found = new Set(page.results.map((item) =>
        item.default_version?.content_type));

    if (!current && found.size < 2 && isWhole(page)) {
        return null;
    }

    const node = choices('Kind', KINDS, current, (kind) =>
        filtersAddress(place, { ...filters, kind }));

    if (found.size < 2) {
        const other = (current || [...found][0]) === 'G' ? 'I' : 'G';

        node.classList.add('waiting');
        countOf(place, 'content_items', { ...filters, kind: other })
            .then((n) => node.classList.toggle('waiting', !n));
    }

    return node;
}

function isWhole(page) {
    return page.next === null && page.previous === null;
}

export function choices(name, list, current, addressOf) {
    return element('nav', { class: 'forms', 'aria-label': name },
        list.map(([value, text]) => inside(addressOf(value),
            { 'aria-current': value === current ? 'true' : null }, text)));
}

// One row above the items: what else could have been meant, and the commonest
// tags of the items, which are added to the filters.  "offers" are requested
// with the items.

export function relatedRow(place, filters, page, offers) {
    const node = element('ul', { class: 'related', role: 'list',
        'aria-label': 'Narrow' });
    const tags = commonTags(filters, page).map((tag) => {
        const added = filters.slug ? { tag: tag.name }
            : { slug: tag.slug };

        return chip(filtersAddress(place, { ...filters, ...added }),
            element('span', { class: 'aside' }, 'Add the filter'), '+', tag.name);
    });

    offers.then((found) => node.append(...found, ...tags));

    return node;
}

// A tag that each item of the whole list has would change nothing.

function commonTags(filters, page) {
    const counts = new Map();

    if (filters.slug && filters.tag) {
        return [];
    }

    for (const tag of page.results.flatMap((item) => item.tags ?? [])) {
        const one = counts.get(tag.slug) ?? { tag, n: 0 };

        one.n++;
        counts.set(tag.slug, one);
    }

    return [...counts.values()].filter(({ tag, n }) => n > 1
        && tag.slug !== filters.slug
        && ![filters.tag, filters.search].includes(tag.name)
        && !(isWhole(page) && n === page.results.length))
        .sort((a, b) => b.n - a.n).slice(0, RELATED).map(({ tag }) => tag);
}

// Of a search: the tag of that name or slug, and the collections whose names
// contain the text.

export async function offersFor(place, { search: text, ...others }, signal) {
    const { ok, value } = text ? await ask(addressIn(place, 'search/',
        { text, limit: 6 }), signal) : {};
    const names = ok ? value : [];
    const hasTag = 'tag' in others || 'slug' in others;
    const tag = hasTag ? null : names.find((one) => one.type === 'tag'
        && [one.slug, one.text.toLowerCase()].includes(text.toLowerCase()));
    const groups = others.collection ? []
        : names.filter(({ type }) => type === 'collection');

    return [
        tag && chip(filtersAddress(place, { ...others, slug: tag.slug }),
            'Only the tag', tag.text),
        ...groups.map((one) => chip(addressIn(place,
            `collections/${one.slug}/`), 'Collection', one.text)),
    ].filter(Boolean);
}

function chip(address, ...parts) {
    const text = parts.pop();

    return element('li', null, inside(address, { class: 'chip' },
        element('span', { class: 'muted' }, parts), words('span', text)));
}
