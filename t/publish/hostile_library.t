#!/usr/bin/perl

# A library that an attacker has changed: the responses are well-formed or
# errors, and other requests do not wait.
# Tests: src/library/contentlib_db.c, src/library/contentlib_records.c,
#     src/library/contentlib_filter.c, src/library/contentlib_relevance.c

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

        include %%DIR%%/libraries.conf;
CONF

my $first = image(1, alt_text => 'party 100%', tags => ['happy day']);

$t->library('good', [tag('unused'), $first,
    image(2, alt_text => 'cat and dog in a small house', tags => ['happy day', 'cat']),
    gif(3, alt_text => 'party cat', tags => ['cat']),
    collection('new', $first, items => [1, 3]), collection('hidden', $first,
    display => 0), collection('cats', $first)]);

# The blocks of a kind of postings.  One routine reads all kinds.

my @blocks = ('positions = NULL', "positions = 'abcd'", 'block = 1',
    "positions = x'0300'", 'positions = 5', 'block = -1',
    'block = 9223372036854775807', 'block = -9223372036854775808',
    'block = 281474976710656', "positions = x'0000ffff'", "positions = x'00'",
    "positions = x'000001'", 'positions = zeroblob(2050)',
    'positions = zeroblob(3000000)',
    "positions = CAST(x'08' || zeroblob(2047) AS BLOB)",
    "positions = CAST(zeroblob(2047) || x'80' AS BLOB)");

sub blocks ($kind, $n = 4) {
    return map { "UPDATE posting SET $_ WHERE kind = $kind" }
        @blocks[0 .. $n - 1];
}

# Changes of values, and a request that reads the values.  The rules of the
# schema do not apply to them.

my %values = (
    'content_items/' => [
        'UPDATE item SET record = NULL',
        "UPDATE item SET record = x'7b7d' WHERE position = 1",
        'UPDATE item SET marks = NULL',
        "UPDATE item SET marks = '0000000000'",
        'UPDATE item SET marks = 0 WHERE position = 0',
        "UPDATE item SET marks = x''",
        "UPDATE item SET marks = x'0000'",
        'UPDATE item SET marks = CAST(substr(marks, 1, length(marks) - 2)'
            . " || x'ffff' AS BLOB)",
        "UPDATE item SET marks = CAST(marks || x'0700' AS BLOB)",
        "UPDATE item SET marks = CAST(marks || x'0600' AS BLOB)",
        "UPDATE item SET marks = x'" . '0100' x 2000 . "'",
        'UPDATE item SET position = 7 WHERE position = 2;'
            . ' UPDATE meta SET items = 8',
        "UPDATE item SET record = printf('%.*c', 1048577, 'x')",
        "UPDATE item SET record = printf('%.*c', 4194305, 'a')"
            . ' WHERE position = 1',
        map({ "UPDATE item SET tags = $_ WHERE position = 1" } 'NULL', "'abc'",
            '1', "x'0000'", "x'ffffff'", "x'010000ff0000'", "x'00000100'",
            'zeroblob(3000000)'),
        'UPDATE tag SET number = number + 3',
        map({ "UPDATE tag SET marks = $_ WHERE slug = 'cat'" } "x''",
            "x'0a000900'", "x'f9ff0200'",
            "x'0900faff'", "CAST(marks || x'0300' AS BLOB)"),
        "UPDATE tag SET record = printf('%.*c', 1017, 'x') WHERE slug = 'cat'",
    ],
    'content_items/3/' => [
        'UPDATE item SET record = NULL WHERE id = 3',
        "UPDATE item SET marks = '' WHERE id = 3",
    ],
    'tags/' => [
        'UPDATE tag SET record = NULL WHERE position = 0',
        'UPDATE tag SET record = CAST(record AS BLOB)',
        "UPDATE tag SET marks = 'a'",
        "UPDATE tag SET marks = CAST(marks || x'0600' AS BLOB)",
        "UPDATE tag SET record = printf('%.*c', 1017, 'x') WHERE position = 1",
        'UPDATE tag SET position = 9 WHERE position = 1;'
            . ' UPDATE meta SET tags = 10',
    ],
    'collections/' => [
        'UPDATE collection SET record = NULL',
        'UPDATE collection SET marks = NULL WHERE position = 2',
        'UPDATE collection SET marks = zeroblob(5000000)',
        "UPDATE collection SET marks = x''",
        "UPDATE collection SET marks = CAST(marks || x'0600' AS BLOB)",
        map({ "UPDATE collection SET preview = $_ WHERE position = 1" }
            'NULL', "'x'", '-1', '3', '9223372036854775807'),
    ],
    'collections/cats/' => ["UPDATE collection SET record = x'7b7d'"],
    'search/' => [
        'UPDATE collection SET name = NULL',
        "UPDATE collection SET name = printf('%.*c', 1001, 'a')",
        "UPDATE collection SET folded = x'41'",
    ],
    'search/?text=a' => [
        blocks(12),
        'UPDATE tag SET name = NULL',
        "UPDATE collection SET name = x'41'",
        'UPDATE tag SET terms = NULL',
    ],
    'search/?text=happy' => ["UPDATE tag SET name = x'41'",
        "UPDATE tag SET name = printf('%.*c', 1001, 'a')",
        "UPDATE tag SET slug = printf('%.*c', 256, 'a') || position",
        'UPDATE tag SET by_items = by_items + 100',
    ],
    'content_items/?tag=happy+day' => [
        blocks(1),
        'UPDATE tag SET by_items = by_items + 100',
        'UPDATE tag SET by_items = -1 - by_items',
        "UPDATE tag SET by_items = 'x'",
    ],
    'content_items/?tag-partial=a' => [blocks(8)],
    'content_items/?tag-partial=happ' => [blocks(1), blocks(7)],
    'content_items/?tag-slug=happy-day' => [
        blocks(1),
        "UPDATE tag SET by_items = -5 WHERE slug = 'happy-day'",
        "UPDATE tag SET by_items = 5 WHERE slug = 'happy-day'",
        'UPDATE meta SET tags = 1',
    ],
    'content_items/?text=a' => [blocks(6, scalar @blocks)],
    'content_items/?text=arty' => [blocks(4), (blocks(5))[0 .. 2],
        "UPDATE posting SET positions = x'0900' WHERE kind = 5"],
    'content_items/?text=arty+ca' => [blocks(6)],
    'content_items/?collection=new' => [
        blocks(2),
        "UPDATE collection SET preview = x'41'",
    ],
    'content_items/?collection=cats' => [
        'UPDATE collection SET preview = 3',
        'UPDATE collection SET preview = -1',
        'UPDATE collection SET preview = NULL',
    ],
    'content_items/?content_type=G' => [blocks(3)],
    'content_items/?search=party+cat' => [blocks(10)],
    'content_items/?search=part' => [blocks(10)],
    'content_items/?search=p' => [blocks(9)],
    'content_items/?search=cat+and' => [blocks(11)],
    'tags/?name=a' => [
        blocks(7),
        'UPDATE tag SET position = position + 4',
        'DELETE FROM tag WHERE position = 1;'
            . " INSERT INTO tag SELECT 9, 1, 'x', 0, 9, 9, 'x', 'x', 'x', record,"
            . ' marks FROM tag WHERE position = 0',
    ],
    'tags/?name=happ' => [blocks(7)],
    'tags/?name=a&ordering=name' => [
        'UPDATE tag SET by_name = by_name + 4',
        'UPDATE tag SET by_name = by_name - 3',
    ],
    'tags/?ordering=-items&limit=1' => [
        'UPDATE tag SET by_items = by_items + 4',
    ],
);

# Workers do not open these libraries.

my @meta = (
    'meta SET format = NULL', "meta SET format = '1a'", 'meta SET format = 4',
    'meta SET digest = NULL', 'meta SET digest = CAST(digest AS BLOB)',
    "meta SET digest = ''", 'meta SET digest = substr(digest, 2)',
    "meta SET digest = digest || '0'", 'meta SET digest = upper(digest)',
    "meta SET digest = replace(digest, substr(digest, 1, 1), 'g')",
    "meta SET digest = printf('%.*c', 64, char(10))",
    'meta SET digest = digest || char(0)',
    'meta SET built = NULL', "meta SET built = 'now'",
    'meta SET built = -1', 'meta SET built = 253402300800',
    'meta SET media_url = NULL', "meta SET media_url = x'41'",
    "meta SET media_url = printf('https://h/%.*c', 246, 'a')",
    'meta SET items = NULL', "meta SET items = 'many'", 'meta SET items = 2',
    'meta SET items = 4', 'meta SET items = -1', 'meta SET items = 4294967296',
    'meta SET tags = 1.5', 'meta SET tags = 2', 'meta SET tags = 4',
    'meta SET tags = -1', 'meta SET tags = 9223372036854775807',
    "meta SET collections = x'00'", 'meta SET collections = 2',
    'meta SET collections = 4', 'meta SET collections = -1',
    'meta SET collections = 4294967296',
    'meta SET items = 4294967295, tags = 4294967295',
    'meta SET longest_alt_text = NULL', "meta SET longest_tag_name = 'long'",
    'meta SET longest_alt_text = 6148914691236517206',
    'meta SET longest_tag_name = 6148914691236517206',
    'item SET position = 1 << 33 WHERE position = 2;'
        . ' UPDATE meta SET items = (1 << 33) + 1',
    'tag SET position = 1 << 62 WHERE position = 2;'
        . ' UPDATE meta SET tags = (1 << 62) + 1',
    'item SET position = 20000000 WHERE position = 2;'
        . ' UPDATE meta SET items = 20000001; CREATE TABLE x (x);'
        . ' INSERT INTO x VALUES (zeroblob(21000000)); DROP TABLE x',
);

my $schema = 'PRAGMA writable_schema = 1; UPDATE sqlite_schema SET';
my $endless = "instr(printf('%.*c', 4000000, 'a'),"
    . " printf('%.*c', 2000000, 'a') || 'b')";
my @schemas = (
    'DROP TABLE item_text', 'DROP TABLE posting',
    'ALTER TABLE tag RENAME COLUMN record TO r',
    'ALTER TABLE word RENAME TO w',
    'DROP TABLE word; CREATE VIEW word AS'
        . ' SELECT position, folded FROM item_text',
    'DROP TABLE word; CREATE VIEW word AS WITH RECURSIVE n (i) AS ('
        . 'SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS position, i'
        . ' AS folded FROM n',
    'DROP TABLE word; CREATE TABLE word (position INTEGER PRIMARY KEY,'
        . " folded AS ($endless))",
    'CREATE TABLE more (a, b AS (a) STORED)',
    "ANALYZE; $schema sql = 'CREATE TABLE sqlite_stat1 (tbl, idx, stat AS ("
        . $endless =~ s/'/''/gr . "))' WHERE name = 'sqlite_stat1'",
    'DROP TABLE word; CREATE VIRTUAL TABLE word USING fts5 (position, folded)',
    "$schema tbl_name = 'item' WHERE name = 'tag_folded'",
    "$schema sql = 'CREATE TABLE' WHERE name = 'tag'",
    "$schema rootpage = 100000 WHERE name = 'tag'",
    "$schema name = CAST(x'54c3a9ff0a1b5b1b' AS TEXT), sql = 'CREATE TABLE'"
        . " WHERE name = 'tag'",
    "$schema sql = NULL WHERE name = 'tag_folded'",
    'PRAGMA writable_schema = 1; DELETE FROM sqlite_schema',
    'ALTER TABLE tag DROP COLUMN items',
    'DELETE FROM meta', 'PRAGMA application_id = 0', 'PRAGMA user_version = 4',
    'PRAGMA user_version = ' . ($FORMAT + 1),
    'PRAGMA writable_schema = 1; WITH RECURSIVE n (i) AS (SELECT 1'
        . ' UNION ALL SELECT i + 1 FROM n WHERE i < 300000)'
        . " INSERT INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2,"
        . " 'CREATE TABLE t' || i || ' (a)' FROM n",
);

# Schemas that are not that of a library, in which the module uses nothing that
# is different.

my @harmless = (
    'CREATE TABLE more (a)', 'CREATE INDEX more ON tag (items)',
    "CREATE INDEX more ON tag ($endless) WHERE slug = 'nothing'",
    'CREATE VIEW more AS SELECT 1 AS a',
    'CREATE TRIGGER more AFTER INSERT ON tag BEGIN SELECT 1; END',
    'CREATE VIRTUAL TABLE more USING fts5 (a)', 'ANALYZE',
    'DROP INDEX tag_folded', 'ALTER TABLE tag ADD COLUMN more TEXT',
    'DROP TABLE word; CREATE TABLE word ('
        . 'position INTEGER PRIMARY KEY, folded TEXT NOT NULL)',
    'DROP TABLE item_text; CREATE TABLE item_text (position INTEGER'
        . ' PRIMARY KEY, folded TEXT NOT NULL) STRICT',
);

# Libraries that are served.

sub bytes ($n, $byte) { "replace(printf('%.*c', $n, 'a'), 'a', $byte)" }

my %served = (
    bytes => "UPDATE collection SET name = CAST(x'c328' AS TEXT)",
    name => "UPDATE collection SET name = printf('%.*c', 1000, 'a')",
    row => 'DELETE FROM item WHERE position = 1',
    term => "INSERT INTO posting SELECT 10, CAST(x'7061727479c3' AS TEXT) || "
        . bytes(100_000, "CAST(x'80' AS TEXT)") . ", block, positions FROM"
        . " posting WHERE kind = 10 AND key = 'party';"
        . " INSERT INTO posting SELECT 11, 'party'"
        . ' || char(192) || ' . bytes(18, 'char(65533)') . ', block, positions'
        . " FROM posting WHERE kind = 10 AND key = 'party';"
        . ' UPDATE item_text SET folded ='
        . " 'party' || " . bytes(100_000, 'char(65533)'),
);

my @cases = (
    (map { my $uri = $_; map { [$uri, lenient => $_] } @{$values{$uri}} }
        sort keys %values),
    (map { ['tags/', lenient => "UPDATE $_"] } @meta),
    (map { ['tags/', good => $_] } @schemas),
    (map { ['tags/', good => $_, 200] } @harmless),
);

# A library without the rules on values.  One process of sqlite3 changes all
# copies; the schema is again that of a valid library at the end of a change.

my %bytes = (good => $t->read_file('good.db'));

sub sqlite ($sql) {
    open my $sqlite, '|-', 'exec sqlite3 -bail > /dev/null' or die $!;
    print $sqlite $sql;
    close $sqlite or die 'sqlite3';
}

sub opened ($name) {
    return '.open ' . $t->path("$name.db") . "\n.dbconfig defensive off\n";
}

$t->write_file('lenient.db', $bytes{good});
sqlite(opened('lenient') . <<'SQL');
PRAGMA writable_schema = 1;
UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT,', ''),
    ' STRICT', ''), ' NOT NULL', '') WHERE type = 'table';
SQL
$bytes{lenient} = $t->read_file('lenient.db');

my ($conf, $script) = ('', '');

sub add ($name, $base, $sql) {
    $t->write_file("$name.db", $bytes{$base});
    $script .= opened($name) . "$sql;\n";
    $script .= 'ATTACH \'' . $t->path('good.db') . "' AS good;\n" . <<'SQL'
PRAGMA writable_schema = 1;
UPDATE main.sqlite_schema AS s SET sql = (SELECT sql FROM
    good.sqlite_schema AS g WHERE g.name = s.name);
SQL
        if $base eq 'lenient';
    $conf .= "location /$name/ { contentlib; contentlib_root /$name/;"
        . " contentlib_library @{[$t->path(\"$name.db\")]}; }\n";
}

add($_, 'lenient', $served{$_}) for sort keys %served;
add($_, @{$cases[$_]}[1, 2]) for keys @cases;
sqlite($script);
checksum_file($t->path("$_.db")) for keys %served, keys @cases;

$t->write_file('libraries.conf', $conf);
$t->expect_log(qr/contentlib: library ".*" (?:cannot be served|failed): /);

my $began = time;

$t->start;
is($t->get('/other')->status, 204, 'others are served');
cmp_ok(time - $began, '<', $ENV{TEST_SANITIZE} ? 120 : 20, 'and soon');

my ($worker) = $t->worker_pids;

# the request that reads the value; then requests that read all tables

my @all = sort grep { !m{/\d|cats/} } keys %values;

for my $name (keys @cases) {
    my ($uri, undef, $sql, $status) = @{$cases[$name]};

    is($t->get("/$name/$uri")->status, $status // 503, "$sql: $uri");

    my $connection = $t->connection;
    my @odd = grep { $connection->exchange('GET', "/$name/$_")->status
        !~ /^(?:200|404|503)$/ } @all;

    is("@odd", '', "$sql: other requests");
}

is(join(' ', $t->worker_pids), $worker, 'the same worker');

my $r = $t->get('/bytes/search/');

is($r->status, 200, 'bytes that are not UTF-8');
is($r->json->[0]{text}, "\x{fffd}(", 'are replaced');

is(ids($t->get('/term/content_items/?search=partyx')), '3 1',
    'a term with a character of 100,001 bytes');

cmp_ok(length $t->get('/name/search/')->body, '>', 1000, 'a long name');

is($t->get('/row/content_items/')->status, 503, 'a row is missing');
is($t->get('/row/content_items/3/')->status, 200, 'what can be served is');
is($t->get('/row/tags/')->status, 200);

# a 503 does not open the file again, and does not fill the log

for (1 .. 50) {
    $t->get('/row/content_items/');
}

my @lines = grep { m{/row\.db} } split /\n/, $t->error_log;

cmp_ok(scalar @lines, '<=', 8, 'few lines for many failures')
    or diag(join "\n", @lines);

unlike($t->error_log, qr/^\s*$/m, 'no line breaks from the library');
like($t->error_log, qr/malformed database schema \(T\\xc3\\xa9\\xff\\x0a/,
    'other bytes from the library');
unlike($t->error_log, qr/[^\n -~]/, 'are escaped');
