package Bench::Large;

# The large library: single requests that nobody made before, mostly to a
# worker that has just opened it.

use v5.36;

use Exporter qw(import);
use List::Util qw(max min shuffle uniq);
use POSIX qw(floor);

use Bench::Figures;
use Bench::Library;
use Bench::Load;
use Bench::Server;

our @EXPORT = qw(last_page popular_tag long_texts short_texts broad_partial
    large_import);

my $LIST = '/api/v1/content_items/';
my $TEXTS = 1000;
my $OTHERS = 5;             # further pages in each run

my @SHORT = ('a', 'e', 'i', 'o', 's', 'z', 'q', 'x', '7', "\x{e9}",
    "\x{441}", "\x{732b}", 'th', 'er', 'ca', 'in', 'zq', 'q7', "t\x{e9}",
    "\x{43a}\x{43e}");


# Calls with a server that has just opened the library, and a client.

sub freshly ($code) {
    my $server = Bench::Server->new(library => large());
    my $client = $server->client;

    $client->good('/api/v1/tags/?limit=1');

    my @result = $code->($server, $client);
    $server->stop;

    return wantarray ? @result : $result[0];
}

# Its file is in the page cache of the system, as far as memory allows.

sub large () {
    state $library = do {
        my $path = large_library();

        open my $file, '<:raw', $path or die "$path: $!";
        1 while sysread $file, my $buffer, 1 << 20;
        $path;
    };

    return $library;
}

sub first_cost ($uri) {
    return freshly(sub ($server, $client) { $client->cost($server, $uri) });
}

# Single requests vary more than runs of wrk do.

sub repeats () { 3 * runs() }

sub ratios ($costs, $yardsticks) {
    return map { $costs->[$_]{cpu} / $yardsticks->[$_]{cpu} } keys @$costs;
}

sub ratio_row ($name, $costs, $yardsticks, %more) {
    my @ratios = ratios($costs, $yardsticks);

    return single_row($name, $costs, unit => 'x', value => median(@ratios),
        low => min(@ratios), high => max(@ratios), %more);
}


sub last_page ($name) {
    my $last = $LIST . '?offset=' . (large_items() - 30);
    my (@first, @last);

    for (1 .. repeats()) {
        push @first, first_cost($LIST);
        push @last, first_cost($last);
    }

    return (single_row('first page', \@first, yardstick => 1),
        ratio_row($name, \@last, \@first));
}


# The first page of a filter, and then others, against the first page of all
# items: none of their items was rendered before.

sub filtered ($query, $count) {
    my (@unfiltered, @first, @others);

    for (1 .. repeats()) {
        push @unfiltered, first_cost($LIST);

        my ($first, $other) = freshly(sub ($server, $client) {
            return ($client->cost($server, "$LIST?$query"),
                other_page($server, $client, $query, $count));
        });

        push @first, $first;
        push @others, $other;
    }

    return (\@unfiltered, \@first, \@others);
}

# The median one of some.

sub other_page ($server, $client, $query, $count) {
    my @costs = map {
        $client->cost($server, "$LIST?$query&offset="
            . (30 + floor(rand($count - 60))))
    } 1 .. $OTHERS;

    return (sort { $a->{cpu} <=> $b->{cpu} } @costs)[$OTHERS / 2];
}

sub filter_rows ($name, $query, $count) {
    my ($unfiltered, $first, $others) = filtered($query, $count);
    my $note = with_commas($count) . ' items';

    return (
        single_row("$name: first page", $first, note => $note),
        single_row('first page of all items', $unfiltered, yardstick => 1),
        ratio_row("$name: another page", $others, $unfiltered,
            note => $note),
    );
}

sub popular_tag ($name) {
    my ($tag) = query(large(),
        'SELECT slug, items FROM tag ORDER BY items DESC LIMIT 1');

    return filter_rows($name, "tag-slug=$tag->[0]", $tag->[1]);
}

sub broad_partial ($name) {
    my $count = freshly(sub ($server, $client) {
        my $body = $client->good("$LIST?limit=1&tag-partial=a")->body;
        return $body =~ /^\{"count":(\d+)/ ? $1 : die 'no count';
    });

    return filter_rows($name, 'tag-partial=a', $count);
}


# The words of the library, parts of them, and then pairs.

sub texts () {
    my @words = grep { length >= 3 } alt_words(large());

    srand 1;

    my @texts = uniq(@words, (shuffle parts_of(3, @words)),
        shuffle alt_pairs(large()));

    die 'too few texts: ' . @texts if @texts < $TEXTS;

    return shuffle @texts[0 .. $TEXTS - 1];
}

sub long_texts ($name) {
    my @costs = freshly(sub ($server, $client) {
        return map {
            $client->cost($server, "$LIST?text=" . url_encode($_))
        } texts();
    });
    my @us = map { $_->{us} } @costs;

    return map {
        single_row("$name: p$_", \@costs, value => percentile($_, @us),
            low => min(@us), high => max(@us), note => @us . ' texts')
    } 50, 99;
}

sub short_texts ($name) {
    my @worst = freshly(sub ($server, $client) {
        return sort { $b->[0]{cpu} <=> $a->[0]{cpu} } map {
            [$client->cost($server, "$LIST?text=" . url_encode($_)), $_]
        } @SHORT;
    });

    return single_row($name, [map { $_->[0] } @worst],
        value => $worst[0][0]{cpu},
        note => @worst . " texts, the worst is \"$worst[0][1]\"");
}


sub large_import ($name) {
    my $items = large_items();
    my $figures = import_figures(large_library());
    my $note = $figures->{new} ? '' : 'of the run that made the library';

    return (
        { name => "$name: speed", unit => '/s', note => $note,
            value => $items / $figures->{seconds} },
        { name => "$name: memory", unit => 'MB', note => $note,
            value => $figures->{megabytes} },
    );
}

1;
