// Tiles of items, and lists of tags.

import { element, inside, number, still, words } from './dom.js';
import { addressIn, itemAddress } from './api.js';
import { watchMotion } from './motion.js';
import { hasClip, isAnimated, movesAtRest, picture, ratioOf, shapeOf,
    videosOf } from './pictures.js';

const items = new WeakMap();    // by the links of their tiles
const ROW = { wide: 220, narrow: 150, width: 576 };     // pixels

export function wall(tiles) {
    return element('ul', { class: 'wall', role: 'list' }, tiles);
}

// "from" is the address of the page of the list that has the item.

export function tile(place, item, { from = null, loading = 'lazy',
    heading = null } = {})
{
    const ratio = tileRatio(item);
    const box = tileBox(item);
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
    const node = element('li', { class: shapeOf(item) ? null : 'unknown' },
        heading, link);

    node.style.setProperty('--ratio', ratio.toFixed(3));

    items.set(link, item);

    if (badge && hasClip(item)) {
        watchMotion(link, item, box);
    }

    return node;
}

export function itemOf(tile) {
    return items.get(tile);
}

// The box decides which file a tile shows.

export function tileBox(item) {
    const height = innerWidth > ROW.width ? ROW.wide : ROW.narrow;

    return { width: height * tileRatio(item), height };
}

function tileRatio(item) {
    return Math.min(2.4, Math.max(0.5, ratioOf(item) ?? 1));
}

export function tagList(place, tags) {
    return element('ul', { class: 'chips', role: 'list' },
        (tags ?? []).map((tag) => element('li', null,
            inside(addressIn(place, 'content_items/',
                { slug: tag.slug }), { class: 'chip' },
            words('span', tag.name), tag.items === undefined ? null
                : element('span', { class: 'muted' },
                    number.format(tag.items))))));
}
