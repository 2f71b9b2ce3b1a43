// Keys: "/" goes to the search box, arrows move on the wall and from one item
// to the next, "f" opens the viewer, Escape clears the selection or goes back to
// the list.

import { enlarge } from './navigation.js';
import { clearSelection } from './select.js';

const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

export function startKeys() {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented || event.isComposing || event.ctrlKey
            || event.metaKey || event.altKey
            || event.target.closest('input, textarea, select, pre, dialog'))
        {
            return;
        }

        if (event.key === '/') {
            const box = document.getElementById('text');

            event.preventDefault();
            box.focus();
            box.select();

        } else if (event.key === 'f') {
            const link = event.target.closest('.tile')
                ?? document.querySelector('.open');

            if (link) {
                enlarge(link);
            }

        } else if (event.key === 'Escape'
            && !document.querySelector(':popover-open'))
        {
            if (!clearSelection()) {
                document.querySelector('.line [rel=up]')?.click();
            }

        } else if (event.key in STEPS && !event.shiftKey) {
            const to = destination(event.target, event.key);

            if (to) {
                event.preventDefault();
                to.matches('.neighbours a') ? to.click() : to.focus();
            }
        }
    });
}

function destination(from, key) {
    const tile = from.closest('.wall a');

    if (tile) {
        return tileBeside(tile, key);
    }

    if (key !== 'ArrowLeft' && key !== 'ArrowRight') {
        return null;
    }

    return document.querySelector(`.neighbours [rel=${
        key === 'ArrowLeft' ? 'prev' : 'next'}]`)
        ?? (from.closest('a, button, summary') ? null : firstTile());
}

function firstTile() {
    const covered = document.querySelector('header').getBoundingClientRect()
        .bottom;

    return [...document.querySelectorAll('.items .wall a')].find((link) =>
        link.getBoundingClientRect().top >= covered);
}

// In the next row it is the tile whose middle is nearest.

function tileBeside(link, key) {
    const links = [...link.closest('.wall').querySelectorAll('a')];
    const step = STEPS[key];
    const at = links.indexOf(link);

    if (key === 'ArrowLeft' || key === 'ArrowRight') {
        return links[at + step];
    }

    const row = (one) => one.parentElement.offsetTop;
    const middle = (one) => one.parentElement.offsetLeft
        + one.offsetWidth / 2;
    const next = links.slice(step < 0 ? 0 : at,
        step < 0 ? at : undefined).filter((one) => row(one) !== row(link));
    const top = step < 0 ? next.at(-1) : next[0];

    return next.filter((one) => row(one) === row(top)).sort((a, b) =>
        Math.abs(middle(a) - middle(link))
        - Math.abs(middle(b) - middle(link)))[0];
}
