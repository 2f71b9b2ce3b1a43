#!/usr/bin/perl

# Each allocation and each disk operation fails once: the response is an error,
# and the next response is correct. t/faults/failures.t does the same for all
# calls.
# Suite: long
# Tests: src/http/ngx_http_contentlib_handler.c, src/service/contentlib_query.c,
#     src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use List::Util qw(min sum);
use POSIX qw(EIO EMFILE ENOMEM);
use Test::Contentlib;
use Test::Contentlib::Api;
use Test::Contentlib::Failing;
use Test::Contentlib::Status;
use Test::Contentlib::Trials;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $MOST = 200 * 1024;          # bytes of memory beside a large answer

my $failing = Test::Contentlib::Failing->new;
my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library  %%LIBRARY%% check=50ms;
        server_name         *.example;
        keepalive_requests  1000000;
        keepalive_timeout   1d;

        %%API%%

        location /gzip/ {
            contentlib;
            contentlib_root  /gzip/;
            contentlib_gzip  on;
        }

        location /none/ {
            contentlib;
            contentlib_library  %%DIR%%/one.db cache=off;
            contentlib_root     /none/;
            contentlib_gzip     on;
        }

        location /new/ {
            contentlib;
            contentlib_library  %%DIR%%/new.db check=50ms;
            contentlib_root     /new/;
        }

        %%STATUS%%
        %%HEALTH%%
CONF

# two files with equal content and equal times of import

my @items = corpus(300);

$t->library('one', [@items, collection('c1', $items[3], items => [7, 8])]);
$t->write_file('other.db', $t->read_file('one.db'));
$t->library('newer', [@items, collection('c1', $items[3], items => [7])]);

$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);
$t->expect_log(qr/\[crit\] .* contentlib: library ".*" failed: disk I\/O/);

# replaces a library by one of two in turn, whose number is returned, and
# advances the clock

my $published = 0;

sub replace ($path, @by) {
    my $version = $published++ % 2;

    unlink $t->path('link');
    link $t->path($by[$version]), $t->path('link');
    rename $t->path('link'), $t->path($path) or die "$path: $!";
    $failing->skip(500);

    return $version;
}

sub publish () {
    replace('library.db', 'other.db', 'one.db');

    return 0;
}

# a file that is missing would be tried on a timer, within another trial

$t->write_file('new.db', $t->read_file('one.db'));

publish();
$t->start;

my ($worker) = $t->worker_pids;
my $new = { uri => '/api/v1/content_items/?limit=2&text=number',
    before => \&publish, after => 1000, step => 97 };
my $other = { uri => '/new/content_items/?collection=c1', versions => 2,
    before => sub { replace('new.db', 'one.db', 'newer.db') }, after => 1000 };

sub trials_ok ($what, $case, %failure) {
    my $trials = Test::Contentlib::Trials->new(test => $t,
        failing => $failing);

    $trials->run($case, %failure, forever => $_) for 0, 1;

    my %outcomes = $trials->outcomes;

    is($trials->faults, '', "$what: " . join ', ',
        map { "$outcomes{$_} $_" } sort keys %outcomes);
    is($trials->ended, 2, 'until nothing fails');

    return %outcomes;
}

my %outcomes = trials_ok('memory', { uri => '/api/v1/content_items/?limit=2',
    step => 3 }, kinds => 'memory', error => ENOMEM);

cmp_ok($outcomes{unavailable}, '>', 10, 'memory was needed');
trials_ok('memory, a record', { uri => '/api/v1/content_items/7/', step => 5 },
    kinds => 'memory', error => ENOMEM);
trials_ok('memory, compressed', { uri => '/gzip/content_items/?limit=2',
    headers => ['Accept-Encoding' => 'gzip'], prime => 1, step => 5 },
    kinds => 'memory', error => ENOMEM);
trials_ok('memory, known', { uri => '/api/v1/tags/?limit=2&name=t',
    prime => 1, known => 1 }, kinds => 'memory', error => ENOMEM);
trials_ok("memory, the $_", { uri => "/$_", step => 5 },
    kinds => 'memory', error => ENOMEM) for qw(status health);
trials_ok('memory, a new file', $new, kinds => 'memory', error => ENOMEM);
trials_ok('reading a new file', $new, kinds => 'read', error => EIO);
trials_ok('reading less of it', $new, kinds => 'read',
    error => $failing->SHORT);
trials_ok('reading less of another one', $other, kinds => 'read',
    error => $failing->SHORT);
trials_ok('opening a new file', $new, kinds => 'open', error => EMFILE);
trials_ok('looking at it', $new, kinds => 'stat', error => EIO);

# requests of all kinds, without a cache; values that are in the library

my %found = map { /^([\w-]+)=/ => $_ } 'text=n', 'tag=every',
    'tag-slug=happy-day', 'tag-partial=ha', 'search=item+num', 'collection=c1';
my @filters = map { $found{$_} // api_example('/content_items/', $_) }
    api_filters('/content_items/');

for my $case (
    (map { ["content_items/?limit=3&$_", 53] }
        @filters, 'text=number+1', 'tag=tag+7,tag+9&text=item', 'offset=290',
        'tag-partial=happy&text=item+number&tag=every'),
    (map { [$_, 29] } 'content_items/999/', 'content_items/7', '', 'nothing/',
        'collections/?limit=3', 'collections/c1/', 'tags/?limit=3&name=tag+1',
        'tags/?limit=3&ordering=-items&name=a', 'tags/happy-day/',
        'search/?text=day', 'search/?text=da'),
) {
    my ($uri, $step) = @$case;

    trials_ok("memory, $uri", { uri => "/none/$uri", step => $step },
        kinds => 'memory', error => ENOMEM);
}

trials_ok("memory, $_", { uri => '/none/tags/?limit=3', method => $_,
    step => 3 }, kinds => 'memory', error => ENOMEM)
    for qw(HEAD OPTIONS DELETE);

# a request without memory costs the others nothing: the cache stays

publish();

for my $uri (map { "/api/v1/content_items/$_/" } 1 .. 200) {
    $t->get($uri) for 1, 2;
}

sub cache_bytes () { sum values figures_of($t)->{cache_bytes}->%* }

my $full = cache_bytes();

$failing->arm(pid => $worker, kinds => 'memory', error => ENOMEM, first => 20,
    last => 20);
is($t->get('/api/v1/content_items/?limit=9')->status, 503, 'no memory');
$failing->disarm;
is(cache_bytes(), $full, 'the cache is the same');

# a large response uses little more memory than its length before
# compression; the minimum is taken, since a worker may open the library

sub beside ($coding) {
    $failing->arm(pid => $worker, kinds => 'memory');

    my $page = $t->get('/none/content_items/?limit=100',
        'Accept-Encoding' => $coding);

    $failing->disarm;

    return $failing->peak - length $page->plain;
}

for my $coding ('identity', 'gzip') {
    cmp_ok(min(map { beside($coding) } 1 .. 5), '<', $MOST,
        "$coding: memory beside a large answer");
}
