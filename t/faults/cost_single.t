#!/usr/bin/perl

# The cost of single requests without a cache: requests with an index do not
# depend on the size of the library, no request blocks the worker for long, and
# the worst one costs a limited number of ordinary requests.
# Tests: src/library/contentlib_filter.c, src/library/contentlib_records.c

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../bench/lib";
use List::Util qw(max min);
use Test::More;

use Bench::Statistics;
use Bench::Library;
use Bench::Sample;
use Faults;
use Faults::Attacks;
use Faults::Server;


my @SIZES = $Faults::SCALE < 0.5 ? (2_000, 20_000, 100_000)
    : (10_000, 100_000, 1_000_000);
my $TIMES = scaled(15, 5);
my $ROW = 50;               # requests in a row, if an index is used
my $HELD = 3;               # measurements of the waiting time
my $TEXTS = 15;
my $API = '/api/v1';
my $ITEMS = "$API/content_items/";
my %INDEXED = map { $_ => 1 } 'first page', 'deep page', 'item', 'tag',
    'collection', 'deep tags';

my @servers = map {
    Faults::Server->new(cache => 'off', size => $_,
        library => warmed(Bench::Library::library($_)))
} @SIZES;
my %uris = map { $_->{size} => { requests($_) } } @servers;

# On one processor, because a processor that was idle needs more time for the
# same request.

pin($_) for $$, map { $_->worker_pids } @servers;

for my $name (sort keys %{$uris{$SIZES[0]}}) {
    $INDEXED{$name} ? growth($name) : costs($name);
}

amplification($_) for @servers;

$_->stop for @servers;

done_testing;


sub pin ($pid) {
    system("taskset -acp 0 $pid >/dev/null") == 0 or die 'taskset';
}

# The addresses of each kind of request.

sub requests ($server) {
    my ($library, $size) = $server->@{'library', 'size'};
    my @ids = spread(item_ids($library));
    my @slugs = spread(map { $_->{slug} } frequent_tags($library));
    my $tags = sample($library)->{tags};
    my ($tag) = frequent_tags($library);
    my $tagged = count($server, $tag->{slug});
    my $name = url_encode($tag->{name});
    my @long = (common_texts($library))[0 .. $TEXTS - 1];
    my $deep = $size - 30;
    my $many = join '&', map { sprintf 'x%02d=%s', $_, 'y' x 110 } 1 .. 60;

    my %uris = (
        'first page' => $ITEMS,
        'deep page' => "$ITEMS?offset=$deep",
        'item' => [map { "$ITEMS$_/" } @ids],
        'tag' => [map { "$API/tags/$_/" } @slugs],
        'collection' => "$API/collections/",
        'deep tags' => "$API/tags/?offset=" . ($tags - 30),
        'page of 100' => "$ITEMS?limit=100&offset=" . ($size - 100),
        'tag-slug' => "$ITEMS?tag-slug=$tag->{slug}&offset=" . ($tagged - 30),
        'tag-partial, 1 character' => "$ITEMS?tag-partial=a",
        'tag-partial, 2 characters' => "$ITEMS?tag-partial=an",
        'tag-partial, 3 characters' => "$ITEMS?tag-partial=sun",
        'text, 1 character' => "$ITEMS?text=a",
        'text, 2 characters' => "$ITEMS?text=an",
        'text, 3 characters' => "$ITEMS?text=ing",
        'text, 18 characters' => texts(map { substr $_, 0, 18 } @long),
        'text, long' => texts(@long),
        'four filters' => "$ITEMS?text=a&tag-partial=a&tag=$name&tag-slug="
            . $tag->{slug},
        'tag name' => "$API/tags/?name=an",
        'tag name, absent' => "$API/tags/?name=%7E%7E",
        'search' => "$API/search/?text=an&limit=50",
        'search, blank' => "$API/search/?text=%20&limit=50",
        'search, absent' => "$API/search/?text=%7E%7E",
        '60 parameters of 8 KiB' => "$ITEMS?text=ing&$many",
    );

    return map { $_ => ref $uris{$_} ? $uris{$_} : [$uris{$_}] } keys %uris;
}

sub texts (@values) { return [map { "$ITEMS?text=" . url_encode($_) } @values] }

# Up to about $ROW of the values, at equal distances.

sub spread (@values) {
    my $step = max(1, int(@values / $ROW));

    return @values[grep { $_ % $step == 0 } keys @values];
}

sub count ($server, $slug) {
    my $body = $server->client->good("$ITEMS?limit=1&tag-slug=$slug")->body;

    return $body =~ /^\{"count":(\d+)/ ? $1 : die 'no count';
}

# The growth of the processor time from each size to the next.  The servers of
# all sizes are measured in turns, because other programs on the same machine
# can double a time.

sub growth ($name) {
    my %times;

    for (1 .. $TIMES) {
        push @{$times{$_->{size}}}, time_of($_, $_->client, $name) for @servers;
    }

    report($_, $name, median(@{$times{$_->{size}}})) for @servers;

    for my $n (1 .. $#SIZES) {
        my ($small, $large) = @SIZES[$n - 1, $n];
        my $more = log($large / $small) / log 10;
        my $ratio = median(map { $times{$large}[$_] / $times{$small}[$_] }
            0 .. $TIMES - 1);

        result("$name: growth from " . with_commas($small) . ' to '
            . with_commas($large) . ' items', $ratio ** (1 / $more),
            '<= 1.5', 'x');
    }
}

# The mean processor time of $ROW requests in microseconds.  The time of a
# single one varies more.

sub time_of ($server, $client, $name, @headers) {
    my $uris = $uris{$server->{size}}{$name};
    my $from = $server->cpu;

    $client->good($uris->[$_ % @$uris], @headers) for 1 .. $ROW;

    return ($server->cpu - $from) / $ROW;
}

# The processor time of the most expensive of the requests.

sub costs ($name) {
    for my $server (@servers) {
        my $client = $server->client;
        my @bad;

        my @times = map {
            my $uri = $_;

            median(map {
                my $from = $server->cpu;
                my ($r) = $client->timed_get($uri);

                push @bad, $r->status if $r->status !~ /^(?:200|503)$/;
                $server->cpu - $from;
            } 1 .. $TIMES);
        } @{$uris{$server->{size}}{$name}};

        is("@bad", '', with_commas($server->{size}) . " items, $name: answered");
        report($server, $name, max(@times));
    }
}

sub report ($server, $name, $cpu) {
    my $size = $server->{size};
    my $uri = $uris{$size}{$name}[0];

    # Other programs can delay the other client, so the shortest time counts.

    my $held = min(map { $server->longest_wait($uri, '/ready') } 1 .. $HELD);
    my $title = with_commas($size) . " items, $name";

    $server->{cpu}{$name} = $cpu;
    result("$title: time of the worker", $cpu / 1000, undef, 'ms');
    result("$title: longest wait of another client", $held / 1000, '<= 50',
        'ms');
}

# The processor time of the most expensive request, divided by that of an
# ordinary page, as browsers request it.

sub amplification ($server) {
    my $cpu = $server->{cpu};
    my ($worst) = sort { $cpu->{$b} <=> $cpu->{$a} } keys %$cpu;
    my $client = $server->client('gzip');
    my $ordinary = median(map {
        time_of($server, $client, 'first page', 'Accept-Encoding' => 'gzip')
    } 1 .. $TIMES);
    my $title = with_commas($server->{size}) . ' items';

    result("$title, first page, compressed: time of the worker",
        $ordinary / 1000, undef, 'ms');
    result("$title, the worst is \"$worst\": ordinary requests",
        $cpu->{$worst} / $ordinary, '<= 100');
}
