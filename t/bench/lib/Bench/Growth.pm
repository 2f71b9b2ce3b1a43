package Bench::Growth;

# A library with ten times as many items as the large one: its import, and the
# same requests as to the large library.
#
# The requests are sent one after the other, twice, without a cache of
# responses.  The second time is measured, so the blocks that they read are in
# the page cache of the system.

use v5.36;

use Exporter qw(import);
use List::Util qw(max min shuffle uniq);
use Time::HiRes qw(sleep time);

use Bench::Statistics;
use Bench::Library;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(growth_import growth_requests growth_memory
    growth_publication);

my $LIST = '/api/v1/content_items/';
my $REQUESTS = 500;
my $LONGEST = 600;              # seconds until a publication is live

# Kind of request, the percentile that is compared, and the addresses.

my @kinds = (
    ['pages', 50, sub ($library) {
        map { "$LIST?offset=" . int rand sample($library)->{items} }
            1 .. $REQUESTS
    }],
    ['single items', 50, sub ($library) {
        map { "$LIST$_/" } item_ids($library)
    }],
    ['pages of a content type', 50, sub ($library) {
        map { "$LIST?content_type=I&offset="
            . int rand sample($library)->{items} / 8 } 1 .. $REQUESTS
    }],
    ['pages of a tag', 50, sub ($library) {
        map { "$LIST?tag-slug=$_->{slug}" } frequent_tags($library)
    }],
    ['search, words', 99, sub ($library) {
        map { "$LIST?limit=1&search=" . url_encode($_) } words($library)
    }],
    ['text, words', 99, sub ($library) {
        map { "$LIST?limit=1&text=" . url_encode($_) } words($library)
    }],
    ['suggestions', 99, sub ($library) {
        map { '/api/v1/search/?text=' . url_encode(substr $_, 0, 4) }
            words($library)
    }],
);

sub words ($library) { grep { length >= 3 } alt_words($library) }


sub growth_import ($name) {
    my $library = growth_library();
    my $cost = import_cost($library);
    my $note = with_commas(growth_items()) . ' items, '
        . with_commas($cost->{cpu}) . ' s of a processor'
        . ($cost->{new} ? '' : ', in the run that made the library');

    return (
        { name => "$name: time", unit => 's', note => $note,
            value => $cost->{seconds} },
        { name => "$name: memory", unit => 'MB', note => $note,
            value => $cost->{megabytes} },
        { name => "$name: file", unit => 'MB', note => $note,
            value => (-s $library) / 1e6 },
    );
}

sub growth_requests ($name) {
    my @servers = map { Bench::Server->new(library => $_, cache => 'off') }
        large_library(), growth_library();
    my @rows = map { kind_row($name, \@servers, @$_) } @kinds;

    $_->stop for @servers;

    return @rows;
}

sub kind_row ($name, $servers, $kind, $percent, $addresses) {
    srand 1;

    my ($small, $great) = map {
        [latencies($_, some($addresses->($_->{library})))]
    } @$servers;
    my ($from, $to) = map { percentile($percent, @$_) } $small, $great;

    return { name => "$name: $kind, p$percent", unit => 'x',
        p50 => median(@$great), p99 => percentile(99, @$great),
        value => $to / $from,
        note => as_time($from) . ' for a tenth of the items, '
            . @$great . ' requests' };
}

sub some (@values) {
    @values = shuffle uniq @values;

    return @values[0 .. min($REQUESTS, scalar @values) - 1];
}

sub latencies ($server, @uris) {
    my $client = $server->client;

    $client->good($_) for @uris;

    return map { $client->latency($_) } @uris;
}

# The memory of a worker after the requests to the library.

sub growth_memory ($name) {
    my $server = Bench::Server->new(library => growth_library(),
        cache => '32m');

    latencies($server, map { some($_->[2]->(growth_library())) } @kinds);

    my $memory = $server->memory;

    $server->stop;

    return { name => $name, unit => 'MB', value => $memory->{rss},
        note => sprintf '%.1f MB are its own, cache=32m',
            $memory->{private} };
}

# The seconds from the rename to the first response of the new library, when
# its file is not in the page cache.

sub growth_publication ($name) {
    my $live = growth_library() =~ s/\.db$/.live.db/r;

    published(large_library(), $live);

    my $server = Bench::Server->new(library => "$live check=50ms");
    my $client = $server->client;
    my $old = $client->good("$LIST?limit=1")->body;
    my $from = time;

    published(growth_library(), $live);

    while ($client->good("$LIST?limit=1")->body eq $old) {
        die "not live after $LONGEST s" if time > $from + $LONGEST;
        sleep 0.01;
    }

    my $seconds = time - $from;

    $server->stop;
    unlink $live;

    return { name => $name, unit => 'ms', value => 1000 * $seconds,
        note => 'the workers look every 50 ms' };
}

# With a second name of the file, because a copy takes minutes.

sub published ($library, $live) {
    link $library, "$live.new" or die "$live.new: $!";
    rename "$live.new", $live or die "$live: $!";
}

1;
