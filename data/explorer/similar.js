// Items that share tags with an item.

import { element } from './dom.js';
import { addressIn, pageAt } from './api.js';
import { tile, wall } from './wall.js';

const LISTED = 60;              // items of a tag that are compared
const SHOWN = 12;

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

// Two requests: for the items of the first and of the last tag.  Keywords often
// begin with what is general, and end with what is special.

async function similarItems(place, item) {
    const slugs = new Set([item.tags[0].slug, item.tags.at(-1).slug]);
    const pages = await Promise.all([...slugs].map((slug) =>
        pageAt(addressIn(place, 'content_items/',
            { limit: LISTED, slug }))));
    const found = new Map(pages.flatMap(({ results }) => results)
        .map((one) => [one.url, one]));

    found.delete(item.url);

    return bySharedTags([...found.values()], item).slice(0, SHOWN);
}

// A tag counts the more the fewer of the items have it.

function bySharedTags(items, { tags }) {
    const slugsOf = (one) => (one.tags ?? []).map(({ slug }) => slug);
    const weights = new Map(tags.map(({ slug }) => [slug, 1
        / Math.max(1, items.filter((one) => slugsOf(one).includes(slug))
            .length)]));
    const weightOf = (one) => slugsOf(one).reduce((sum, slug) =>
        sum + (weights.get(slug) ?? 0), 0);

    return items.map((one) => [weightOf(one), one])
        .sort(([a], [b]) => b - a).map(([, one]) => one);
}
