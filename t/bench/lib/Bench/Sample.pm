package Bench::Sample;

# A sample of a few thousand items of a library, from which the benchmarks
# choose their requests.  It is stored in "LIBRARY.sample".

use v5.36;

use Exporter qw(import);
use JSON::PP ();
use List::Util qw(uniq);
use Storable qw(nstore retrieve);

use Bench::Server;

our @EXPORT = qw(sample alt_texts alt_words alt_pairs parts_of item_ids
    frequent_tags);

my $PAGES = 40;
my $LIMIT = 100;


# Returns { items, tags, records }: the numbers of all items and of all tags,
# and records { id, alt_text, tags: [{ slug, name }...] } from the whole list.

sub sample ($library) {
    state %samples;

    return $samples{$library} //= is_current($library)
        ? retrieve("$library.sample") : take($library);
}

sub is_current ($library) {
    my $path = "$library.sample";

    return -e $path && (stat _)[9] >= (stat $library)[9];
}

sub take ($library) {
    my $server = Bench::Server->new(library => $library, cache => 'off');
    my $client = $server->client;
    my $items = page($client, 'content_items', 1, 0)->{count};
    my $every = $items > $PAGES * $LIMIT ? int($items / $PAGES) : $LIMIT;
    my @records;

    for (my $offset = 0; $offset < $items; $offset += $every) {
        push @records, map { record($_) }
            @{page($client, 'content_items', $LIMIT, $offset)->{results}};
    }

    my %sample = (items => $items, records => \@records,
        tags => page($client, 'tags', 1, 0)->{count});

    $server->stop;
    nstore(\%sample, "$library.sample");

    return \%sample;
}

sub page ($client, $list, $limit, $offset) {
    return JSON::PP::decode_json(
        $client->good("/api/v1/$list/?limit=$limit&offset=$offset")->body);
}

sub record ($item) {
    return { id => "$item->{id}", alt_text => $item->{alt_text},
        tags => [map { { slug => $_->{slug}, name => $_->{name} } }
            @{$item->{tags}}] };
}


sub item_ids ($library) { map { $_->{id} } @{sample($library)->{records}} }

sub alt_texts ($library) {
    return map { $_->{alt_text} } @{sample($library)->{records}};
}

# The tags of the sample as { slug, name }, the most frequent first.

sub frequent_tags ($library) {
    my (%count, %tag);

    for my $tag (map { @{$_->{tags}} } @{sample($library)->{records}}) {
        $count{$tag->{slug}}++;
        $tag{$tag->{slug}} = $tag;
    }

    return map { $tag{$_} }
        sort { $count{$b} <=> $count{$a} || $a cmp $b } keys %count;
}

# The words of alt texts, and pairs of neighbouring words.

sub alt_words ($library) {
    return sort { $a cmp $b } uniq grep { /^\p{L}+$/ }
        map { split / / } alt_texts($library);
}

sub alt_pairs ($library) {
    return sort { $a cmp $b } uniq
        map { /(?<!\S)(?=(\p{L}+ \p{L}+)(?!\S))/g } alt_texts($library);
}

# All parts of the words with $least to $most characters.

sub parts_of ($least, $most, @words) {
    my %parts;

    for my $word (@words) {
        for my $from (0 .. length($word) - $least) {
            for my $length ($least .. $most) {
                last if $from + $length > length $word;
                $parts{substr $word, $from, $length} = 1;
            }
        }
    }

    return sort keys %parts;
}

1;
