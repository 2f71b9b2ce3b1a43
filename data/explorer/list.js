// The items of a list on a wall.  The wall loads the next page before the
// visitor reaches its end.

import { element, inside, say } from './dom.js';
import { addressIn, PAGING, pageAt, pageOf, recordIn, shownAddress }
    from './api.js';
import { tile, wall } from './wall.js';
import { headingsOf, yearChoice } from './years.js';

const AHEAD = 1200;             // pixels
const EAGER = 12;               // tiles
const PAUSE = 300;              // milliseconds, for the first pictures
const KEPT = 12;                // pages of lists, for the neighbours

// The address of the items with filters: of the page that a place shows.

export function itemsAddress(place, filters) {
    const paging = PAGING.filter((key) => place.query.has(key))
        .map((key) => [key, place.query.get(key)]);

    return addressIn(place, 'content_items/',
        { ...filters, ...Object.fromEntries(paging) });
}

// The list begins with one page, which the API has at "address".  current()
// returns the page at which the visitor is.

export function itemList(place, page, address) {
    const tiles = wall([]);
    const position = element('p', { class: 'position' });
    const end = endOf(() => load());
    const pages = [];
    const heading = headingsOf(page.results);
    let next = null;

    const append = (one, at) => {
        keep(at, one);

        const added = one.results.map((item, i) => tile(place, item, {
            from: at, heading: heading(item),
            loading: pages.length === 0 && i < EAGER ? 'eager' : 'lazy',
        }));

        pages.push({ address: shownAddress(place, at), tiles: added,
            number: pageNumber(one, at), last: pageCount(one, at) });
        tiles.append(...added);

        next = one.next === null ? null : pageIn(at, one.next);
        end.hidden = next === null;

        if (next !== null) {
            end.querySelector('a').href = shownAddress(place, next);
        }

        hideLastRow(tiles, next !== null);
    };

    const load = async () => {
        near.unobserve(end);
        end.classList.remove('failed');

        try {
            const one = await pageAt(next);

            append(one, next);
            say(`Page ${pages.at(-1).number} of ${pages.at(-1).last}`);
            near.observe(end);
        } catch {
            hideLastRow(tiles, false);
            end.classList.add('failed');
            say(end.firstElementChild.textContent);
        }
    };

    const near = new IntersectionObserver((entries) => {
        if (entries.some((entry) => entry.isIntersecting) && next !== null) {
            load();
        }
    }, { rootMargin: `${AHEAD}px` });

    const rows = new ResizeObserver(() => hideLastRow(tiles,
        next !== null && !end.classList.contains('failed')));

    append(page, address);
    setTimeout(() => near.observe(end), PAUSE);
    rows.observe(tiles);

    return {
        node: element('section', { class: 'items', 'aria-label': 'Items' },
            page.previous === null ? null : element('p', { class: 'pager' },
                inside(shownAddress(place, pageIn(address, page.previous)),
                    { class: 'button', rel: 'prev' }, 'Previous page')),
            tiles, end, pages[0].last > 1 ? position : null),
        years: yearChoice(place, page, address),
        has: (href) => [...tiles.querySelectorAll('.tile')].some((one) =>
            one.getAttribute('href') === href),
        current: () => {
            const one = currentPage(pages, next === null);

            position.replaceChildren(`Page ${one.page.number} of ${
                one.page.last}`);

            return one;
        },
    };
}

// What follows the last page: nothing, or what is shown if the next one could
// not be loaded.

function endOf(load) {
    const again = element('button', { type: 'button', class: 'button' },
        'Try again');

    again.addEventListener('click', load);

    return element('div', { class: 'end' },
        element('p', null, 'The next page could not be loaded.'),
        element('p', { class: 'actions' }, again,
            inside('', { class: 'button', rel: 'next' }, 'Next page')));
}

// While there is a next page, the last row is not complete: its tiles would
// change their sizes when the next page is added.

function hideLastRow(tiles, isIncomplete) {
    for (const one of tiles.querySelectorAll('.incomplete')) {
        one.classList.remove('incomplete');
    }

    const all = [...tiles.children];
    const top = all.at(-1).offsetTop;

    if (isIncomplete && top > all[0].offsetTop) {
        for (const one of all.filter((node) =>
            node.offsetTop === top)) {
            one.classList.add('incomplete');
        }
    }
}

// The page of the first tile that is below the header.  At the end of the list
// it is the last page, of which a row may not reach the top.

function currentPage(pages, isComplete) {
    const covered = document.querySelector('header').getBoundingClientRect()
        .bottom;
    const isVisible = (one) => one.getBoundingClientRect().bottom > covered;
    const isAtEnd = isComplete && scrollY > 0 && scrollY + innerHeight
        >= document.documentElement.scrollHeight - 1;

    const page = isAtEnd ? pages.at(-1)
        : pages.find((one) => isVisible(one.tiles.at(-1))) ?? pages.at(-1);
    const first = page.tiles.find(isVisible) ?? page.tiles[0];

    return { page, address: page.address, tile: first.querySelector('.tile') };
}

function pageIn(address, link) {
    return pageOf({ path: new URL(address, location.href).pathname }, link);
}

// The number of a page and of all pages, as they follow from the offset.  The
// page size is in the links.

function pageNumber(page, address) {
    return Math.ceil(offsetIn(address) / pageSize(page)) + 1;
}

function pageCount(page, address) {
    const offset = offsetIn(address);
    const size = pageSize(page);

    return Math.ceil(offset / size) + Math.max(1,
        Math.ceil((page.count - offset) / size));
}

export function offsetIn(address) {
    const offset = Number(new URL(address, location.href).searchParams
        .getAll('offset').at(-1));

    return offset > 0 ? Math.floor(offset) : 0;
}

export function pageSize(page) {
    const link = page.next ?? page.previous;

    return link === null ? Math.max(1, page.results.length)
        : Number(new URL(link).searchParams.get('limit'));
}

// The pages that were shown last.

const kept = new Map();

function keep(address, page) {
    kept.delete(address);
    kept.set(address, page);

    if (kept.size > KEPT) {
        kept.delete(kept.keys().next().value);
    }
}

async function keptPage(address, signal) {
    if (!kept.has(address)) {
        keep(address, await pageAt(address, signal));
    }

    return kept.get(address);
}

// An item of a page that was shown, or nothing.

export function keptItem(record, address) {
    return kept.get(address)?.results.find((one) => recordIn(one) === record);
}

// An item in the list from which it was opened, the items before and after it:
// { previous, next } as [item, address of its page], and the position.

export async function neighbours(record, address, signal) {
    const page = await keptPage(address, signal);
    const at = page.results.findIndex((one) => recordIn(one) === record);

    if (at < 0) {
        return null;
    }

    const beside = async (i, link, which) => {
        if (page.results[i]) {
            return [page.results[i], address];
        }

        if (link === null) {
            return null;
        }

        const other = pageIn(address, link);
        const found = (await keptPage(other, signal)).results.at(which);

        return found ? [found, other] : null;
    };
    const [previous, next] = await Promise.all([
        beside(at - 1, page.previous, -1), beside(at + 1, page.next, 0)]);

    return { item: page.results[at], previous, next,
        position: offsetIn(address) + at + 1, count: page.count };
}

// Links to the pages of a list that is no wall.

export function pager(place, page) {
    const link = (address, rel, label) => address === null
        ? element('span', { class: 'button off' }, label)
        : inside(pageOf(place, address), { class: 'button', rel }, label);

    return page.previous === null && page.next === null ? null
        : element('nav', { class: 'pager', 'aria-label': 'Pages' },
            link(page.previous, 'prev', 'Previous'),
            element('span', { class: 'muted' },
                `Page ${pageNumber(page, place.key)} of ${
                    pageCount(page, place.key)}`),
            link(page.next, 'next', 'Next'));
}
