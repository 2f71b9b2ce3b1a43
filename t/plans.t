#!/usr/bin/perl

# The query plans of SQLite: keys and indexes, no full scans and no sorting, on
# a library without statistics.

use v5.36;

use File::Temp qw(tempdir);
use Test::More;

use lib 't/lib';
use Test::Contentlib::Source;


my $source = "src/library/contentlib_statements.c";
my $db = tempdir(CLEANUP => 1) . '/plans.db';

# statements that may scan a table, and the table

my %may_scan = (DISPLAYED_SCAN => ['SCAN collection_text']);

# statements that may scan a range of keys

my %may_range = map { $_ => 1 } qw(ITEMS TAGS COLLECTIONS ITEM_COMPARE
    SUGGESTION);

# and one that sorts rows, of those with equal keys only

my %may_sort = map { $_ => 1 } qw(SUGGESTION_BEGINNING);
my $sort = qr/^USE TEMP B-TREE FOR (?:RIGHT PART|LAST TERM) OF ORDER BY$/;

# a scan of a virtual table with MATCH reads the matches only

my $match = qr/^SCAN \w+ VIRTUAL TABLE INDEX \d+:\S*M\d/;

sub sqlite ($sql) {
    open my $in, '>', "$db.sql" or die "$db.sql: $!";
    print $in $sql;
    close $in;

    open my $out, '-|', 'sh', '-c',
        'exec sqlite3 -batch -bail "$1" < "$1.sql" 2>&1', 'sh', $db
        or die "sqlite3: $!";

    my $text = do { local $/; <$out> } // '';

    close $out;
    is($?, 0, 'sqlite3') or diag($text);

    return $text;
}

# name and text of each statement

sub statements ($text) {
    my @statements;

    while ($text =~ /\[CONTENTLIB_SQL_(\w+)\]\s*=\s*((?:"[^"]*"\s*)+)/g) {
        my ($name, $strings) = ($1, $2);

        push @statements, [$name, join '', $strings =~ /"([^"]*)"/g];
    }

    return @statements;
}

my $rows = <<'SQL';
BEGIN;
CREATE TEMP TABLE n (i INTEGER PRIMARY KEY);
WITH RECURSIVE c (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM c
    WHERE i < 499) INSERT INTO n SELECT i FROM c;
INSERT INTO item SELECT i, i + 1, '{"id":' || i || '}', x'' FROM n;
INSERT INTO tag SELECT i, 'tag-' || i, 50, '{}', x'' FROM n WHERE i < 50;
INSERT INTO tag_item SELECT i, 0, x'0000' FROM n WHERE i < 50;
INSERT INTO collection SELECT i, 'c-' || i, i, '{}', x'' FROM n WHERE i < 20;
INSERT INTO collection_item SELECT i, 0, x'0000' FROM n WHERE i < 20;
INSERT INTO content_type_item SELECT i, 0, x'0000' FROM n WHERE i < 20;
INSERT INTO tag_order SELECT i, i, i FROM n WHERE i < 50;
INSERT INTO item_text SELECT i, 'item ' || i FROM n;
INSERT INTO word SELECT i, x'00000000', 'word' || i FROM n;
INSERT INTO word_item SELECT i % 10, i / 10, x'0000' FROM n;
INSERT INTO word_gram SELECT 'g' || i, 200 FROM n;
INSERT INTO item_gram SELECT 'g' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO term_word SELECT 't' || (i % 10), i FROM n;
INSERT INTO term_tag SELECT 't' || (i % 10), i FROM n;
INSERT INTO term_item SELECT 't' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO beginning_item SELECT 'b' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO tag_text SELECT i, 'tag ' || i FROM n WHERE i < 50;
INSERT INTO tag_gram SELECT 'g' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO tag_text_gram SELECT 'g' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO suggestion_gram SELECT 'g' || (i % 10), i / 10, x'0000' FROM n;
INSERT INTO suggestion SELECT i, 'tag', 'tag ' || i FROM n WHERE i < 50;
INSERT INTO collection_text SELECT i, 'c', 'c ' || i FROM n WHERE i < 20;
INSERT INTO word_search (word_search) VALUES ('rebuild');
INSERT INTO tag_search (tag_search) VALUES ('rebuild');
INSERT INTO suggestion_search (suggestion_search) VALUES ('rebuild');
COMMIT;
SQL

sqlite(source_text('data/schema.sql') . $rows);

my @statements = statements(source_text($source));
my $declared = () = source_text($source =~ s/\.c$/.h/r) =~ /^    CONTENTLIB_SQL_/mg;

cmp_ok(scalar @statements, '>', 20, 'statements are found');
is(scalar @statements, $declared - 1, 'and all of them');

# one run of sqlite3 for all; each plan follows the name of its statement

my $plans = sqlite(join '', map {
    "SELECT '$_->[0]:';\nEXPLAIN QUERY PLAN $_->[1];\n" } @statements);

my ($name, %plan);

for my $line (split /\n/, $plans) {
    if ($line =~ /^([A-Z_]+):$/) {
        $name = $1;
        $plan{$name} = [];

    } elsif ($line ne 'QUERY PLAN') {
        push @{$plan{$name}}, $line =~ s/^[ |`]*--//r;
    }
}

for my $statement (@statements) {
    my ($name, $text) = @$statement;
    my @plan = @{$plan{$name} // []};
    my %allowed = map { $_ => 1 } @{$may_scan{$name} // []};

    note("$name: $text");
    note("    $_") for @plan;

    ok(scalar @plan, "$name has a plan");

    is_deeply([grep { /SCAN/ && !/$match/ && !$allowed{$_} } @plan], [],
        "$name walks over nothing that it need not");
    is((grep { /USING INTEGER PRIMARY KEY \(rowid[<>]/ } @plan) ? 1 : 0,
        $may_range{$name} ? 1 : 0, "$name walks over no range of rows")
        unless $text =~ /\bMATCH\b/;
    is_deeply([grep { /TEMP B-TREE|AUTOMATIC|CORRELATED/
        && !($may_sort{$name} && /$sort/) } @plan], [],
        "$name sorts nothing else");
    ok((grep { /$sort/ } @plan), "$name sorts equal keys")
        if $may_sort{$name};

    # there are no unused exceptions

    for my $line (sort keys %allowed) {
        ok((grep { $_ eq $line } @plan), "$name: $line");
    }

    if ($text =~ /\bMATCH\b/) {
        is(scalar(grep { /$match/ } @plan), 1, "$name begins with its MATCH");
        like($plan[0], $match, "$name: and nothing before it");
    }
}

is_deeply([grep { !$plan{$_} } sort keys %may_scan, keys %may_range], [],
    'every exception is of a statement');

is_deeply($plan{ITEM_GRAM}, ['SEARCH item_gram USING PRIMARY KEY (gram=?)'],
    'a short text is a key');
is_deeply($plan{uc $_}, ["SEARCH $_ USING PRIMARY KEY (gram=?)"],
    "and so is a short part of a name: $_")
    for qw(tag_gram tag_text_gram suggestion_gram);
is_deeply($plan{WORD_GRAM}, ['SEARCH word_gram USING PRIMARY KEY (gram=?)'],
    'and a trigram');

is_deeply($plan{WORD}, ['SEARCH word USING INDEX word_folded (folded=?)'],
    'a whole word is a key');
is_deeply($plan{WORD_BEGINNING},
    ['SEARCH word USING INDEX word_folded (folded>? AND folded<?)'],
    'words with a beginning are neighbours');
is_deeply($plan{WORD_ITEMS}, ['SEARCH word_item USING PRIMARY KEY (word=?)'],
    'the items of a word are neighbours');

done_testing();
