#!/usr/bin/perl

# A library is written to where it stands while a request is under way that
# reads it piece by piece: what it has read is worth nothing.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes qw(sleep);
use Test::Contentlib;


# a search for two letters looks at every name

my $filler = 'filler ' x 30;

sub records ($c) { map { tag("$filler$c$_", "$c$_") } 1 .. 20_000 }

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off check=1h;
        contentlib_query_timeout 20s;

        location /api/v1/ {
            contentlib;
        }
CONF

$t->library('library', [records('a')]);
$t->library('other', [records('b')]);
$t->start;

my $path = $t->path('library.db');
my $other = $t->read_file('other.db');
my $slow = '/api/v1/tags/?limit=100&offset=19000&name=ille';
my $r = $t->get($slow);

is($r->status, 200, 'a slow request');
is($r->json->{count}, 20_000, 'finds everything');

# five of them are on their way when a later one has been answered

my @others = map { $t->connection } 0 .. 4;
my $quick = $t->connection;
my @names = map { "/api/v1/tags/?limit=1&name=$_" } qw(zz zy zx zw zv);

$t->expect_log(qr/was changed in place|failed: the file was changed/);
open my $file, '+<:raw', $path or die "$path: $!";
$others[$_]->send_request('GET', $names[$_]) for keys @others;
$quick->exchange('GET', '/api/v1/tags/a7/');
syswrite $file, $other or die $!;
truncate $file, length $other;
close $file;

is($_->response->status, 503, 'written to meanwhile: 503') for @others;
is($t->get($slow)->status, 503, 'nor is it served after that');

my $lines = () = $t->error_log =~ /was changed in place, it is/g;

is($lines, 1, 'one line of that');

# left alone for a second

ok($t->poll(sub { $t->get($slow)->status == 200 }, 4), 'then it is');
like($t->get('/api/v1/tags/?limit=1')->body, qr/b1"/, 'as it is now');
