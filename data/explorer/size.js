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

export function sizeButton() {
    const button = element('button', { type: 'button', class: 'form size',
        'aria-label': 'Small pictures', title: 'Small pictures' });
    const render = () => button.setAttribute('aria-pressed',
        String(dataset.wall === 'small'));

    button.addEventListener('click', () => {
        keepPlace(() => {
            dataset.wall = dataset.wall === 'small' ? '' : 'small';
        });
        render();

        try {
            localStorage.setItem(KEY, dataset.wall);
        } catch {
            // it stays until the page is closed
        }
    });
    render();

    return button;
}

// The tile that is at the top stays there.

function keepPlace(change) {
    const first = scrollY === 0 ? null
        : [...document.querySelectorAll('.wall .tile')]
            .find((one) => one.getBoundingClientRect().bottom > 0);
    const top = first?.getBoundingClientRect().top;

    change();

    if (first) {
        scrollBy(0, first.getBoundingClientRect().top - top);
    }
}
