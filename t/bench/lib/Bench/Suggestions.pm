package Bench::Suggestions;

# The time of suggestions that were not requested before.

use v5.36;

use Exporter qw(import);
use List::Util qw(max min shuffle uniq);

use Bench::Statistics;
use Bench::Library;
use Bench::Load;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(suggestions);

my $PREFIXES = 2000;
my $NAMES = 2000;           # tags whose names begin with the prefixes


# Requests suggestions for beginnings of tag names, each once.

sub suggestions ($name) {
    my $library = tags_library();
    my $tags = sample($library)->{tags};
    my $server = Bench::Server->new(library => $library);
    my $client = $server->client('probe');
    my (@times, @costs);

    $client->good('/api/v1/tags/?limit=1');

    for my $text (prefixes($library)) {
        my $cost = $client->cost($server,
            '/api/v1/search/?text=' . url_encode($text));

        push @costs, $cost;
        push @times, 1000 * $cost->{r}->header('X-Query-Time');
    }

    $server->stop;

    return single_row($name, \@costs, value => percentile(99, @times),
        low => min(@times), high => max(@times),
        note => with_commas($tags) . ' tags, ' . @costs . ' texts');
}

# All beginnings of the names, up to 8 characters, as a user types them.

sub prefixes ($library) {
    srand 1;

    my @names = (shuffle map { $_->{name} } frequent_tags($library))
        [0 .. $NAMES - 1];
    my @prefixes = uniq map {
        my $name = lc;
        map { substr $name, 0, $_ } 1 .. min(8, length $name)
    } @names;

    return @prefixes[0 .. min($PREFIXES, scalar @prefixes) - 1];
}

1;
