// The API panel: the request of the view, programs that send it, the filters of
// its list, and the answer as the server sent it.

import { copyButton, counted, element, inside, outside } from './dom.js';
import { lastOf, nameOf, placeOf, withQuery } from './api.js';
import { highlighted } from './json.js';
import { go } from './navigation.js';
import { programs } from './programs.js';

const PAGES = [
    ['limit', 'The number of records on a page.'],
    ['offset', 'The number of records before the page.'],
];
const FILTERS = {
    content_items: [
        ['search', 'What people type: in descriptions and in names of tags,'
            + ' the best matches first.'],
        ['text', 'A part of the description.'],
        ['tag', 'The whole name of a tag.'],
        ['slug', 'The slug of a tag.'],
        ['part', 'A part of the name of a tag.'],
        ['collection', 'The slug of a collection.'],
        ['kind', 'G for animations, I for pictures.'],
        ['without', 'tags or text, for items that have none.'],
        ...PAGES,
    ],
    tags: [
        ['name', 'A part of the name.'],
        ['ordering', 'name for A to Z, -items for the most used first.'],
        ...PAGES,
    ],
    collections: PAGES,
    search: [
        ['text', 'A part of the name of a collection or a tag.'],
        ['limit', 'The number of suggestions, 50 at most.'],
    ],
};

export function apiPanel({ place, answer, view }) {
    const address = new URL(answer.address);
    const isList = Array.isArray(answer.value?.results);

    return element('section', { class: 'wire', 'aria-label': 'API' },
        request(address, answer, view),
        element('h2', null, isList ? 'Programs that read all pages'
            : 'Programs'),
        programs(address.href, isList).map(([name, text]) =>
            code(name, text)),
        place.record === null ? filterForm(place, answer) : null,
        response(answer));
}

function request(address, answer, { listed }) {
    const line = `${address.pathname}${address.search}`;
    const place = placeOf(address.href);

    return [
        element('h2', null, 'Request'),
        element('div', { class: 'command' },
            pre('Request', element('code', null,
                `GET ${line}\nAccept: application/json`)),
            copyButton(address.href, 'Copy', 'Copy the address')),
        element('p', { class: 'links' },
            listed ? inside(`${listed}#api`, null, 'The request for its items')
                : null,
            outside(`${place.root}openapi.yaml`, null,
                'The description of the API in OpenAPI')),
    ];
}

function code(name, text) {
    return element('details', { class: 'program',
        open: name === 'curl' },
    element('summary', null, name),
    element('div', { class: 'command' },
        pre(name, element('code', null, text)),
        copyButton(text, 'Copy', `Copy the program for ${name}`)));
}

// The filters of the list.  The answer's count is beside the button.

function filterForm(place, answer) {
    const filters = FILTERS[place.name];

    if (!filters) {
        return null;
    }

    const n = answer.value?.count ?? answer.value?.length;
    const form = element('form', { class: 'parameters',
        'aria-label': 'Filters' },
    filters.map(([key, meaning]) => field(place, key, meaning)),
    element('p', { class: 'actions' },
        element('button', { class: 'button main' }, 'Send'),
        n === undefined ? null : element('output', null,
            counted(n, 'record', 'records'))));

    form.addEventListener('submit', (event) => {
        const query = new URLSearchParams([...new FormData(form)]
            .filter(([, value]) => value));

        event.preventDefault();

        if (place.query.has('format')) {
            query.set('format', lastOf(place, 'format'));
        }

        go(`${withQuery(place.path, query)}#api`);
    });

    return [element('h2', null, 'Filters'), form];
}

function field(place, key, meaning) {
    const name = nameOf(key);
    const id = `parameter-${name}`;
    const input = element('input', { id, name, autocomplete: 'off',
        autocapitalize: 'none', spellcheck: 'false',
        'aria-describedby': `${id}-meaning` });

    input.value = lastOf(place, key);

    return element('div', { class: 'field' },
        element('label', { for: id }, element('code', null, name)), input,
        element('span', { class: 'muted', id: `${id}-meaning` }, meaning));
}

function response(answer) {
    return [
        element('h2', null, 'Response'),
        element('p', { class: 'state' },
            element('strong', { class: answer.ok ? 'fine' : 'bad' },
                answer.status ? `${answer.status} ${answer.reason}`.trim()
                    : 'no response')),
        answer.headers.length === 0 ? null : element('details', null,
            element('summary', null, counted(answer.headers.length, 'header',
                'headers')),
            element('dl', { class: 'headers' },
                answer.headers.map(([key, value]) => element('div', null,
                    element('dt', null, key), element('dd', null, value))))),
        element('div', { class: 'command' },
            pre('Body', element('code', null, answer.value === null
                ? answer.text : highlighted(answer.text))),
            copyButton(answer.text, 'Copy', 'Copy the body')),
    ];
}

// An element that may have to be scrolled needs the focus of the keyboard.

function pre(label, content) {
    return element('pre', { tabindex: 0, role: 'region', 'aria-label': label },
        content);
}
