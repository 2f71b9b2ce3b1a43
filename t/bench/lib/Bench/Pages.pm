package Bench::Pages;

# Different pages of the small library, half of them with a filter.

use v5.36;

use Exporter qw(import);
use List::Util qw(shuffle sum);

use Bench::Statistics;
use Bench::Hot qw(unzipped);
use Bench::Library;
use Bench::Load;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(known_pages known_pages_gzip known_pages_counted
    any_page_pressed pages_list);

my $LIST = '/api/v1/content_items/';
my $VALUES = 50;            # values of each filter
my $TAGS = 400;             # frequent tags from which values are chosen
my $LONGEST = 10;           # characters of a part of a word
my $FEW = 200;              # the least number of matches of a filter
my $MANY = 15_000;          # the greatest number

my %warmed;
my %lists;


# A server that has read all items before, with or without compression.

sub warm_server ($encoding, $status = 0) {
    my $server = $warmed{"server $status"} //= Bench::Server->new(
        library => small_library(), cache => '512m', status => $status);

    $warmed{"$encoding $status"} //= walk($server, $encoding);

    return $server;
}

# Requests all items twice, because the second request stores a response.

sub walk ($server, $encoding) {
    my $client = $server->client($encoding ? 'gzip' : 'plain');
    my @headers = $encoding ? ('Accept-Encoding' => $encoding) : ();

    for (1 .. 2) {
        for (my $offset = 0; $offset < 20_000; $offset += 100) {
            $client->good("$LIST?limit=100&offset=$offset", @headers);
        }
    }

    return 1;
}


# Returns the file for pages.lua, and the number of different pages.

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

    return ($file, $pages);
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


sub side ($name, $server, $encoding = '') {
    my ($file, $pages) = @{$lists{$server} //= [pages_list($server)]};

    return {
        name => $name, server => $server, script => 'pages.lua',
        port => $encoding ? 'gzip' : 'plain', note => pages_note($pages),
        args => sub () { (fresh_seed(), $file, $encoding || ()) },
    };
}

sub pages_note ($pages) { with_commas($pages) . ' possible pages' }


sub known_pages ($name) {
    return in_microseconds(listed_pages($name, warm_server('')));
}

# A server with contentlib_status, compared with a server without it.

sub known_pages_counted ($name) {
    return compare(side('without contentlib_status', warm_server('')),
        side($name, warm_server('', 1)));
}

# The smallest cache holds a few pages only.

sub any_page_pressed ($name) {
    return listed_pages($name, Bench::Server->new(
        library => small_library(), cache => '256k'));
}

sub listed_pages ($name, $server) {
    my $side = side($name, $server);

    check_pages($side, $server->client);

    my @rows = against_mean($side, "$LIST?offset=30");

    $rows[-1]{note} .= ', ' . hits($side);

    return @rows;
}

# Checks that each query of the list has a complete page of valid JSON.

sub check_pages ($side, $client) {
    my (undef, $file) = $side->{args}->();

    open my $in, '<', $file or die "$file: $!";

    while (<$in>) {
        my ($query, $count) = /^(.*)\t(\d+)$/;
        my $r = $client->good("$LIST?$query&limit=10&offset=90");

        die "$query: ", $r->problem if defined $r->problem;
        die "$query: not the page" if $r->json->{count} != $count
            || @{$r->json->{results}} != 10;
    }
}

# Compressed pages, compared with the same pages without compression.

sub known_pages_gzip ($name) {
    my $server = warm_server('');

    warm_server('gzip');

    my @sides = (side('the same, identity', $server),
        side($name, $server, 'gzip'));
    my ($plain, $zipped) = map { $server->client($_) } qw(plain gzip);

    for my $n (1 .. 50) {
        my $uri = "$LIST?limit=" . (9 + $n) . '&offset=' . 390 * $n;

        die "$uri differs" if $plain->good($uri)->body
            ne unzipped($zipped->good($uri, 'Accept-Encoding' => 'gzip'));
    }

    return in_microseconds(compare(@sides));
}

1;
