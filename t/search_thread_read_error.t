#!/usr/bin/perl

# A library that the thread cannot read is given up: the search is made again
# with the library before.

use v5.36;

use Errno qw(EIO);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;


needs_threads();

plan(skip_all => 'needs a shared object loaded before others')
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off check=50ms;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

sub count () { $t->get('/api/v1/tags/')->json->{count} }

$t->expect_log(qr/contentlib: library ".*" (?:failed|cannot be read)/);

is(count(), TAGS, 'the library before');
$t->library('library', [search_tags(TAGS - 1)]);
ok($t->poll(sub { count() == TAGS - 1 }), 'the next one');

# the first attempt reads a few pages; the thread fails at a later one

$failing->arm(pid => ($t->worker_pids)[0], kinds => 'read', error => EIO,
    first => 200);
is($t->get('/api/v1/tags/?limit=1&name=fi')->json->{count}, TAGS,
    'the answer is that of the library before');
is($failing->disarm->failures, 1, 'a read has failed');
like($t->error_log, qr/returning to the previous one/, 'as the log tells');
