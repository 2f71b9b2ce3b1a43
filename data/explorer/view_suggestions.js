// The suggestions for a text.

import { counted, element, inside } from './dom.js';
import { lastOf, suggested } from './api.js';
import { none } from './states.js';

export const listView = { view: suggestions };

async function suggestions(place, { value }, { signal }) {
    const text = lastOf(place, 'text');
    const links = await Promise.all(value.map(async (one) =>
        inside(await suggested(place, one, signal), { dir: 'auto' },
            one.text)));

    return {
        title: text ? `Suggestions for “${text}”` : 'Suggestions',
        count: counted(value.length, 'suggestion', 'suggestions'),
        body: links.length === 0 ? none(place, null, 'No suggestions.')
            : element('ul', { class: 'plain', role: 'list' },
                links.map((link, i) => element('li', null, link,
                    element('span', { class: 'muted' }, value[i].type)))),
    };
}
