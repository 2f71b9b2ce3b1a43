#!/usr/bin/perl

# The sums of several workers, and the state of each, after crashes and reloads.

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

sub library () { status_of($t)->{'library.db'} }

sub requests ($of = library()) { $of->{figures}{requests}{content_items}{200} }

sub entries () { library()->{figures}{cache_entries}{answer} }

sub numbers () { join ' ', map { $_->{worker} } @{library()->{by_worker}} }

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

my $library = library();

is("$library->{workers} $library->{workers_serving}", '3 3', 'three workers');
is(requests($library), $asked, 'requests of all');
is($library->{figures}{cache_entries}{answer}, 3, 'entries of all');

for my $worker (@{$library->{by_worker}}) {
    ok($worker->{serving}, "worker $worker->{worker} serves");
    is($worker->{$_}, $library->{$_}, "its $_")
        for qw(digest items tags collections);
    cmp_ok($worker->{switched}, '<=', $library->{switched}, 'and since when');
    is(join(' ', sort keys %$worker), 'collections digest items serving'
        . ' switched tags worker', 'and no more');
}

is(numbers(), '0 1 2', 'all are shown');

my $samples = samples($t->get('/status?format=prometheus')->body);
my $labels = "library=\"$library->{library}\"";

is($samples->{"contentlib_generation_workers{$labels,digest=\""
    . "$library->{digest}\"}"}, 3, 'all serve the same');

# workers are killed: new ones have their numbers

$t->expect_log(qr/exited on signal 9/);
kill 'KILL', $t->worker_pids;
ok($t->poll(sub { library()->{figures}{switches} == 6 }), 'killed');

$library = library();

is("$library->{workers} $library->{workers_serving}", '3 3',
    'no more workers than before');
is(numbers(), '0 1 2', 'of the same numbers');
is(requests($library), $asked, 'no request is lost');
is($library->{figures}{cache_entries}{answer}, 0,
    'the new workers have cached nothing');
ok(ask_all(), 'they answer');
is(entries(), 3, 'and cache');

# an old worker has a request during a reload

my $connection = $t->connection;

$connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
    . "Connection: close\r\n");

my @old = $t->worker_pids;

kill 'HUP', $t->pid;
ok($t->poll(sub { library()->{figures}{switches} == 9
    && 4 == $t->worker_pids }), 'an old worker and three new ones');

$library = library();
is("$library->{workers} $library->{workers_serving}", '3 3',
    'the new ones are shown');
is(numbers(), '0 1 2', 'with their numbers');
is($library->{figures}{cache_entries}{answer}, 0, 'and their caches');
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
is(library()->{workers}, 3, 'nor it as a worker');

# fewer workers, and more

for my $n (1, 4, 3) {
    $t->{workers} = $n;
    $t->config(server => $conf);
    ok($t->reload, "$n workers");
    ok($t->poll(sub { library()->{workers} == $n }), 'are shown');
    is(numbers(), join(' ', 0 .. $n - 1), 'with their numbers');
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
    1 == (status_of($t)->{'other.db'}{figures}{requests}{tags}{200} // 0);
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
