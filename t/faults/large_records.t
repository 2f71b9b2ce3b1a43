#!/usr/bin/perl

# While one client requests pages of the longest records, another client gets its
# responses.
# Tests: src/service/contentlib_page.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use List::Util qw(max);
use Time::HiRes qw(sleep time);

use Clients;
use Faults;
use Test::Contentlib;


my $SECONDS = scaled(10, 1);

my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_library   %%LIBRARY%% cache=off;
    contentlib_gzip      on;
    access_log           off;
    keepalive_requests   1000000;

    server {
        listen 127.0.0.1:%%PORT%%;
        %%API%%

        location = /other {
            return 204;
        }
    }
CONF

# 100 items, each with about 64 KiB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 10_800 }

$t->library('library', [map { image($_, alt_text => words($_)) }
    1 .. 100]);
$t->start;

# The longest wait of a client for a response without a library, in ms.

sub longest_wait ($uri, @headers) {
    my $load = Clients->start(1, sub ($go_on, $count) {
        my $connection = $t->connection;

        $connection->{check} = sub ($r) { };

        while ($go_on->()) {
            my $r = eval { $connection->exchange('GET', $uri, @headers) };

            $count->{pages}++ if $r && $r->status == 200;
        }
    });

    my $connection = $t->connection;
    my $end = time + $SECONDS;
    my @waits;

    while (time < $end) {
        my $began = time;

        $connection->exchange('GET', '/other');
        push @waits, time - $began;
        sleep 0.001;
    }

    cmp_ok($load->stop->{pages} // 0, '>', 0, 'pages');

    return 1000 * max @waits;
}

my $uri = '/api/v1/content_items/?limit=';
my @gzip = ('Accept-Encoding' => 'gzip');

for my $case (['no gzip'], ['gzip', @gzip]) {
    my ($name, @headers) = @$case;

    for my $limit (7, 30, 100) {
        result("$limit records of 64 KiB, $name: longest wait of another client",
            longest_wait($uri . $limit, @headers), '<= 50', 'ms');
    }
}
