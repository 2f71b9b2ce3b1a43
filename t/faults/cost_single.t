#!/usr/bin/perl

# The cost of single requests without a cache: requests with an index do not
# depend on the size of the library, no request blocks the worker for long, and
# the worst one costs a limited number of ordinary requests.

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
my $API = '/api/v1';
my $ITEMS = "$API/content_items/";
my %INDEXED = map { $_ => 1 } 'first page', 'deep page', 'item', 'tag',
    'collection', 'deep tags';
my $ORDINARY = 'first page';

my %cpu;                    # request => microseconds, by size
my %least;

for my $size (@SIZES) {
    my $server = Faults::Server->new(cache => 'off',
        library => warmed(Bench::Library::library($size)));
    my @requests = requests($server, $size);

    while (my ($name, $uri) = splice @requests, 0, 2) {
        measure($server, $size, $name, $uri);
    }

    $server->stop;
    amplification($size);
}

growth($_) for sort keys %INDEXED;

done_testing;


sub requests ($server, $size) {
    my $library = $server->{library};
    my @ids = spread(item_ids($library));
    my @slugs = spread(map { $_->{slug} } frequent_tags($library));
    my $tags = sample($library)->{tags};
    my ($tag) = frequent_tags($library);
    my $tagged = count($server, $tag->{slug});
    my ($long) = common_texts($library);
    my ($text, $name) = map { url_encode($_) } $long, $tag->{name};
    my $deep = $size - 30;
    my $many = join '&', map { sprintf 'x%02d=%s', $_, 'y' x 110 } 1 .. 60;

    return (
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
        'text, 18 characters' => "$ITEMS?text="
            . url_encode(substr $long, 0, 18),
        'text, long' => "$ITEMS?text=$text",
        'four filters' => "$ITEMS?text=a&tag-partial=a&tag=$name&tag-slug="
            . $tag->{slug},
        'tag name' => "$API/tags/?name=an",
        'tag name, absent' => "$API/tags/?name=%7E%7E",
        'search' => "$API/search/?text=an&limit=50",
        'search, blank' => "$API/search/?text=%20&limit=50",
        'search, absent' => "$API/search/?text=%7E%7E",
        '60 parameters of 8 KiB' => "$ITEMS?text=ing&$many",
    );
}

# Up to about $ROW of the values, at equal distances.

sub spread (@values) {
    my $step = max(1, int(@values / $ROW));

    return @values[grep { $_ % $step == 0 } keys @values];
}

sub count ($server, $slug) {
    my $body = $server->client->good("$ITEMS?limit=1&tag-slug=$slug")->body;

    return $body =~ /^\{"count":(\d+)/ ? $1 : die 'no count';
}

sub measure ($server, $size, $name, $uri) {
    my $client = $server->client;
    my $row = $INDEXED{$name} ? $ROW : 1;
    my @costs = map { cost($client, $server, $uri, $row) } 1 .. $TIMES;
    my $cpu = $cpu{$size}{$name} = median(map { $_->{cpu} } @costs);

    $least{$size}{$name} = min(map { $_->{cpu} } @costs);

    # Other programs can delay the other client, so the shortest time counts.

    my $held = min(map {
        $server->longest_wait(ref $uri ? $uri->[0] : $uri, '/ready')
    } 1 .. $HELD);
    my $title = with_commas($size) . " items, $name";

    result("$title: time of the worker", $cpu / 1000, undef, 'ms');
    result("$title: longest wait of another client", $held / 1000, '<= 50',
        'ms');

    my $right = $row > 1 ? qr/^200$/ : qr/^(?:200|503)$/;
    my @bad = grep { !/$right/ } map { @{$_->{statuses}} } @costs;

    is(@bad, 0, "$title: answered");
}

# The processor time of one request.  Quick requests are measured in a row,
# because the time of a single one varies more.

sub cost ($client, $server, $uri, $row) {
    my @uris = ref $uri ? @$uri : $uri;
    my $from = $server->cpu;
    my @statuses;

    for my $n (1 .. $row) {
        my ($r) = $client->timed_get($uris[$n % @uris]);

        push @statuses, $r->status;
    }

    return { statuses => \@statuses,
        cpu => ($server->cpu - $from) / $row };
}


# The cost of the most expensive request, divided by the cost of an ordinary
# page.

sub amplification ($size) {
    my $cpu = $cpu{$size};
    my ($worst) = sort { $cpu->{$b} <=> $cpu->{$a} } keys %$cpu;

    result(with_commas($size) . " items, the worst is \"$worst\": ordinary"
        . ' requests', $cpu->{$worst} / $cpu->{$ORDINARY}, '<= 100');
}

# The growth of the shortest times, because other programs on the same core can
# double a time.

sub growth ($name) {
    for my $n (1 .. $#SIZES) {
        my ($small, $large) = @SIZES[$n - 1, $n];
        my $more = log($large / $small) / log 10;

        result("$name: growth from " . with_commas($small) . ' to '
            . with_commas($large) . ' items',
            ($least{$large}{$name} / $least{$small}{$name}) ** (1 / $more),
            '<= 1.5', 'x');
    }
}
