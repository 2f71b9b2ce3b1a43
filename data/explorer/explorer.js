// The explorer of a contentlib API.  The page's own address is that of the
// API: what is there is asked for as JSON and shown.  "#json" behind it shows
// the JSON itself.

import { debounced, element, inside, say, words } from './dom.js';
import { addressIn, ask, placeOf, rootAbove } from './api.js';
import { jsonPanel } from './json.js';
import { setSearch, startSearch } from './search.js';
import { failed, lastOf, viewOf } from './views.js';

const JSON_FORM = '#json';

const [head, tools, body] = ['head', 'tools', 'body']
    .map((id) => document.getElementById(id));

let shown = null;               // { place, answer, view }
let loading = null;
let toolsKey = null;

// Opens an address: of the same one, only the other form of it.

function go(address, { replace = false } = {}) {
    const to = new URL(address, location.href);

    if (to.origin !== location.origin) {
        location.assign(to.href);
        return;
    }

    if (replace || to.href === location.href) {
        history.replaceState({ y: 0 }, '', to.href);
    } else {
        keepPlace();
        history.pushState({ y: 0 }, '', to.href);
    }

    show({ focus: !replace });
}

// How far down the page is, for the way back to it.

function keepPlace() {
    history.replaceState({ y: scrollY }, '');
}

async function show({ focus = false, y = 0 } = {}) {
    const place = placeOf(location.href);

    if (shown && shown.place.key === place.key) {
        render(shown, { focus, y });
        return;
    }

    loading?.abort();

    const mine = loading = new AbortController();

    document.body.setAttribute('aria-busy', 'true');

    try {
        const next = await load(place, mine.signal);

        if (!mine.signal.aborted) {
            shown = next;
            document.body.removeAttribute('aria-busy');
            render(shown, { focus, y });
        }
    } catch (error) {
        if (!mine.signal.aborted) {
            document.body.removeAttribute('aria-busy');
            throw error;
        }
    }
}

async function load(place, signal) {
    const answer = await answerAt(place, signal);

    // without its slash an address leads to the one with it

    if (answer.moved && placeOf(answer.address).origin === place.origin) {
        history.replaceState(history.state, '',
            answer.address + location.hash);
        place = placeOf(answer.address);
    }

    if (answer.ok && isExpected(place, answer.value)) {
        return { place, answer,
            view: await viewOf(place)(place, answer, signal) };
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

// What is no answer of this API is shown as what it is, and not looked into.

function isExpected(place, value) {
    if (place.name === 'search') {
        return Array.isArray(value);
    }

    return value !== null && typeof value === 'object'
        && (place.name === 'root' ? 'content_items' in value
            : place.record !== null ? 'url' in value
                : Array.isArray(value.results));
}

function render({ place, answer, view }, { focus, y }) {
    const isJson = location.hash === JSON_FORM;
    const heading = words('h1', view.title,
        { tabindex: -1, class: view.heading });

    document.title = `${view.title} · contentlib`;

    head.replaceChildren(...[
        view.back ? element('p', { class: 'back' }, view.back) : null,
        heading,
        element('div', { class: 'line' },
            element('p', { class: 'count muted' }, view.count ?? ''),
            forms(place, isJson)),
    ].filter(Boolean));
    renderTools(view, isJson);

    body.replaceChildren(...[isJson ? jsonPanel(answer) : view.body].flat(3)
        .filter(Boolean));

    renderNavigation(place);
    setSearch(place.name === 'content_items' ? lastOf(place, 'text') : '');

    if (focus) {
        heading.focus({ preventScroll: true });
    }

    scrollTo(0, y);
    say([view.title, view.count].filter(Boolean).join(', '));
}

// A box that is being typed into is not replaced by a new one.

function renderTools(view, isJson) {
    const wanted = isJson ? null : view.tools ?? null;

    if (wanted?.update && wanted.key === toolsKey) {
        wanted.update(tools.firstElementChild);
        return;
    }

    toolsKey = wanted?.key ?? null;
    tools.replaceChildren(...wanted ? [wanted.node] : []);
}

function forms(place, isJson) {
    const form = (hash, label, current) => inside(place.key + hash,
        { 'aria-current': current ? 'true' : null }, label);

    return element('nav', { class: 'forms', 'aria-label': 'Form' },
        form('', 'View', !isJson), form(JSON_FORM, 'JSON', isJson));
}

function renderNavigation(place) {
    for (const link of document.querySelectorAll('[data-list]')) {
        const name = link.dataset.list;

        link.href = addressIn(place, `${name}/`);
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

document.addEventListener('click', (event) => {
    const link = event.target.closest('a[data-inside]');

    if (!link || event.button !== 0 || event.defaultPrevented
        || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    {
        return;
    }

    event.preventDefault();
    go(link.href);
});

// the address stays that of the API

document.querySelector('.skip').addEventListener('click', (event) => {
    event.preventDefault();
    document.getElementById('main').focus();
});

document.addEventListener('narrow', (event) =>
    go(event.detail, { replace: true }));

addEventListener('popstate', (event) =>
    show({ focus: true, y: event.state?.y ?? 0 }));

addEventListener('scroll', debounced(200, keepPlace));

history.scrollRestoration = 'manual';
startSearch(() => shown?.place ?? placeOf(location.href), go);
show({ y: history.state?.y ?? 0 });
