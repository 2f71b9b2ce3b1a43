#!/usr/bin/perl

# While searches run in a thread and wait, other requests get their responses:
# single records, pages, and filters by whole keys, alone and together.  They are
# not refused with the searches.  A name that more than 16 tags have is searched
# for in the thread.
# Tests: src/http/ngx_http_contentlib_thread.c, src/service/contentlib_task.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;


needs_threads();

my $ITEMS = 50;

my $failing = Test::Contentlib::Failing->usable
    ? Test::Contentlib::Failing->new : undef;
my @items = map { image($_, alt_text => "word $_", tags => ['every', "tag $_"]) }
    1 .. $ITEMS;

my %namesakes = (few => 16, many => 17);
my @namesakes = map { my $name = $_;
    map { tag($_ % 2 ? $name : uc $name, "$name$_") } 1 .. $namesakes{$name}
} sort keys %namesakes;

push @items, image($ITEMS + $_, alt_text => 'word', tags => [$namesakes[-$_]])
    for 1 .. @namesakes;

my $t = search_server(records => [search_tags(), @items,
    collection('c', $items[3])]);

my $LIST = '/api/v1/content_items/?limit=2&';
my $quick = '/api/v1/tags/t7/';
my $name = '/api/v1/tags/?limit=1&name=';
my $absent = absent('qz');
my %counts = (EVERY, TAGS, $absent => 0);

# a busy machine may need several attempts to open the library

$t->poll(sub { $t->get($quick)->status == 200 });

# what long searches answer

is($t->get($name . $_)->json->{count}, $counts{$_}, "name=$_")
    for sort keys %counts;
is(searches_of($t), 2, 'each was a search');
is(keys %{priorities($t->worker_pids)}, 1,
    'threads of the pool "default" keep their priority');

is($t->get("${name}r+9")->json->{count}, 1111, 'name=r+9');

# quick requests overtake them

my %count = (
    'tag=EVERY' => $ITEMS, 'tag-slug=every' => $ITEMS, 'tag-slug=none' => 0,
    'collection=c' => 1, 'content_type=I' => scalar @items, 'content_type=G' => 0,
    'without=tags' => 0, 'without=text&tag=few' => 0,
    'tag=few' => 16,
    'tag-slug=every&tag=tag+7&content_type=I' => 1,
    'tag=every&collection=c' => 1,
);
my %expected = ($quick => $t->get($quick)->body,
    map { $_ => $t->get($_)->body } '/api/v1/content_items/?limit=20',
    map { $LIST . $_ } sort keys %count);

is($t->get($LIST . $_)->json->{count}, $count{$_}, $_) for sort keys %count;

my @uris = sort keys %expected;
my @slow = start_searches($t, 40);
my $other = $t->connection;
my ($overtaken, @times) = (0);

for (0 .. 49) {
    my $uri = $uris[$_ % @uris];
    my $began = time;
    my $r = $other->exchange('GET', $uri);

    push @times, time - $began;
    $overtaken++ if $r->body eq $expected{$uri}
        && grep { !$_->readable } @slow;
}

@times = sort { $a <=> $b } @times;
is($overtaken, 50, 'quick requests are answered meanwhile');
cmp_ok($times[25], '<', 0.05, 'and soon');
counts_ok('the long ones', 0, @slow);

# tags of one name

@slow = start_searches($t, 20);

my $many = $t->connection;

$many->send_request('GET', "${LIST}tag=many");
$t->get($quick) for 1, 2;

ok(!$many->readable, 'many tags of a name wait');
counts_ok('the searches before', 0, @slow);
counts_ok('and they are found', 17, $many);

exit unless $failing;

# A search runs as long as reads are slow, and 64 wait.  Others are refused.

sub reads_take ($delay) {
    $failing->arm(pid => ($t->worker_pids)[0], kinds => 'read',
        delay => $delay, first => Test::Contentlib::Failing::EVER);
}

reads_take(20_000);
@slow = start_searches($t, 65);

my %filters = filters();

for my $filter (sort keys %filters) {
    is($t->get("$filter$_")->status, $filters{$filter} ? 503 : 200,
        "$filter$_: " . ($filters{$filter} ? 'refused' : 'not refused'))
        for '', '&tag-slug=every';
}

is($t->get($_)->body, $expected{$_}, "not refused: $_") for @uris;
is(scalar(grep { $_->readable } @slow), 0, 'all searches wait meanwhile');
reads_take(0);
counts_ok('they end', 0, @slow);
