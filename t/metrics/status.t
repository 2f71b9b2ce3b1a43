#!/usr/bin/perl

# contentlib_status: the metrics that each request increases, and no others.
# Tests: src/metrics/contentlib_metrics.c, src/http/ngx_http_contentlib_status.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_gzip     on;
            contentlib_strict   on;
        }

        location /off/ {
            contentlib;
            contentlib_root     /off/;
            contentlib_library  %%DIR%%/off.db cache=off;
        }

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/missing.db;
        }

        %%STATUS%%
CONF

my @items = map { image($_, tags => ['a', 'b']) } 1 .. 5;

$t->library($_, [@items, collection('c', $items[0])]) for qw(library off);
$t->start;

# the libraries, before any request

my $status = status_of($t);
my ($digest) = Test::Contentlib::program('info', $t->path('library.db'))
    =~ /\b([0-9a-f]{64})\b/;
my $switched = $status->{'library.db'}{switched_timestamp_seconds};

is(join(' ', sort keys %$status), 'library.db missing.db off.db',
    'all libraries');
is(differences({}, $status->{'library.db'}), "collections=1"
    . " generation_workers.$digest=1 items=5 switched_timestamp_seconds=$switched"
    . " switches=1 tags=2 workers=1 workers_serving=1",
    'what is served, and nothing has been counted but the opening');
cmp_ok(abs(time - $switched), '<', 60, 'switched just now');
is(differences({}, $status->{'missing.db'}), 'rejected=1 workers=1',
    'one that is not served');

# the metrics that a request increases, by one unless a number is given

sub adds ($name, $expected, $method, $uri, @headers) {
    my ($library) = $uri =~ m{^/(off|missing)/};
    my $file = ($library // 'library') . '.db';
    my $before = figures_of($t, $file);
    my $r = $t->request($method, $library ? $uri : "/api/v1$uri", \@headers);

    $expected =~ s/SAVED/length($r->plain) - length $r->body/e;

    is(differences($before, figures_of($t, $file)),
        join(' ', sort map { /=/ ? $_ : "$_=1" } split ' ', $expected),
        $name);

    return $r;
}

my $item = '/content_items/1/';
my $made = 'cache_misses.answer query_seconds';
my $read = "$made sqlite_seconds";

my $r = adds('an item', "requests.content_item.200 $read rendered.item",
    GET => $item);

adds('the second time', "requests.content_item.200 $read rendered.item
    cache_entries.answer", GET => $item);

my $kept = 'cache_hits.answer';

adds('what is in the cache', "requests.content_item.200 $kept", GET => $item);
adds('HEAD', "requests.content_item.200 $kept", HEAD => $item);
adds('If-None-Match', "requests.content_item.304 $kept", GET => $item,
    'If-None-Match' => $r->header('ETag'));
adds('If-Modified-Since, which is ignored',
    "requests.content_item.200 $kept", GET => $item,
    'If-Modified-Since' => 'Fri, 01 Jan 2100 00:00:00 GMT');
adds('If-Match', "requests.content_item.other $kept", GET => $item,
    'If-Match' => '"x"');

# a page, compressed and not compressed

my $list = '/content_items/';
my $answer = 'requests.content_items.200';
my $zipped = 'cache_misses.gzip query_seconds sqlite_seconds';
my @gzip = ('Accept-Encoding' => 'gzip');

adds('a page', "$answer $read rendered.item=5", GET => $list);
adds('in gzip, the second time', "$answer $zipped rendered.item=5
    cache_entries.gzip gzip_saved_bytes=SAVED", GET => $list, @gzip);
adds('in gzip, cached', "$answer cache_hits.gzip gzip_saved_bytes=SAVED",
    GET => $list, @gzip);
adds('HEAD of it', "$answer cache_hits.gzip", HEAD => $list, @gzip);

# lists

adds('a search', "$answer $made cache_misses.matches cache_entries.matches
    searches rendered.item=5 sqlite_seconds=" . (with_threads() ? 1 : 2),
    GET => "$list?text=number");
adds('its second page', "$answer $read cache_hits.matches rendered.item=3",
    GET => "$list?text=number&offset=2");
adds('a collection', "requests.collection.200 $read rendered.collection",
    GET => '/collections/c/');
adds('collections', "requests.collections.200 $read rendered.collection",
    GET => '/collections/');
adds('a tag', "requests.tag.200 $read rendered.tag", GET => '/tags/a/');
adds('tags', "requests.tags.200 $read rendered.tag=2", GET => '/tags/');
adds('suggestions', "requests.search.200 $made searches"
    . (with_threads() ? '' : ' sqlite_seconds'), GET => '/search/?text=a');
adds('the root', "requests.root.200 $made", GET => '/');

# errors

adds('no record', "requests.content_item.404 $read",
    GET => '/content_items/9/');
adds(@$_) for
    ['OPTIONS', 'requests.root.200', OPTIONS => '/'],
    ['no address', 'requests.none.404', GET => '/none/'],
    ['no slash', 'requests.tags.301', GET => '/tags'],
    ['a limit', 'requests.tags.400', GET => '/tags/?limit=x'],
    ['a method', 'requests.tags.405', POST => '/tags/'],
    ['a type', 'requests.tags.406', GET => '/tags/', Accept => 'image/png'],
    ['no library', 'requests.tag.503 refusals.library',
        GET => '/missing/tags/a/'];

# without a cache there are no look-ups

adds('no cache', 'requests.content_item.200 query_seconds rendered.item
    sqlite_seconds', GET => "/off$item") for 1 .. 2;

# the bytes of entries are counted

my $bytes = figures_of($t)->{cache_bytes};

cmp_ok($bytes->{$_}, '>', 100, "bytes: $_")
    for qw(answer gzip matches);
is_deeply([grep { $_ } values %{figures_of($t, 'off.db')->{cache_bytes}}], [],
    'and none without a cache');

# requests for the page are not counted

my $before = status_of($t);

status_of($t) for 1 .. 3;
is_deeply(status_of($t), $before, 'the page is not counted');
