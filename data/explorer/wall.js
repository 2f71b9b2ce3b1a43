// Tiles of items, and lists of tags.  A tile shows the still image; it plays
// while the pointer or the focus is on it.

import { element, inside, still, webAddress, words } from './dom.js';
import { addressIn, itemAddress } from './api.js';

const PLAY_AFTER = 120;         // milliseconds
const ROW = { wide: 220, narrow: 170 };

export function wall(tiles) {
    return element('ul', { class: 'wall', role: 'list' }, tiles);
}

// "from" is the address of the page of the list that has the item.

export function tile(place, item, { from = null, loading = 'lazy' } = {}) {
    const { width, height } = shapeOf(item);
    const shape = ratio(width, height);
    const image = picture(item, { loading, sizes: sizesOf(shape) });
    const link = inside(itemAddress(place, item),
        { class: 'tile', 'data-from': from }, image,
        words('span', item.alt_text,
            { class: 'caption', 'aria-hidden': 'true' }),
        isAnimated(item) ? element('span', { class: 'badge' },
            item.default_version.content_label || 'GIF') : null);
    const node = element('li', { class: width ? null : 'unknown' }, link);

    node.style.setProperty('--ratio', shape);
    playWhile(link, image, item);

    return node;
}

// The image has its width and height before it is loaded, so that nothing moves
// when it is.  If it cannot be loaded, its description is shown.

export function picture(item, attributes) {
    const { width, height } = shapeOf(item);
    const image = element('img', {
        src: item.static_image, width: width || 320, height: height || 320,
        srcset: isAnimated(item) ? null : srcsetOf(item), decoding: 'async',
        ...attributes,
    });

    image.alt = item.alt_text || 'No description';
    image.addEventListener('error', () => {
        if (image.srcset && image.hasAttribute('src')) {
            image.removeAttribute('srcset');
        } else {
            image.parentElement?.classList.add('broken');
        }
    });
    image.addEventListener('load', () => {
        image.parentElement?.classList.remove('broken');
    });

    if (!image.hasAttribute('src') && !image.srcset) {
        queueMicrotask(() => image.parentElement?.classList.add('broken'));
    }

    return image;
}

export function isAnimated(item) {
    return item.default_version?.content_type === 'G';
}

// The images of an item, small ones first.

export function renditions(item) {
    return (item.default_version?.picture ?? [])
        .filter((rendition) => webAddress(rendition.url)
            && /^image\//.test(rendition.format ?? ''))
        .sort((a, b) => a.width - b.width || a.size - b.size);
}

export function shapeOf(item) {
    const { width, height } = renditions(item).at(-1) ?? {};

    return Number(width) > 0 && Number(height) > 0
        ? { width: Number(width), height: Number(height) }
        : { width: 0, height: 0 };
}

// One image for each width: the smallest file.  In "srcset" a comma at the end
// of an address would not belong to the address.

export function srcsetOf(item) {
    const widths = new Map();

    for (const { url, width } of renditions(item)) {
        const address = webAddress(url);

        if (Number(width) > 0 && !address.endsWith(',')
            && !widths.has(Number(width)))
        {
            widths.set(Number(width), address);
        }
    }

    return [...widths].map(([width, address]) => `${address} ${width}w`)
        .join(', ') || null;
}

function sizesOf(shape) {
    return `(max-width: 36rem) ${Math.round(shape * ROW.narrow)}px, `
        + `${Math.round(shape * ROW.wide)}px`;
}

function ratio(width, height) {
    return width ? Math.min(2.4, Math.max(0.5, width / height)).toFixed(3) : 1;
}

function playWhile(link, image, item) {
    const animation = isAnimated(item) ? srcsetOf(item) : null;
    let timer = null;

    if (!animation) {
        return;
    }

    const play = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            image.srcset = animation;
            link.classList.add('playing');
        }, PLAY_AFTER);
    };
    const rest = () => {
        clearTimeout(timer);

        if (link.classList.contains('playing')
            && !link.matches(':hover, :focus-visible'))
        {
            image.removeAttribute('srcset');
            link.classList.remove('playing');
        }
    };
    const start = () => still.matches || play();

    link.addEventListener('pointerenter', start);
    link.addEventListener('focus', start);
    link.addEventListener('pointerleave', rest);
    link.addEventListener('blur', rest);
}

export function tagList(place, tags) {
    return element('ul', { class: 'chips', role: 'list' },
        (tags ?? []).map((tag) => element('li', null,
            inside(addressIn(place, 'content_items/',
                { 'tag-slug': tag.slug }), { class: 'chip', dir: 'auto' },
            tag.name))));
}
