#!/usr/bin/perl

# Another process has locked the library: the workers serve it, and the lock
# stays.
# Tests: src/library/contentlib_db_open.c

use v5.36;

use lib 't/lib';
use IPC::Open2 qw(open2);
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(20)], server => <<'CONF');
        contentlib_library %%LIBRARY%% cache=off check=50ms;

        %%API%%
CONF

my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;
my $child = open2(my $said, my $sqlite, 'sqlite3', $t->path('library.db'));

$sqlite->autoflush;

# Runs SQL in the process with the lock; returns a line of its output.

sub sqlite ($sql) {
    print $sqlite "$sql;\n";

    return scalar <$said>;
}

is(sqlite("BEGIN EXCLUSIVE; SELECT 'locked'"), "locked\n", 'it is locked');
is($t->get($uri)->body, $body, 'requests are answered') for 1 .. 20;

# a new worker opens the library, too

ok($t->reload, 'reload');
is($t->get($uri)->body, $body, 'by new workers') for 1 .. 20;
is(sqlite("SELECT count(*) || ' items' FROM item"), "20 items\n",
    'it can be read with the lock');
is(sqlite("ROLLBACK; BEGIN IMMEDIATE; ROLLBACK; SELECT 'again'"), "again\n",
    'and locked once more');
is($t->get($uri)->body, $body, 'and requests are answered');
is(() = $t->error_log =~ /\[(?:warn|error|crit)\]/g, 0, 'without a word');

close $sqlite;
waitpid $child, 0;
