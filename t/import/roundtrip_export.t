#!/usr/bin/perl

# An export is the canonical form of the input: importing it results in the
# same library and the same export.
# Tests: src/tool/export/contentlib_export.c,
#     src/tool/write/contentlib_writer.c, src/tool/write/contentlib_write.c

use v5.36;
use utf8;

use Digest::SHA qw(sha256_hex);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

# Canonical lines: tags, then items by descending id, then collections.

my @tags = map { qq({"slug":"$_->[0]","url":"/api/v1/tags/$_->[0]/","name":"$_->[1]"}) }
    ['zebra', 'Zebra'], ['a', 'A \"quoted\" \\\\ name/'], ['A', 'capital'],
    ['_-_', '日本語'], ['0', '0'], ['unused', '\u0001\u001f\u2028\u2029 \t\n\r\b\f'];

sub in_item (@numbers) {
    return join ',', @tags[@numbers];
}

my $moving = '{"id":9223372036854775807,'
    . '"url":"/api/v1/content_items/9223372036854775807/",'
    . '"alt_text":"Été, 𝄞 \"and\" \\\\ / <b> \u0000' =~ s/ \\u0000//r
    . '","tags":[' . in_item(1, 0, 3) . '],"default_version":{'
    . '"content_type":"G","content_label":"GIF","download":['
    . '{"platform":"network_a","url":"https://m.example/a.gif","width":1,'
    . '"height":0,"format":"image/gif","size":9007199254740992},'
    . '{"platform":"x y","url":"b.mp4","format":"video/mp4"},'
    . '{"platform":"original","url":"https://m.example/o.gif","height":7}],'
    . '"picture":[{"url":"p.webp","width":3,"height":4,"size":5,'
    . '"format":"image/webp"},{"url":"/q.gif","size":6}],'
    . '"platforms":{"partner":"https://partner.example/?a=b&c"}},'
    . '"static_image":"s.png","created":"2024-02-29T23:59:59.000001Z",'
    . '"partner_ids":["b","a","b",""]}';

my $still = '{"id":3,"url":"/api/v1/content_items/3/","alt_text":"","tags":[],'
    . '"default_version":{"content_type":"I","content_label":"Static Image",'
    . '"download":[],"picture":[],"platforms":{}},"static_image":"i.png",'
    . '"created":"1969-12-31T23:59:59Z","partner_ids":[]}';

my $last = '{"id":1,"url":"/api/v1/content_items/1/","alt_text":"x","tags":['
    . in_item(4, 2, 1) . '],"default_version":{"content_type":"I",'
    . '"content_label":"Static Image","download":[{"platform":"original",'
    . '"url":"i.png"}],"picture":[{"url":"i.png"}],"platforms":{}},'
    . '"static_image":"i.png","created":"0001-01-01T00:00:00.100000Z",'
    . '"partner_ids":["z"]}';

my @collections = map { qq({"slug":"$_->[0]","url":"/api/v1/collections/$_->[0]/",)
    . qq("name":"$_->[1]","description":"$_->[2]","preview_image":$_->[3],)
    . qq("display_in_library":$_->[4],"featured":$_->[5]}) }
    ['z', 'Last letter first', '', $still, 'true', 'false'],
    ['a', 'Été', 'Two\nlines', $moving, 'false', 'true'],
    ['m', 'm', 'm', $still, 'true', 'true'];

my $canonical = join '', map { "$_\n" } @tags, $moving, $still, $last,
    @collections;
utf8::encode($canonical);

sub export ($library, @options) {
    my ($status, $out, $error) = tool('export', @options, $library);
    is("$status$error", '0', 'export');
    return $out;
}

# The first line that differs, for a short message.

sub same ($got, $expected, $name) {
    my @got = split /^/, $got;
    my @expected = split /^/, $expected;
    my ($i) = grep { ($got[$_] // '') ne ($expected[$_] // '') }
        0 .. (@got > @expected ? $#got : $#expected);

    return is($got[$i // 0], $expected[$i // 0], $name);
}

my $library = imports($directory, 'a.db', $canonical);
my $out = export($library);

same($out, $canonical, 'import and export give the input back');
is(digest_of($library), sha256_hex($canonical), 'the digest is of the export');
is(digest_of(imports($directory, 'b.db', $out)), digest_of($library),
    'the same library again');

# The export does not depend on the order of items.

my @lines = split /^/, $canonical;
my @mixed = (@lines[0 .. 5], @lines[8, 9], $lines[7], @lines[10, 11], $lines[6]);

same(export(imports($directory, 'b.db', join '', @mixed)), $canonical,
    'another order of items');

# --base-url, --partner

my $based = export($library, '--base-url', 'https://api.example');
same($based =~ s{"url":"https://api\.example/api/v1/}{"url":"/api/v1/}gr,
    $canonical, '--base-url');
same(export(imports($directory, 'c.db', $based)), $canonical, 'and back');

my $partner = export($library, '--partner', 'acme');
same($partner =~ s/"acme_ids"/"partner_ids"/gr =~ s/\{"acme":/{"partner":/gr,
    $canonical, '--partner');
same(export(imports($directory, 'c.db', $partner, '--partner', 'acme')),
    $canonical, 'and back');

# The sample library, too.

if (-e 'data/sample/library.ndjson') {
    my $sample = imports($directory, 'sample.db',
        slurp('data/sample/library.ndjson'));
    my $first = export($sample, '--members');
    my $second = imports($directory, 'sample2.db', $first);

    same(export($second, '--members'), $first, 'the sample library');
    is(digest_of($second), digest_of($sample), 'its digest');
}

done_testing();
