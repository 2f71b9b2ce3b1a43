#!/usr/bin/perl

# A library that an attacker has changed: the responses are well-formed or
# errors, and other requests do not wait.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Checksums;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_query_timeout 500ms;

        location /other {
            return 204;
        }

        location ~ ^/(?<name>[a-z]+)/ {
            return 404;
        }

        include %%DIR%%/libraries.conf;
CONF

my $records = [
    gif(3, tags => [tag('one', 'one'), tag('two', 'two')]),
    image(2, tags => [tag('two', 'two')]),
    image(1, tags => [tag('one', 'one')]),
    collection('c', image(1, tags => [tag('one', 'one')])),
];

my %sql = (
    bytes => "UPDATE collection_text SET name = CAST(x'c328' AS TEXT)",
    large => "UPDATE item SET record = printf('%.*c', 5000000, 'x')",
    long => "UPDATE item SET record = printf('%.*c', 1048577, 'x')",
    marks => "UPDATE item SET marks = CAST(x'0100' || substr(marks, 3) AS"
        . " BLOB)",
    short => "UPDATE item SET marks = x'0000'",
    far => "UPDATE item SET marks = CAST(substr(marks, 1, length(marks) - 2)"
        . " || x'ffff' AS BLOB)",
    kind => "UPDATE item SET marks = CAST(marks || x'0700' AS BLOB)",
    counts => "UPDATE meta SET items = 4294967295, tags = 4294967295",
    sparse => "UPDATE item SET position = 20000000 WHERE position = 2;"
        . " UPDATE meta SET items = 20000001; CREATE TABLE x (x);"
        . " INSERT INTO x VALUES (zeroblob(21000000)); DROP TABLE x",
    fewer => "UPDATE meta SET tags = 1",
    digest => "UPDATE meta SET digest = printf('%.*c', 64, char(10))",
    odd => "UPDATE tag_item SET items = x'000001';"
        . " UPDATE item_gram SET items = x'000001';"
        . " UPDATE word SET items = x'000000'",
    longer => "UPDATE tag_item SET items = zeroblob(2050);"
        . " UPDATE item_gram SET items = zeroblob(2050);"
        . " UPDATE word SET items = NULL; INSERT INTO word_item SELECT"
        . " position, 0, zeroblob(2050) FROM word",
    beyond => "UPDATE tag_item SET items = x'0000ffff';"
        . " UPDATE item_gram SET items = x'0300';"
        . " UPDATE word SET items = x'03000000'",
    bitmap => "UPDATE tag_item SET items = CAST(zeroblob(2047) || x'01' AS"
        . " BLOB); UPDATE item_gram SET items = CAST(x'08' || zeroblob(2047)"
        . " AS BLOB)",
    block => "UPDATE tag_item SET block = 4294967296;"
        . " UPDATE item_gram SET block = 4294967296;"
        . " UPDATE word SET items = NULL; INSERT INTO word_item SELECT"
        . " position, 4294967296, x'0000' FROM word",
    row => "DELETE FROM item WHERE position = 1",
    schema => "PRAGMA writable_schema = 1; WITH RECURSIVE n (i) AS (SELECT 1"
        . " UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        . " INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2,"
        . " 'CREATE TABLE t' || i || ' (a)' FROM n",
);

my $conf = '';

for my $name (sort keys %sql) {
    my $file = $t->library($name, $records);

    open my $sqlite, '|-', 'sqlite3', $file or die $!;
    print $sqlite ".dbconfig defensive off\n$sql{$name};\n";
    close $sqlite or die "sqlite3: $name";

    checksum_file($file);

    $conf .= "location ^~ /$name/ { contentlib; contentlib_root /$name/;"
        . " contentlib_library $file; }\n";
}

$t->write_file('libraries.conf', $conf);
$t->expect_log(qr/contentlib: library ".*" (?:cannot be served|failed): /);

my $began = time;

$t->start;
is($t->get('/other')->status, 204, 'others are served');
cmp_ok(time - $began, '<', 10, 'and soon');

my $r = $t->get('/bytes/search/');

is($r->status, 200, 'bytes that are not UTF-8');
is($r->json->[0]{text}, "\x{fffd}(", 'are replaced');

is($t->get("/$_/content_items/")->status, 503, $_)
    for qw(large long marks short far kind counts fewer digest row schema);

# blocks of positions

for my $name (qw(odd longer beyond bitmap block)) {
    is($t->get("/$name/content_items/?$_")->status, 503, "$name: $_")
        for qw(text=i text=it tag=one tag-slug=two tag-partial=o);

    is($t->get("/$name/content_items/")->status, 200, $name);
}

is($t->get('/large/tags/')->status, 200, 'what can be served is');
is($t->get('/row/content_items/3/')->status, 200);
is($t->get('/row/tags/')->status, 200);
is($t->get('/fewer/content_items/?tag-slug=two')->status, 503);
is($t->get('/sparse/tags/')->status, 503, 'sets that would be too large');

# an answer 503 is no reason to open the file again, or to fill the log

for (1 .. 50) {
    $t->get('/row/content_items/');
}

my @lines = grep { m{/row\.db} } split /\n/, $t->error_log;

cmp_ok(scalar @lines, '<=', 8, 'few lines for many failures')
    or diag(join "\n", @lines);

unlike($t->error_log, qr/^\s*$/m, 'no line breaks from the library');
