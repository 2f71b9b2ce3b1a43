package Bench::Random;

# Pages at random offsets and random items, which are not in the cache.

use v5.36;

use Compress::Zlib qw(memGzip);
use Exporter qw(import);
use List::Util qw(max min sum);

use Bench::Statistics;
use Bench::Hot qw(unzipped);
use Bench::Large;
use Bench::Library;
use Bench::Load;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(any_page any_page_uncached any_page_large any_page_files
    any_page_gzip any_item);

my $LIST = '/api/v1/content_items/';
my $ZIP = 'Accept-Encoding: gzip';
my $PAGE = 30;
my $SIZES = 50;             # pages whose sizes are compared
my $ANY = 1_000_000_000;


sub any_page ($name) { pages($name, small_library(), '32m') }

sub any_page_uncached ($name) { pages($name, small_library(), 'off') }

sub any_page_large ($name) { pages($name, large(), '32m') }

# As many files as the library has pages.

sub any_page_files ($name) {
    my $library = small_library();

    return against_files(pages_side($name, server($library, 'off'), $library),
        int(sample($library)->{items} / $PAGE), "$LIST?offset=$PAGE");
}

sub pages ($name, $library, $cache) {
    my $server = server($library, $cache);
    my $side = pages_side($name, $server, $library);
    my @rows = against_mean($side, "$LIST?offset=$PAGE");

    $rows[-1]{note} = hits($side) if $cache ne 'off';

    return @rows;
}

sub pages_side ($name, $server, $library) {
    my $most = sample($library)->{items} - $PAGE;

    check($server, $most);

    return list_side($name, $server, ["$LIST?offset={$most}"]);
}

sub server ($library, $cache) {
    state %servers;

    return $servers{"$library $cache"} //= Bench::Server->new(
        library => $library, cache => $cache);
}

# Checks that pages are complete, and that compressed pages are the same pages.

sub check ($server, $most) {
    my ($plain, $zipped) = map { $server->client($_) } qw(plain gzip);

    for my $offset (0, int $most / 2, $most) {
        my $uri = "$LIST?offset=$offset";
        my $body = $plain->good($uri)->body;
        my $records = () = $body =~ /"alt_text":/g;

        die "$uri: $records records" if $records != $PAGE;
        die "$uri differs" if $body
            ne unzipped($zipped->good($uri, 'Accept-Encoding' => 'gzip'));
    }
}


# The parameter "x" has no meaning, so each page was not requested before.

sub any_page_gzip ($name) {
    my $server = server(small_library(), '32m');
    my $most = sample(small_library())->{items} - $PAGE;

    check($server, $most);

    return (
        zipped($name, $server, "$LIST?offset={$most}&x={$ANY}"),
        sizes("$name: size, divided by the size with zlib at level 6", $server,
            $most),
    );
}

sub zipped ($name, $server, $line) {
    my $side = list_side($name, $server, [$line], $ZIP);
    my $example = $line =~ s/\{\d+\}/0/gr;

    return in_microseconds(against_mean({ %$side, port => 'gzip' }, $example,
        'Accept-Encoding' => 'gzip'));
}

sub sizes ($name, $server, $most) {
    my $client = $server->client('gzip');
    my (@ours, @theirs);

    for my $n (1 .. $SIZES) {
        my $r = $client->good("$LIST?offset=" . int($n * $most / $SIZES)
            . "&x=size", 'Accept-Encoding' => 'gzip');

        push @ours, length $r->body;
        push @theirs, length memGzip(unzipped($r));
    }

    my @ratios = map { $ours[$_] / $theirs[$_] } keys @ours;

    return { name => $name, unit => 'x', value => median(@ratios),
        low => min(@ratios), high => max(@ratios),
        note => with_commas(sum(@ours) / $SIZES) . ' bytes' };
}


sub any_item ($name) {
    my @uris = map { "$LIST$_/" } item_ids(small_library());

    return against_mean(list_side($name, server(small_library(), 'off'),
        \@uris), $uris[0]);
}

1;
