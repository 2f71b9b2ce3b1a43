#!/usr/bin/perl

# The address space of a worker is limited.  Each response is correct, an
# error, or missing, and the worker does not end.  Without the limit, all
# responses are correct again.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Failing;


# sanitizers and valgrind use more address space than the limit

plan skip_all => 'memory is not the worker\'s own here'
    unless Test::Contentlib::Failing->usable;

plan skip_all => 'no prlimit(1)' if system 'prlimit --version >/dev/null 2>&1';

# only the user of a process can set its limits

$ENV{TEST_NGINX_GLOBALS} = ($ENV{TEST_NGINX_GLOBALS} // '') . "user root;\n"
    unless $>;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library  %%LIBRARY%% cache=8m;
        keepalive_requests  1000000;

        location /api/v1/ {
            contentlib;
            contentlib_gzip  on;
        }
CONF
    records => [map { gif($_, alt_text => "$_ number " x 50) } 1 .. 1000]);

$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);

my ($worker) = $t->worker_pids;
my @uris = map { ("/api/v1/content_items/?limit=100&offset=${_}00",
    "/api/v1/content_items/?limit=100&text=number&offset=$_",
    "/api/v1/content_items/?text=${_}9+number",
    "/api/v1/content_items/1${_}7/") } 0 .. 5;
my %body = map { $_ => $t->get($_)->body } @uris;
my %count;

sub size () {
    open my $file, '<', "/proc/$worker/status" or die $!;

    return (map { /^VmSize:\s+(\d+)/ ? $1 * 1024 : () } <$file>)[0];
}

sub limit ($bytes) {
    is(system("prlimit --pid $worker --as=$bytes:unlimited"), 0,
        "a limit of $bytes");
}

# without earlier requests, the library uses little memory

for my $more (0, 256, 1024, 4096) {
    $t->reload;
    ($worker) = $t->worker_pids;
    limit(size() + $more * 1024);

    for my $uri (@uris) {
        my $r = eval { $t->get($uri, 'Accept-Encoding' => 'gzip') };

        if (!$r) {
            $count{none}++;
            next;
        }

        $count{$r->status}++;
        is($r->plain, $body{$uri}, "$more KB more: $uri")
            if $r->status == 200 && $r->plain ne $body{$uri};
    }

    limit('unlimited');
    is($t->get($_)->body, $body{$_}, "then $_") for @uris[0 .. 4];
    is("@{[$t->worker_pids]}", $worker, 'by one and the same worker');
}

is(join(' ', grep { !/^(?:none|200|500|503)$/ } keys %count), '',
    'nothing else');
cmp_ok($count{200}, '>', 10, 'right answers');
cmp_ok(($count{503} // 0) + ($count{500} // 0) + ($count{none} // 0), '>', 3,
    'failures');
