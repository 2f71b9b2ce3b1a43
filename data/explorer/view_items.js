// The items of a list with its filters, also those of a collection and a tag.

import { counted, element, inside, words } from './dom.js';
import { collectionName, filterChips, filtersAddress, filtersOf, kinds,
    namesOf, offersFor, relatedRow, scopeName, titleOf } from './filters.js';
import { missingTerms } from './nearest.js';
import { itemList } from './list.js';
import { beyond, nothing } from './states.js';

export const listView = {
    early(place, signal) {
        const filters = filtersOf(place);

        return { collection: collectionName(place, filters),
            offers: offersFor(place, filters, signal) };
    },
    view: items,
};

function items(place, { value }, { early }) {
    const filters = filtersOf(place);
    const isFiltered = Object.keys(filters).length > 0;
    const names = namesOf(place, filters, value, early.collection);
    const { related, ...parts } = itemParts(place, value, place.key,
        early.offers);

    return {
        ...parts,
        name: isFiltered ? 'found' : 'items',
        title: titleOf(filters, names.known),
        renamed: names.all.then((all) => titleOf(filters, all)),
        scope: names.all.then((all) => scopeName(filters, all)),
        tools: isFiltered ? { key: 'filters', node: element('div', null,
            filterChips(place, filters, names),
            nearest(place, filters, value), related) } : null,
    };
}

// What was typed may be a mistake, or a word that no item has.

function nearest(place, { search, ...others }, { results }) {
    const missing = search ? missingTerms(search, results) : [];

    return missing.length === 0 || results.length === 0 ? null
        : element('p', { class: 'nearest' }, 'Nothing has ',
            words('em', missing.join(' ')), ': the nearest. ',
            inside(filtersAddress(place, { ...others, text: search }), null,
                'Only what has exactly that'));
}

// The parts of a view that shows a page of items.

export function itemParts(place, page, address,
    offers = Promise.resolve([]))
{
    const filters = filtersOf(place);
    const parts = {
        count: counted(page.count, 'item', 'items'),
        choices: page.count > 0 || filters.kind
            ? kinds(place, filters, page) : null,
    };

    if (page.results.length === 0) {
        return { ...parts, body: page.count > 0
            ? beyond(place, page, address) : nothing(place, filters) };
    }

    const list = itemList(place, page, address);

    return { ...parts, list, body: list.node,
        choices: [parts.choices, list.years],
        related: relatedRow(place, filters, page, offers) };
}
