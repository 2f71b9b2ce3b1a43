#!/usr/bin/perl

# The waiting time of other requests while a worker searches libraries made for
# long searches: their texts contain all parts of the value, but never the
# whole value.
# Tests: src/library/contentlib_filter.c, src/http/ngx_http_contentlib_thread.c

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/$_" } qw(lib ../lib ../bench/lib);
use File::Temp qw(tempdir);
use List::Util qw(min);
use Test::More;

BEGIN { $ENV{BUILD} //= "$FindBin::Bin/../../build" }

use Faults;
use Faults::Server;
use Test::Contentlib::Corpus;


my $IMPORTER = $ENV{CONTENTLIB} // "$ENV{BUILD}/contentlib";
my $API = '/api/v1';
my $CANARY = "$API/";
my $ROUNDS = 5;
my $MOST = 5;                   # milliseconds

my $PHRASE = 'abcdefghijklmnopqr';
my $PIECES = substr($PHRASE, 0, 17) . '#' . substr($PHRASE, 1) . '#';
my @LETTERS = map { my $letter = $_; map { "$letter$_" } 'a' .. 'c' }
    'a' .. 'z';
my $dir = tempdir('contentlib-faults-XXXXXXXX', TMPDIR => 1, CLEANUP => 1);

chmod 0755, $dir or die "$dir: $!";

with_library('long texts', sub ($number) {
    return image($number, alt_text => text_of(40_000));
}, scaled(3000), map { "content_items/?$_=$PHRASE" } 'text', 'search');

with_library('one long word each', sub ($number) {
    return image($number, alt_text => numbered($number, 1000));
}, scaled(50_000), "content_items/?text=$PHRASE");

with_library('words in another order', sub ($number) {
    return image($number, alt_text => 'xab cd xgh cd efx ' x 20);
}, scaled(50_000), 'content_items/?text=ab+cd+ef');

with_library('long tag names', sub ($number) {
    return tag(numbered($number, 950), "tag-$number");
}, scaled(50_000), map { "$_=$PHRASE" } 'tags/?name', 'search/?text',
    'content_items/?tag-partial');

with_library('many tags', sub ($number) {
    return tag(numbered($number, 60), "tag-$number");
}, scaled(200_000), (map { "$_=$PHRASE" } 'tags/?name', 'search/?text',
    'content_items/?tag-partial', 'content_items/?search'), 'tags/?name=a');

# All items have the words of the search, and its last word is the beginning of
# many words.

with_library('the same short words', sub ($number) {
    return image($number, alt_text => join ' ', @LETTERS,
        map { "abc$number$_" } 0 .. 3);
}, scaled(50_000), map { 'content_items/?search=' . join '+', @$_ }
    ['abc'], [@LETTERS], [@LETTERS, 'abc'], [reverse(@LETTERS), 'abcd']);

with_library('texts without blanks', sub ($number) {
    return image($number, alt_text => "\x{4e16}\x{754c}" x 100);
}, scaled(50_000), map { 'content_items/?search=' . $_ x 40 }
    '%E4%B8%96', '%E4%B8%96%E7%95%8C');

done_testing;


sub text_of ($length) { substr $PIECES x (1 + $length / 36), 0, $length }

sub numbered ($number, $length) {
    return substr("$number#" . text_of($length), 0, $length);
}

sub with_library ($name, $record, $records, @uris) {
    my $path = "$dir/library.db";

    import_records($path, $record, $records);

    my $server = Faults::Server->new(library => $path, cache => 'off');

    measure($server, "$records records with $name, " . shortened($_),
        "$API/$_") for @uris;
    $server->stop;
}

sub shortened ($uri) { $uri =~ s/^(.{40}).+(.{8})$/$1...$2/r }

sub import_records ($path, $record, $records) {
    open my $importer, '|-', $IMPORTER, 'import', '--quiet', '-o', $path, '-'
        or die "$IMPORTER: $!";

    print $importer records_text(image(1_000_000_000, alt_text => $PIECES,
        tags => [tag('one', 'one')]));
    print $importer records_text($record->($_)) for 1 .. $records;
    close $importer or die "import: $?";
}

# Other programs can delay a request, so the shortest time counts.

sub measure ($server, $name, $uri) {
    my $client = $server->client;
    my @waits = map { $server->longest_wait($uri, $CANARY) } 1 .. $ROUNDS;
    my ($r, $us) = $client->timed_get($uri);

    result("$name: longest wait", min(@waits) / 1000, "<= $MOST", 'ms');
    result("$name: the search itself", $us / 1000, undef, 'ms');

    like($r->status, qr/^(?:200|503)$/, "$name: is answered");
    unlike($r->body, qr/"slug":/, "$name: nothing is found")
        unless $uri =~ /=a$|\?search=/;
}
