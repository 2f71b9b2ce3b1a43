// Where in the API an address leads, and what is answered there.

const LISTS = /^(.*\/)(content_items|collections|tags)\/(?:([^/]+)\/)?$/;
const SEARCH = /^(.*\/)(search)\/$/;

// Of /api/v1/tags/cat/: root "/api/v1/", name "tags", record "cat".  All that
// is no list and no suggestions is taken for the root.  A path that begins with
// two slashes would be the address of another host.

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

// An address in the API of a place; "format" goes along.

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

// That of another page of the same list.  Only the query of the API's link is
// taken: the link may begin with another host, which is not to be asked.

export function pageOf(place, link) {
    try {
        return place.path + new URL(link).search;
    } catch {
        return null;
    }
}

// The last part of a record's address.  An identifier is not taken from "id",
// which may be larger than a number of JavaScript.

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

// The addresses of collections by their names, which is all that suggestions
// tell of them.

const collections = new Map();

export async function collectionNamed(place, name, signal) {
    let address = addressIn(place, 'collections/', { limit: 100 });

    for (let pages = 0; address && pages < 10 && !collections.has(name);
        pages++)
    {
        const { value } = await ask(address, signal);

        for (const collection of value?.results ?? []) {
            collections.set(collection.name, recordIn(collection));
        }

        address = value?.next ? placeOf(address).path
            + new URL(value.next).search : null;
    }

    return collections.has(name)
        ? addressIn(place, `collections/${collections.get(name)}/`) : null;
}

// What a suggestion leads to.

export async function suggested(place, suggestion, signal) {
    if (suggestion.type === 'tag') {
        return addressIn(place, 'content_items/', { tag: suggestion.text });
    }

    return await collectionNamed(place, suggestion.text, signal)
        ?? addressIn(place, 'content_items/', { text: suggestion.text });
}
