// A clip plays on its tile while the pointer or the focus is on it; where there
// is no pointer, while its tile is the one in the middle of the window.

import { debounced, still } from './dom.js';
import { clip } from './pictures.js';

const PLAY_AFTER = 120;         // milliseconds
const PLAY_SEEN = 400;
const touch = matchMedia('(hover: none)');

const inView = new Set();       // tiles with clips that are in the window
const starts = new WeakMap();   // functions that start the clips of tiles
let playing = null;             // the tile that plays by itself

export function watchMotion(link, item, box) {
    let timer = null;
    const start = () => link.querySelector('.over')
        || link.prepend(clip(item, box, { 'aria-hidden': 'true' }));
    const later = () => {
        clearTimeout(timer);
        timer = still.matches ? null : setTimeout(start, PLAY_AFTER);
    };
    const end = () => {
        clearTimeout(timer);

        if (!link.matches(':hover, :focus-visible')) {
            rest(link);
        }
    };

    link.addEventListener('pointerenter', (event) =>
        event.pointerType === 'touch' || later());
    link.addEventListener('focus', () => link.matches(':focus-visible')
        && later());
    link.addEventListener('pointerleave', end);
    link.addEventListener('blur', end);

    starts.set(link, start);
    seen.observe(link);
}

function rest(link) {
    link?.querySelector('.over')?.remove();
}

// Without a pointer: one at a time.

const seen = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        isIntersecting ? inView.add(target) : inView.delete(target);
    }

    chooseSoon();
}, { threshold: 0.8 });

const chooseSoon = debounced(PLAY_SEEN, () => {
    if (!touch.matches || still.matches) {
        return;
    }

    const middle = innerHeight / 2;
    const distance = (link) => {
        const { top, bottom } = link.getBoundingClientRect();

        return Math.abs((top + bottom) / 2 - middle);
    };
    const next = [...inView].filter((link) => link.isConnected)
        .sort((a, b) => distance(a) - distance(b))[0] ?? null;

    if (next !== playing) {
        rest(playing);
        starts.get(next)?.();
        playing = next;
    }
});

addEventListener('scroll', () => chooseSoon(), { passive: true });
