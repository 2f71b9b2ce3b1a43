// The way from one view to another: links, the history, and the place on a list
// to which the visitor comes back.

import { debounced } from './dom.js';

// Functions of explorer.js: show() opens the view of the address, leave()
// stores the place of the visitor, listOf() is the list to which a link
// belongs, and hasTile() tells whether a stored view has the tile of an item.

let views = null;
let keys = 0;
let returning = null;           // the address of an item

export function startNavigation(handlers) {
    views = handlers;

    document.addEventListener('click', follow);
    addEventListener('popstate', () => {
        if (!history.state?.key) {
            history.replaceState({ ...history.state, key: newKey() }, '');
        }

        views.show({ focus: true, tile: returning });
        returning = null;
    });
    addEventListener('scroll', debounced(100, views.leave));
    addEventListener('resize', debounced(100, views.leave));

    history.scrollRestoration = 'manual';
    history.replaceState({ key: newKey(), ...history.state }, '');
}

// Opens an address.  "from" is the list of the link that leads to it, "rel" the
// relation of that link.  With "again" the API is asked also for what is shown.

export function go(address, { replace = false, focus = !replace, from = null,
    rel = null, again = false } = {})
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

    views.show({ focus, rel, again });
}

// Leads from an item back to its tile.  If its list is the entry before, that
// entry is used.

function goBack(address) {
    const { behind } = history.state;
    const tile = location.href.replace(/#.*/, '');

    if (behind && (behind.address === address
        || views.hasTile(behind.key, tile)))
    {
        returning = tile;
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

    go(link.href, { replace: isNeighbour, focus: true, rel: link.rel,
        from: views.listOf(link) });
}

function newKey() {
    return `${performance.timeOrigin} ${keys++}`;
}
