#!/usr/bin/perl

# A page that is too long to be compressed whole, and found to be so while it
# is made, takes hardly more memory than one that was not to be.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Process;


my $words = join ' ', map { "word-$_" } 1 .. 6000;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library %%LIBRARY%% cache=1m;
        contentlib_gzip    on;

        location /api/v1/ {
            contentlib;
        }
CONF
    records => [map { image($_, alt_text => "$_ $words", tags => ['x']) }
        1 .. 100]);

my ($worker) = $t->worker_pids;
my $uri = '/api/v1/content_items/?limit=100';

sub gzip () { $t->get($uri, 'Accept-Encoding' => 'gzip') }

my $first = gzip();
my $before = peak_size($worker);
my $second = gzip();

# sanitizers keep what is freed

cmp_ok(peak_size($worker) - $before, '<', 5000, 'KiB more')
    unless $ENV{ASAN_OPTIONS};

is($second->header('ETag'), $first->header('ETag'), 'the same ETag');
is($second->header('ETag') =~ /-b"$/, 1, 'that of blocks');
ok($second->body eq $first->body, 'and body');
ok($second->plain eq $t->get($uri)->body, 'which is right');
