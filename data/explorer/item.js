// One item: the picture, its files, its tags, and items like it.

import { bytes, element, inside, outside, still, webAddress, words }
    from './dom.js';
import { addressIn, itemAddress, recordIn } from './api.js';
import { actions } from './files.js';
import { neighbours } from './list.js';
import { moreLikeThis } from './similar.js';
import { isAnimated, picture, renditions, shapeOf, tagList } from './wall.js';

// "from" is the list from which the item was opened: the address of its page in
// the API, and the address at which the visitor saw this page.

export async function itemView(place, { value: item }, signal, from) {
    const beside = from ? await neighbours(item, from.list, signal) : null;
    const label = item.default_version?.content_label;

    return {
        title: item.alt_text || `Item ${recordIn(item)}`,
        heading: 'long',
        count: beside ? `${label}, ${beside.position} of ${beside.count}`
            : label,
        back: [inside(from?.shown ?? addressIn(place, 'content_items/'), null,
            from ? 'Back to the list' : 'Items'),
        beside ? neighbourLinks(place, beside) : null],
        body: [
            element('div', { class: 'item' },
                stage(item),
                element('div', { class: 'facts' },
                    actions(item),
                    element('h2', null, 'Tags'),
                    tagList(place, item.tags),
                    element('h2', null, 'About'),
                    about(item))),
            moreLikeThis(place, item),
        ],
    };
}

function neighbourLinks(place, { previous, next }) {
    const link = (to, rel, label) => to === null
        ? element('span', { class: 'button off' }, label)
        : inside(itemAddress(place, to[0]),
            { class: 'button', rel, 'data-from': to[1] }, label);

    return element('nav', { class: 'neighbours', 'aria-label': 'In the list' },
        link(previous, 'prev', 'Previous'), link(next, 'next', 'Next'));
}

// The animation plays at once, unless the visitor prefers less motion.

function stage(item) {
    const { width, height } = shapeOf(item);
    const full = isAnimated(item) ? renditions(item).at(-1) : null;
    const image = picture(item, { fetchpriority: 'high' });
    const frame = element('span', { class: 'frame' }, image);
    const node = element('div', { class: 'stage' }, frame);

    frame.style.setProperty('--ratio', width ? width / height : 4 / 3);
    frame.classList.toggle('unknown', !width);

    if (full) {
        node.append(playButton(item, full, image));
    }

    return node;
}

function playButton(item, full, image) {
    const size = bytes(full.size);
    const button = element('button', { type: 'button', class: 'button' });

    const play = (on) => {
        image.src = webAddress(on ? full.url : item.static_image)
            ?? webAddress(full.url);
        button.textContent = on ? 'Stop' : size ? `Play (${size})` : 'Play';
    };
    let playing = !still.matches;

    button.addEventListener('click', () => {
        playing = !playing;
        play(playing);
    });
    play(playing);

    return button;
}

function about(item) {
    const partners = Object.entries(item)
        .filter(([key, value]) => /_ids$/.test(key) && value?.length > 0);

    return element('dl', { class: 'about' },
        fact('Kind', words('span', item.default_version?.content_label)),
        fact('Id', recordIn(item)),
        fact('Created', date(item.created)),
        Object.entries(item.default_version?.platforms ?? {})
            .map(([name, address]) => fact(name, link(address, address))),
        partners.map(([key, list]) => fact(key,
            words('span', list.join(', ')))));
}

function fact(name, value) {
    return element('div', null, words('dt', name), element('dd', null, value));
}

function date(text) {
    const time = new Date(text);

    return element('time', { datetime: text },
        isNaN(time) ? String(text) : new Intl.DateTimeFormat('en',
            { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
            .format(time) + ' UTC');
}

// An address that is not one of http or https is shown without a link.

function link(address, label) {
    return webAddress(address) ? outside(address, { dir: 'ltr' }, label)
        : words('span', label);
}
