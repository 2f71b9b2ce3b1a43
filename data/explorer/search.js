// The search box, a combobox: it suggests when it has the focus, arrows choose,
// Enter searches for what was typed or chosen, Escape closes.  The search keeps
// the collection, the tag and the kind that are shown, which the box names.

import { counted, debounced, element, inside, say, words } from './dom.js';
import { addressIn, ask, suggested } from './api.js';
import { filtersAddress, filtersOf, scopeOf } from './filters.js';
import { go } from './navigation.js';

const form = document.getElementById('search');
const input = document.getElementById('text');
const list = document.getElementById('suggestions');
const scope = document.getElementById('scope');

let options = [];               // { suggestion, node }
let active = -1;
let asking = null;
let scopeAsked = null;

// here() returns the place that is shown.

export function startSearch(here) {
    const ask_ = debounced(150, () => suggest(here()));

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        close();
        go(filtersAddress(here(), { search: input.value,
            ...scopeOf(filtersOf(here())) }));
    });

    input.addEventListener('focus', () => suggest(here()));

    input.addEventListener('click', () => {
        if (list.hidden) {
            suggest(here());
        }
    });

    input.addEventListener('input', () => {
        choose(-1);
        ask_();
    });

    input.addEventListener('keydown', (event) => {
        if (event.isComposing) {
            return;
        }

        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
            event.preventDefault();
            move(event.key === 'ArrowDown' ? 1 : -1, here());

        } else if (event.key === 'Escape' && !list.hidden) {
            event.preventDefault();
            close();

        } else if (event.key === 'Enter' && active >= 0) {
            event.preventDefault();
            take(options[active].suggestion, here());
        }
    });

    input.addEventListener('blur', close);

    // without this the box would lose the focus, and close the list, before
    // the click arrives

    list.addEventListener('pointerdown', (event) => event.preventDefault());
    list.addEventListener('click', (event) => {
        const node = event.target.closest('[role=option]');
        const option = options.find((one) => one.node === node);

        if (option) {
            take(option.suggestion, here());
        }
    });
}

// Sets the text of the box, and the scope that the search keeps, when another
// address is opened.  The name of the scope may come later.

export function setSearch(place, name) {
    const filters = filtersOf(place);

    if (document.activeElement !== input || list.hidden) {
        input.value = filters.search ?? filters.text ?? '';
    }

    scope.replaceChildren();
    form.classList.toggle('scoped', Object.keys(scopeOf(filters)).length > 0);
    scopeAsked = name;

    name?.then((text) => {
        if (text && scopeAsked === name) {
            scope.replaceChildren(words('span', text),
                inside(filtersAddress(place, { search: filters.search,
                    text: filters.text }), { 'aria-label':
                    'Search all items' }, '×'));
        }
    });
}

async function suggest(place) {
    asking?.abort();

    const mine = asking = new AbortController();

    const { ok, value } = await ask(addressIn(place, 'search/',
        input.value ? { text: input.value } : {}), mine.signal);

    if (!mine.signal.aborted && document.activeElement === input) {
        open(ok ? value : []);
    }
}

function open(suggestions) {
    options = suggestions.map((suggestion, i) => ({
        suggestion,
        node: element('li', { role: 'option', id: `suggestion-${i}`,
            'aria-selected': 'false' },
        words('span', suggestion.text),
        element('span', { class: 'muted' }, suggestion.type)),
    }));

    active = -1;
    list.replaceChildren(...options.map(({ node }) => node));
    list.hidden = options.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    input.removeAttribute('aria-activedescendant');
    say(counted(options.length, 'suggestion', 'suggestions'));
}

function close() {
    asking?.abort();
    options = [];
    active = -1;
    list.hidden = true;
    list.replaceChildren();
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
}

function move(by, place) {
    if (list.hidden) {
        suggest(place);
        return;
    }

    // the box itself is before the first and after the last suggestion

    const n = options.length + 1;

    choose((active + 1 + by + n) % n - 1);
}

function choose(i) {
    active = i;

    options.forEach(({ node }, at) =>
        node.setAttribute('aria-selected', String(at === i)));

    if (i < 0) {
        input.removeAttribute('aria-activedescendant');
        return;
    }

    input.setAttribute('aria-activedescendant', options[i].node.id);
    options[i].node.scrollIntoView({ block: 'nearest' });
}

// A tag is added to the filters; a collection is opened.

async function take(suggestion, place) {
    const filters = scopeOf(filtersOf(place));

    close();
    go(suggestion.type === 'tag'
        ? filtersAddress(place, { ...filters, tag: suggestion.text })
        : await suggested(place, suggestion));
}
