// The tags, and one tag with its items.

import { counted, debounced, element, inside, number } from './dom.js';
import { addressIn, countOf, lastOf, tagsAddress } from './api.js';
import { choices } from './filters.js';
import { pager } from './list.js';
import { go } from './navigation.js';
import { none } from './states.js';
import { tagList } from './wall.js';
import { recordItems, withItems } from './view_collections.js';

export const listView = { early: lacking, view: tags };
export const recordView = { early: recordItems, view: tag };

const ORDERS = [['-items', 'Most used'], ['name', 'A to Z']];
const LACKING = [['tags', 'Items without tags'],
    ['text', 'Items without a caption']];

async function tags(place, { value }, { early }) {
    return {
        title: 'Tags',
        count: counted(value.count, 'tag', 'tags'),
        choices: choices('Order', ORDERS, lastOf(place, 'ordering'),
            (ordering) => tagsAddress(place, named(place, { ordering }))),
        tools: { key: 'names', node: nameFilter(place),
            update: (node) => fill(node, place) },
        body: [
            value.results.length === 0 ? none(place, value,
                lastOf(place, 'name') ? 'No tag has this text in its name.'
                    : 'There are no tags.')
                : [tagList(place, value.results), pager(place, value)],
            await early,
        ],
    };
}

// For editors: the lists of items that lack something, if there are any.

async function lacking(place, signal) {
    const links = await Promise.all(LACKING.map(async ([without, text]) => {
        const n = await countOf(place, 'content_items', { without }, signal);

        return n > 0 && inside(addressIn(place, 'content_items/',
            { without }), null, `${text}: ${number.format(n)}`);
    }));

    return links.some(Boolean) && element('p', { class: 'links' }, links);
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

    const apply = () => go(tagsAddress(place, {
        ...form.dataset.ordering && { ordering: form.dataset.ordering },
        ...input.value && { name: input.value },
    }), { replace: true });

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

function tag(place, { value }, { early }) {
    return withItems(place, early, {
        title: `#${value.name}`,
        scope: Promise.resolve(`#${value.name}`),
        back: inside(tagsAddress(place), null, 'Tags'),
        about: null,
    });
}
