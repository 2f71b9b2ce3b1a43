#!/usr/bin/perl

# A search that nobody waits for any more is cancelled.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes qw(sleep time);
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


needs_threads();

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }

        location = /status {
            contentlib_status;
        }
CONF

my ($worker) = $t->worker_pids;

# clock ticks that all threads of the worker have taken

sub ticks () {
    open my $file, '<', "/proc/$worker/stat" or die $!;
    my (undef, $rest) = split /\) /, <$file>;
    my @fields = split ' ', $rest;

    return $fields[11] + $fields[12];
}

sub gone () { figures_of($t)->{requests}{tags}{499} }

my $began = ticks();
counts_ok('they are answered', 0, start_searches($t, 60));
my $all = ticks() - $began;

my @slow = start_searches($t, 60);

undef @slow;
ok($t->poll(sub { gone() >= 30 }), 'clients have gone') or diag(gone());

my $before = ticks();

sleep 0.5;
cmp_ok(ticks() - $before, '<=', $all / 10 + 2, 'the worker rests');
is($t->get('/api/v1/tags/?limit=1&name=fi')->json->{count}, TAGS,
    'and searches for the next one');
cmp_ok(figures_of($t)->{searches}{thread}, '<', 100, 'most were not run');
