#!/usr/bin/perl

# The query plans of SQLite: keys and indexes, no full scans and no sorting, on
# a library without statistics.
# Tests: src/library/contentlib_statements.c

use v5.36;

use File::Temp qw(tempdir);
use Test::More;

use lib 't/lib';
use Test::Contentlib::Source;


my $source = "src/library/contentlib_statements.c";
my $db = tempdir(CLEANUP => 1) . '/plans.db';

# statements that may scan a table, and the table

my %may_scan = (COLLECTION_NAMES =>
    ['SCAN collection USING COVERING INDEX collection_suggested']);

# statements that may scan a range of keys

my %may_range = map { $_ => 1 } qw(ITEMS COLLECTIONS ITEMS_WITH
    WORDS_WITH);

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
INSERT INTO item SELECT i, i + 1, '{"id":' || i || '}', x'', x'' FROM n;
INSERT INTO tag SELECT i, i, 'tag-' || i, 50, i, i, 'Tag', 'tag ' || i,
    'tag ' || i, '{}', x'' FROM n WHERE i < 50;
INSERT INTO collection SELECT i, 'c-' || i, i, 'C', 'c ' || i, 'c ' || i, '{}',
    x'' FROM n WHERE i < 20;
INSERT INTO item_text SELECT i, 'item ' || i FROM n;
INSERT INTO word SELECT i, 'word' || i FROM n;
INSERT INTO posting SELECT 1, i, 0, x'0000' FROM n;
INSERT INTO posting SELECT 5, 'k' || (i % 10), i / 10, x'0000' FROM n;
COMMIT;
SQL

sqlite(source_text('data/schema.sql') . $rows);

my @statements = statements(source_text($source));
my %declared = map { $_ => 1 } without_comments(source_text($source =~
    s/\.c$/.h/r)) =~ /\bCONTENTLIB_SQL_(\w+)/g;

cmp_ok(scalar @statements, '>=', 20, 'statements are found');
is(scalar @statements, keys(%declared) - 1, 'and all of them');

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

    is_deeply([grep { /SCAN (?!CONSTANT ROW)/ && !$allowed{$_} } @plan], [],
        "$name walks over nothing that it need not");
    is((grep { /USING INTEGER PRIMARY KEY \(rowid[<>]/ } @plan) ? 1 : 0,
        $may_range{$name} ? 1 : 0, "$name walks over no range of rows");
    is_deeply([grep { /TEMP B-TREE|AUTOMATIC|CORRELATED/ } @plan], [],
        "$name sorts nothing");

    # there are no unused exceptions

    for my $line (sort keys %allowed) {
        ok((grep { $_ eq $line } @plan), "$name: $line");
    }
}

is_deeply([grep { !$plan{$_} } sort keys %may_scan, keys %may_range], [],
    'every exception is of a statement');

is_deeply($plan{POSTINGS}, ['SEARCH posting USING PRIMARY KEY'
    . ' (kind=? AND key>? AND key<?)'], 'postings are found by kind and key');
is_deeply($plan{NAMES_WITH}, ['SEARCH tag USING COVERING INDEX tag_by_items'
    . ' (by_items>? AND by_items<?)'], 'names are compared in an index');

done_testing();
