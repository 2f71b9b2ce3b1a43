// The addresses of the API, and requests to it.

const LISTS = /^(.*\/)(content_items|collections|tags)\/(?:([^/]+)\/)?$/;
const SEARCH = /^(.*\/)(search)\/$/;
// The filters of items, and the parameters that have another name in the API
// than here.

export const FILTERS = ['search', 'text', 'tag', 'slug', 'part', 'collection',
    'kind', 'without'];
export const PAGING = ['limit', 'offset'];
const NAMES = { slug: 'tag-slug', part: 'tag-partial', kind: 'content_type' };

export function nameOf(key) {
    return NAMES[key] ?? key;
}

// Of /api/v1/tags/cat/: root "/api/v1/", name "tags", record "cat".  A path that
// is not the path of a list, a record or the suggestions is treated as the root.
// Several slashes are one, as for nginx: "//name/" would be an address of the
// host "name".

export function placeOf(address) {
    const url = new URL(address, location.href);
    const path = url.pathname.replace(/\/{2,}/g, '/');
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
    const query = new URLSearchParams(Object.entries(parameters)
        .map(([key, value]) => [nameOf(key), value]));
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

// The last part of a record's address.  The identifier does not come from "id",
// which can be too large for a number of JavaScript.

export function recordIn(record) {
    return /([^/]+)\/(?:\?.*)?$/.exec(record?.url ?? '')?.[1] ?? '';
}

export function itemAddress(place, item) {
    return addressIn(place, `content_items/${recordIn(item)}/`);
}

// The answer of the API.  Its status is 0 if the server did not respond, or if
// the request was given up.

export async function ask(address, signal) {
    try {
        const response = await fetch(address, {
            headers: { Accept: 'application/json' }, cache: 'no-cache', signal,
        });
        const text = await response.text();

        return {
            address: response.url, status: response.status, ok: response.ok,
            reason: response.statusText, headers: [...response.headers], text,
            value: parsed(text), moved: response.redirected,
        };
    } catch {
        return { address: new URL(address, location.href).href, status: 0,
            ok: false, reason: '', headers: [], text: '', value: null };
    }
}

// A page of a list.  It is an error if the answer is another one.

export async function pageAt(address, signal) {
    const { ok, value } = await ask(address, signal);

    if (!ok || !Array.isArray(value?.results)) {
        throw new Error(`no page of a list: ${address}`);
    }

    return value;
}

// The number of records of a list that match, if it is known.  The offset is
// beyond the end, so the answer has no record in it.

export async function countOf(place, list, parameters, signal) {
    const { value } = await ask(addressIn(place, `${list}/`,
        { ...parameters, limit: 1, offset: 1e15 }), signal);

    return value?.count ?? null;
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

// The address of the collection with a name, or null.  A suggestion has a
// slug only if the request had a text.

async function collectionNamed(place, name, signal) {
    const { value } = await ask(addressIn(place, 'search/',
        { text: name, limit: 50 }), signal);
    const found = Array.isArray(value) ? value.find((one) =>
        one.type === 'collection' && one.text === name) : null;

    return found?.slug ? addressIn(place, `collections/${found.slug}/`) : null;
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

// The last value of a parameter, which is the one that counts.

export function lastOf(place, key) {
    return place.query.getAll(nameOf(key)).at(-1) ?? '';
}

// The address of the tags, most used first.

export function tagsAddress(place, parameters = {}) {
    return addressIn(place, 'tags/',
        { limit: 100, ordering: '-items', counts: 'items', ...parameters });
}
