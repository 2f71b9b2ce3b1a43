#!/usr/bin/perl

# Libraries with rows that nobody meant: "export", "info" and "import --merge"
# say what is wrong with them, and nothing is published.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $good = slurp(imports($directory, 'good.db', lines((map { item($_) } 1 .. 5),
    tag('unused'), collection('best', item(7)), collection('next', item(8)))));
my $library = "$directory/library.db";

sub damage ($sql) {
    put($library, $good);

    is(`sqlite3 '$library' "$sql" 2>&1`, '', $sql);

    return slurp($library);
}

for my $sql (
    'DELETE FROM item WHERE position = 0',
    'DELETE FROM item WHERE position = 4',
    'DELETE FROM item',
    'DELETE FROM tag WHERE position = 0',
    'DELETE FROM tag',
    'DELETE FROM collection WHERE position = 0',
    'DELETE FROM collection',
    'UPDATE collection SET preview = 99 WHERE position = 1',
    'UPDATE collection SET preview = -1 WHERE position = 1',
    'UPDATE item_tag SET tag = 99',
    'UPDATE item_tag SET tag = -1',
    'UPDATE rendition SET platform = 99',
    'UPDATE rendition SET format = 99',
    'UPDATE item SET created = 9223372036854775807',
    'UPDATE item SET id = -id',
    "UPDATE item SET content_type = 'X'",
    'UPDATE tag SET position = position + 1000',
    'UPDATE item SET position = position + 1000',
    'INSERT INTO item_tag WITH RECURSIVE n (i) AS (VALUES (10) UNION ALL'
        . ' SELECT i + 1 FROM n WHERE i < 1100) SELECT 0, i, 0 FROM n',
) {
    my $bytes = damage($sql);

    isnt((tool('check', $library))[0], 0, 'not sound');

    my ($status, $out, $error) = tool('export', $library);

    is("$status $error" =~ s/: [^\n]+\n/: .../r, '1 contentlib: ...',
        'not exported');

    ($status, $out, $error) = tool('import', '--quiet', '--merge', '-o',
        $library, '-', { stdin => lines(item(9)) });
    is("$status $error" =~ s/: [^\n]+\n/: .../r, '1 contentlib: ...',
        'not merged');
    ok(slurp($library) eq $bytes, 'it is as it was');
    like((tool('info', $library))[0], qr/\A[01]\z/, 'info ends');
}

# lists that are longer than any that is imported can be read, not merged

for my $list (
    "item_partner_id SELECT 0, i, 'x' FROM n",
    "rendition SELECT 0, i, 0, 'x', NULL, NULL, NULL, NULL FROM n",
    "rendition SELECT 0, i, NULL, 'x', NULL, NULL, NULL, NULL FROM n",
) {
    my $bytes = damage('WITH RECURSIVE n (i) AS (VALUES (50) UNION ALL'
        . " SELECT i + 1 FROM n WHERE i < 1100) INSERT INTO $list");

    isnt((tool('check', $library))[0], 0, 'not sound');
    is((tool('export', $library))[0], 0, 'exported');

    my ($status, $out, $error) = tool('import', '--quiet', '--merge', '-o',
        $library, '-', { stdin => lines(item(9)) });

    like("$status $error", qr/\A1 .* has a list of more than 1000 entries$/,
        'not merged');
    ok(slurp($library) eq $bytes, 'it is as it was');
}

is(join(' ', contents($directory)), 'good.db library.db', 'nothing is left');

done_testing();
