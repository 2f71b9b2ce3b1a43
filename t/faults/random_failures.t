#!/usr/bin/perl

# Under load, any allocation may fail at random: no response is wrong, and all
# responses are correct when memory is available again.

use v5.36;

use lib qw(t/faults/lib t/lib);
use POSIX qw(ENOMEM);
use Time::HiRes qw(time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Requests;
use Test::Contentlib::Trials;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;
my $t = Test::Contentlib->new(workers => 1, records => [request_records()],
    server => <<'CONF');
        contentlib_library  %%LIBRARY%% cache=256k;
        server_name         *.example;
        keepalive_requests  100000000;

        location /api/v1/ {
            contentlib;
            contentlib_gzip  on;
        }
CONF

$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);

my $items = '/api/v1/content_items/';
my @cases = map { { uri => $_ } } $items, "$items?text=number&limit=9",
    "$items?tag-partial=ha&limit=9", "${items}7/", '/api/v1/tags/?name=ta',
    '/api/v1/collections/', '/api/v1/search/?text=ha', '/api/v1/',
    "$items?offset=100", "${items}99999/", "$items?search=item+num&limit=9",
    "$items?collection=c4", "$items?content_type=I&limit=9",
    '/api/v1/tags/?ordering=-items&name=ta';

push @cases, map { { uri => "$items?limit=$_",
    headers => ['Accept-Encoding' => 'gzip'] } } 3, 30;

my $trials = Test::Contentlib::Trials->new(test => $t, failing => $failing);
my ($worker) = $t->worker_pids;

sub load ($seconds) {
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        exec qw(wrk -t1 -c20), "-d${seconds}s", '-H', 'Host: wrk.example',
            'http://127.0.0.1:' . $t->port . "$items?text=number";
    }

    return $pid;
}

$trials->soak(\@cases, time + 0.2);

for my $chance (50, 200) {
    my $percent = $chance / 10;
    my $seconds = scaled(8, 2);
    my $pid = load($seconds);

    $failing->arm(pid => $worker, kinds => 'memory', chance => $chance,
        error => ENOMEM);

    my $outcomes = $trials->soak(\@cases, time + $seconds - 0.5);
    my $failures = $failing->disarm->failures;

    waitpid $pid, 0;

    note(join ', ', map { "$outcomes->{$_} $_" } sort keys %$outcomes);
    result("$percent %: calls that failed", $failures, '>= 1000');
    result("$percent %: right answers", $outcomes->{right} // 0, '>= 10');
    result("$percent %: wrong answers", scalar @{$trials->{faults}}, '= 0');
    is($trials->faults, '', 'no answer wrong, the worker lives');

    $outcomes = $trials->soak(\@cases, time + 1);
    is(join(' ', keys %$outcomes), 'right', 'and all is right again');
}
