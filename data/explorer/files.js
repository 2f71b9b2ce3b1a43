// The files of an item: a button that downloads it, a menu of its other files,
// and texts to copy.

import { bytes, copyButton, element, outside, webAddress, words }
    from './dom.js';
import { isAnimated, linkOf, videosOf } from './pictures.js';

// Every address once.  The original comes first.

function filesOf(item) {
    const version = item.default_version ?? {};
    const files = new Map();

    const add = (one, name) => {
        const file = files.get(one.url) ?? { url: one.url, names: [] };

        for (const key of ['format', 'width', 'height', 'size']) {
            file[key] ??= one[key];
        }

        if (name && !file.names.includes(name)) {
            file.names.push(name);
        }

        files.set(one.url, file);
    };

    for (const one of version.download ?? []) {
        add(one, one.platform);
    }

    for (const one of version.picture ?? []) {
        add(one);
    }

    add({ url: item.static_image }, 'still image');

    const isOriginal = (file) => file.names.includes('original');

    return [...files.values()].sort((a, b) => isOriginal(b) - isOriginal(a));
}

function share(item) {
    const image = linkOf(item);
    const name = isAnimated(item) && /\.gif$/i.test(image ?? '') ? 'GIF'
        : 'picture';

    return image === null ? null : [
        copyButton(image, `Copy ${name} link`),
        navigator.share ? shareButton(item, image) : null,
    ];
}

// The sheet of the system gets the file, or the link of a file that this page
// may not read or the system does not take.

function shareButton(item, url) {
    const button = element('button', { type: 'button', class: 'button' },
        'Share');
    const text = item.alt_text || '';

    button.addEventListener('click', async () => {
        const file = await fileAt(url).catch(() => null);
        const data = file && navigator.canShare?.({ files: [file] })
            ? { files: [file] } : { url, title: text };

        // it is an error, too, if the visitor closes the sheet

        navigator.share(data).catch(() => {});
    });

    return button;
}

async function fileAt(url) {
    if (new URL(url).origin !== location.origin) {
        return null;
    }

    const body = await (await fetch(url)).blob();

    return new File([body], new URL(url).pathname.split('/').at(-1),
        { type: body.type });
}

export function actions(item, play) {
    const [first, ...others] = filesOf(item);

    return element('div', { class: 'actions' },
        share(item),
        play,
        element('div', { class: 'download' },
            downloadLink(first, { class: 'button main' }, 'Download',
                element('span', null, details(first))),
            others.length === 0 ? null : menu(others)),
        copyButton(location.href.replace(/#.*/, ''), 'Copy page link'),
        codes(item));
}

// "download" has no effect on files of another host: the browser opens them.

function downloadLink(file, attributes, ...content) {
    return webAddress(file.url) === null
        ? words('code', file.url, { class: 'bad' })
        : outside(file.url, { download: true, ...attributes }, ...content);
}

// The browser closes the menu with Escape, or with a click elsewhere.

function menu(files) {
    const list = element('ul', { id: 'files', role: 'list', popover: 'auto' },
        files.map((file) => element('li', null, downloadLink(file, null,
            element('span', null, details(file)),
            words('span', file.names.join(', ').replace(/_/g, ' '),
                { class: 'muted' })))));

    const node = element('div', { class: 'menu' },
        element('button', { type: 'button', class: 'button',
            popovertarget: 'files', 'aria-label': 'Other files',
            title: 'Other files' }), list);

    node.addEventListener('focusout', ({ relatedTarget: to }) => {
        if (to && !node.contains(to)) {
            list.hidePopover();
        }
    });

    return node;
}

function details({ url, format, width, height, size }) {
    return [
        kindOf(format, String(url ?? '')),
        width && height ? `${width} × ${height}` : null,
        size ? bytes(size) : null,
    ].filter(Boolean).join(', ');
}

// "GIF" for image/gif, or for an address that ends with ".gif".

function kindOf(format, url) {
    const [, name] = /\/([a-z0-9]+)/i.exec(format ?? '')
        ?? /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url) ?? [];

    return name?.toUpperCase() ?? 'File';
}

// HTML and Markdown that show the clip, or else the picture.  Markdown has no
// videos: a clip without an animated image becomes a link on its still.

function codes(item) {
    const video = isAnimated(item) ? videosOf(item)[0]?.url : null;
    const still = webAddress(item.static_image);
    const image = linkOf(item);
    const text = item.alt_text ?? '';
    const label = text.replace(/\s+/g, ' ')
        .replace(/[\\[\]!`*_<&]/g, '\\$&');
    const poster = still && still !== image
        ? ` poster="${escaped(still)}"` : '';

    if (!image && !video) {
        return null;
    }

    const html = video ? `<video src="${escaped(video)}"${poster} autoplay`
        + ` muted loop playsinline aria-label="${escaped(text)}"></video>`
        : `<img src="${escaped(image)}" alt="${escaped(text)}">`;
    const markdown = `![${label}](${bracketed(image ?? video)})`;

    return [
        copyButton(html, 'HTML', 'Copy HTML'),
        copyButton(video && image === still
            ? `[${markdown}](${bracketed(video)})` : markdown,
        'Markdown', 'Copy Markdown'),
    ];
}

function bracketed(address) {
    return address.replace(/\(/g, '%28').replace(/\)/g, '%29');
}

function escaped(text) {
    return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
        .replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
