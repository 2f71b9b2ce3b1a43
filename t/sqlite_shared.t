#!/usr/bin/perl

# Another module of the process has initialized SQLite before: the library is
# served, and the other module continues to work.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $object = ($ENV{BUILD} // "$Test::Contentlib::ROOT/build")
    . '/faults/sqlite_user.so';

plan skip_all => 'the shared object cannot be loaded here'
    if !-e $object || grep { $ENV{"TEST_$_"} } qw(PRELOAD SANITIZE VALGRIND);

$ENV{TEST_PRELOAD} = $object;

my @items = corpus(30);
my $t = Test::Contentlib->new(records => [@items], server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
CONF

my $filtered = '/api/v1/content_items/?text=number';

is($t->get('/api/v1/content_items/')->status, 200, 'a page');
is($t->get($filtered)->json->{count}, 30, 'a filter');

$t->library('library', [@items[0 .. 9]]);
ok($t->poll(sub { $t->get($filtered)->json->{count} == 10 }, 5),
    'a new library');

my @workers = $t->worker_pids;

ok($t->reload, 'reload');
is($t->get($filtered)->json->{count}, 10, 'after it');
push @workers, $t->worker_pids;

$t->stop;

# lines of the master process and of each worker

my $said = $t->read_file('stderr') . $t->error_log;

like($said, qr/^process $_: the other user of SQLite ends: 0$/m,
    "process $_") for @workers;
unlike($said, qr/ends: [^0]/, 'no failure');
