// JSON as the server sent it, with links.

import { element, inside, outside, webAddress } from './dom.js';
import { placeOf } from './api.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

// The text of the answer, indented, with an element for each token.  The text is
// not parsed and written again, so long numbers and escapes do not change.

export function highlighted(text) {
    const tokens = text.match(TOKEN) ?? [];
    const out = document.createDocumentFragment();
    let depth = 0;

    const line = () => '\n' + '  '.repeat(depth);

    tokens.forEach((token, i) => {
        const next = tokens[i + 1];

        if (token === '{' || token === '[') {
            depth++;
            out.append(token, next === '}' || next === ']' ? '' : line());

        } else if (token === '}' || token === ']') {
            const last = tokens[i - 1];

            depth--;
            out.append(last === '{' || last === '[' ? '' : line(), token);

        } else if (token === ',') {
            out.append(token, line());

        } else if (token === ':') {
            out.append(': ');

        } else {
            out.append(value(token, next === ':'));
        }
    });

    return out;
}

function value(token, isKey) {
    if (token[0] !== '"') {
        return element('span', { class: /^[-\d]/.test(token) ? 'number'
            : 'literal' }, token);
    }

    const address = !isKey && /^"https?:\/\//.test(token)
        ? webAddress(JSON.parse(token)) : null;

    if (address === null) {
        return element('span', { class: isKey ? 'key' : 'string' }, token);
    }

    const place = placeOf(address);
    const link = place.origin === location.origin && place.name !== 'root'
        ? inside(`${address}#api`, null, token.slice(1, -1))
        : outside(address, null, token.slice(1, -1));

    return element('span', { class: 'string' }, '"', link, '"');
}
