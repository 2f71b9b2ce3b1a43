// The addresses of the API, and requests to it.

const LISTS = /^(.*\/)(content_items|collections|tags)\/(?:([^/]+)\/)?$/;
const SEARCH = /^(.*\/)(search)\/$/;
const PAGING = ['limit', 'offset'];

// Of /api/v1/tags/cat/: root "/api/v1/", name "tags", record "cat".  A path that
// is not the path of a list, a record or the suggestions is treated as the root.
// Two slashes at the beginning become one: "//name/" is an address of the host
// "name".

export function placeOf(address) {
    const url = new URL(address, location.href);
    const path = url.pathname.replace(/^\/+/, '/');
    const [, root, name, record] = LISTS.exec(path) ?? SEARCH.exec(path) ?? [];

    return {
        root: root ?? path.replace(/[^/]*$/, ''),
        name: name ?? 'root',
        record: record ?? null,
        path,
        query: url.searchParams,
        key: path + url.search,
        origin: url.origin,
    };
}

// An address in the API of a place.  It has the "format" of the place.

export function addressIn(place, path, parameters = {}) {
    const query = new URLSearchParams(parameters);
    const format = place.query.get('format');

    if (format !== null) {
        query.set('format', format);
    }

    return withQuery(place.root + path, query);
}

export function withQuery(path, query) {
    return path + (String(query) ? `?${query}` : '');
}

// The address of another page of the list at a place.  Only the query is taken
// from the API's link, because the link may begin with another host.

export function pageOf(place, link) {
    try {
        return place.path + new URL(link).search;
    } catch {
        return null;
    }
}

// The address at which the items of one page of a list are shown.  A collection
// and a tag show a list of items below their own address.

export function shownAddress(place, address) {
    if (place.record === null) {
        return address;
    }

    const query = new URLSearchParams(place.query);
    const asked = new URL(address, location.href).searchParams;

    for (const key of PAGING) {
        query.delete(key);

        if (asked.has(key)) {
            query.set(key, asked.get(key));
        }
    }

    return withQuery(place.path, query);
}

// The page of a list of items that a place shows.

export function listedAddress(place, parameters) {
    const paging = PAGING.filter((key) => place.query.has(key))
        .map((key) => [key, place.query.get(key)]);

    return addressIn(place, 'content_items/',
        { ...parameters, ...Object.fromEntries(paging) });
}

// The last part of a record's address.  The identifier does not come from "id",
// which can be too large for a number of JavaScript.

export function recordIn(record) {
    return /([^/]+)\/(?:\?.*)?$/.exec(record?.url ?? '')?.[1] ?? '';
}

export function itemAddress(place, item) {
    return addressIn(place, `content_items/${recordIn(item)}/`);
}

export async function ask(address, signal) {
    const response = await fetch(address, {
        headers: { Accept: 'application/json' }, cache: 'no-cache', signal,
    });
    const text = await response.text();

    return {
        address: response.url, status: response.status, ok: response.ok,
        reason: response.statusText, headers: [...response.headers], text,
        value: parsed(text), moved: response.redirected,
    };
}

// Pages of items.  The last ones are stored: the neighbours of an item are
// looked up on the page from which it was opened.

const PAGES = 20;
const pages = new Map();

export async function listPage(address, signal) {
    const page = pages.get(address) ?? (await ask(address, signal)).value;

    return Array.isArray(page?.results) ? storePage(address, page) : null;
}

export function storePage(address, page) {
    pages.delete(address);
    pages.set(address, page);

    if (pages.size > PAGES) {
        pages.delete(pages.keys().next().value);
    }

    return page;
}

// The number of items that match.  The offset is beyond the end, so the answer
// has no item in it.

export async function countItems(place, parameters, signal) {
    const { value } = await ask(addressIn(place, 'content_items/',
        { ...parameters, limit: 1, offset: 1e15 }), signal);

    return value?.count ?? 0;
}

export function parsed(text) {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

// The nearest address above that is the root of an API.

export async function rootAbove(path, signal) {
    for (let at = path; at !== '/'; ) {
        at = at.replace(/[^/]*\/?$/, '');

        const answer = await ask(at, signal);

        if (answer.ok && typeof answer.value?.content_items === 'string') {
            return at;
        }
    }

    return null;
}

// The address of the collection with a name, or null.  A suggestion without a
// text has the name only, so the list is read until the name is found.  The part
// that was read is stored.

const collections = new Map();  // by root: { slugs, next }

export async function collectionNamed(place, name, signal) {
    const read = collections.get(place.root) ?? { slugs: new Map(),
        next: addressIn(place, 'collections/', { limit: 100 }) };

    collections.set(place.root, read);

    for (let i = 0; i < 10 && read.next && !read.slugs.has(name); i++) {
        const { value } = await ask(read.next, signal);

        if (!Array.isArray(value?.results)) {
            break;
        }

        for (const collection of value.results) {
            read.slugs.set(collection.name, recordIn(collection));
        }

        read.next = pageOf(placeOf(read.next), value.next);
    }

    return read.slugs.has(name)
        ? addressIn(place, `collections/${read.slugs.get(name)}/`) : null;
}

// The address that a suggestion leads to.

export async function suggested(place, suggestion, signal) {
    if (suggestion.type === 'tag') {
        return addressIn(place, 'content_items/', { tag: suggestion.text });
    }

    if (suggestion.slug) {
        return addressIn(place, `collections/${suggestion.slug}/`);
    }

    return await collectionNamed(place, suggestion.text, signal)
        ?? addressIn(place, 'content_items/', { search: suggestion.text });
}
