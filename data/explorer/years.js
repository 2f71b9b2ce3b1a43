// A list that is sorted by the dates of its items, the newest first: headings
// on its wall, and the way to a year.

import { element, words } from './dom.js';
import { pageAt, shownAddress, withQuery } from './api.js';
import { go } from './navigation.js';

const FEW = 3;                  // items below a heading, on average
const UNITS = [[7, { month: 'long', year: 'numeric' }],
    [4, { year: 'numeric' }]];  // characters of 2019-07-05T21:03:00Z

const dateOf = (item) => String(item?.created);
const yearOf = (item) => Number(dateOf(item).slice(0, 4)) || null;
const isSorted = (items) => items.every((item, i) => i === 0
    || dateOf(item) <= dateOf(items[i - 1]));

// Returns a function that gives the heading that begins with an item of the
// list, or null.  It is called for all items in their order.  Headings are
// months or, if these have few items, years.

export function headingsOf(items) {
    const [length, form] = (isSorted(items) && UNITS.find(([n]) =>
        FEW * new Set(items.map((item) => dateOf(item).slice(0, n))).size
            <= items.length)) || [];
    let last = null;

    return (item) => {
        const text = dateOf(item).slice(0, length);

        if (!length || text === last || isNaN(new Date(text))) {
            return null;
        }

        last = text;

        return words('h2', new Intl.DateTimeFormat('en',
            { ...form, timeZone: 'UTC' }).format(new Date(text)));
    };
}

// A choice of the years of a list with several pages.

export function yearChoice(place, page, address) {
    if ((page.next ?? page.previous) === null || !isSorted(page.results)) {
        return null;
    }

    const select = element('select', { 'aria-label': 'Year',
        class: 'form waiting' }, element('option', { value: '' }, 'Year'));
    const at = (offset) => itemAt(address, offset);

    Promise.all([page.previous === null ? page.results[0] : at(0),
        at(page.count - 1)]).then(([first, last]) => {
        const [from, to] = [yearOf(first), yearOf(last)];

        if (from > to && to !== null) {
            select.append(...Array.from({ length: from - to + 1 }, (_, i) =>
                element('option', null, String(from - i))));
            select.classList.remove('waiting');
        }
    }, () => {});

    select.addEventListener('change', async () => {
        const offset = await firstIn(Number(select.value), page.count, at);

        go(shownAddress(place, paged(address, { offset })));
    });

    return select;
}

function paged(address, parameters) {
    const { pathname, searchParams } = new URL(address, location.href);

    for (const [key, value] of Object.entries(parameters)) {
        searchParams.set(key, value);
    }

    return withQuery(pathname, searchParams);
}

async function itemAt(address, offset) {
    const { results } = await pageAt(paged(address, { limit: 1, offset }));

    return results[0];
}

// The offset of the first item that is not newer than a year.  The list is
// halved with each request.

async function firstIn(year, count, at) {
    let [low, high] = [0, count - 1];

    while (low < high) {
        const middle = Math.floor((low + high) / 2);

        if (yearOf(await at(middle)) > year) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }

    return low;
}
