#!/usr/bin/perl

# Many clients request pages above 1 MiB at the same time, and nginx compresses
# them.  Each turn of the event loop sends a small part of them only, so another
# client gets many responses meanwhile.

use v5.36;

use lib 't/lib';
use IO::Select;
use POSIX ();
use Test::Contentlib;


my $CLIENTS = 32;
my $RECORDS = 14;               # 1.7 MiB: what is in flight has 64 MiB

my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_library        %%LIBRARY%%;
    contentlib_gzip           on;
    contentlib_query_timeout  60s;
    gzip_types                application/json;
    keepalive_requests        1000000;

    server {
        listen 127.0.0.1:%%PORT%%;
        gzip on;
        %%API%%

        location = /other {
            return 204;
        }
    }
CONF

# an item has 120 KiB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 10_500 }

$t->library('library', [map { image($_, alt_text => words($_),
    partner_ids => [words(100 + $_)]) } 1 .. $RECORDS]);
$t->start;

my $n = 0;
my @gzip = ('Accept-Encoding' => 'gzip');
my ($worker) = $t->worker_pids;

sub page ($cached) { "/api/v1/content_items/?limit=$RECORDS"
    . ($cached ? '' : '&n=' . $n++) }

my $text = $t->get(page(0))->body;

cmp_ok(length $text, '>', 1024 * 1024, 'a page above 1 MiB');
$t->get(page(1), @gzip) for 1 .. 3;

# The worker gets all requests at the same time.  A process reads the pages, and
# the pipe ends with it.  The responses to another client until then.

sub others ($cached) {
    my $other = $t->connection;
    my @clients = map { $t->connection } 1 .. $CLIENTS;

    $other->exchange('GET', '/other');
    kill 'STOP', $worker;
    $_->send_request('GET', page($cached), \@gzip) for @clients;

    my $pid = open my $pipe, '-|';

    if (!$pid) {
        my @same = grep { $_->response->plain eq $text } @clients;

        print scalar(@same), "\n";
        close STDOUT;
        POSIX::_exit(0);
    }

    my $n = 0;
    my $ended = IO::Select->new($pipe);

    kill 'CONT', $worker;

    while (!$ended->can_read(0)) {
        $other->exchange('GET', '/other');
        $n++;
    }

    is(<$pipe>, "$CLIENTS\n", 'all pages');

    return $n;
}

# A page has 27 pieces.  faults/large_records.t measures the turns.

for my $cached (0, 1) {
    cmp_ok(others($cached), '>=', 8 * $CLIENTS, 'pages from the '
        . ($cached ? 'cache' : 'file') . ': responses to another client');
}
