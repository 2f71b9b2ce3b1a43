// The search box, a combobox: it suggests when it has the focus, arrows choose,
// Enter searches for what was typed or chosen, Escape closes.

import { counted, debounced, element, say, words } from './dom.js';
import { addressIn, ask, suggested } from './api.js';

const form = document.getElementById('search');
const input = document.getElementById('text');
const list = document.getElementById('suggestions');

let options = [];               // { suggestion, node }
let active = -1;
let asking = null;

// go(address) opens an address, here() returns the place that is shown.

export function startSearch(here, go) {
    const ask_ = debounced(150, () => suggest(here()));

    form.addEventListener('submit', (event) => {
        event.preventDefault();
        close();
        go(addressIn(here(), 'content_items/',
            input.value ? { search: input.value } : {}));
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
            take(options[active].suggestion, here(), go);
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
            take(option.suggestion, here(), go);
        }
    });
}

// Sets the text of the box when another address is opened.

export function setSearch(text) {
    if (document.activeElement !== input || list.hidden) {
        input.value = text;
    }
}

async function suggest(place) {
    asking?.abort();

    const mine = asking = new AbortController();

    try {
        const { ok, value } = await ask(addressIn(place, 'search/',
            input.value ? { text: input.value } : {}), mine.signal);

        if (mine.signal.aborted || document.activeElement !== input) {
            return;
        }

        open(ok && Array.isArray(value) ? value : []);
    } catch {
        if (!mine.signal.aborted) {
            close();
        }
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

async function take(suggestion, place, go) {
    close();
    go(await suggested(place, suggestion));
}
