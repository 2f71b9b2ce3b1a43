#!/usr/bin/perl

# The sum of several workers, after crashes and reloads.

use v5.36;

use lib 't/lib';
use List::Util qw(sum0);
use Test::Contentlib;
use Test::Contentlib::Status;


my $conf = <<'CONF';
        contentlib_library %%LIBRARY%%;

        %%API%%
        %%STATUS%%
CONF

my $t = Test::Contentlib->new(workers => 3, records => [corpus(40)],
    server => $conf);

my $uri = '/api/v1/content_items/';

sub requests ($of) { $of->{figures}{requests}{content_items}{200} }

sub library () { status_of($t)->{'library.db'} }

sub pids (@workers) { join ' ', sort grep { defined } map { $_->{pid} } @workers }

# sends requests until all workers have responded

my $asked = 0;

sub ask_all () {
    my %seen;

    return $t->poll(sub {
        my $before = library();

        $t->get($uri);
        $asked++;

        my $after = library();
        my @before = @{$before->{by_worker}};

        for my $worker (@{$after->{by_worker}}) {
            my ($old) = grep { $_->{worker} == $worker->{worker} } @before;

            $seen{$worker->{pid} // ''} = 1
                if !$old || requests($old) < requests($worker);
        }

        return keys %seen == 3;
    });
}

ok(ask_all(), 'all workers have answered');

my $library = library();
my @workers = @{$library->{by_worker}};

is("$library->{workers} $library->{workers_serving}", '3 3', 'three workers');
is(pids(@workers), join(' ', sort $t->worker_pids), 'they are those');
is(requests($library), $asked, 'requests of all');
is(sum0(map { requests($_) } @workers), $asked, 'are those of each');

for my $name (qw(cache_bytes cache_entries rendered)) {
    for my $kind (sort keys %{$library->{figures}{$name}}) {
        is($library->{figures}{$name}{$kind},
            sum0(map { $_->{figures}{$name}{$kind} } @workers),
            "$name: $kind");
    }
}

my $samples = samples($t->get('/status?format=prometheus')->body);
my $labels = "library=\"$library->{library}\"";

is($samples->{"contentlib_generation_workers{$labels,digest=\""
    . "$library->{digest}\"}"}, 3, 'all serve the same');

# a worker is killed: the new worker has its number and its counters

my ($killed) = @workers;

$t->expect_log(qr/exited on signal 9/);
kill 'KILL', $killed->{pid};
ok($t->poll(sub { my $now = library(); $now->{workers} == 3
    && $now->{figures}{switches} >= 4
    && pids(@{$now->{by_worker}}) !~ /\b$killed->{pid}\b/ }), 'killed');

$library = library();
@workers = @{$library->{by_worker}};

is(scalar @workers, 3, 'no more workers than before');
is(requests($library), $asked, 'no request is lost');

my ($heir) = grep { $_->{worker} == $killed->{worker} } @workers;

is(requests($heir), requests($killed), 'with the number of the one killed');
is($heir->{figures}{cache_bytes}{answer}, 0, 'which has cached nothing');
is($library->{figures}{switches}, 4, 'and has opened the library');

# a reload: the old and the new workers count together

ok($t->reload, 'reload');
$t->poll(sub { library()->{workers} == 3 });
$library = library();

is(requests($library), $asked, 'no request is lost');
is(pids(@{$library->{by_worker}}), join(' ', sort $t->worker_pids),
    'the new workers');
is($library->{figures}{switches}, 7, 'have opened the library');
is_deeply([grep { $_ } values %{$library->{figures}{cache_bytes}}], [],
    'and have kept nothing so far');
ok(ask_all(), 'all workers have answered');
is(requests(library()), $asked, 'all are counted');

for my $n (1 .. 4) {
    ok($t->reload, "reload $n");
    $t->poll(sub { library()->{workers} == 3 });
}

is(requests(library()), $asked, 'no request is lost');
is(scalar @{library()->{by_worker}}, 3, 'no more workers than before');

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
is(requests(library()), $asked, 'the first one has its figures');
is(status_of($t)->{'other.db'}{figures}{requests}{tags}{200}, 1,
    'the other one begins');

$t->config(server => $conf);
ok($t->reload, 'without it');
is(join(' ', keys %{status_of($t)}), 'library.db', 'one library');
is(requests(library()), $asked, 'still with its figures');

$t->config(server => $conf =~ s/%%STATUS%%//r);
ok($t->reload, 'without the page');
$t->get($uri) for 1 .. 3;
$t->config(server => $conf);
ok($t->reload, 'with it');
is(requests(library()), 0, 'it begins anew');
