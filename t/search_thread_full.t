#!/usr/bin/perl

# At most 64 searches wait for the thread: one more is a 503 at once.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
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

my @slow = start_searches($t, 90);

# what is answered by now, while others wait, has been refused

my @refused = grep { $_->readable } @slow;
my @waiting = grep { !$_->readable } @slow;
my $busy = 0;

cmp_ok(scalar @waiting, '>', 40, 'searches wait');
cmp_ok(scalar @waiting, '<=', 65, 'but not too many');

for my $connection (@refused) {
    my $r = $connection->response;

    next if $r->status == 200;
    $busy++;
    is($r->status, 503, 'refused');
    like($r->header('Retry-After'), qr/^[1-9]\d*$/, 'Retry-After');
}

cmp_ok($busy, '>', 0, 'some are refused');
is(figures_of($t)->{searches}{refused}, $busy, 'and counted');
is(figures_of($t)->{refusals}{busy}, $busy, 'as busy');
counts_ok('those that wait are answered', 0, @waiting);
