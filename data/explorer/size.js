// The two sizes of the wall.  The browser remembers the one that was chosen.

import { element } from './dom.js';

const KEY = 'wall';
const { dataset } = document.documentElement;

// A browser can refuse to store anything.

export function startSize() {
    try {
        dataset.wall = localStorage.getItem(KEY) ?? '';
    } catch {
        dataset.wall = '';
    }
}

// keep() calls a function that changes the wall, and keeps the visitor's place.

export function sizeButton(keep) {
    const button = element('button', { type: 'button', class: 'form size',
        'aria-label': 'Small pictures', title: 'Small pictures' });
    const set = (size) => {
        dataset.wall = size;
        button.setAttribute('aria-pressed', String(size === 'small'));
    };

    button.addEventListener('click', () => {
        keep(() => set(dataset.wall === 'small' ? '' : 'small'));

        try {
            localStorage.setItem(KEY, dataset.wall);
        } catch {
            // it stays until the page is closed
        }
    });
    set(dataset.wall);

    return button;
}
