#!/usr/bin/perl

# The input of "contentlib import": NDJSON, arrays and pages in any mix.
# Tests: src/tool/record/contentlib_input.c, src/tool/import/contentlib_import.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

my @records = (tag('first', 'First'), item(3), still(20), item(7),
    collection('best', item(3)));
my @json = map { json($_) } @records;

my $expected = slurp(imports($directory, 'expected.db', lines(@records)));
my @expected = exported("$directory/expected.db");

is(@expected, 3 + 3 + 1, 'three tags, three items, a collection');
is(join(',', map { $_->{id} // () } @expected), '20,7,3',
    'items by descending id');
is(join(',', map { exists $_->{preview_image} ? () : $_->{slug} // () }
    @expected), 'first,happy,blue-sky', 'tags in order of appearance');

# All forms of the input result in the same library.

my $page = sub (@results) {
    return '{"count":99,"next":"https://a/?offset=30","previous":null,'
        . '"results":[' . join(',', @results) . ']}';
};

my %form = (
    'ndjson' => join("\n", @json),
    'ndjson with a line end' => join("\n", @json) . "\n",
    'crlf' => join("\r\n", @json) . "\r\n",
    'byte order mark' => "\xef\xbb\xbf" . join("\n", @json),
    'byte order mark and array' => "\xef\xbb\xbf[" . join(',', @json) . ']',
    'blank lines' => "\n\n  \n" . join("\n\n\t\n", @json) . "\n\n",
    'nothing between' => join('', @json),
    'array' => '[' . join(',', @json) . ']',
    'array with blanks' => "  [\n" . join("\n ,\r\n", @json) . "\n]\n",
    'arrays' => join("\n", map { "[$_]" } @json) . '[] [ ]',
    'page' => $page->(@json),
    'pages' => join("\n", map { $page->($_) } @json) . $page->(),
    'array of pages' => '[' . join(',', map { $page->($_) } @json) . ']',
    'array of records and pages' => "[$json[0]," . $page->(@json[1, 2])
        . ",$json[3],$json[4]]",
    'records, arrays, pages' => "$json[0]\n[$json[1]]" . $page->($json[2])
        . "$json[3]\n\n[$json[4]]",
    'page, results first' => '{"results":[' . join(',', @json)
        . '],"previous":null,"count":1}',
    'page with other lists' => '{"next":[{"results":[1]}],'
        . q("previous":"\"results\":['results':[",)
        . '"results":[' . join(',', @json) . ']}',
    'page with single quotes' => q({'results': [) . join(',', @json) . ']}',
    'page with comments' => q({'next':'"[{',/* it's "results": [ */"results":[)
        . join(',', @json) . "]}",
    'page with much before its results' => '{"next":"' . 'x' x 1_900_000
        . '","results":[' . join(',', @json) . ']}',
    'page of results only' => '{ "results" : [' . join(',', @json) . '] }',
);

sub same ($library) {
    my @found = exported($library);

    return digest_of($library) eq digest_of("$directory/expected.db")
        && @found == @expected;
}

for my $form (sort keys %form) {
    ok(same(imports($directory, 'form.db', $form{$form})), $form);
}

my $pretty = JSON::PP->new->pretty->canonical->utf8;

ok(same(imports($directory, 'pretty.db',
    join('', map { $pretty->encode($_) } @records))), 'over many lines');
ok(same(imports($directory, 'pretty.db', $pretty->encode(\@records))),
    'an array over many lines');

# Characters may be escaped: some in each block of 256 from U+10000 on that
# json-c reads correctly.

my $characters = join '', map { chr($_ * 256 + $_ % 256) }
    grep { ($_ & 0xf8) != 0xd8 } 0x100 .. 0x10ff;
my $raw = item(1, alt_text => $characters, tags => [tag('t', "x\x{2e000}")]);
my $ascii = JSON::PP->new->ascii->encode($raw);

unlike($ascii, qr/[^ -~]/, 'escaped');
is_deeply([exported(imports($directory, 'ascii.db', $ascii))],
    [exported(imports($directory, 'raw.db', json($raw)))], 'the same records');
like((tool('import', '-o', "$directory/no.db", '-',
    { stdin => $ascii =~ s/"id":1\b/"id"1/r }))[2],
    qr/^-:1: not valid JSON: object property name separator ':' expected at column \d+: "1/m,
    'an error before or behind them');

# Several files, one of them the standard input.

my $one = put("$directory/one.json", "[$json[0],$json[1]]");
my $two = put("$directory/two.ndjson", "$json[3]\n$json[4]\n");

my ($status, $out, $error) = tool('import', '-o', "$directory/files.db", $one,
    '-', $two, { stdin => $json[2] });

is($status, 0, 'files and standard input');
is($error, '', 'nothing on the standard error');
like($out, qr/^\Q$directory\E\/files\.db: 3 items, 3 tags, 1 collection, /,
    'summary: counts');
like($out, qr/, \d+ bytes, \d+\.\d s, [0-9a-f]{64}\n\z/,
    'summary: size, time, digest');
ok(same("$directory/files.db"), 'the same library');

($status, $out, $error) = tool('import', '--quiet', '-o',
    "$directory/quiet.db", $one, $two, '-', { stdin => $json[2] });
is("$status$out$error", '0', '--quiet');

# An empty input is a library.

for my $nothing ('', "\n \n", '[]', '{"results":[]}', "\xef\xbb\xbf") {
    my $library = imports($directory, 'empty.db', $nothing);
    is((tool('check', $library))[0], 0, 'an empty library');
}

# Values in other forms than that of the export.

my ($record) = grep { exists $_->{id} } exported(imports($directory,
    'values.db', lines(item(5, created => '2024-02-29T00:00:00.5Z', url => 7,
    version => { content_label => undef, platforms => {} }))));

is($record->{created}, '2024-02-29T00:00:00.500000Z', 'a short fraction');
is($record->{default_version}{content_label}, 'GIF', 'a label left out');
is_deeply($record->{default_version}{platforms}, {}, 'no partner page');
is($record->{default_version}{download}[0]{height}, 240, 'digits in a string');

my $integers = lines(item(7), collection('c', item(9), items => [7]));
my $strings = $integers =~ s/"(id|items)":(\[?)(\d+)/"$1":$2"$3"/gr;

like($strings, qr/"items":\["7"\].*"id":"9"/, 'identifiers in strings');
is(digest_of(imports($directory, 'values.db', $strings)),
    digest_of(imports($directory, 'values.db', $integers)), 'are the same');

for my $case (['.000000', ''], ['.000001', '.000001'], ['.1', '.100000'],
    ['.0', ''])
{
    ($record) = grep { exists $_->{id} } exported(imports($directory,
        'values.db', lines(item(5,
        created => "1969-12-31T23:59:59$case->[0]Z"))));
    is($record->{created}, "1969-12-31T23:59:59$case->[1]Z",
        "fraction \"$case->[0]\" before the epoch");
}

for my $created ('0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z',
    '2000-02-29T00:00:00Z', '1900-02-28T23:59:59Z')
{
    ($record) = grep { exists $_->{id} } exported(imports($directory,
        'values.db', lines(item(5, created => $created))));
    is($record->{created}, $created, $created);
}

my @different = map { { platform => "p$_", url => 'a', format => "image/x$_" } }
    0 .. 999;

($record) = grep { exists $_->{id} } exported(imports($directory, 'values.db',
    lines(item(5, version => { download => \@different }))));
is_deeply([map { "$_->{platform} $_->{format}" }
    @{ $record->{default_version}{download} }],
    [map { "$_->{platform} $_->{format}" } @different],
    '1,000 platforms and media types');

# A preview may stand before its item, or for it.

for my $order ([0, 1], [1, 0]) {
    my @pair = (collection('a', item(1)), item(1));
    my $library = imports($directory, 'preview.db', lines(@pair[@$order]));
    is((tool('check', $library))[1],
        "$library: ok, 1 item, 2 tags, 1 collection\n",
        'a preview and its item');
}

my $library = imports($directory, 'preview.db',
    lines(collection('a', item(1)), collection('b', item(1))));
is((tool('check', $library))[1],
    "$library: ok, 1 item, 2 tags, 2 collections\n",
    'two previews without an item');

done_testing();
