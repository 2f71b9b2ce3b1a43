package Faults::Attacks;

# The most expensive requests, by kind: lists for list.lua.  Requests with
# filters have limit=1, so the time is that of the search.  The first kind is
# not an attack: it shows the latency of the canary on a busy machine.

use v5.36;

use Exporter qw(import);
use List::Util qw(max shuffle);

use Bench::Library;
use Bench::Sample;

our @EXPORT = qw(attacks common_texts);

my $API = '/api/v1';
my $ITEMS = "$API/content_items/?";
my $VALUES = 2000;
my $ANY = 1_000_000_000;


# A list of name => { lines, gzip }, in the order of the runs.

sub attacks ($library) {
    my @kinds = kinds($library);
    my %lines = @kinds;

    my @costly = grep { $_ ne 'return 204' } sort keys %lines;

    push @kinds, 'mix' => [mix(@lines{@costly})];

    my @attacks = map { ref ? { lines => $_ } : $_ } @kinds;

    return @attacks, 'page of 100, gzip' => { lines => $lines{'page of 100'},
        gzip => 1 };
}

sub kinds ($library) {
    my $items = sample($library)->{items};
    my @names = map { $_->{name} } (frequent_tags($library))[0 .. $VALUES - 1];
    my @words = alt_words($library);

    srand 1;

    return (
        'return 204' => ['/ready'],
        'broad tag-partial' => values_of("${ITEMS}limit=1&tag-partial=",
            grep { length > 1 } parts(3, @names)),
        'short text' => values_of("${ITEMS}limit=1&text=", parts(2, @words)),
        'long text' => values_of("${ITEMS}limit=1&text=",
            common_texts($library)),
        'filters together' => together(\@names, \@words),
        'tag name' => values_of("$API/tags/?limit=1&name=", pairs()),
        'search' => values_of("$API/search/?limit=50&text=", pairs(),
            parts(3, @names)),
        'deep offset' => ["${ITEMS}offset={$items}"],
        'any parameter' => [
            "${ITEMS}limit={100}&offset={$items}&x={$ANY}",
            "${ITEMS}x={$ANY}", "${ITEMS}limit=1&x={$ANY}",
            map { "${ITEMS}limit={30}&tag=" . url_encode($_)
                . "&x={$ANY}" } @names[0 .. 99],
        ],
        'page of 100' => ["${ITEMS}limit=100&offset={$items}"],
    );
}

# The same number of requests of each kind.

sub mix (@lists) {
    return map {
        my $list = $_;
        map { $list->[$_ % @$list] } 1 .. $VALUES
    } @lists;
}

sub values_of ($before, @values) {
    return [map { $before . url_encode($_) } @values];
}

# Parts of the texts with up to $most characters, at most $VALUES of them.

sub parts ($most, @texts) {
    my @parts = shuffle grep { length == 1 || !/^ | $/ }
        parts_of(1, $most, @texts);

    return @parts > $VALUES ? @parts[0 .. $VALUES - 1] : @parts;
}

# So many combinations of filters that nearly all requests are different.

sub together ($names, $words) {
    my @partial = parts(3, @$names);
    my @text = parts(2, @$words);

    return [map {
        "${ITEMS}limit=1&tag-partial=" . url_encode($partial[rand @partial])
            . '&text=' . url_encode($text[rand @text])
    } 1 .. 10 * $VALUES];
}

sub pairs () { map { my $c = $_; map { "$c$_" } 'a' .. 'z' } 'a' .. 'z' }

# Texts of words that many items have.  They are not longer than the longest
# alt text, because a longer text is found nowhere without a search.

sub common_texts ($library) {
    my $longest = max(map { length } alt_texts($library));
    my @words = common_words($library);

    return map { common_text($longest, @words) } 1 .. $VALUES;
}

sub common_words ($library) {
    my %count;

    $count{$_}++ for grep { /^[a-z]{3,}$/ }
        map { split / / } alt_texts($library);

    my @words = sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;

    return @words[0 .. 29];
}

sub common_text ($length, @words) {
    my $text = join ' ', map { $words[rand @words] } 1 .. $length / 4;

    return substr($text, 0, $length) =~ s/ $//r;
}

1;
