// The picture of an item page, and what shows an item in a box.  A clip plays
// at once, unless the visitor prefers less motion.

import { bytes, element, inside, outside, still, webAddress } from './dom.js';
import { itemAddress } from './api.js';
import { animationsOf, clip, hasClip, isAnimated, layers, movesAtRest, ratioOf,
    sharpest, shapeOf, videosOf } from './pictures.js';
import { tileBox } from './wall.js';

const PARTS = { width: 1, height: 0.8 };        // of the window
const UNKNOWN = 4 / 3;
const SIMILAR = 0.05;           // of two ratios

// The nodes of the picture at rest.  The last one is the sharp one.

export function stills(item, box) {
    return movesAtRest(item)
        ? [element('p', { class: 'rest' }, item.alt_text)]
        : layers(item, box, tileBox(item));
}

// The box of an item in a part of the window.

export function boxIn(item, { width, height }) {
    return { width: Math.min(innerWidth * width,
        innerHeight * height * (ratioOf(item) ?? UNKNOWN)) };
}

// The node of an item page, and the button that plays its clip.  The one of a
// photograph is on the picture.

export function stage(place, item, from) {
    const isKnown = shapeOf(item) !== null;
    const box = boxIn(item, PARTS);
    const open = inside(`${itemAddress(place, item)}#picture`, {
        class: 'open', 'data-from': from?.list,
        'aria-label': `Enlarge: ${item.alt_text || 'No description'}` });
    const frame = element('div', { class: isKnown ? 'frame' : 'frame unknown' },
        open, failure(item));

    open.append(...stills(item, box));

    // the record can have wrong sizes

    open.addEventListener('load', ({ target }) => {
        const ratio = target.naturalWidth / target.naturalHeight;

        if (Math.abs(ratio / ratioOf(item) - 1) > SIMILAR) {
            frame.closest('.item').style.setProperty('--ratio', ratio);
        }
    }, true);

    const button = hasClip(item) ? playButton(item, box, open) : null;

    if (button && !isAnimated(item)) {
        button.classList.add('live');
        frame.append(button);
    }

    return { node: element('div', { class: 'stage' }, frame),
        button: isAnimated(item) ? button : null };
}

function failure(item) {
    const address = webAddress(item.static_image);

    return element('p', { class: 'failed' }, 'This file cannot be shown. ',
        address ? outside(address, null, 'Open its address') : null);
}

// The clip of a photograph plays when it is asked for, and once.

function playButton(item, box, open) {
    const [name, isPlaying] = isAnimated(item) ? ['Play', !still.matches]
        : ['Live', false];
    const size = bytes((sharpest(videosOf(item), box)
        ?? sharpest(animationsOf(item), box)).size);
    const button = element('button', { type: 'button', class: 'button' });
    let playing = false;

    const show = (next) => {
        playing = next;
        button.textContent = playing ? 'Stop' : size ? `${name} (${size})`
            : name;
        open.querySelector('.over')?.remove();

        if (playing) {
            const node = clip(item, box);

            node.addEventListener('ended', () => show(false));
            node.addEventListener('error', () => node.isConnected
                && fail(node));
            open.append(node);
        }
    };
    const fail = (node) => {
        const link = outside(node.src, { class: button.className },
            'Open the clip');
        const isFocused = document.activeElement === button;

        node.remove();
        button.replaceWith(link);

        if (isFocused) {
            link.focus();
        }
    };

    button.addEventListener('click', () => show(!playing));
    show(isPlaying);

    return button;
}
