#!/usr/bin/perl

# The processor time of a response on an edge and on its origin, on the
# loopback interface, with one worker each.  The library has 20,000 items, as
# in "make bench".
# Tests: conf/edge.conf, conf/origin.conf

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/../$_" } qw(bench/lib faults/lib lib);

BEGIN { $ENV{BUILD} //= "$FindBin::Bin/../../build" }

use Bench::Statistics;
use Bench::Library;
use Bench::Load;
use Bench::Server;
use Faults;
use Test::Contentlib;
use Test::Contentlib::Source;


my $LIST = '/api/v1/content_items/';
my $RUNS = scaled(5, 1);

# A server with the method cpu(), which Bench::Load calls.

package Measured {
    use parent -norequire, 'Test::Contentlib';

    sub cpu ($self) { Bench::Server::cpu($self) }
}

my $origin = server(source_text('conf/origin.conf') =~ s/=5/=600/gr, <<'EOF');
    contentlib_library  %%LIBRARY%%;

    server {
        listen  127.0.0.1:%%PORT%%;

%%INSIDE%%
    }
EOF

sub server ($inside, $around = '%%INSIDE%%', %more) {
    return Measured->new(workers => 1, start => 0, %more,
        events => 'worker_connections 1024;',
        http => <<'EOF' =~ s/%%AROUND%%/$around/r =~ s/%%INSIDE%%/$inside/r);
    access_log          off;
    keepalive_requests  1000000000;

%%AROUND%%
EOF
}

symlink small_library(), $origin->path('library.db') or die $!;
$origin->start;

my $to = '127.0.0.1:' . $origin->port;
my $edge = server(source_text('conf/edge.conf')
    =~ s/10\.0\.0\.1[123]/$to/gr
    =~ s/listen\K +80;/ 127.0.0.1:%%PORT%%;/r
    =~ s{/var/cache/nginx}{%%DIR%%}r)->start;


# Medians of several runs of wrk.  The processor time of the origin is divided
# by the number of requests to the edge.

sub measure ($name, %side) {
    my (@runs, @origin);

    my $side = { name => $name, server => $edge, port => 0,
        script => '../bench/report.lua', %side };

    load($side, 1);

    for (1 .. $RUNS) {
        my $from = $origin->cpu;
        my $run = load($side);

        push @runs, $run;
        push @origin, ($origin->cpu - $from) / $run->{requests};
    }

    my %of = map {
        my $key = $_;
        $key => median(map { $_->{$key} } @runs)
    } qw(rate cpu bytes);

    result("$name: requests", int $of{rate}, undef, '/s');
    result("$name: processor of the edge", $of{cpu}, undef, 'us');
    result("$name: processor of the origin", median(@origin), undef, 'us');
    result("$name: bytes", int $of{bytes}, undef, 'per response');
}

my @gzip = ('Accept-Encoding: gzip');
my ($item) = map { $_->{id} } $edge->get($LIST)->json->{results}[7];
my $tag = $edge->get($LIST, 'Accept-Encoding' => 'gzip')->header('ETag');

measure('default page, cached', path => $LIST, headers => \@gzip);
measure('default page, cached, not compressed', path => $LIST);
measure('default page, cached, decompressed', path => $LIST,
    headers => ['Accept-Encoding: gzip;q=0']);
measure('default page, cached, 304', path => $LIST,
    headers => [@gzip, "If-None-Match: $tag"]);
measure('one item, cached', path => "$LIST$item/", headers => \@gzip);

# The origin has read all records before.  The parameter "x", which has no
# meaning, doubles the number of different pages.

$origin->get("$LIST?limit=100&offset=" . $_ * 100, 'Accept-Encoding' => 'gzip')
    for 0 .. 199;

my $pages = $edge->write_file('pages', "\t20000\nx=1\t20000\n");

measure('any page, requested from the origin',
    script => '../bench/pages.lua',
    args => sub () { (fresh_seed(), $pages, 'gzip') });
