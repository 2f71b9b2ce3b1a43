// One item: the picture, its files, its tags, and items like it.

import { element, inside, number, outside, webAddress, words } from './dom.js';
import { addressIn, itemAddress, recordIn } from './api.js';
import { actions } from './files.js';
import { neighbours } from './list.js';
import { isAnimated, ratioOf } from './pictures.js';
import { moreLikeThis } from './similar.js';
import { stage } from './stage.js';
import { tagList } from './wall.js';

export const recordView = { early, view: item };

const PATIENCE = 100;           // milliseconds
const LONG = 2;                 // the ratio from which the facts are below

// "from" is the list from which the item was opened: the address of its page in
// the API, and the address at which the visitor saw this page.

function early(place, signal, from) {
    return from ? neighbours(place.record, from.list, signal)
        .catch(() => null) : null;
}

async function item(place, { value: one }, { early: beside, from }) {
    const title = one.alt_text || `Item ${recordIn(one)}`;
    const heading = words('h1', title, { tabindex: -1, class: 'long' });
    const { node, button } = stage(place, one, from);

    return {
        name: 'item',
        title,
        heading,
        later: beside,
        bar: [
            inside(from?.shown ?? addressIn(place, 'content_items/'),
                { rel: 'up' }, from ? 'Back to the list' : 'All items'),
            beside ? await neighbourLinks(place, beside) : null,
        ],
        body: [
            withRatio(one, element('div', { class: 'item' },
                node,
                element('div', { class: 'facts' },
                    heading,
                    actions(one, button),
                    one.tags?.length > 0 ? [element('h2', null, 'Tags'),
                        tagList(place, one.tags)] : null,
                    element('h2', null, 'About'),
                    about(one)))),
            one.tags?.length > 0 ? moreLikeThis(place, one) : null,
        ],
    };
}

// The columns follow from the shape of the picture.

function withRatio(item, node) {
    const ratio = ratioOf(item);

    node.classList.toggle('long', ratio > LONG);

    if (ratio !== null) {
        node.style.setProperty('--ratio', ratio);
    }

    return node;
}

// The page does not wait long for them.

async function neighbourLinks(place, beside) {
    const position = element('p', { class: 'count muted' });
    const links = element('nav', { class: 'neighbours',
        'aria-label': 'In the list' });
    const link = (to, rel, sign, label) => to === null
        ? element('span', { class: 'button off' }, sign)
        : inside(itemAddress(place, to[0]),
            { class: 'button', rel, 'data-from': to[1], 'aria-label': label },
            sign);
    const filled = beside.then((found) => {
        if (found) {
            position.textContent = `${number.format(found.position)} of ${
                number.format(found.count)}`;
            links.append(link(found.previous, 'prev', '←', 'Previous'),
                link(found.next, 'next', '→', 'Next'));
        }
    });

    await Promise.race([filled, new Promise((resolve) =>
        setTimeout(resolve, PATIENCE))]);

    return [position, links];
}

function about(item) {
    const { platforms, content_label: label } = item.default_version ?? {};
    const partners = Object.entries(item)
        .filter(([key, value]) => /_ids$/.test(key) && value?.length > 0);

    return element('dl', { class: 'about' },
        fact('Kind', isAnimated(item) ? 'Animation' : 'Picture'),
        label && !['GIF', 'Static Image'].includes(label)
            ? fact('Label', words('span', label)) : null,
        fact('Id', recordIn(item)),
        fact('Created', date(item.created)),
        Object.entries(platforms ?? {}).map(([name, address]) =>
            fact(named('External page', name), link(address))),
        partners.map(([key, list]) => fact(named('External id',
            key.replace(/_ids$/, '')), words('span', list.join(', ')))));
}

// "partner" is the word for an external site that has no name.

function named(label, name) {
    return name === 'partner' ? label : `${label} (${name})`;
}

function fact(name, value) {
    return element('div', null, words('dt', name), element('dd', null, value));
}

// The time as the record has it.  Of a photograph it is the local time.

function date(text) {
    const time = new Date(text);

    return element('time', { datetime: text },
        isNaN(time) ? String(text) : new Intl.DateTimeFormat('en',
            { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
            .format(time));
}

// An address that is not one of http or https is shown without a link.

function link(address) {
    return webAddress(address) ? outside(address, { dir: 'ltr' }, address)
        : words('span', address);
}
