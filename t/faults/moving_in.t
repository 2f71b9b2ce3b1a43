#!/usr/bin/perl

# "contentlib import --from" a running nginx with a library of 20,000 items:
# undisturbed; killed and continued; with one failed request in four; with both.
# The result is the library of the service.
# Tests: src/tool/from/contentlib_from.c, src/tool/from/contentlib_fetch.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use Digest::SHA qw(sha256_hex);
use HTTP::Tiny;
use POSIX qw(WNOHANG);
use Time::HiRes qw(sleep time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Service;


my $FAILING = 1 / 4;
my $PATIENCE = 1800;            # seconds

srand 5;

my $items = scaled(20_000, 1_000);
my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library  %%LIBRARY%%;
        contentlib_gzip     on;

        %%API%%
CONF

my $copy = $t->path('copy.db');

$t->library('library',
    scalar `'$Test::Contentlib::ROOT/build/bench/corpus' $items`);
$t->start;

my $direct = 'http://127.0.0.1:' . $t->port . '/api/v1/';
my $exported = exported($t->path('library.db'));


# Runs an import, and calls the code after each number of requests in the list.
# Returns the exit status and the output.

sub import_from ($root, $asked, $at, $code, @options) {
    my $output = $t->path('output');
    my $before = $asked->();
    my $end = time + $PATIENCE;
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        open STDOUT, '>', $output;
        open STDERR, '>&', \*STDOUT;
        exec $Test::Contentlib::PROGRAM, 'import', '-o', $copy, @options,
            '--from', $root or POSIX::_exit(127);
    }

    my @at = @$at;

    while (waitpid($pid, WNOHANG) == 0) {
        kill 'KILL', $pid if time > $end;
        sleep 0.002;

        if (@at && $asked->() - $before >= $at[0]) {
            shift @at;
            $code->($pid);
        }
    }

    return ($?, $t->read_file('output'));
}

sub logged () { return $t->read_file('access.log') =~ tr/\n// }

sub exported ($library) {
    return sha256_hex(scalar Test::Contentlib::program('export', $library));
}

sub same () { return exported($copy) eq $exported ? 1 : 0 }


# Undisturbed

my $start = time;
my ($status, $output) = import_from($direct, \&logged, [], sub { });
my ($pages) = $output =~ /(\d+) requests/;

diag $output if $status;
result('items', $items);
result('undisturbed: time', time - $start, undef, 's');
result('undisturbed: requests', $pages);
result('undisturbed: the same export', same(), '= 1');


# Killed at every few requests, and continued

my ($killed, $before) = (0, logged());
my $cache = $t->path('pages');

unlink $copy;

do {
    my $at = 1 + int rand $pages / 8;
    my $last = logged() - $before + $at > $pages - 5;

    ($status, $output) = import_from($direct, \&logged, $last ? [] : [$at],
        sub ($pid) { $killed++; kill 'KILL', $pid }, '--cache', $cache);
    die 'a library' if $status == 9 && -e $copy;
} while ($status == 9);

diag $output if $status;
result('killed: times', $killed, '>= 3');
result('killed: the same export', !$status && same(), '= 1');
result('killed: requests', logged() - $before, '<= ' . ($pages + 2 * $killed));
like($output, qr/(\d\d+) pages from the cache/,
    'most pages are from the cache');


# One of four requests fails

my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    state $client = HTTP::Tiny->new;
    state $seeded = srand 7;

    my $r = $client->get($direct . $path =~ s{^/api/v1/}{}r);
    my $body = $r->{content};
    my %sent = (status => $r->{status}, body => $body);

    return \%sent if rand() >= $FAILING;

    return (
        { status => 500 }, { status => 503 }, { raw => '' },
        { status => 429, headers => { 'Retry-After' => 1 } },
        { %sent, cut => int length($body) * rand },
        { raw => "HTTP/1.1 200 OK\r\n\r\n" . substr $body, 0,
            length($body) / 2 },
        { raw => "HTTP/1.1 200 OK\r\nContent-Length: 9" },
    )[rand 7];
});

sub asked () { return scalar $service->requests }

unlink $copy;
$start = time;
($status, $output) = import_from($service->root, \&asked, [], sub { });

diag $output if $status;
result('one of four fails: time', time - $start, undef, 's');
result('one of four fails: requests', asked(), ">= $pages");
result('one of four fails: the same export', !$status && same(),
    '= 1');


# Killed, too

unlink $copy;
$before = asked();
$killed = 0;

do {
    my $last = $killed == 10;

    ($status, $output) = import_from($service->root, \&asked,
        $last ? [] : [1 + int rand $pages / 8],
        sub ($pid) { $killed++; kill 'KILL', $pid }, '--cache', $cache);
} while ($status == 9);

diag $output if $status;
result('killed, and one of four fails: times', $killed, '>= 3');
result('killed, and one of four fails: the same export',
    !$status && same(), '= 1');

unlink glob $t->path('.copy.db.*');
