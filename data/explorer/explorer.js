// The explorer of a contentlib API.  The address of the page is an address of
// the API: the page requests it as JSON and shows the answer.  "#api" at its
// end shows the request and the answer themselves.

import { element, inside, say, words } from './dom.js';
import { addressIn, ask, placeOf, rootAbove, shownAddress, tagsAddress }
    from './api.js';
import { startKeys } from './keys.js';
import { keptItem } from './list.js';
import { startNavigation, VIEWER } from './navigation.js';
import { setSearch, startSearch } from './search.js';
import { clearSelection, startSelection } from './select.js';
import { sizeButton, startSize } from './size.js';
import { failed } from './states.js';

const API_FORM = '#api';
const STORED = 12;              // views, for the way back
const FRESH = 600_000;          // milliseconds
const OTHERS = 1500;            // until the other views are loaded
const SITE = document.querySelector('[property="og:site_name"]').content;

const [head, tools, body] = ['head', 'tools', 'body']
    .map((id) => document.getElementById(id));

// The modules of views.  A view has a title and nodes.  The request that it
// needs besides the one of its address is started with it, by early().  Modules
// are loaded when they are needed, or when the first view is there.

const VIEWS = {
    root: () => import('./view_root.js'),
    content_items: () => import('./view_items.js'),
    item: () => import('./view_item.js'),
    collections: () => import('./view_collections.js'),
    tags: () => import('./view_tags.js'),
    search: () => import('./view_suggestions.js'),
};

const stored = new Map();       // by the keys of the entries of the history
let shown = null;               // { place, answer, view, time }
let loading = null;
let toolsKey = null;
let apiPanel = null;            // of panel.js, which is loaded when it is used

function isApi() {
    return location.hash === API_FORM;
}

// The viewer is over the page of another entry of the history.

function isViewer() {
    return location.hash === VIEWER;
}

async function openViewer() {
    const { open } = await import('./viewer.js');

    if (isViewer()) {
        open(placeOf(location.href), shown);
    }
}

function closeViewer() {
    const viewer = document.querySelector('dialog[open]');

    viewer?.close();

    return viewer !== null;
}

// Stores the position of the visitor for the way back.  On a wall the address
// becomes that of the page of the list.

function leave() {
    if (loading || !shown || isViewer()) {
        return;
    }

    const at = isApi() ? null : shown.view.list?.current();
    const focused = document.activeElement.closest('.tile');

    history.replaceState({
        ...history.state, y: scrollY,
        tile: at && [at.tile.getAttribute('href'),
            at.tile.getBoundingClientRect().top],
        focused: focused?.getAttribute('href'),
    }, '', at?.address);

    if (at) {
        setForms(at.address);
    }
}

async function show({ again = false, ...options } = {}) {
    if (isViewer() && shown) {
        openViewer();
        return;
    }

    const wasBelow = closeViewer();
    const place = placeOf(location.href);
    const found = again ? null : storedView(history.state?.key)
        ?? (shown?.place.key === place.key ? shown : null);
    const ready = isApi() && found?.answer.text === '' ? null : found;

    loading?.abort();
    loading = null;

    if (ready && ready === shown && wasBelow) {
        restore(history.state, options);
        return;
    }

    if (ready && (!isApi() || apiPanel)) {
        finish(ready, options);
        return;
    }

    const mine = loading = new AbortController();

    document.body.setAttribute('aria-busy', 'true');

    try {
        const panel = isApi() ? import('./panel.js') : null;
        const next = ready ?? await load(place, mine.signal);

        apiPanel ??= (await panel)?.apiPanel;

        if (!mine.signal.aborted) {
            finish(next, options);
        }
    } catch (error) {
        if (!mine.signal.aborted) {
            loading = null;
            document.body.removeAttribute('aria-busy');
            throw error;
        }
    }
}

function storedView(key) {
    const view = stored.get(key);

    return view && Date.now() - view.time < FRESH ? view : null;
}

function finish(next, options) {
    shown = next;
    loading = null;
    document.body.removeAttribute('aria-busy');
    stored.delete(history.state.key);

    if (next.answer.ok) {
        stored.set(history.state.key, next);
    }

    if (stored.size > STORED) {
        stored.delete(stored.keys().next().value);
    }

    render(next, options);

    if (isViewer()) {
        openViewer();
    }
}

async function load(place, signal) {
    if (place.name === 'tags' && place.record === null && !isApi()
        && !place.query.has('limit'))
    {
        history.replaceState(history.state, '',
            tagsAddress(place, Object.fromEntries(place.query)));
        place = placeOf(location.href);
    }

    // the wall has had the record of its item

    const from = history.state?.from;
    const { early: begin, view } = await viewOf(place).catch(() => ({}));
    const early = begin?.(place, signal, from);
    const known = from && !isApi() ? keptItem(place.record, from.list) : null;
    const answer = known ? { ok: true, value: known, text: '' }
        : await ask(place.key, signal);
    const time = Date.now();

    // the API redirects an address without its last slash

    if (answer.moved && placeOf(answer.address).origin === place.origin) {
        history.replaceState(history.state, '',
            answer.address + location.hash);

        return load(placeOf(answer.address), signal);
    }

    if (view && answer.ok && isExpected(place, answer.value)) {
        return { place, answer, time,
            view: await view(place, answer, { early, from, signal }) };
    }

    if (place.name === 'root') {
        place.root = await rootAbove(place.path, signal) ?? place.root;
    }

    return { place, answer, time, view: failed(place, answer) };
}

async function viewOf({ name, record }) {
    const isItem = name === 'content_items' && record !== null;
    const views = await VIEWS[isItem ? 'item' : name]();

    return record === null ? views.listView : views.recordView;
}

// An answer that is not one of this API has no view.

function isExpected(place, value) {
    if (place.name === 'search') {
        return Array.isArray(value);
    }

    return value !== null && typeof value === 'object'
        && (place.name === 'root' ? 'content_items' in value
            : place.record !== null ? 'url' in value
                : Array.isArray(value.results));
}

// A view can have its heading in its body.

function render(next, options) {
    const { place, view } = next;
    const api = isApi();

    clearSelection();

    const heading = !api && view.heading
        ? view.heading : words('h1', view.title, { tabindex: -1 });

    document.body.dataset.view = api ? 'api' : view.name ?? place.name;
    setTitle(heading, view.title);
    head.replaceChildren(...[
        view.back ? element('div', { class: 'back' }, view.back) : null,
        heading === view.heading ? null : heading,
        element('div', { class: 'line' }, view.bar ?? [
            element('p', { class: 'count muted' }, view.count ?? ''),
            api ? null : view.choices],
        !api && view.list ? sizeButton(keepPlace) : null, otherForm()),
    ].filter(Boolean));
    setForms(place.key);
    renderTools(view);

    body.replaceChildren(...[api ? apiPanel(next) : view.body].flat(3)
        .filter(Boolean));

    renderNavigation(place);
    setSearch(place, view.scope);

    restore(history.state, options);
    view.later?.then(() => options.target && document.activeElement === heading
        && document.querySelector(options.target)
            ?.focus({ preventScroll: true }));
    leave();
    say(`${view.title}, ${view.count ?? ''}`);

    view.renamed?.then((title) => {
        view.title = title;

        if (shown === next) {
            setTitle(head.querySelector('h1') ?? heading, title);
        }
    });
}

function setTitle(heading, title) {
    document.title = `${title} · ${SITE}`;

    if (heading.textContent !== title && !heading.firstElementChild) {
        heading.textContent = title;
    }
}

// Scrolls to where the visitor was, if this is a view from the history: to the
// tile that was at the top, because the window may have another width now.

function restore({ y = 0, tile, focused }, { focus, target, tile: returned }) {
    const tileOf = (href) => href ? [...body.querySelectorAll('.tile')]
        .find((one) => one.getAttribute('href') === href) : null;
    const chosen = tileOf(returned);

    if (focus) {
        (chosen ?? tileOf(focused)
            ?? (target && document.querySelector(target))
            ?? document.querySelector('h1')).focus({ preventScroll: true });
    }

    scrollTo(0, y);

    const first = tileOf(tile?.[0]);

    if (first) {
        scrollBy(0, first.getBoundingClientRect().top - tile[1]);
    }

    chosen?.scrollIntoView({ block: 'nearest' });
}

function keepPlace(change) {
    leave();
    change();
    restore(history.state, {});
}

// The box into which the visitor types is not replaced.

function renderTools(view) {
    const wanted = isApi() ? null : view.tools ?? null;

    if (wanted?.update && wanted.key === toolsKey) {
        wanted.update(tools.firstElementChild);
        return;
    }

    toolsKey = wanted?.key ?? null;
    tools.replaceChildren(...wanted ? [wanted.node] : []);
}

// The link to the other form: the API of a view, or the view of the API.

function otherForm() {
    return inside('', { class: 'form', 'data-form': isApi() ? '' : API_FORM },
        isApi() ? 'View' : 'API');
}

function setForms(address) {
    for (const link of document.querySelectorAll('[data-form]')) {
        link.href = address + link.dataset.form;
        link.toggleAttribute('data-inside', true);
    }
}

function renderNavigation(place) {
    for (const link of document.querySelectorAll('[data-list]')) {
        const name = link.dataset.list;

        link.href = name === 'tags' ? tagsAddress(place)
            : addressIn(place, `${name}/`);
        link.toggleAttribute('data-inside', true);

        if (link.matches('nav *') && name === place.name) {
            link.setAttribute('aria-current', 'page');
        } else {
            link.removeAttribute('aria-current');
        }
    }

    document.getElementById('root').href = addressIn(place, '');
    document.getElementById('openapi').href = `${place.root}openapi.yaml`;
    document.getElementById('search').action =
        addressIn(place, 'content_items/');
}

// The list that a link to an item belongs to: the page of the API that has the
// item, and the address at which the visitor sees this page.

function listOf(link) {
    const list = link.dataset.from;

    if (!list) {
        return null;
    }

    const place = shown.view.list ? shown.place
        : placeOf(history.state.from.shown);

    return { list, shown: shownAddress(place, list) };
}

function isItem() {
    const { name, record } = placeOf(location.href);

    return name === 'content_items' && record !== null;
}

function hasTile(key, href) {
    return storedView(key)?.view.list?.has(href) ?? false;
}

// a link to "#main" would change the address

document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
});

startNavigation({ show, leave, listOf, hasTile, isItem });
startKeys();
startSize();
startSelection();
startSearch(() => shown?.place ?? placeOf(location.href));
show();
setTimeout(() => Object.values(VIEWS).forEach((one) => one().catch(() => {})),
    OTHERS);
