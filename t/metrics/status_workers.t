#!/usr/bin/perl

# The sums of several workers, after crashes and reloads, and those of one
# process without a master.
# Tests: src/metrics/contentlib_metrics.c, src/http/ngx_http_contentlib_status.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $conf = <<'CONF';
        contentlib_library %%LIBRARY%%;
        add_header X-Worker $pid;

        %%API%%
        %%STATUS%%
CONF

my $t = Test::Contentlib->new(workers => 3, records => [corpus(40)],
    server => $conf);

my $uri = '/api/v1/content_items/';

my ($digest) = Test::Contentlib::program('info', $t->path('library.db'))
    =~ /\b([0-9a-f]{64})\b/;

# what the workers serve

sub workers_are ($n, $name) {
    my $library = figures_of($t);

    is("$library->{workers} $library->{workers_serving}", "$n $n", $name);
    is_deeply($library->{generation_workers}, { $digest => $n },
        'all serve the same');
}

sub requests () { figures_of($t)->{requests}{content_items}{200} }

sub entries () { figures_of($t)->{cache_entries}{answer} }

# sends requests until all workers have responded, some of them from the cache

my $asked = 0;

sub ask_all () {
    my %seen;

    return $t->poll(sub {
        $asked++;
        $seen{$t->get($uri)->header('X-Worker')}++;

        return 3 == grep { $_ > 3 } values %seen;
    });
}

ok(ask_all(), 'all workers have answered');

# a worker counts a request after it has sent the response

$t->poll(sub { requests() == $asked });

workers_are(3, 'three workers');
is(requests(), $asked, 'requests of all');
is(entries(), 3, 'entries of all');

# workers are killed: new ones have their numbers

$t->expect_log(qr/exited on signal 9/);
kill 'KILL', $t->worker_pids;
ok($t->poll(sub { figures_of($t)->{switches} == 6 }), 'killed');
workers_are(3, 'no more workers than before');
is(requests(), $asked, 'no request is lost');
is(entries(), 0, 'the new workers have cached nothing');
ok(ask_all(), 'they answer');
is(entries(), 3, 'and cache');

# an old worker has a request during a reload

my $connection = $t->connection;

$connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
    . "Connection: close\r\n");

my @old = $t->worker_pids;

kill 'HUP', $t->pid;
ok($t->poll(sub { figures_of($t)->{switches} == 9
    && 4 == $t->worker_pids }), 'an old worker and three new ones');
workers_are(3, 'the new ones are shown');
is(entries(), 0, 'and their caches');
ok(ask_all(), 'they answer');

$connection->write("\r\n");

my $r = $connection->response;

is($r->status, 200, 'the old one answers');
ok(scalar(grep { $_ == $r->header('X-Worker') } @old), 'it was an old one');
$asked++;
$connection->closed;
ok($t->poll(sub { 3 == $t->worker_pids }), 'and ends');
is(requests(), $asked, 'its request is counted');
is(entries(), 3, 'its cache is not');
workers_are(3, 'nor it as a worker');

# fewer workers, and more

for my $n (1, 4, 3) {
    $t->{workers} = $n;
    $t->config(server => $conf);
    ok($t->reload, "$n workers");
    ok($t->poll(sub { figures_of($t)->{workers} == $n }), 'are shown');
    workers_are($n, 'and all serve');
    is(requests(), $asked, 'no request is lost');
}

# another library beside it, and without it again, and without the page

$t->library('other', [corpus(3)]);
$t->config(server => $conf . <<'CONF');
        location /other/ {
            contentlib;
            contentlib_root     /other/;
            contentlib_library  %%DIR%%/other.db;
        }
CONF
ok($t->reload, 'with another library');
is($t->get('/other/tags/')->status, 200, 'which is served');
is(requests(), $asked, 'the first one has its figures');
ok($t->poll(sub {
    1 == figures_of($t, 'other.db')->{requests}{tags}{200};
}), 'the other one begins');

$t->config(server => $conf);
ok($t->reload, 'without it');
is(join(' ', keys %{status_of($t)}), 'library.db', 'one library');
is(requests(), $asked, 'still with its figures');

$t->config(server => $conf =~ s/%%STATUS%%//r);
ok($t->reload, 'without the page');
$t->get($uri) for 1 .. 3;
$t->config(server => $conf);
ok($t->reload, 'with it');
is(requests(), 0, 'it begins anew');

# without a master process

$t = Test::Contentlib->new(workers => 0, records => [corpus(40)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
        %%STATUS%%
        %%HEALTH%%
CONF

is($t->get($uri)->status, 200, 'a request') for 1 .. 3;

my $library = figures_of($t);

is(requests(), 3, 'counted');
is("$library->{workers} $library->{workers_serving}", '1 1', 'one process');
is($t->get('/health')->body, "ok\n", 'it is well');

$t->library('library', [corpus(41)]);
ok($t->poll(sub { figures_of($t)->{items} == 41 }, 5), 'another library');
is($t->get($uri)->status, 200, 'is served');
is(requests(), 4, 'and counted with the one before');
is(figures_of($t)->{switches}, 2, 'switched twice');
