// The viewer: a picture in the whole window, over the page.  Arrows and swipes
// lead to the neighbours in the list, which are loaded before they are asked
// for.  This module is loaded when the viewer is opened for the first time.

import { element, number, still, words } from './dom.js';
import { ask, itemAddress, placeOf, recordIn, shownAddress } from './api.js';
import { gestures } from './gestures.js';
import { neighbours } from './list.js';
import { leaveViewer, replaceItem } from './navigation.js';
import { clip, hasClip, isAnimated, original, videosOf } from './pictures.js';
import { boxIn, stills } from './stage.js';

const WHOLE = { width: 1, height: 1 };          // of the window
const SLIDE = 5000;             // milliseconds
const STEP = 1.5;               // times larger
const KEYS = { ArrowLeft: 'previous', ArrowRight: 'next', ' ': 'slides',
    '+': 'larger', '=': 'larger', '-': 'smaller', f: 'close' };

// The buttons, in the order of the focus.

const BUTTONS = [['previous', '←', 'Previous'], ['next', '→', 'Next'],
    ['smaller', '−', 'Smaller'], ['larger', '+', 'Larger'],
    ['slides', '▶', 'Slideshow'], ['close', '×', 'Close']];

let current = null;             // the viewer that is open

// Shows the item of a place.  "below" is the view of the page, which can be
// that of this item.

export async function open(place, below) {
    const { from } = history.state;
    const around = aroundOf(place.record, from);
    const item = below.place.path === place.path ? below.answer.value
        : (await around)?.item ?? (await ask(place.path)).value;

    current ??= viewer(place);
    current.show(item, around);
}

// An item that was opened without a list has no neighbours.

async function aroundOf(record, from) {
    return from ? neighbours(record, from.list).catch(() => null) : null;
}

function viewer(place) {
    const title = document.title;
    const screen = element('div', { class: 'screen' });
    const text = element('p', { class: 'words', role: 'status' });
    const position = element('p', { class: 'muted' });
    const ready = new Map();    // the layers of the neighbours, by addresses
    let shown = null;           // { item, around, picture }
    let slides = null;

    const run = { close: leaveViewer, previous: () => move('previous'),
        next: () => move('next'), smaller: () => zoom(1 / STEP),
        larger: () => zoom(STEP), slides: () => setSlides(slides === null) };
    const buttons = Object.fromEntries(BUTTONS.map(([name, sign, label]) => {
        const button = element('button', { type: 'button',
            'aria-label': label, title: label }, sign);

        button.addEventListener('click', () => run[name]());

        return [name, button];
    }));
    const { zoom, reset } = gestures(screen, {
        swiped: (name) => run[name](), enlarged: () => enlarge(shown) });
    const node = element('dialog', { class: 'viewer', 'aria-label': 'Viewer',
        tabindex: -1 }, screen, element('div', { class: 'words' }, text,
        position), element('div', { class: 'controls' },
        Object.values(buttons)));

    const show = async (item, around) => {
        const label = item.alt_text || 'No description';
        const box = boxIn(item, WHOLE);
        const picture = element('div', { class: 'picture' },
            ready.get(item.url) ?? stills(item, box),
            isAnimated(item) && hasClip(item)
                && (videosOf(item).length > 0 || !still.matches)
                ? clip(item, box, { autoplay: !still.matches,
                    controls: true }) : null,
            element('p', { class: 'failed' }, 'This file cannot be shown.'));
        const mine = shown = { item, around, picture };

        reset(picture);
        screen.replaceChildren(picture);
        text.replaceChildren(words('span', label));
        document.title = label;

        const found = await around;

        if (shown === mine) {
            position.textContent = found ? `${number.format(found.position)
            } of ${number.format(found.count)}` : '';
            buttons.previous.disabled = !found?.previous;
            buttons.next.disabled = !found?.next;
            prepare([found?.next, found?.previous].filter(Boolean));
        }
    };

    const prepare = (beside) => {
        const old = new Map(ready);

        ready.clear();

        for (const [item] of beside.filter(([one]) => !isAnimated(one))) {
            ready.set(item.url, old.get(item.url)
                ?? stills(item, boxIn(item, WHOLE)));
            ready.get(item.url).at(-1).decode().catch(() => {});
        }
    };

    const move = async (which) => {
        const mine = shown;
        const next = (await mine.around)?.[which];

        if (shown !== mine) {
            return;
        }

        if (!next) {
            setSlides(false);
            return;
        }

        const [item, list] = next;
        const from = { list, shown: shownAddress(
            placeOf(history.state.from.shown), list) };

        replaceItem(itemAddress(place, item), from);
        show(item, aroundOf(recordIn(item), from));
    };

    // The next picture is shown when this one has been.

    const setSlides = (isOn) => {
        clearInterval(slides);
        slides = isOn ? setInterval(() => shown.picture.querySelector(
            'img:last-of-type')?.complete === false || move('next'), SLIDE)
            : null;
        buttons.slides.setAttribute('aria-pressed', String(isOn));
    };

    node.addEventListener('keydown', (event) => {
        const name = KEYS[event.key];

        if (name && !event.ctrlKey && !event.metaKey && !event.altKey
            && !(event.key === ' ' && event.target.matches('button')))
        {
            event.preventDefault();
            run[name]();
        }
    });
    node.addEventListener('cancel', (event) => {
        event.preventDefault();
        leaveViewer();
    });
    node.addEventListener('close', () => {
        setSlides(false);
        node.remove();
        document.title = title;
        current = null;
    });

    document.body.append(node);
    setSlides(false);
    node.showModal();
    node.focus();

    return { show };
}

// The original is loaded when the picture is enlarged, and covers it.

function enlarge({ item, picture }) {
    const url = original(item);
    const sharp = picture.querySelector('img:last-of-type');

    if (url && !isAnimated(item) && sharp && sharp.src !== url) {
        sharp.after(element('img', { src: url, alt: '' }));
    }
}
