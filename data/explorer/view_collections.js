// The collections, and one collection with its items.

import { counted, element, inside, words } from './dom.js';
import { addressIn, ask, countOf, recordIn } from './api.js';
import { filtersOf } from './filters.js';
import { itemsAddress, pager } from './list.js';
import { picture, shapeOf } from './pictures.js';
import { failed, none } from './states.js';
import { itemParts } from './view_items.js';

export const listView = { view: collections };
export const recordView = { early: recordItems, view: collection };

const EAGER = 12;               // cards

function collections(place, { value }) {
    const near = new IntersectionObserver((entries) => {
        for (const { target } of entries.filter((one) => one.isIntersecting)) {
            near.unobserve(target);
            count(place, target);
        }
    });

    return {
        title: 'Collections',
        count: counted(value.count, 'collection', 'collections'),
        body: value.results.length === 0
            ? none(place, value, 'There are no collections.') : [
                element('ul', { class: 'cards', role: 'list' },
                    value.results.map((one, i) => card(place, one, i, near))),
                pager(place, value),
            ],
    };
}

// The number of items, of a card that is near the window.

async function count(place, node) {
    const n = await countOf(place, 'content_items',
        { collection: node.dataset.slug });

    node.textContent = n === null ? '' : counted(n, 'item', 'items');
}

function card(place, collection, i, near) {
    const item = collection.preview_image;
    const image = picture(item, { width: 320 },
        { loading: i < EAGER ? 'eager' : 'lazy' });

    const number = element('p', { class: 'count muted',
        'data-slug': decodeURIComponent(recordIn(collection)) });

    image.alt = '';
    near.observe(number);

    return element('li', { class: 'card' },
        element('span', { class: shapeOf(item) ? 'frame' : 'frame unknown' },
            image),
        element('h2', null,
            inside(addressIn(place, `collections/${recordIn(collection)}/`),
                { dir: 'auto' }, collection.name)),
        number,
        words('p', collection.description, { class: 'muted' }),
        marks(collection));
}

function marks(collection) {
    const texts = [collection.featured && 'Featured',
        !collection.display_in_library && 'Not suggested'].filter(Boolean);

    return texts.length === 0 ? null : element('p', { class: 'marks' },
        texts.map((text) => element('span', { class: 'mark' }, text)));
}

// The items of a collection or a tag are requested together with its record.

export function recordItems(place, signal) {
    const address = itemsAddress(place, filtersOf(place));

    return { address, answer: ask(address, signal) };
}

export async function withItems(place, early, view) {
    const answer = await early.answer;

    if (!answer.ok || !Array.isArray(answer.value?.results)) {
        return failed(place, answer);
    }

    const { related, ...parts } = itemParts(place, answer.value,
        early.address);

    return { ...view, ...parts, name: 'found', listed: early.address,
        tools: { key: 'record', node: element('div', null, view.about,
            related) } };
}

function collection(place, { value }, { early }) {
    return withItems(place, early, {
        title: value.name,
        scope: Promise.resolve(`in ${value.name}`),
        back: inside(addressIn(place, 'collections/'), null, 'Collections'),
        about: [
            value.description
                ? words('p', value.description, { class: 'lead' }) : null,
            marks(value),
        ],
    });
}
