package Bench::Pages;

# The list from which pages.lua makes requests for pages of the small library.

use v5.36;

use Exporter qw(import);
use List::Util qw(shuffle sum);

use Bench::Library;
use Bench::Sample;

our @EXPORT = qw(pages_list);

my $LIST = '/api/v1/content_items/';
my $VALUES = 50;            # values of each filter
my $TAGS = 400;             # frequent tags from which values are chosen
my $LONGEST = 10;           # characters of a part of a word
my $FEW = 200;              # the least number of matches of a filter
my $MANY = 15_000;          # the greatest number


# Returns the file for pages.lua.

sub pages_list ($server) {
    my $client = $server->client;
    my @lines = ("\t" . count($client, ''));
    my %candidates = candidates();

    for my $filter (sort keys %candidates) {
        my $found = 0;

        for my $value (@{$candidates{$filter}}) {
            my $query = "$filter=" . url_encode($value);
            my $count = count($client, $query);

            next if $count < $FEW || $count > $MANY;
            push @lines, "$query\t$count";
            last if ++$found == $VALUES;
        }
    }

    my $file = $server->write_file('pages', join '', map { "$_\n" } @lines);
    my $pages = sum map { /\t(\d+)/ ? 41 * ($1 - 30) : () } @lines;

    die "only $pages pages" if $pages < 100_000;

    return $file;
}

sub count ($client, $query) {
    my $body = $client->good("$LIST?limit=1&$query")->body;

    return $body =~ /^\{"count":(\d+)/ ? $1 : die 'no count';
}

# The values of the filters.  Each run has the same order.

sub candidates () {
    my $library = small_library();
    my @words = alt_words($library);

    srand 1;

    my @tags = shuffle((frequent_tags($library))[0 .. $TAGS - 1]);

    return (
        'tag-slug' => [map { $_->{slug} } @tags],
        'tag' => [map { $_->{name} } @tags],
        'tag-partial' => [shuffle parts_of(3, $LONGEST,
            map { $_->{name} } @tags)],
        'text' => [shuffle((grep { length >= 3 } @words),
            parts_of(3, $LONGEST, @words))],
    );
}

1;
