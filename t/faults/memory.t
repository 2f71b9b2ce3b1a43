#!/usr/bin/perl

# The memory of a worker for one request: its response, and little more, while
# the response is made.

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/$_" } qw(lib ../lib ../bench/lib);
use Time::HiRes qw(sleep);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Failing;

BEGIN {
    $ENV{BUILD} //= "$FindBin::Bin/../../build";
    $ENV{BENCH_ITEMS} = 100_000;
}

use Bench::Library;
use Bench::Sample;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $MOST = 800;                 # KiB in addition to the answer
my $TEXT = 256;                 # bytes of the value of a filter
my $ROUNDS = 3;

my $failing = Test::Contentlib::Failing->new;
my $library = large_library();
my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        keepalive_requests  100000000;

        location /none/ {
            contentlib;
            contentlib_library  %%DIR%%/none.db cache=off;
            contentlib_root     /none/;
            contentlib_gzip     on;
        }

        location /cached/ {
            contentlib;
            contentlib_library  %%DIR%%/cached.db cache=32m;
            contentlib_root     /cached/;
            contentlib_gzip     on;
        }
CONF

symlink $library, $t->path($_) or die "$_: $!" for qw(none.db cached.db);
$t->start;

my ($worker) = $t->worker_pids;
my $connection = $t->connection;

$connection->{check} = sub ($r) { };

# Values of the maximum length: a text that a record might have, and many
# words.

my ($longest) = sort { length $b <=> length $a } grep { /^[a-z ]+$/ }
    alt_pairs($library);
my $text = substr(($longest =~ s{\W}{+}gr) x 50, 0, $TEXT);
my $words = substr join('+', grep { /^[a-z]{3,5}$/ } alt_words($library)), 0,
    $TEXT;

my $items = 'content_items/';
my @gzip = ('Accept-Encoding' => 'gzip');

my %requests = (
    'a page' => [$items],
    'the largest page' => ["$items?limit=100"],
    'the largest page, gzip' => ["$items?limit=100", @gzip],
    'the last page' => ["$items?limit=100&offset=99900"],
    'no page' => ["$items?offset=9999999999"],
    'a text that all have' => ["$items?limit=100&text=a"],
    'a long text' => ["$items?text=$text"],
    'a long text of words' => ["$items?text=$words"],
    'the last page of a text' => ["$items?limit=100&offset=50000&text=e"],
    'a part of many tags' => ["$items?limit=100&tag-partial=a"],
    'all filters' => ["$items?tag-partial=e&text=a&tag=animals"],
    'tags of a name' => ['tags/?limit=100&name=a'],
    'suggestions' => ['search/?text=a'],
    'tags' => ['tags/?limit=100'],
    'collections' => ['collections/?limit=100'],
    '64 parameters' => ["$items?" . join '&', map { "p$_=" . 'v' x 100 }
        1 .. 64],
    '8 KB to be escaped' => ["$items?offset=30&x=" . '"' x 7900],
    '8 KB of UTF-8' => ["$items?offset=30&x=" . '%C3%A4' x 1300],
    '8 KB of text' => ["$items?text=" . 'a' x 7900],
    '8 KB of a tag' => ["$items?tag=" . '%61' x 2600],
    '8 KB of Accept' => [$items, Accept => 'a/b,' x 1900 . '*/*'],
    '8 KB of If-None-Match' => [$items,
        'If-None-Match' => join ',', ('"abcdefghijkl"') x 500],
    'gzip, 8 KB to be escaped' => ["$items?limit=100&offset=30&x="
        . '"' x 7800, @gzip],
);

sub ask ($root, $uri, @headers) {
    return $connection->exchange('GET', "/$root/$uri", @headers);
}

# A page is compressed at once for the cache, so the text is in memory in
# addition to the compressed answer.

my %most = ('cache=off' => 0, 'cache=32m' => 0, 'compressed whole' => 0);
my %what;
my $failed = 0;

for my $root ('none', 'cached') {

    # first fill the caches of SQLite

    ask($root, "$items?limit=100&offset=" . 50 * $_) for 0 .. 1999;
    ask($root, @{$requests{$_}}) for sort keys %requests;

    for my $name (sort keys %requests) {
        for my $round (1 .. $ROUNDS) {
            $failing->arm(pid => $worker, kinds => 'memory');

            my $r = ask($root, @{$requests{$name}});

            # wait until nginx has destroyed the pool of the request

            sleep 0.01;
            $failing->disarm;
            $failed++ if $r->status !~ /^[24]/;

            my $cached = $root eq 'none' ? 0 : $failing->live;
            my $taken = ($failing->peak - $cached - length $r->plain) / 1024;
            my $kind = $root eq 'none' ? 'cache=off'
                : $round == 1 && $r->header('Content-Encoding')
                ? 'compressed whole' : 'cache=32m';

            note(sprintf '%s, %s: %s, %d bytes, taken %.0f KiB, left %.0f',
                $kind, $name, $r->status, length $r->body, $taken,
                $failing->live / 1024);
            ($most{$kind}, $what{$kind}) = ($taken, $name)
                if $taken > $most{$kind};
        }
    }
}

result('requests that failed', $failed, '= 0');
result("$_: the most memory in addition to the answer ($what{$_})",
    $most{$_}, "<= $MOST", 'KiB')
    for sort keys %most;
