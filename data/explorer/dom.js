// Elements, addresses and words.  What comes from the library is set as text,
// never as markup, and leads nowhere but to http and https.

export function element(name, attributes, ...children) {
    const node = document.createElement(name);

    for (const [key, value] of Object.entries(attributes ?? {})) {
        const text = key === 'href' || key === 'src' ? webAddress(value)
            : value;

        if (text !== null && text !== undefined && text !== false) {
            node.setAttribute(key, text === true ? '' : text);
        }
    }

    node.append(...children.flat(2).filter((child) => child ?? false));

    return node;
}

// A text of the library, whose direction is its own.

export function words(name, text, attributes) {
    return element(name, { dir: 'auto', ...attributes }, String(text ?? ''));
}

// Absolute, or null if it is not one that a page may lead to.

export function webAddress(text) {
    if (typeof text !== 'string' || text === '') {
        return null;
    }

    try {
        const url = new URL(text, location.href);

        return /^https?:$/.test(url.protocol) ? url.href : null;
    } catch {
        return null;
    }
}

// A link inside of the API: explorer.js follows it without loading the page.

export function inside(address, attributes, ...children) {
    return element('a', { href: address, 'data-inside': true, ...attributes },
        ...children);
}

// A link to somewhere else.

export function outside(address, attributes, ...children) {
    return element('a', {
        href: address, rel: 'noopener noreferrer', target: '_blank',
        ...attributes,
    }, ...children);
}

const status = document.getElementById('status');

// For those who listen; the same text again is said again.

export function say(text) {
    status.textContent = '';
    setTimeout(() => { status.textContent = text; }, 50);
}

export function copyButton(text, what, label = 'Copy address') {
    const button = element('button', {
        type: 'button', class: 'button', 'aria-label': `${label} ${what}`,
    }, label);

    button.addEventListener('click', async () => {
        const done = await copy(text);

        button.textContent = done ? 'Copied' : 'Not copied';
        say(`${button.textContent}: ${text}`);
        setTimeout(() => { button.textContent = label; }, 2000);
    });

    return button;
}

// Without https there is no clipboard, but the command of old.

async function copy(text) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        const area = element('textarea', { class: 'aside' });
        const focused = document.activeElement;

        area.value = text;
        document.body.append(area);
        area.select();

        const done = document.execCommand('copy');

        area.remove();
        focused?.focus();

        return done;
    }
}

const plural = new Intl.PluralRules('en');
const number = new Intl.NumberFormat('en');

export function counted(n, one, many) {
    return `${number.format(n)} ${plural.select(n) === 'one' ? one : many}`;
}

export function bytes(size) {
    const n = Number(size);

    if (!(n >= 0)) {
        return null;
    }

    const [value, unit] = n < 1e3 ? [n, 'B'] : n < 1e6 ? [n / 1e3, 'kB']
        : [n / 1e6, 'MB'];

    return `${value < 10 && unit !== 'B' ? value.toFixed(1)
        : Math.round(value)} ${unit}`;
}

export const still = matchMedia('(prefers-reduced-motion: reduce)');

export function debounced(wait, run) {
    let timer = null;

    return (...values) => {
        clearTimeout(timer);
        timer = setTimeout(run, wait, ...values);
    };
}
