// One item: large, with its description, its tags and every file of it.

import { bytes, copyButton, element, inside, outside, still, webAddress,
    words } from './dom.js';
import { addressIn, recordIn } from './api.js';
import { isAnimated, picture, renditions, shapeOf, tagList } from './wall.js';

export function itemView(place, { value: item }) {
    const version = item.default_version ?? {};

    return {
        title: item.alt_text || `Item ${recordIn(item)}`,
        heading: 'long',
        count: version.content_label,
        back: inside(addressIn(place, 'content_items/'), null, 'Items'),
        body: element('div', { class: 'item' },
            stage(item),
            element('div', { class: 'facts' },
                element('h2', null, 'Tags'),
                tagList(place, item.tags),
                element('h2', null, 'About'),
                about(item)),
            element('div', { class: 'files' },
                element('h2', null, 'Downloads'),
                files(version.download ?? [], (one) => one.platform),
                element('h2', null, 'Pictures'),
                files(version.picture ?? [], (one, i) => `Picture ${i + 1}`),
                element('h2', null, 'Still image'),
                files([{ url: item.static_image }], () => 'Still'))),
    };
}

// The full size plays at once, unless less motion is wanted, and can be
// stopped.

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
        fact('Number', recordIn(item)),
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

// An address that a page may not lead to is shown, and no link.

function link(address, label) {
    return webAddress(address) ? outside(address, { dir: 'ltr' }, label)
        : words('span', label);
}

function files(list, nameOf) {
    return element('ul', { class: 'list', role: 'list' },
        list.map((one, i) => {
            const name = String(nameOf(one, i) ?? 'file');

            return element('li', null,
                words('strong', name),
                words('span', details(one), { class: 'muted' }),
                actions(one, name));
        }));
}

function details(one) {
    return [
        one.format,
        one.width && one.height ? `${one.width} × ${one.height}` : null,
        one.size ? bytes(one.size) : null,
        one.format ? null : /[^/?#]*$/.exec(String(one.url ?? '')
            .replace(/[?#].*/, ''))[0],
    ].filter(Boolean).join(' · ');
}

function actions(one, name) {
    const address = webAddress(one.url);

    if (address === null) {
        return words('code', one.url, { class: 'bad' });
    }

    return element('span', { class: 'actions' },
        outside(address, { class: 'button', download: true,
            'aria-label': `Download ${name}` }, 'Download'),
        copyButton(address, `of ${name}`));
}
