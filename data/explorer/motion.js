// A clip plays on its tile while the pointer or the focus is on it; where there
// is no pointer, while its tile is the one in the middle of the window.

import { debounced, element, still } from './dom.js';
import { animationsOf, clip, sharpest, videosOf } from './pictures.js';

const PLAY_AFTER = 120;         // milliseconds
const PLAY_SEEN = 400;
const touch = matchMedia('(hover: none)');

const inView = new Set();       // tiles with clips that are in the window
const clips = new WeakMap();    // { start, rest } of each tile
let playing = null;             // the tile that plays by itself

export function watchMotion(link, item, box) {
    const [start, rest] = clipOf(link, item, box);

    if (!start) {
        return;
    }

    let timer = null;
    const later = () => {
        clearTimeout(timer);
        timer = still.matches ? null : setTimeout(start, PLAY_AFTER);
    };
    const end = () => {
        clearTimeout(timer);

        if (!link.matches(':hover, :focus-visible')) {
            rest();
        }
    };

    link.addEventListener('pointerenter', (event) =>
        event.pointerType === 'touch' || later());
    link.addEventListener('focus', () => link.matches(':focus-visible')
        && later());
    link.addEventListener('pointerleave', end);
    link.addEventListener('blur', end);

    clips.set(link, { start, rest });
    seen.observe(link);
}

// The functions that start and end the clip of a tile: a video over the still
// image or, if there is none or it fails, an animation in its place.

function clipOf(link, item, box) {
    const videos = videosOf(item);
    const animation = sharpest(animationsOf(item), box);
    const image = link.querySelector('img');
    let over = null;

    if (videos.length === 0 && (!animation || !image)) {
        return [];
    }

    const cover = (node) => {
        over?.remove();
        over = node;
        image ? image.after(node) : link.prepend(node);
        link.classList.add('playing');
    };
    const showAnimation = () => {
        if (animation && link.classList.contains('playing')) {
            cover(element('img', { src: animation.url, alt: '' }));
        }
    };
    const start = () => {
        if (link.classList.contains('playing')) {
            return;
        }

        link.classList.add('playing');

        if (videos.length === 0) {
            showAnimation();
            return;
        }

        const video = clip(sharpest(videos, box), item, { poster: null,
            autoplay: true, 'aria-hidden': 'true', 'aria-label': null });

        video.addEventListener('error', showAnimation);
        cover(video);
    };
    const rest = () => {
        over?.remove();
        over = null;
        link.classList.remove('playing');
    };

    return [start, rest];
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
        clips.get(playing)?.rest();
        clips.get(next)?.start();
        playing = next;
    }
});

addEventListener('scroll', () => chooseSoon(), { passive: true });
