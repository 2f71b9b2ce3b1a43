// The files of an item that a browser can show: stills, animations and videos,
// and which of them is sharp at a size.

import { element, webAddress } from './dom.js';

const UNKNOWN = Infinity;       // the width of a file without sizes
const LARGE = 3;                // times the height at which it is shown
const ENOUGH = 0.6;             // of the pixels, in place of the largest file
const MOST = 8;                 // of a width to a height

export function isAnimated(item) {
    return item.default_version?.content_type === 'G';
}

function isType(file, kind, endings) {
    return file.format ? file.format.startsWith(`${kind}/`)
        : endings.test(String(file.url ?? '').replace(/[?#].*/, ''));
}

function isVideo(file) {
    return isType(file, 'video', /\.(?:mp4|webm|mov)$/i);
}

function isImage(file) {
    return isType(file, 'image', /\.(?:gif|png|apng|jpe?g|webp|avif|svg)$/i);
}

// The files with an address that may be shown, small ones first.  Downloads
// come last: they can be the originals.

function filesOf(item, accept) {
    const version = item.default_version ?? {};
    const files = [...version.picture ?? [], ...version.download ?? []]
        .filter((file) => webAddress(file.url) !== null && accept(file))
        .map((file) => ({ url: webAddress(file.url), size: file.size,
            width: pixels(file.width), height: pixels(file.height) }));

    return files.sort((a, b) => (a.width === b.width ? 0
        : a.width - b.width) || (a.size ?? UNKNOWN) - (b.size ?? UNKNOWN)
        || 0);
}

function pixels(value) {
    return Number(value) >= 1 ? Number(value) : UNKNOWN;
}

// The videos of an animation, or the clip that was taken with a photograph.

export function videosOf(item) {
    return filesOf(item, isVideo);
}

// The animated images of an item.  The still is one of them if the library has
// no other still.

export function animationsOf(item) {
    const still = webAddress(item.static_image);
    const files = isAnimated(item) ? filesOf(item, isImage) : [];

    return movesAtRest(item) ? files
        : files.filter(({ url }) => url !== still);
}

export function movesAtRest(item) {
    return isAnimated(item) && (/\.gif$/i.test(item.static_image ?? '')
        || (item.default_version.download ?? []).some(({ url, format }) =>
            url === item.static_image && !/video/.test(format ?? '')));
}

// An animation has one still image.

function stillsOf(item) {
    const url = webAddress(item.static_image);
    const files = isAnimated(item) ? [] : filesOf(item, isImage);

    return url === null || files.some((file) => file.url === url) ? files
        : [...files, { url, width: UNKNOWN, height: UNKNOWN, isStill: true }];
}

// The shape of an item is that of its largest file with sizes.  Sizes can be
// wrong: a ratio is one that can be shown.

export function shapeOf(item) {
    const { width, height } = filesOf(item, () => true)
        .filter((file) => file.width < UNKNOWN && file.height < UNKNOWN)
        .at(-1) ?? {};

    return width ? { width, height } : null;
}

export function ratioOf(item) {
    const shape = shapeOf(item);

    return shape && Math.min(MOST, Math.max(1 / MOST,
        shape.width / shape.height));
}

// The smallest file that is sharp in a box.  The largest one can be the
// original: the one before it is taken if it has nearly enough pixels.  On a
// wall, a smaller one is taken in place of one that is much larger than the box.

export function sharpest(files, { width, height }) {
    const wanted = width * Math.min(devicePixelRatio, 3);
    const found = files.findIndex((file) => file.width >= wanted);
    const last = found < 0 ? files.length - 1 : found;
    const before = files[last - 1]?.width;
    const at = last === files.length - 1 && before < UNKNOWN
        && before >= ENOUGH * wanted ? last - 1 : last;
    const best = files[at];
    const isLarge = height && best?.height > LARGE * height;

    return isLarge ? files[at - 1] ?? files.find(({ isStill }) => isStill)
        ?? best : best;
}

// The image has a width and a height before it is loaded, so that nothing moves
// when it is.  If it cannot be loaded, the next one is tried.

export function picture(item, box, attributes) {
    const files = stillsOf(item);
    const first = sharpest(files, box);
    const others = [webAddress(item.static_image)]
        .filter((url) => url !== null && url !== first?.url);
    const { width, height } = shapeOf(item) ?? { width: 320, height: 320 };
    const image = element('img', { width, height, decoding: 'async',
        ...attributes, src: first?.url });
    const fail = () => {
        if (others.length > 0) {
            image.src = others.pop();
        } else if (image.hasAttribute('src') || !first) {
            image.parentElement?.classList.add('broken');
        }
    };

    image.alt = item.alt_text || 'No description';
    image.addEventListener('error', fail);
    image.addEventListener('load', () =>
        image.parentElement?.classList.remove('broken'));

    if (!first) {
        queueMicrotask(fail);
    }

    return image;
}

// A picture in two layers: the file that a tile shows, which is there at once,
// and the one that is sharp in the box, which covers it when it is loaded.

export function layers(item, box, small) {
    const sharp = picture(item, box, { fetchpriority: 'high' });
    const under = sharpest(stillsOf(item), small)?.url;

    if (!under || under === sharp.src) {
        return [sharp];
    }

    const first = element('img', { src: under, class: 'under', alt: '' });

    sharp.addEventListener('load', () => sharp.decode()
        .then(() => first.remove(), () => {}));

    return [first, sharp];
}

// The largest file, for a picture that is enlarged.

export function original(item) {
    return stillsOf(item).at(-1)?.url ?? null;
}

// The address that is handed on: of an animation, or else of the picture.

export function linkOf(item) {
    return animationsOf(item).at(-1)?.url ?? webAddress(item.static_image);
}

// The address of the file that is downloaded.

export function fileOf(item) {
    const { download } = item.default_version ?? {};

    return webAddress(download?.find(({ platform }) =>
        platform === 'original')?.url) ?? linkOf(item);
}

export function hasClip(item) {
    return videosOf(item).length + animationsOf(item).length > 0;
}

// What moves over the picture of an item: a video without sound or, if there is
// none or it fails, an animated image.  It covers the picture when it is ready.

export function clip(item, box, attributes) {
    const [video, animation] = [videosOf(item), animationsOf(item)]
        .map((files) => sharpest(files, box));
    const over = (name, src, others) => {
        const node = element(name, { class: 'over', src, ...others });

        for (const type of ['load', 'playing']) {
            node.addEventListener(type, () => node.classList.add('ready'));
        }

        return node;
    };
    const image = () => over('img', animation.url, { alt: '' });

    if (!video) {
        return image();
    }

    const node = over('video', video.url, { autoplay: true,
        loop: isAnimated(item), playsinline: true,
        'aria-label': item.alt_text || 'No description', ...attributes });

    node.muted = true;

    if (animation) {
        node.addEventListener('error', () => node.replaceWith(image()));
    }

    return node;
}
