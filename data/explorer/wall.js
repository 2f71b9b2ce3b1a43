// Tiles of items, and lists of tags.

import { element, inside, still, words } from './dom.js';
import { addressIn, itemAddress } from './api.js';
import { watchMotion } from './motion.js';
import { isAnimated, movesAtRest, picture, shapeOf, videosOf }
    from './pictures.js';

const ROW = { wide: 220, narrow: 150, width: 576 };     // pixels
const NEAR = 700;               // pixels
const FAR = 3000;

export function wall(tiles) {
    return element('ul', { class: 'wall', role: 'list' }, tiles);
}

// "from" is the address of the page of the list that has the item.

export function tile(place, item, { from = null, loading = 'lazy' } = {}) {
    const shape = shapeOf(item);
    const ratio = shape
        ? Math.min(2.4, Math.max(0.5, shape.width / shape.height)) : 1;
    const height = innerWidth > ROW.width ? ROW.wide : ROW.narrow;
    const box = { width: height * ratio, height };
    const isHidden = still.matches && movesAtRest(item);
    const image = isHidden ? null : picture(item, box, { loading });
    const badge = !isAnimated(item) ? null
        : videosOf(item).length > 0 ? 'Video' : 'GIF';
    const link = inside(itemAddress(place, item),
        { class: isHidden ? 'tile broken' : 'tile', 'data-from': from },
        image,
        element('span', { class: 'caption', 'aria-hidden': !isHidden
            && 'true' }, words('span', item.alt_text)),
        badge && element('span', { class: 'badge' }, badge));
    const node = element('li', { class: shape ? null : 'unknown' }, link);

    node.style.setProperty('--ratio', ratio.toFixed(3));

    if (image) {
        if (loading === 'lazy') {
            unload(image);
        }

        near.observe(link);
        far.observe(link);
    }

    if (badge) {
        watchMotion(link, item, box);
    }

    return node;
}

// Pictures are loaded when they come near the window, and unloaded when they
// are far away.  Those of a view that is not shown stay.

function unload(image) {
    if (image.hasAttribute('src')) {
        image.dataset.src = image.getAttribute('src');
        image.removeAttribute('src');
    }
}

const near = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        const image = target.querySelector('img');

        if (isIntersecting && image.dataset.src) {
            image.src = image.dataset.src;
            delete image.dataset.src;
        }
    }
}, { rootMargin: `${NEAR}px` });

const far = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
        if (!isIntersecting && target.isConnected) {
            unload(target.querySelector('img'));
        }
    }
}, { rootMargin: `${FAR}px` });

export function tagList(place, tags) {
    return element('ul', { class: 'chips', role: 'list' },
        (tags ?? []).map((tag) => element('li', null,
            inside(addressIn(place, 'content_items/',
                { 'tag-slug': tag.slug }), { class: 'chip' },
            words('span', tag.name)))));
}
