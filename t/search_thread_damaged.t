#!/usr/bin/perl

# A library that is written to while a thread reads it gives 503, and no wrong
# answer.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off check=50ms;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

$t->expect_log(qr/contentlib: library ".*" (?:failed|was changed|cannot be)/);

my @slow = start_searches($t, 60);
my $library = $t->path('library.db');

open my $file, '+<:raw', $library or die $!;

for (my $offset = 20 * 16384; $offset < -s $library; $offset += 16384) {
    sysseek $file, $offset, 0;
    syswrite $file, "\xff" x 600;
}

close $file;

my %seen;

for my $connection (@slow) {
    my $r = $connection->response;
    $seen{$r->status}++;
    $seen{wrong}++ if $r->status == 200 && $r->json->{count} != 0;
}

is($seen{wrong}, undef, 'no wrong answer');
cmp_ok($seen{503}, '>', 0, 'but 503');
is($seen{503} + ($seen{200} // 0), 60, 'and nothing else');

$t->library('library', [search_tags()]);
ok($t->poll(sub { $t->get('/api/v1/tags/')->status == 200 }),
    'the next library');
counts_ok('is searched', 0, start_searches($t, 3));
