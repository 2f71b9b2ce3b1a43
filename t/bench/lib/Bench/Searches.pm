package Bench::Searches;

# Searches for values that were not requested before, one after the other.
# Requests have limit=1, so the time is that of the search.  The note has the
# latency of a response from the cache.

use v5.36;

use Exporter qw(import);
use List::Util qw(max min shuffle uniq);

use Bench::Statistics;
use Bench::Large;
use Bench::Library;
use Bench::Load;
use Bench::Sample;

our @EXPORT = qw(words word_pairs pieces longer_pieces short_values
    chinese_values search_words search_pairs search_beginnings search_typos
    frequent_words frequent_typos frequent_pairs);

my $LIST = '/api/v1/content_items/';
my $WORDS = 1000;
my $PAIRS = 500;
my $PIECES = 300;
my $SHORT = 200;
my $SEARCHES = 500;
my $CACHED = 100;


sub words ($name) {
    return rows($name, large(), text => some($WORDS, long_words()));
}

sub long_words () { grep { length >= 3 } alt_words(large()) }

sub word_pairs ($name) {
    return rows($name, large(), text => some($PAIRS, alt_pairs(large())));
}

sub pieces ($name) {
    return rows($name, large(),
        text => some($PIECES, parts_of(3, 3, long_words())));
}

sub longer_pieces ($name) {
    return rows($name, large(),
        text => some($PIECES, parts_of(4, 6, long_words())));
}

# The same number of values of each length.

sub short_values ($name) {
    return rows($name, large(), text => parts_up_to(2, large()));
}

sub chinese_values ($name) {
    my $library = warmed(chinese_library());

    return rows($name, $library, text => parts_up_to(4, $library));
}

# The filter "search" with a word, two words, and the beginning of a word.

sub search_words ($name) {
    return rows($name, large(), search => some($SEARCHES, long_words()));
}

sub search_pairs ($name) {
    return rows($name, large(), search => some($SEARCHES, alt_pairs(large())));
}

sub search_beginnings ($name) {
    return rows($name, large(), search => some($SEARCHES,
        map { /^(\p{L}{2})/ } alt_words(large())));
}

# Words that are in many texts, and what stands beside each other in these.

sub frequent_words ($name) {
    return rows($name, frequent(), search => some($SEARCHES,
        grep { length >= 3 } alt_words(frequent())));
}

sub frequent_typos ($name) {
    return rows($name, frequent(), search => some($SEARCHES, wrong(
        grep { length >= 3 } alt_words(frequent()))));
}

sub frequent_pairs ($name) {
    return rows($name, frequent(),
        text => some($PAIRS, alt_pairs(frequent())));
}

sub frequent () { warmed(frequent_library()) }

# A letter behind the first ones is another one.

sub wrong (@words) {
    return map { /^(\p{L}{3})\p{L}(\p{L}+)\z/ ? "$1q$2" : () } @words;
}

sub search_typos ($name) {
    return rows($name, large(), search => some($SEARCHES, wrong(long_words())));
}

sub parts_up_to ($most, $library) {
    my @texts = map { split / / } alt_texts($library);

    return map { some($SHORT / $most, parts_of($_, $_, @texts)) } 1 .. $most;
}

# A random choice of values, the same in each run.  There may be fewer short
# values.

sub some ($number, @values) {
    srand 1;
    @values = shuffle sort { $a cmp $b } uniq map { fc } @values;

    return @values[0 .. min($number, scalar @values) - 1];
}


sub rows ($name, $library, $parameter, @values) {
    my $note = with_commas(scalar @values) . ' texts';

    my ($cpu, @us) = freshly(sub ($server, $client) {
        my @cached = map { $client->latency("$LIST?limit=1") }
            1 .. $CACHED;
        my $from = $server->cpu;
        my @us = map {
            $client->latency("$LIST?limit=1&$parameter=" . url_encode($_))
        } @values;
        my $cpu = $server->cpu - $from;

        $note .= ', ' . as_time(median(@cached)) . ' from the cache';

        return ($cpu / @values, @us);
    }, $library);

    return map {
        { name => "$name: p$_", unit => 'us', note => $note, cpu => $cpu,
            p50 => median(@us), p99 => percentile(99, @us),
            value => percentile($_, @us), low => min(@us), high => max(@us) }
    } 50, 99;
}

1;
