// The picture of an item page, and what shows an item in a box.  A clip plays
// at once, unless the visitor prefers less motion.

import { bytes, element, inside, outside, still, webAddress } from './dom.js';
import { itemAddress } from './api.js';
import { animationsOf, clip, clipsBeside, isAnimated, layers, movesAtRest,
    ratioOf, sharpest, shapeOf, videosOf } from './pictures.js';
import { tileBox } from './wall.js';

const PARTS = { width: 1, height: 0.8 };        // of the window
const UNKNOWN = 4 / 3;
const SIMILAR = 0.05;           // of two ratios

// The nodes that show an item.  The last one is the sharp one.

export function media(item, box, playing, { hasVideo = true } = {}) {
    const video = hasVideo ? sharpest(videosOf(item), box) : null;
    const animation = sharpest(animationsOf(item), box);

    if (video) {
        const node = clip(video, item, { autoplay: playing });

        node.addEventListener('error', () => animation
            ? node.replaceWith(...media(item, box, playing,
                { hasVideo: false }))
            : node.parentElement?.classList.add('broken'));

        return [node];
    }

    if (animation && (playing || (movesAtRest(item) && !still.matches))) {
        const node = element('img', { src: animation.url,
            alt: item.alt_text || 'No description', fetchpriority: 'high' });

        node.addEventListener('error', () =>
            node.parentElement?.classList.add('broken'));

        return [node];
    }

    return movesAtRest(item)
        ? [element('p', { class: 'rest' }, item.alt_text)]
        : layers(item, box, tileBox(item));
}

// The box of an item in a part of the window.

export function boxIn(item, { width, height }) {
    return { width: Math.min(innerWidth * width,
        innerHeight * height * (ratioOf(item) ?? UNKNOWN)) };
}

// The node of an item page, and the button that stops its clip.

export function stage(place, item, from) {
    const isKnown = shapeOf(item) !== null;
    const box = boxIn(item, PARTS);
    const address = itemAddress(place, item);
    const open = inside(`${address}#picture`, { class: 'open',
        'data-from': from?.list, 'aria-label':
            `Enlarge: ${item.alt_text || 'No description'}` });
    const frame = element('div', { class: isKnown ? 'frame' : 'frame unknown' },
        open, failure(item), clipsBeside(item).length > 0
            ? liveButton(item, box, open) : null);
    const playing = isAnimated(item) && !still.matches;

    fitted(frame, item);
    open.append(...media(item, box, playing));

    return {
        node: element('div', { class: 'stage' }, frame),
        button: videosOf(item).length + animationsOf(item).length > 0
            ? playButton(item, box, open, playing) : null,
    };
}

// A picture whose shape is unknown is shown when its frame has its shape.  If a
// record has wrong sizes, its page takes the shape of the picture.

function fitted(frame, item) {
    const fit = ({ target }) => {
        const ratio = (target.naturalWidth || target.videoWidth)
            / (target.naturalHeight || target.videoHeight);
        const known = ratioOf(item);

        if (!(ratio > 0) || target.matches('.under, .over')) {
            return;
        }

        if (known === null) {
            frame.style.setProperty('--ratio', ratio);
        } else if (Math.abs(ratio / known - 1) > SIMILAR) {
            frame.closest('.item')?.style.setProperty('--ratio', ratio);
        }

        frame.classList.add('fitted');
    };

    frame.addEventListener('load', fit, true);
    frame.addEventListener('loadedmetadata', fit, true);
}

function failure(item) {
    const address = webAddress(item.static_image);

    return element('p', { class: 'failed' }, 'This file cannot be shown. ',
        address ? outside(address, null, 'Open its address') : null);
}

// The clip of a photograph plays once over it, when it is asked for.

function liveButton(item, box, open) {
    const file = sharpest(clipsBeside(item), box);
    const size = bytes(file.size);
    const button = element('button', { type: 'button', class: 'button live' });
    let video = null;

    const show = (next) => {
        video?.remove();
        video = next;
        open.append(next ?? '');
        button.textContent = next ? 'Stop' : size ? `Live (${size})` : 'Live';
    };

    button.addEventListener('click', () => {
        show(video ? null : clip(file, item, { class: 'over', poster: null,
            loop: null, autoplay: true }));
        video?.addEventListener('ended', () => show(null));
        video?.addEventListener('error', () => {
            const link = outside(file.url, { class: 'button live' },
                'Open the clip');

            show(null);
            button.replaceWith(link);
            link.focus();
        });
    });
    show(null);

    return button;
}

function playButton(item, box, open, isPlaying) {
    const button = element('button', { type: 'button', class: 'button' });
    const size = bytes((sharpest(videosOf(item), box)
        ?? sharpest(animationsOf(item), box)).size);
    let playing = isPlaying;

    const render = () => {
        button.textContent = playing ? 'Stop' : size ? `Play (${size})`
            : 'Play';
    };

    button.addEventListener('click', () => {
        const video = open.querySelector('video');

        playing = !playing;
        render();

        if (video) {
            playing ? video.play() : video.pause();
        } else {
            open.classList.remove('broken');
            open.replaceChildren(...media(item, box, playing,
                { hasVideo: false }));
        }
    });
    render();

    return button;
}
