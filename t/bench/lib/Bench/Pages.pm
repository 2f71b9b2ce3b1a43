package Bench::Pages;

# Every request another page of the small library.

use v5.36;

use Exporter qw(import);
use List::Util qw(shuffle sum);

use Bench::Figures;
use Bench::Hot qw(unzipped);
use Bench::Library;
use Bench::Load;
use Bench::Server;

our @EXPORT = qw(any_page any_page_counted any_page_gzip any_page_pressed
    pages_list);

my $LIST = '/api/v1/content_items/';
my $VALUES = 50;            # of each filter
my $FEW = 200;              # matches that a filter has at least,
my $MANY = 15_000;          # and at most

my %warmed;
my %lists;


# The server on which all items are known, in one form or in both.

sub warm_server ($encoding, $status = 0) {
    my $server = $warmed{"server $status"} //= Bench::Server->new(
        library => small_library(), cache => '512m', status => $status);

    $warmed{"$encoding $status"} //= walk($server, $encoding);

    return $server;
}

# Twice: some of what is asked for once may not be kept.

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


# The file for pages.lua, and how many pages it stands for.

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

# In an order that is always the same.

sub candidates () {
    my $library = small_library();
    my @tags = query($library, "SELECT slug, name FROM tag"
        . " WHERE items >= $FEW ORDER BY position * 7919 % 10007");
    my @words = alt_words($library);

    srand 1;

    return (
        'tag-slug' => [map { $_->[0] } @tags],
        'tag' => [map { $_->[1] } @tags],
        'tag-partial' => [shuffle parts_of(3, map { $_->[1] } @tags)],
        'text' => [(grep { length >= 3 } @words),
            shuffle parts_of(3, @words)],
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

sub pages_note ($pages) { with_commas($pages) . ' pages' }


sub any_page ($name) {
    return against_mean($name, warm_server(''));
}

# With contentlib_status, against the same without it.

sub any_page_counted ($name) {
    return compare(side('without contentlib_status', warm_server('')),
        side($name, warm_server('', 1)));
}

# With a cache that holds next to nothing.

sub any_page_pressed ($name) {
    return against_mean($name, Bench::Server->new(
        library => small_library(), cache => '256k'));
}

# Against a static file whose answers are as long as these are on average.

sub against_mean ($name, $server) {
    my $side = side($name, $server);
    my $client = $server->client;
    my $body = $client->good($LIST)->body;

    check_pages($side, $client);

    my $page = $client->good("$LIST?offset=30");
    my $mean = int(load($side, 1)->{bytes} - length(head_of($page)));

    my $static = $server->static('mean.json',
        substr $body x (1 + $mean / length $body), 0, $mean);

    my @rows = compare({ name => 'static file of the mean size',
        server => $server, path => $static, body => $mean,
        note => with_commas($mean) . ' bytes' }, $side);

    $rows[-1]{note} .= sprintf ', %.1f %% hits', hits($side);

    return @rows;
}

sub head_of ($r) {
    my @lines = map { "$_->[0]: $_->[1]\r\n" } @{$r->headers};

    return join '', "HTTP/1.1 200 OK\r\n", @lines, "\r\n";
}

# That the queries of the list are answered with full pages of good JSON.

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

# How many of the answers are kept ones, in percent: few, or it would be the
# cache of whole answers that is measured.

sub hits ($side) {
    my $server = $side->{server};

    load({ %$side, port => 'probe' }, 1);

    my @lines = split /\n/, $server->read_file('probe.log');
    my $hits = grep { /^200 HIT / } @lines;

    return 100 * $hits / @lines;
}


# The same pages, compressed, against the same pages as they are.

sub any_page_gzip ($name) {
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

    return compare(@sides);
}

1;
