#!/usr/bin/perl

# "contentlib import --from" a running nginx with a library of 20,000 items:
# undisturbed; killed and continued; with one failed request in four; while
# libraries are published; with all of these.  The result is one of the
# published libraries, complete, or an error.

use v5.36;

use lib qw(t/faults/lib t/lib);
use Digest::SHA qw(sha256_hex);
use File::Copy qw(copy);
use File::Path qw(remove_tree);
use HTTP::Tiny;
use POSIX qw(WNOHANG);
use Time::HiRes qw(sleep time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Service;


my $LIBRARIES = 6;
my $FAILING = 1 / 4;
my $PATIENCE = 1800;            # seconds

$ENV{no_proxy} = '*';
srand 5;

my $items = scaled(20_000, 1_000);
my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        listen 127.0.0.1:%%PORT_1%%;

        contentlib_library   %%LIBRARY%% check=50ms;
        contentlib_base_url  http://$http_host;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }

        location /behind/ {
            rewrite ^/behind/(.*) /inner/$1 break;
            contentlib;
            contentlib_root      /inner/;
            contentlib_base_url  http://$http_x_host;
        }
CONF

my $path = $t->path('library.db');
my $copy = $t->path('copy.db');
my $log = $t->path('access.log');


# Each library differs from the previous one: it has new items at the top, some
# items are missing, some texts are different, and the collections have the
# opposite order.

my @records = split /^/, `'$Test::Contentlib::ROOT/build/bench/corpus' $items`;
my @served;

for my $n (1 .. $LIBRARIES) {
    my $library = $t->library("library-$n", join '', @records);

    push @served, exported($library);

    my @items = grep { /^\{"id":/ } @records;
    my ($newest) = $items[0] =~ /"id":(\d+)/;
    my @collections = grep { !/^\{"id":/ } @records;

    splice @items, @items * (2 + $_) / 8, 1 for 0 .. $n % 4;
    s/"alt_text":"/"alt_text":"$n / for @items[map { @items * $_ / 9 } 3, 6];

    unshift @items, map {
        my $record = $items[$_];
        $record =~ s/"id":\d+/'"id":' . ($newest + 1 + $_)/e;
        $record =~ s/"tags":\[/"tags":[{"slug":"new-$n-$_","name":"new"},/;
        $record;
    } reverse 0 .. $n;

    # remove collections whose preview was removed or changed

    my %remaining = map { /"id":(\d+)/ ? ($1 => $_) : () } @items;

    @records = (@items, grep {
        my ($id) = /"preview_image":\{"id":(\d+)/;
        $id && $remaining{$id} && index($_, $remaining{$id} =~ s/\n//r) > 0;
    } reverse @collections);
}

publish(1);
$t->start;

my $direct = 'http://127.0.0.1:' . $t->port . '/api/v1/';


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

sub publish ($n) {
    copy($t->path("library-$n.db"), "$path.new") or die "$path: $!";
    rename "$path.new", $path or die "$path: $!";
}

# The number of the library that was imported, or 0 if it is none of them.

sub which () {
    my $got = exported($copy);
    my ($n) = grep { $served[$_ - 1] eq $got } 1 .. $LIBRARIES;

    return $n // 0;
}


# Undisturbed

my $start = time;
my ($status, $output) = import_from($direct, \&logged, [], sub { });
my ($pages) = $output =~ /(\d+) requests/;

diag $output if $status;
result('items', $items);
result('undisturbed: time', time - $start, undef, 's');
result('undisturbed: requests', $pages);
result('undisturbed: the same export', which() == 1 ? 1 : 0, '= 1');


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
result('killed: the same export', !$status && which() == 1 ? 1 : 0, '= 1');
result('killed: requests', logged() - $before, '<= ' . ($pages + 2 * $killed));
like($output, qr/(\d\d+) pages from the cache/,
    'most pages are from the cache');


# One of four requests fails

my %failed;

my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    state $client = HTTP::Tiny->new;
    state $seeded = srand 7;

    my %more = map { exists $headers->{lc $_} ? ($_ => $headers->{lc $_}) : () }
        'If-None-Match', 'Accept';
    my $r = $client->get(($direct =~ s{api/v1/$}{behind}r) . $path =~
        s{^/api/v1}{}r, { headers => { %more, 'X-Host' => $headers->{host} } });
    my $body = ($r->{content} // '') =~ s{/inner/}{/api/v1/}gr;
    my %sent = (status => $r->{status}, body => $body,
        headers => { map { defined $r->{headers}{lc $_}
            ? ($_ => $r->{headers}{lc $_}) : () } 'ETag', 'Content-Type' });

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
result('one of four fails: the same export', !$status && which() == 1 ? 1 : 0,
    '= 1');


# A library is published during each import

my ($right, $reported, $wrong, $now, $reads) = (0, 0, 0, 1, 0);

sub followed ($status, $output, $name) {
    if ($status == 0) {
        my $n = which();

        $n ? $right++ : $wrong++;
        diag "$name: none of the libraries: $output" if !$n;
    } elsif ($status >> 8 == 1
        && $output =~ /changes while it is read|differs /)
    {
        $reported++;
    } else {
        $wrong++;
        diag "$name: $status: $output";
    }
}

sub next_one { publish($now = $now % $LIBRARIES + 1) }

for my $run (1 .. scaled(10, 3)) {
    unlink $copy;

    my @at = sort { $a <=> $b } map { int rand $pages } 1 .. 1 + $run % 3;

    ($status, $output) = import_from($direct, \&logged, \@at, \&next_one);
    $reads += $1 if $output =~ /: (\d+) requests/;
    followed($status, $output, "at @at");
}

result('publications: imports that are one of the libraries', $right);
result('publications: imports that end with an error', $reported);
result('publications: imports that are none of the libraries', $wrong,
    '= 0');
result('publications: requests of the successful imports', $reads);


# All disturbances at once

($right, $reported, $wrong) = (0, 0, 0);

for my $run (1 .. scaled(3, 1)) {
    my $times = 0;

    unlink $copy;
    remove_tree($cache);

    do {
        ($status, $output) = import_from($service->root, \&asked,
            [10 + int rand $pages], $times++ % 2 ? \&next_one
                : sub ($pid) { kill 'KILL', $pid }, '--cache', $cache);
    } while ($status == 9 && $times < 10);

    followed($status, $output, "all at once, $run");
}

result('all at once: imports that are one of the libraries', $right);
result('all at once: imports that end with an error', $reported);
result('all at once: imports that are none of the libraries', $wrong,
    '= 0');

unlink glob $t->path('.copy.db.*');
