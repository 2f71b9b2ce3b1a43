// Tiles that are selected, with Ctrl, a long press or, for a range, Shift; and
// what is done with all of them.

import { copyButton, element, number, say } from './dom.js';
import { fileOf, linkOf } from './pictures.js';
import { itemOf } from './wall.js';

const LONG = 500;               // milliseconds
const MOVED = 10;               // pixels
const PAUSE = 300;              // milliseconds between two downloads

const bar = element('div', { id: 'selection', role: 'region',
    'aria-label': 'Selection', hidden: true });
let last = null;                // the tile that was selected last
let pressed = false;            // the click after a long press is none

const selected = () => [...document.querySelectorAll('.tile.selected')];

export function startSelection() {
    document.body.append(bar);
    document.addEventListener('click', click, true);
    document.addEventListener('pointerdown', press);
    document.addEventListener('contextmenu', (event) => {
        if (pressed) {
            event.preventDefault();
        }
    });
}

function click(event) {
    const tile = event.target.closest?.('.tile');

    if (pressed || (tile && event.button === 0 && (event.ctrlKey
        || event.metaKey || event.shiftKey || selected().length > 0)))
    {
        event.preventDefault();
        event.stopPropagation();

        if (!pressed) {
            event.shiftKey ? range(tile) : toggle(tile);
        }
    }

    pressed = false;
}

function press(event) {
    const tile = event.target.closest('.tile');

    pressed = false;

    if (!tile || event.pointerType !== 'touch') {
        return;
    }

    const end = new AbortController();
    const timer = setTimeout(() => {
        pressed = true;
        toggle(tile);
    }, LONG);
    const stop = () => {
        clearTimeout(timer);
        end.abort();
    };

    for (const type of ['pointerup', 'pointercancel', 'scroll']) {
        document.addEventListener(type, stop, { signal: end.signal });
    }

    document.addEventListener('pointermove', (move) => {
        if (Math.hypot(move.clientX - event.clientX,
            move.clientY - event.clientY) > MOVED)
        {
            stop();
        }
    }, { signal: end.signal });
}

function toggle(tile) {
    mark(tile, !tile.classList.contains('selected'));
    last = tile;
    render();
}

// All tiles from the last one to this one.

function range(tile) {
    const all = [...tile.closest('.wall').querySelectorAll('.tile')];
    const [from, to] = [Math.max(0, all.indexOf(last)), all.indexOf(tile)];

    for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) {
        mark(one, true);
    }

    last = tile;
    render();
}

function mark(tile, isSelected) {
    tile.classList.toggle('selected', isSelected);
    tile.querySelector('.aside')?.remove();

    if (isSelected) {
        tile.append(element('span', { class: 'aside' }, 'Selected'));
    }
}

export function clearSelection() {
    const tiles = selected();

    for (const tile of tiles) {
        mark(tile, false);
    }

    render();

    return tiles.length > 0;
}

function render() {
    const items = selected().map(itemOf);
    const text = `${number.format(items.length)} selected`;
    const button = (label, run) => {
        const node = element('button', { type: 'button', class: 'button' },
            label);

        node.addEventListener('click', run);

        return node;
    };

    bar.hidden = items.length === 0;
    bar.replaceChildren(element('p', null, text),
        button('Download', () => download(items)),
        copyButton(items.map(linkOf).filter(Boolean).join('\n'), 'Copy links'),
        button('Clear', clearSelection));

    if (items.length > 0) {
        say(text);
    }
}

// Browsers drop downloads that begin at the same time.

async function download(items) {
    for (const item of items) {
        element('a', { href: fileOf(item), download: true }).click();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
}
