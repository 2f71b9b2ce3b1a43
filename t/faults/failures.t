#!/usr/bin/perl

# Each system call of a request fails, alone, and with all that follow.  No
# response is wrong, the worker does not end, and the next request gets its
# response.
# Tests: src/http/ngx_http_contentlib_handler.c, src/library/contentlib_db.c,
#     src/service/contentlib_query.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use POSIX qw(EACCES EIO EMFILE ENOMEM);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Requests;
use Test::Contentlib::Searches;
use Test::Contentlib::Trials;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;
my $locations = join "\n", map {
    my ($name, $path, $more) = @$_;

    <<"CONF";
        location /$name/ {
            contentlib;
            contentlib_library  %%DIR%%/$path;
            contentlib_root     /$name/;
            $more
        }
CONF
} (
    ['cached', 'library.db', ''],
    ['none', 'none.db cache=off', ''],
    ['few', 'few.db cache=256k', ''],
    ['gzip', 'library.db', 'contentlib_gzip on;'],
    ['none-gzip', 'none.db cache=off', 'contentlib_gzip on;'],
    ['strict', 'library.db', 'contentlib_strict on;'],
    ['view', 'library.db', 'contentlib_numbers string; contentlib_partner x;'
        . 'contentlib_media_url https://$host/m;'],
    ['many', 'many.db cache=off', ''],
    ['new', 'new.db check=50ms', ''],
);

my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<"CONF");
        server_name         *.example;
        keepalive_requests  100000000;
        keepalive_timeout   1d;

$locations
CONF

my @records = request_records();
my $filler = 'filler ' x 30;

$t->library($_, \@records) for qw(library none few);
$t->library('many', [map { tag("$filler$_", "t$_") } 1 .. scaled(40_000,
    10_000)]);

# Two copies of each of two libraries, which are published in turn.

for my $version (0, 1) {
    my @items = corpus(600);

    $t->library("new$version", [@items,
        collection('the', $items[7], name => "Version $version")]);

    my $bytes = $t->read_file("new$version.db");

    $t->write_file("version-$version-$_", $bytes) for 0, 1;
}

$t->write_file('version-bad', 'nothing');

sub put ($file) {
    my ($from, $to) = map { $t->path($_) } $file, 'new.link';

    unlink $to;
    link $from, $to or die "$from: $!";
    rename $to, $t->path('new.db') or die "$to: $!";
}

put('version-0-0');
$t->start;

# nginx logs failed allocations with [emerg], and the module logs files that it
# cannot read with [crit].

$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);
$t->expect_log(qr/\[crit\] .* contentlib: library ".*" failed: disk I\/O/);

my $items = 'content_items/';
my @gzip = ('Accept-Encoding' => 'gzip');

my @cases = (
    (map { { uri => "/cached/$_" } } '', $items, "${items}7/",
        "$items?limit=3&offset=120", "$items?limit=3&text=number",
        "$items?limit=3&tag=every&text=item", 'tags/?limit=3',
        'tags/?limit=3&name=ta', 'tags/happy-day/', 'collections/?limit=3',
        'collections/c3/',
        'search/?text=happy', "${items}99999/", 'tags/nothing/'),
    (map { { uri => "/cached/$items", prime => $_ } } 1, 2),
    (map { { uri => "/$_/$items?limit=3", prime => 1, known => 1 } }
        'cached', 'none'),
    (map { { uri => "/none/$items?limit=3&$_" } } '', 'text=item+number',
        'text=number+1', 'tag=every', 'tag=happy+day', 'tag-slug=happy-day',
        'tag-partial=ha', 'tag-partial=happy&text=item+number&tag=every',
        'offset=149', 'text=' . '%C3%A4rger' x 20, 'search=item+num',
        'search=happy+day', 'search=ber', 'collection=c3', 'collection=c4',
        'collection=every', 'content_type=I&search=item'),
    { uri => '/none/tags/?limit=3&name=tag+1' },
    { uri => '/none/tags/?limit=3&ordering=name' },
    { uri => '/none/tags/?limit=3&ordering=-items&name=a' },
    { uri => '/none/search/?text=day' },
    (map { { uri => "/few/$items?limit=100", prime => $_, step => 3 } } 0, 1),
    (map { { uri => "/gzip/$items?limit=3", prime => $_, headers => \@gzip } }
        0 .. 2),
    { uri => "/gzip/${items}7/", headers => \@gzip },
    { uri => '/gzip/', headers => \@gzip },
    { uri => "/none-gzip/$items?limit=3&text=item", headers => \@gzip },
    { uri => "/view/$items?limit=3" },
    { uri => "/cached/$items?limit=3", method => 'HEAD' },
    { uri => "/gzip/$items?limit=3", method => 'HEAD', headers => \@gzip },
    { uri => "/cached/$items?limit=3", method => 'OPTIONS' },
    { uri => "/cached/$items?limit=3", method => 'DELETE' },
    { uri => "/cached/$items?limit=3", headers => [Accept => 'image/png'] },
    { uri => "/cached/$items?limit=3", headers => [Accept => 'x/y',
        Accept => 'application/json'] },
    { uri => '/cached/content_items' },
    { uri => "/strict/$items?limit=x&offset=y" },
    { uri => '/many/tags/?limit=1&name=' . absent('qz') },
    { uri => '/many/tags/?limit=1&name=' . EVERY },
);

# Failures while a new library is read for the first time.

my $published = 0;

sub publish () {
    my $version = ++$published % 2;

    put("version-$version-" . ($published >> 1) % 2);
    $failing->skip(500);

    return $version;
}

my @first = map {
    { uri => "/new/$_", versions => 2, after => 1000, before => sub {
        my $version = publish();

        $t->get('/new/tags/x/');

        return $version;
    } }
} 'collections/', "$items?limit=3&text=number", "$items?limit=9&offset=300",
    "$items?limit=9&tag=happy+day", 'tags/?limit=3&name=ta';

# Failures while a new library is opened, with and without a library that is
# served, and while an invalid file is opened.

my @opened = map {
    my $written = $_;

    { uri => '/new/collections/', versions => 2, after => 1000, step => 5,
        before => sub {
            if ($written) {
                utime 1, $published, $t->path('new.db');
                $failing->skip(500);
                $t->get('/new/tags/x/');
            }

            return publish();
        } }
} 0, 1;

my $bad = { uri => '/new/collections/', versions => 2, after => 1000,
    before => sub {
        my $version = publish();

        $t->get('/new/tags/x/');
        put('version-bad');
        $failing->skip(500);

        return $version;
    } };

# In the trials of a case, the n-th call fails, for n = 1, 2 and so on, until a
# trial makes fewer calls than n.

my $step = int(1000 / scaled(1000)) || 1;
my ($worker) = $t->worker_pids;

sub resident () {
    open my $file, '<', "/proc/$worker/statm" or return 0;

    return (split ' ', <$file>)[1] * 4;
}

sub loops ($what, $statuses, $cases, @failures) {
    my $trials = Test::Contentlib::Trials->new(test => $t,
        failing => $failing, step => $step);

    for my $case (@$cases) {
        for my $failure (@failures) {
            $trials->run($case, %$failure, forever => $_) for 0, 1;
        }
    }

    my %outcomes = $trials->outcomes;

    note("$what: ", join ', ', map { "$_ $outcomes{$_}" }
        sort keys %outcomes);
    is($trials->faults, '', "$what: no wrong answer, and the same worker");
    result("$what: trials", $trials->tried);
    is(join(' ', $trials->statuses), $statuses, "$what: all kinds of answers");
    result("$what: loops that did not end", $trials->loops - $trials->ended,
        '= 0');
    result("$what: wrong answers", scalar @{$trials->{faults}}, '= 0');
}

my @reading = map { { kinds => 'read', error => $_ } } EIO, -1;
my @opening = map { { kinds => 'open', error => $_ } } EMFILE, EACCES, EIO;
my $memory = { kinds => 'memory', error => ENOMEM };
my $stat = { kinds => 'stat', error => EIO };

loops('memory', '200 301 304 400 404 405 406', \@cases, $memory);

# In a second round nothing is new, so memory that grows then is lost.

for my $round ('first', 'second') {
    my $before = resident();

    loops("$round round, memory, a new file", '200', [@first, @opened, $bad],
        $memory);
    loops("$round round, read", '200', \@first, @reading);
    loops("$round round, open and check", '200', [@opened, $bad], @reading,
        @opening, $stat);
    loops("$round round, stat", '200', [@cases[0 .. 3]], $stat);

    result("$round round: memory of the worker, growth", resident() - $before,
        '<= 4096', 'KiB');
}
