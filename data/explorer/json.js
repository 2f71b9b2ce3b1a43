// The request, and the answer as the server sent it.

import { copyButton, element, inside, outside, webAddress } from './dom.js';
import { placeOf } from './api.js';

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g;

export function jsonPanel(answer) {
    const url = new URL(answer.address);
    const line = `GET ${url.pathname}${url.search}`;
    const command = `curl -s '${url.href.replace(/'/g, '%27')}'`;

    return element('section', { class: 'wire', 'aria-label': 'JSON' },
        element('h2', null, 'Request'),
        element('div', { class: 'command' },
            code('Request', element('code', null,
                `${line}\nAccept: application/json`)),
            copyButton(command, 'Copy curl', 'Copy curl command')),
        element('h2', null, 'Response'),
        element('p', { class: 'state' },
            element('strong', { class: answer.ok ? 'fine' : 'bad' },
                answer.status ? `${answer.status} ${answer.reason}`.trim()
                    : 'no response')),
        element('dl', { class: 'headers' }, answer.headers.map(([key, value]) =>
            element('div', null, element('dt', null, key),
                element('dd', null, value)))),
        element('div', { class: 'command' },
            element('h2', null, 'Body'),
            copyButton(answer.text, 'Copy', 'Copy the body')),
        code('Body', element('code', null,
            answer.value === null ? answer.text : highlighted(answer.text))));
}

// An element that may have to be scrolled needs the focus of the keyboard.

function code(label, content) {
    return element('pre', { tabindex: 0, role: 'region', 'aria-label': label },
        content);
}

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
        ? inside(`${address}#json`, null, token.slice(1, -1))
        : outside(address, null, token.slice(1, -1));

    return element('span', { class: 'string' }, '"', link, '"');
}
