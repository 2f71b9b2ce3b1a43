// The picture of an item page.  A clip plays at once, unless the visitor
// prefers less motion.

import { bytes, element, outside, still, webAddress } from './dom.js';
import { animationsOf, clip, movesAtRest, picture, shapeOf, sharpest, videosOf }
    from './pictures.js';

const UNKNOWN = { width: 4, height: 3 };

export function stage(item) {
    const shape = shapeOf(item);
    const frame = element('div', { class: shape ? 'frame' : 'frame unknown' });
    const node = element('div', { class: 'stage' }, frame);
    const box = boxOf(shape ?? UNKNOWN);
    const video = sharpest(videosOf(item), box);
    const animation = sharpest(animationsOf(item), box);

    setRatio(frame, shape ?? UNKNOWN);

    if (video || animation) {
        node.append(playButton(item, frame, box, video, animation));
    } else {
        show(frame, picture(item, box, { fetchpriority: 'high' }), item);
    }

    return node;
}

// As in the style sheet.

function boxOf({ width, height }) {
    return { width: Math.min(innerWidth * 0.9, innerHeight * 0.64
        * width / height) };
}

function setRatio(frame, { width, height }) {
    frame.style.setProperty('--ratio', width / height);
}

// A picture without sizes is shown when its frame has its shape.

function show(frame, media, item) {
    const fit = () => {
        const width = media.naturalWidth || media.videoWidth;
        const height = media.naturalHeight || media.videoHeight;

        if (width && frame.classList.contains('unknown')) {
            setRatio(frame, { width, height });
            media.classList.add('fitted');
        }
    };

    media.addEventListener('load', fit);
    media.addEventListener('loadedmetadata', fit);
    frame.replaceChildren(media, failure(item));
}

function failure(item) {
    const address = webAddress(item.static_image);

    return element('p', { class: 'failed' }, 'This file cannot be shown. ',
        address ? outside(address, null, 'Open its address') : null);
}

function playButton(item, frame, box, video, animation) {
    const button = element('button', { type: 'button', class: 'button' });
    const size = bytes((video ?? animation).size);
    let playing = !still.matches;
    let works = Boolean(video);

    const render = () => {
        button.textContent = playing ? 'Stop' : size ? `Play (${size})`
            : 'Play';
        frame.classList.remove('broken');
        show(frame, works ? player() : image(), item);
    };
    const player = () => {
        const node = clip(video, item, { autoplay: playing });

        node.addEventListener('error', () => {
            works = false;
            animation ? render() : frame.classList.add('broken');
        });

        return node;
    };
    const image = () => playing || (movesAtRest(item) && !still.matches)
        ? moving(item, animation, frame)
        : movesAtRest(item) ? element('p', { class: 'rest' }, item.alt_text)
            : picture(item, box, { fetchpriority: 'high' });

    button.addEventListener('click', () => {
        playing = !playing;
        const current = frame.querySelector('video');

        if (current && works) {
            button.textContent = playing ? 'Stop' : 'Play';
            playing ? current.play() : current.pause();
        } else {
            render();
        }
    });
    render();

    return button;
}

function moving(item, animation, frame) {
    const node = element('img', { src: animation.url,
        alt: item.alt_text || 'No description', fetchpriority: 'high' });

    node.addEventListener('error', () => frame.classList.add('broken'));

    return node;
}
