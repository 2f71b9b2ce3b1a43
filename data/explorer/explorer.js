// The explorer of a contentlib API.  The address of the page is an address of
// the API: the page requests it as JSON and shows the answer.  "#json" at its
// end shows the JSON itself.

import { debounced, element, inside, say, words } from './dom.js';
import { addressIn, ask, placeOf, rootAbove, shownAddress } from './api.js';
import { jsonPanel } from './json.js';
import { startKeys } from './keys.js';
import { setSearch, startSearch } from './search.js';
import { failed, lastOf, tagsAddress, viewOf } from './views.js';

const JSON_FORM = '#json';
const STORED = 12;              // views, for the way back
const SITE = document.title;

const [head, tools, body] = ['head', 'tools', 'body']
    .map((id) => document.getElementById(id));

const stored = new Map();       // by the keys of the entries of the history
let shown = null;               // { place, answer, view }
let loading = null;
let toolsKey = null;

// Opens an address.  "from" is the list of the link that leads to it, "rel" the
// relation of that link.

function go(address, { replace = false, from = null, rel = null } = {}) {
    const to = new URL(address, location.href);

    if (to.origin !== location.origin) {
        location.assign(to.href);
        return;
    }

    keepPlace();

    const state = { key: newKey(), from };

    if (replace || to.href === location.href) {
        history.replaceState(state, '', to.href);
    } else {
        history.pushState(state, '', to.href);
    }

    show({ focus: !replace, rel });
}

let keys = 0;

function newKey() {
    return `${performance.timeOrigin} ${keys++}`;
}

// Stores the position of the visitor for the way back.  On a wall the address
// becomes that of the page of the list.

function keepPlace() {
    if (loading || !shown) {
        return;
    }

    const at = isJson() ? null : shown.view.list?.current();
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

function isJson() {
    return location.hash === JSON_FORM;
}

async function show({ focus = false, rel = null } = {}) {
    const place = placeOf(location.href);
    const ready = stored.get(history.state?.key)
        ?? (shown?.place.key === place.key ? shown : null);

    loading?.abort();
    loading = null;

    if (ready) {
        finish(ready, { focus, rel });
        return;
    }

    const mine = loading = new AbortController();

    document.body.setAttribute('aria-busy', 'true');

    try {
        const next = await load(place, mine.signal);

        if (!mine.signal.aborted) {
            finish(next, { focus, rel });
        }
    } catch (error) {
        if (!mine.signal.aborted) {
            loading = null;
            document.body.removeAttribute('aria-busy');
            throw error;
        }
    }
}

function finish(next, options) {
    shown = next;
    loading = null;
    document.body.removeAttribute('aria-busy');

    if (next.answer.ok) {
        stored.delete(history.state.key);
        stored.set(history.state.key, next);

        if (stored.size > STORED) {
            stored.delete(stored.keys().next().value);
        }
    }

    render(next, options);
}

async function load(place, signal) {
    if (place.name === 'tags' && place.record === null && !isJson()
        && !place.query.has('limit'))
    {
        history.replaceState(history.state, '',
            tagsAddress(place, Object.fromEntries(place.query)));
        place = placeOf(location.href);
    }

    const answer = await answerAt(place, signal);

    // the API redirects an address without its last slash

    if (answer.moved && placeOf(answer.address).origin === place.origin) {
        history.replaceState(history.state, '',
            answer.address + location.hash);
        place = placeOf(answer.address);
    }

    if (answer.ok && isExpected(place, answer.value)) {
        return { place, answer, view: await viewOf(place)(place, answer,
            signal, history.state?.from) };
    }

    if (place.name === 'root') {
        place.root = await rootAbove(place.path, signal) ?? place.root;
    }

    return { place, answer, view: failed(place, answer) };
}

async function answerAt(place, signal) {
    try {
        return await ask(place.key, signal);
    } catch (error) {
        if (signal.aborted) {
            throw error;
        }

        return { address: new URL(place.key, location.href).href, status: 0,
            ok: false, reason: String(error.message ?? error), headers: [],
            text: '', value: null, moved: false };
    }
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

function render({ place, answer, view }, { focus, rel }) {
    const heading = words('h1', view.title,
        { tabindex: -1, class: view.heading });
    const count = element('p', { class: 'count muted' }, view.count ?? '');

    document.title = `${view.title} · ${SITE}`;

    head.replaceChildren(...[
        view.back ? element('div', { class: 'back' }, view.back) : null,
        heading,
        element('div', { class: 'line' }, count,
            isJson() ? null : view.choices, forms()),
    ].filter(Boolean));
    setForms(place.key);
    renderTools(view);

    body.replaceChildren(...[isJson() ? jsonPanel(answer) : view.body].flat(3)
        .filter(Boolean));

    renderNavigation(place);
    setSearch(place.name === 'content_items'
        ? lastOf(place, 'search') || lastOf(place, 'text') : '');

    restore(history.state, focus
        && (head.querySelector(`.neighbours [rel="${rel}"]`) ?? heading));
    keepPlace();
    say(`${view.title}, ${count.textContent}`);
}

// Scrolls to where the visitor was, if this is a view from the history: to the
// tile that was at the top, because the window may have another width now.

function restore({ y = 0, tile, focused }, target) {
    const tileOf = (href) => href ? [...body.querySelectorAll('.tile')]
        .find((one) => one.getAttribute('href') === href) : null;

    if (target) {
        (tileOf(focused) ?? target).focus({ preventScroll: true });
    }

    scrollTo(0, y);

    const first = tileOf(tile?.[0]);

    if (first) {
        scrollBy(0, first.getBoundingClientRect().top - tile[1]);
    }
}

// The box into which the visitor types is not replaced.

function renderTools(view) {
    const wanted = isJson() ? null : view.tools ?? null;

    if (wanted?.update && wanted.key === toolsKey) {
        wanted.update(tools.firstElementChild);
        return;
    }

    toolsKey = wanted?.key ?? null;
    tools.replaceChildren(...wanted ? [wanted.node] : []);
}

function forms() {
    const form = (label, hash) => inside('', { 'data-form': hash,
        'aria-current': isJson() === (hash === JSON_FORM) ? 'true' : null },
    label);

    return element('nav', { class: 'forms', 'aria-label': 'View or JSON' },
        form('View', ''), form('JSON', JSON_FORM));
}

function setForms(address) {
    for (const link of head.querySelectorAll('[data-form]')) {
        link.href = address + link.dataset.form;
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

document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-inside]');

    if (!link || event.button !== 0 || event.defaultPrevented
        || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    {
        return;
    }

    event.preventDefault();
    go(link.href, { from: listOf(link), rel: link.rel });
});

// a link to "#main" would change the address

document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
});

document.addEventListener('narrow', (event) =>
    go(event.detail, { replace: true }));

addEventListener('popstate', () => {
    if (!history.state?.key) {
        history.replaceState({ ...history.state, key: newKey() }, '');
    }

    show({ focus: true });
});

addEventListener('scroll', debounced(100, keepPlace));
addEventListener('resize', debounced(100, keepPlace));

history.scrollRestoration = 'manual';
history.replaceState({ key: newKey(), ...history.state }, '');
document.querySelector('.name span').textContent = SITE;
startKeys();
startSearch(() => shown?.place ?? placeOf(location.href), go);
show();
