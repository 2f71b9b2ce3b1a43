// Elements, addresses and numbers.  Text of the library is inserted as text,
// never as markup.  Links lead to addresses of http and https only.

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

// A text of the library.  The browser derives its direction from the text.

export function words(name, text, attributes) {
    return element(name, { dir: 'auto', ...attributes }, String(text ?? ''));
}

// The absolute form of an address, or null if it is not one of http or https.

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

// A link to another view: explorer.js opens it without loading the page again.

export function inside(address, attributes, ...children) {
    return element('a', { href: address, 'data-inside': true, ...attributes },
        ...children);
}

// A link to a file or to another site.

export function outside(address, attributes, ...children) {
    return element('a', {
        href: address, rel: 'noopener noreferrer', target: '_blank',
        ...attributes,
    }, ...children);
}

const status = document.getElementById('status');

// For screen readers.  The text is removed first, because they do not read a
// text again that has not changed.

export function say(text) {
    status.textContent = '';
    setTimeout(() => { status.textContent = text; }, 50);
}

export function copyButton(text, label, name) {
    const button = element('button', {
        type: 'button', class: 'button', 'aria-label': name,
    }, label);

    button.addEventListener('click', async () => {
        const done = await copy(text);

        button.textContent = done ? 'Copied' : 'Not copied';
        say(`${button.textContent}: ${text}`);
        setTimeout(() => { button.textContent = label; }, 2000);
    });

    return button;
}

// Browsers have navigator.clipboard for https and for the machine itself only.

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
export const number = new Intl.NumberFormat('en');

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
