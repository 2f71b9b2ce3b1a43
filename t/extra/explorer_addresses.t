#!/usr/bin/perl

# The explorer sends requests to its own host only, with any number of slashes
# at the beginning of the path.
# Tests: data/explorer/api.js

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use JSON::PP ();
use Test::Contentlib;


my $program = <<'END';
    import { readFileSync } from 'node:fs';

    const source = readFileSync(process.argv[1]);
    const api = await import('data:text/javascript;base64,'
        + source.toString('base64'));

    const asked = [];

    globalThis.location = { href: '' };
    globalThis.fetch = async (address) => {
        asked.push(new URL(address, location.href).href);

        return { url: asked.at(-1), status: 404, ok: false, statusText: '',
            headers: [], text: async () => '{}', redirected: false };
    };

    const seen = [];

    for (const address of process.argv.slice(2)) {
        location.href = address;

        const place = api.placeOf(address);
        const leads = (to) => new URL(to, address).href;

        asked.length = 0;
        await api.ask(place.key);
        await api.rootAbove(place.path);
        await api.suggested(place, { type: 'collection', text: 'x' });

        seen.push({ asked: [...asked], links: [
            leads(place.key), leads(place.root),
            leads(api.addressIn(place, 'tags/')),
            leads(api.itemAddress(place, { url: 'http://other/x/7/' })),
            leads(api.pageOf(place, 'http://other/y/?offset=30')),
            leads(await api.suggested(place, { type: 'tag', text: 'x' })),
        ] });
    }

    process.stdout.write(JSON.stringify(seen));
END

my $host = 'http://api.example';
my @paths = ('/api/v1/content_items/', '//api/v1/content_items/?limit=2',
    '//api/v1/', '///api/v1/tags/one/', '//evil.example/', '//evil.example',
    '//evil.example/content_items/', '//evil.example/search/?text=a',
    '/./' . '/evil.example/', '/x/..//evil.example/tags/', '/\\evil.example/',
    '\\\\evil.example/collections/', '//', '/////');

my ($said, $status) = Test::Contentlib::run(sub { exec 'node',
    '--input-type=module', '-e', $program,
    "$FindBin::Bin/../../data/explorer/api.js", map { $host . $_ } @paths });

is($status, 0, 'run') or diag($said);

my $seen = JSON::PP::decode_json($said);

for my $n (keys @paths) {
    my @addresses = ($seen->[$n]{asked}->@*, $seen->[$n]{links}->@*);

    cmp_ok(scalar @addresses, '>=', 8, "$paths[$n]: addresses");
    is(join(' ', grep { !m{^\Q$host\E/(?!/)} } @addresses), '',
        'all of this host');
}

# the requests and links of the page

is($seen->[1]{asked}[0], "$host/api/v1/content_items/?limit=2",
    'one slash in place of two');
is($seen->[1]{links}[2], "$host/api/v1/tags/", 'the root is found');

done_testing();
