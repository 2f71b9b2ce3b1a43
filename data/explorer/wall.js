// Walls of previews, stills that play while they are pointed at or focused; and
// of tags.

import { element, inside, still, webAddress, words } from './dom.js';
import { addressIn, itemAddress } from './api.js';

const PLAY_AFTER = 120;         // milliseconds

export function wall(place, items) {
    return element('ul', { class: 'wall', role: 'list' },
        items.map((item, i) => tile(place, item, i)));
}

function tile(place, item, i) {
    const { width, height } = shapeOf(item);
    const image = picture(item, { loading: i < 12 ? 'eager' : 'lazy' });
    const link = inside(itemAddress(place, item), { class: 'tile' }, image,
        words('span', item.alt_text,
            { class: 'caption', 'aria-hidden': 'true' }),
        isAnimated(item) ? element('span', { class: 'badge' },
            item.default_version.content_label || 'GIF') : null);
    const node = element('li', { class: width ? null : 'unknown' }, link);

    node.style.setProperty('--ratio', ratio(width, height));
    playWhile(link, image, item);

    return node;
}

// An image with room of its own before it is there; if it never is, its
// description stands there.

export function picture(item, attributes) {
    const { width, height } = shapeOf(item);
    const image = element('img', {
        src: item.static_image, width: width || 320, height: height || 320,
        decoding: 'async', ...attributes,
    });

    image.alt = item.alt_text || 'No description';
    image.addEventListener('error', () => {
        image.parentElement?.classList.add('broken');
    });
    image.addEventListener('load', () => {
        image.parentElement?.classList.remove('broken');
    });

    if (!image.hasAttribute('src')) {
        queueMicrotask(() => image.parentElement?.classList.add('broken'));
    }

    return image;
}

export function isAnimated(item) {
    return item.default_version?.content_type === 'G';
}

// Small first; a webp is the smaller of two.

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

function ratio(width, height) {
    return width ? Math.min(2.4, Math.max(0.5, width / height)).toFixed(3) : 1;
}

function playWhile(link, image, item) {
    const preview = isAnimated(item) ? renditions(item)[0] : null;
    let timer = null;

    if (!preview) {
        return;
    }

    const play = () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
            image.src = webAddress(preview.url);
            link.classList.add('playing');
        }, PLAY_AFTER);
    };
    const rest = () => {
        clearTimeout(timer);

        if (link.classList.contains('playing')
            && !link.matches(':hover, :focus-visible'))
        {
            image.src = webAddress(item.static_image) ?? image.src;
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
