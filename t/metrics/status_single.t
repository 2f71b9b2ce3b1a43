#!/usr/bin/perl

# contentlib_status without a master process.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 0, records => [corpus(40)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
        %%STATUS%%
CONF

sub requests () { figures_of($t)->{requests}{content_items}{200} }

sub ask () { $t->get('/api/v1/content_items/')->status }

is(ask(), 200, 'a request') for 1 .. 3;

my $library = status_of($t)->{'library.db'};

is(requests(), 3, 'counted');
is("$library->{workers} $library->{workers_serving}", '1 1', 'one process');
is($t->get('/status')->json->{pid}, $t->pid, 'which is this one');
is_deeply([map { $_->{worker} } @{$library->{by_worker}}], [0],
    'with the first number');
is($t->get('/status?format=health')->status, 200, 'it is well');

$t->library('library', [corpus(41)]);
ok($t->poll(sub { status_of($t)->{'library.db'}{items} == 41 }, 5),
    'another library');
is(ask(), 200, 'is served');
is(requests(), 4, 'and counted with the one before');
is(figures_of($t)->{switches}, 2, 'switched twice');
