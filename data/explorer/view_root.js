// The root of the API: the lists with the numbers of their records, and
// requests to begin with.

import { counted, element, inside } from './dom.js';
import { addressIn, ask, countOf } from './api.js';

export const listView = { early: counts, view: root };

const LISTS = [
    ['content_items', 'Items', 'Animations and pictures, newest first.',
        'item', 'items'],
    ['collections', 'Collections', 'Groups of items, each with a preview.',
        'collection', 'collections'],
    ['tags', 'Tags', 'The labels of the items.', 'tag', 'tags'],
    ['search', 'Suggestions', 'Names that contain a text.', null],
];

// The commonest tag is a part of the examples.

function counts(place, signal) {
    const count = (list) => countOf(place, list, {}, signal);

    return {
        content_items: count('content_items'),
        collections: count('collections'),
        tags: count('tags'),
        tag: ask(addressIn(place, 'tags/', { ordering: '-items', limit: 1 }),
            signal).then(({ value }) => value?.results?.[0]),
    };
}

function root(place, answer, { early }) {
    const examples = element('ul', { class: 'plain examples', role: 'list' });

    early.tag.then((tag) => fill(examples, place, tag));

    return {
        title: 'A library of media',
        count: 'Four lists',
        body: [
            element('ul', { class: 'lists', role: 'list' },
                LISTS.map((list) => card(place, list, early))),
            element('section', { class: 'requests' },
                element('h2', null, 'Requests to begin with'), examples),
        ],
    };
}

function card(place, [name, title, text, one, many], early) {
    const number = element('p', { class: 'count' });

    early[name]?.then((n) => {
        number.textContent = n === null ? '' : counted(n, one, many);
    });

    return element('li', null,
        element('h2', null,
            inside(addressIn(place, `${name}/`), null, title)),
        number,
        element('p', { class: 'muted' }, text),
        element('code', null, addressIn(place, `${name}/`)));
}

function fill(node, place, tag) {
    const name = tag?.name ?? 'cat';
    const examples = [
        ['What people type', 'content_items/', { search: name }],
        ['Animations with a tag', 'content_items/',
            { slug: tag?.slug ?? 'cat', kind: 'G' }],
        ['Suggestions while they type', 'search/',
            { text: [...name].slice(0, 2).join('') }],
    ];

    node.replaceChildren(...examples.map(([label, path, parameters]) => {
        const address = addressIn(place, path, parameters);

        return element('li', null, element('span', null, label),
            inside(`${address}#api`, null,
                element('code', null, `GET ${address}`)));
    }));
}
