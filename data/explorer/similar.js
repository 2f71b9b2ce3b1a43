// Items that share the rarest tags of an item.

import { element } from './dom.js';
import { addressIn, countOf, pageAt } from './api.js';
import { tile, wall } from './wall.js';

const COUNTED = 12;             // tags of which the items are counted
const LISTED = 4;               // tags of which items are listed
const SHOWN = 12;               // items

// The section loads its items when it comes near the window.

export function moreLikeThis(place, item) {
    const node = element('section', { class: 'similar' });

    const near = new IntersectionObserver(async (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) {
            return;
        }

        near.disconnect();

        const items = await similarItems(place, item).catch(() => []);

        // without items the room stays, so that the footer does not move

        if (items.length > 0) {
            node.classList.add('done');
            node.append(element('h2', null, 'More like this'),
                wall(items.map((one) => tile(place, one))));
        }
    }, { rootMargin: '300px' });

    near.observe(node);

    return node;
}

async function similarItems(place, item) {
    const tags = await Promise.all((item.tags ?? []).slice(0, COUNTED)
        .map(async ({ slug }) => ({ slug, count: await countOf(place,
            'content_items', { 'tag-slug': slug }) })));
    const shared = tags.filter(({ count }) => count > 1)
        .sort((a, b) => a.count - b.count);
    const found = new Map();

    for (const { slug } of shared.slice(0, LISTED)) {
        const page = await pageAt(addressIn(place, 'content_items/',
            { limit: SHOWN + 1, 'tag-slug': slug }));

        for (const one of page.results) {
            found.set(one.url, one);
        }

        if (found.size > SHOWN) {
            break;
        }
    }

    found.delete(item.url);

    return bySharedTags([...found.values()], shared).slice(0, SHOWN);
}

// A tag counts the more the fewer items have it.

function bySharedTags(items, tags) {
    const weights = new Map(tags.map(({ slug, count }) => [slug, 1 / count]));
    const weightOf = (item) => (item.tags ?? []).reduce((sum, { slug }) =>
        sum + (weights.get(slug) ?? 0), 0);

    return items.map((item) => [weightOf(item), item])
        .sort(([a], [b]) => b - a).map(([, item]) => item);
}
