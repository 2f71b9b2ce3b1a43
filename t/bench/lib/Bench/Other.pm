package Bench::Other;

# What is neither a page nor large: the first touch of items, suggestions.

use v5.36;

use Exporter qw(import);
use List::Util qw(max min uniq);

use Bench::Figures;
use Bench::Library;
use Bench::Load;
use Bench::Server;

our @EXPORT = qw(first_touch suggestions);

my $BUILD = $ENV{BUILD};
my $ROUNDS = 100;
my $PREFIXES = 2000;


# The program alternates by itself; its last line is about rendering, each
# ends in its ratio to stepping through the rows.

sub first_touch ($name) {
    my (@ratios, @costs);

    for (1 .. runs()) {
        open my $out, '-|', 'timeout', 300, "$BUILD/bench/page",
            small_library(), $ROUNDS or die "page: $!";
        my ($last) = reverse grep { /ratio/ } <$out>;
        close $out or die 'page failed';

        my ($us, $ratio) = ($last // '') =~ /([\d.]+) us.*ratio ([\d.]+)$/
            or die 'page prints no ratio';

        push @costs, $us;
        push @ratios, $ratio;
    }

    return { name => $name, cpu => median(@costs), unit => 'x',
        value => median(@ratios), low => min(@ratios),
        high => max(@ratios), note => 'a page in the program "page"' };
}


# Beginnings of names of tags, each asked for once.

sub suggestions ($name) {
    my $library = tags_library();
    my ($tags) = query($library, 'SELECT tags FROM meta');
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

# As they are typed: all shorter ones of a name, too.

sub prefixes ($library) {
    my @names = query($library,
        'SELECT name FROM tag ORDER BY position * 7919 % 100003 LIMIT 2000');
    my @prefixes = uniq map {
        my $name = lc;
        map { substr $name, 0, $_ } 1 .. min(8, length $name)
    } @names;

    return @prefixes[0 .. min($PREFIXES, scalar @prefixes) - 1];
}

1;
