// Programs that send a request: for the shell, JavaScript and Python.  For a
// list they follow "next" to its last page.

export function programs(address, isList) {
    const quoted = `'${plain(new URL(address))}'`;

    return isList ? [
        ['curl', `next=${quoted}
while [ "$next" != null ]; do
    page=$(curl -sf -H 'Accept: application/json' "$next") || exit
    printf '%s\\n' "$page" | jq -c '.results[]'
    next=$(printf '%s\\n' "$page" | jq -r .next)
done`],
        ['JavaScript', `let next = ${quoted};

while (next !== null) {
    const response = await fetch(next);
    const page = await response.json();

    for (const record of page.results) {
        console.log(record.url);
    }

    next = page.next;
}`],
        ['Python', `import requests

next = ${quoted}

while next is not None:
    response = requests.get(next)
    response.raise_for_status()
    page = response.json()

    for record in page['results']:
        print(record['url'])

    next = page['next']`],
    ] : [
        ['curl', `curl -sf -H 'Accept: application/json' ${quoted}`],
        ['JavaScript', `const response = await fetch(${quoted});

console.log(await response.json());`],
        ['Python', `import requests

response = requests.get(${quoted})
response.raise_for_status()
print(response.json())`],
    ];
}

// Without characters that the languages, or curl, treat as special.

function plain({ origin, pathname, search }) {
    return origin + `${pathname}${search}`.replace(/['\\[\]{}]/g, (character) =>
        `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
