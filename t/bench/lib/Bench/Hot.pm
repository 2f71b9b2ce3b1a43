package Bench::Hot;

# The same request repeatedly, compared with a static file of the same bytes.

use v5.36;

use Exporter qw(import);

use Bench::Statistics;
use Bench::Library;
use Bench::Load;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(hot_page hot_page_gzip hot_item not_modified hot_uncached
    unzipped);

my $LIST = '/api/v1/content_items/';
my %servers;


sub server ($cache) {
    return $servers{$cache} //= Bench::Server->new(
        library => small_library(), cache => $cache);
}

sub hot_page ($name) { against_static($name, server('32m'), $LIST) }

sub hot_uncached ($name) { against_static($name, server('off'), $LIST) }

sub hot_item ($name) { against_static($name, server('32m'), item()) }

sub item () {
    my @ids = item_ids(small_library());

    return "$LIST$ids[@ids / 2]/";
}


sub against_static ($name, $server, $uri) {
    my $client = $server->client;
    my $body = $client->good($uri)->body;
    my $static = $server->static("$name.json" =~ s/\W+/-/gr, $body);

    die "$static differs" if $client->good($static)->body ne $body;
    die "$uri changes" if $client->good($uri)->body ne $body;

    return compare(
        { name => 'static file', server => $server, path => $static,
            body => length $body, note => bytes($body) },
        { name => $name, server => $server, path => $uri,
            body => length $body, note => bytes($body) });
}

sub bytes ($body) { with_commas(length $body) . ' bytes' }


# "gzip -9" has compressed the file of nginx.  The response of the module may
# be larger.

sub hot_page_gzip ($name) {
    my @gzip = ('Accept-Encoding' => 'gzip');
    my $server = server('32m');
    my $client = $server->client('gzip');
    my $body = $client->good($LIST)->body;
    my $static = $server->static('page', $body, 1);

    # the second request stores the response, compressed at level 6

    $client->good($LIST, @gzip) for 1 .. 3;

    my ($ours, $theirs) = map { $client->good($_, @gzip) } $LIST, $static;

    die "$_->[0] differs" for grep { unzipped($_->[1]) ne $body }
        [$LIST, $ours], [$static, $theirs];

    my %both = (server => $server, port => 'gzip',
        headers => ['Accept-Encoding: gzip']);

    return compare(
        { %both, name => 'static file, gzip_static', path => $static,
            body => length $theirs->body, note => bytes($theirs->body) },
        { %both, name => $name, path => $LIST, body => length $ours->body,
            note => bytes($ours->body) });
}

sub unzipped ($r) {
    die $r->request, ': not compressed'
        if ($r->header('Content-Encoding') // '') ne 'gzip';

    return $r->plain;
}


sub not_modified ($name) {
    my $server = server('32m');
    my $client = $server->client;
    my $static = $server->static('tagged', $client->good($LIST)->body);

    my @sides = map {
        my ($uri, $side) = @$_;
        my $tag = $client->good($uri)->header('ETag');
        my ($r) = $client->timed_get($uri, 'If-None-Match' => $tag);

        die "$uri: status ", $r->status if $r->status != 304;

        { name => $side, server => $server, path => $uri, body => 0,
            headers => ["If-None-Match: $tag"] };
    } [$static, 'static file, 304'], [$LIST, $name];

    return compare(@sides);
}

1;
