// The files of an item: a button that downloads it, a menu of its other files,
// and texts to copy.

import { bytes, copyButton, element, outside, webAddress, words }
    from './dom.js';
import { renditions } from './wall.js';

// Every address once.  The original comes first.

export function filesOf(item) {
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

export function actions(item) {
    const [first, ...others] = filesOf(item);
    const address = renditions(item).at(-1)?.url ?? item.static_image;

    return element('div', { class: 'actions' },
        element('div', { class: 'download' },
            downloadLink(first, { class: 'button main' }, 'Download',
                element('span', null, details(first))),
            others.length === 0 ? null : menu(others)),
        webAddress(address) === null ? null
            : copies(item, webAddress(address)));
}

// "download" has no effect on files of another host: the browser opens them.

function downloadLink(file, attributes, ...content) {
    return webAddress(file.url) === null
        ? words('code', file.url, { class: 'bad' })
        : outside(file.url, { download: true, ...attributes }, ...content);
}

function menu(files) {
    const node = element('details', { class: 'menu' },
        element('summary', { class: 'button', 'aria-label': 'Other files',
            title: 'Other files' }),
        element('ul', { role: 'list' }, files.map((file) =>
            element('li', null, downloadLink(file, null,
                element('span', null, details(file)),
                words('span', file.names.join(', '), { class: 'muted' }))))));

    const close = () => { node.open = false; };
    const leave = (event) => {
        if (!node.contains(event.target)) {
            close();
        }
    };

    node.addEventListener('toggle', () => {
        if (node.open) {
            document.addEventListener('pointerdown', leave);
        } else {
            document.removeEventListener('pointerdown', leave);
        }
    });
    node.addEventListener('focusout', (event) => {
        if (event.relatedTarget && !node.contains(event.relatedTarget)) {
            close();
        }
    });
    node.addEventListener('keydown', (event) => {
        if (event.key === 'Escape' && node.open) {
            close();
            node.firstElementChild.focus();
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

function copies(item, address) {
    const text = item.alt_text ?? '';
    const html = `<img src="${escaped(address)}" alt="${escaped(text)}">`;
    const markdown = `![${text.replace(/\s+/g, ' ')
        .replace(/[\\[\]!`*_<&]/g, '\\$&')}](${address
        .replace(/\(/g, '%28').replace(/\)/g, '%29')})`;

    return [
        copyButton(address, 'Copy link', 'Copy link to the picture'),
        copyButton(html, 'HTML', 'Copy HTML'),
        copyButton(markdown, 'Markdown', 'Copy Markdown'),
    ];
}

function escaped(text) {
    return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;')
        .replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
