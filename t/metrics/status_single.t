#!/usr/bin/perl

# contentlib_status without a master process.
# Tests: src/http/ngx_http_contentlib_status.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 0, records => [corpus(40)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
        %%STATUS%%
        %%HEALTH%%
CONF

sub requests () { figures_of($t)->{requests}{content_items}{200} }

sub ask () { $t->get('/api/v1/content_items/')->status }

is(ask(), 200, 'a request') for 1 .. 3;

my $library = figures_of($t);

is(requests(), 3, 'counted');
is("$library->{workers} $library->{workers_serving}", '1 1', 'one process');
is($t->get('/health')->body, "ok\n", 'it is well');

$t->library('library', [corpus(41)]);
ok($t->poll(sub { figures_of($t)->{items} == 41 }, 5), 'another library');
is(ask(), 200, 'is served');
is(requests(), 4, 'and counted with the one before');
is(figures_of($t)->{switches}, 2, 'switched twice');
