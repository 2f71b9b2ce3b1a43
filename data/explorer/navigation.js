// The way from one view to another: links, the history, and the place on a list
// to which the visitor comes back.

import { debounced } from './dom.js';

export const VIEWER = '#picture';       // the end of an address in the viewer

// Functions of explorer.js: show() opens the view of the address, leave()
// stores the place of the visitor, listOf() is the list to which a link
// belongs, hasTile() tells whether a stored view has the tile of an item, and
// isItem() whether the address is that of an item.

let views = null;
let keys = 0;
let returning = null;           // the item from which the visitor comes back

export function startNavigation(handlers) {
    views = handlers;

    document.addEventListener('click', follow);
    addEventListener('popstate', () => {
        if (!history.state?.key) {
            history.replaceState({ ...history.state, key: newKey() }, '');
        }

        const item = returning;

        returning = null;
        item?.page ? backTo(item)
            : views.show({ focus: true, tile: item?.tile });
    });
    addEventListener('scroll', debounced(100, views.leave));
    addEventListener('resize', debounced(100, views.leave));

    history.scrollRestoration = 'manual';
    history.replaceState({ key: newKey(), ...history.state }, '');
}

// Opens an address.  "from" is the list of the link that leads to it, "target" the
// selector of what then has the focus, in place of the heading.  With "again"
// the API is asked also for what is shown.

export function go(address, { replace = false, focus = !replace, from = null,
    target = null, tile = null, again = false } = {})
{
    const to = new URL(address, location.href);

    if (to.origin !== location.origin) {
        location.assign(to.href);
        return;
    }

    views.leave();

    const { key, behind } = history.state;

    if (replace || to.href === location.href) {
        history.replaceState({ key: newKey(), from, behind }, '', to.href);
    } else {
        history.pushState({ key: newKey(), from,
            behind: { key, address: location.href } }, '', to.href);
    }

    views.show({ focus, target, tile, again });
}

// Opens the item of a link in the viewer, which is over the page.

export function enlarge(link) {
    go(link.href.replace(/#.*|$/, VIEWER), { from: views.listOf(link) });
}

// In the viewer another item has its own address, and the same page below.

export function replaceItem(address, from) {
    history.replaceState({ ...history.state, key: newKey(), from }, '',
        address + VIEWER);
}

// Leads from the viewer to the page below it, where the item has the focus.

export function leaveViewer() {
    const { behind, from } = history.state;
    const page = location.href.replace(/#.*/, '');

    if (behind) {
        returning = { page, from };
        history.back();
    } else {
        go(page, { replace: true, focus: true, from, target: '.open' });
    }
}

// The page below can be that of another item, or a wall without the item.

function backTo({ page, from }) {
    const isTile = views.hasTile(history.state.key, page);

    if (isTile || !from || location.href === page) {
        views.show({ focus: true, tile: page, target: '.open' });
    } else if (views.isItem()) {
        go(page, { replace: true, focus: true, from, target: '.open' });
    } else {
        go(from.shown, { replace: true, focus: true, tile: page });
    }
}

// Leads from an item back to its tile.  If its list is the entry before, that
// entry is used.

function goBack(address) {
    const { behind } = history.state;
    const tile = location.href.replace(/#.*/, '');

    if (behind && (behind.address === address
        || views.hasTile(behind.key, tile)))
    {
        returning = { tile };
        history.back();
    } else {
        go(address);
    }
}

function follow(event) {
    const link = event.target.closest('a[data-inside]');

    if (!link || event.button !== 0 || event.defaultPrevented
        || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    {
        return;
    }

    event.preventDefault();

    if (link.rel === 'up') {
        goBack(link.href);
        return;
    }

    const isNeighbour = link.closest('.neighbours') !== null;

    go(link.href, { replace: isNeighbour, focus: true, from: views.listOf(link),
        target: isNeighbour ? `.neighbours [rel=${link.rel}]` : null });
}

function newKey() {
    return `${performance.timeOrigin} ${keys++}`;
}
