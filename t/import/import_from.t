#!/usr/bin/perl

# "contentlib import --from": a library from a running nginx.
# Tests: src/tool/from/contentlib_from.c, src/tool/from/contentlib_fetch.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Time::HiRes qw(time);


my @items = corpus(230);
my @records = (tag('unused'), @items,
    map { collection("c$_", $items[$_], featured => $_ % 2) } 0 .. 4);

my $t = Test::Contentlib->new(workers => 1, records => \@records,
    server => <<'CONF');
        contentlib_library  %%LIBRARY%%;
        contentlib_gzip     on;

        %%API%%

        location /acme/ {
            contentlib;
            contentlib_root     /acme/;
            contentlib_partner  acme;
            contentlib_numbers  string;
        }

        location /closed/ {
            set $sent "$http_authorization, $http_x_tenant";

            if ($sent != "Token s3cret, 7") {
                return 401;
            }

            contentlib;
            contentlib_root  /closed/;
        }

        location /moved/ {
            return 301 https://api.example:8443/api/v1/?limit=100;
        }
CONF

my $host = 'http://127.0.0.1:' . $t->port;
my $copy = $t->path('copy.db');
my $cache = $t->path('kept');
my $exported = exported($t->path('library.db'));

sub import_from (@arguments) {
    return Test::Contentlib::program('import', '-o', $copy, @arguments);
}

sub exported ($library) {
    return scalar Test::Contentlib::program('export', $library);
}

sub right ($name, @arguments) {
    my ($said, $status) = import_from(@arguments);

    is($status, 0, $name) or diag $said;
    ok(exported($copy) eq $exported, "$name: the same records");
    unlink $copy;

    return $said;
}

sub wrong ($name, $message, @arguments) {
    my ($said, $status) = import_from('--quiet', @arguments);

    is("$status$said", "1$message\n", $name);
    ok(!-e $copy, "$name: no library");
}

# The requests since the last call.  nginx logs a request after the response
# was sent, so the log has them when it has a later one.

my $before = 0;

sub requests () {
    $t->get("/later/$before");
    $t->wait_for_line('access.log', qr{/later/$before });

    my @lines = split /\n/, $t->read_file('access.log');
    my @new = @lines[$before .. $#lines];
    $before = @lines;

    return map { m{"GET (/api/\S+) HTTP/[^"]+" (\d+) (\d+)} ? [$1, $2, $3] : () }
        @new;
}

my $said = right('imported', '--from', "$host/api/v1/");

like($said, qr/: 230 items, 233 tags, 5 collections, /, 'the summary');
like($said, qr{^\Q$host\E/api/v1/: 7 requests, 0 pages from the cache$}m,
    'what it took');
like($said, qr/^collections that have their preview only: 5 \(/m,
    'what is missing');
unlike($said, qr/contentlib_|not used/, 'nothing to configure');

my @requests = requests();

is(join(' ', map { $_->[0] =~ s{/api/v1/}{}r . " $_->[1]" } @requests),
    join(' ', map { "$_ 200" } map({ ("$_/?limit=100",
        "$_/?limit=100&offset=100", "$_/?limit=100&offset=200") }
        'tags', 'content_items'), 'collections/?limit=100'), 'the requests');
cmp_ok($requests[4][2], '<', length($t->get($requests[4][0])->body) / 2,
    'compressed');

# media addresses, and files that are read after the service

my $file = $t->write_file('more.ndjson', records_text(image(9999),
    collection('c3', $items[3], items => [230, 229])));
my ($status);

($said, $status) = import_from('--quiet', '--media-url',
    'https://media.example/', '--from', "$host/api/v1", $file);
like($said, qr/more\.ndjson:2: collection "c3": was already given at \Q$host\E/,
    'a record that the service has, too');

$file = $t->write_file('more.ndjson', records_text(image(9999),
    collection('c9', $items[3], items => [230, 229])));
($said, $status) = import_from('--quiet', '--media-url',
    'https://media.example/', '--from', "$host/api/v1", $file);
is("$said$status", '0', 'no slash at the end, a file');
like(scalar Test::Contentlib::program('info', $copy),
    qr{https://media\.example/}, 'the media URL');
like(scalar Test::Contentlib::program('export', '--media-url', '/m/', $copy),
    qr{"static_image":"/m/files/9999/image\.png"}, 'and what is relative to it');

$file = $t->write_file('more.ndjson', records_text({ %{image(1)}, rating => 5 }));
($said, $status) = import_from('--quiet', '--from', "$host/api/v1", $file);
like($said, qr/more\.ndjson:1: content item 1: unknown field "rating"$/m,
    'a file has no unknown fields');

# an import keeps the items of collections that the library has

$file = $t->write_file('members.ndjson', records_text(@records[1 .. 230],
    map { collection("c$_", $items[$_], items => [230, 229]) } 1 .. 4));
(undef, $status) = import_from('--quiet', $file);
is($status, 0, 'a library with members');
($said, $status) = import_from('--merge', '--from', "$host/api/v1/");
like($said, qr/^collections that have their preview only: 1 \(/m, '--merge');
unlink $copy;

# the words of a partner, numbers as strings

wrong('another partner', join("\n", map { "$host/acme/content_items/?limit=100"
    . ":1: content item $_: unknown field \"acme_ids\" (use --partner acme)" }
    reverse 211 .. 230) . "\nand 80 more", '--from', "$host/acme/");
$said = right('--partner', '--partner', 'acme', '--from', "$host/acme/");
like($said, qr/: configure "contentlib_numbers string;"$/m, 'the numbers');
like($said, qr/: configure "contentlib_partner acme;"$/m, 'the partner');

# headers: what they say is in no message and in no file

my @headers = ('--header', 'Authorization: Token s3cret', '--header',
    'X-Tenant: 7');

wrong('no headers', "$host/closed/tags/?limit=100: status 401", '--from',
    "$host/closed/");
wrong('one of two', "$host/closed/tags/?limit=100: status 401",
    @headers[0, 1], '--from', "$host/closed/");
unlike(right('headers', @headers, '--from', "$host/closed/"), qr/s3cret/,
    'not in the summary');
wrong('interrupted', 'contentlib: --from has more than 6 pages (--max-pages)',
    @headers, '--cache', $cache, '--max-pages', 6, '--from', "$host/closed/");
is(`grep -l -e s3cret -e Tenant -r $cache`, '', 'not in the cache');
is(scalar(() = glob "$cache/*"), 6, 'which has pages');

# no redirects; the address of the site

wrong('redirected', "$host/moved/tags/?limit=100: status 301 redirects to"
    . ' "https://api.example:8443/api/v1/?limit=100"', '--from', "$host/moved/");
wrong('the site', "$host/tags/?limit=100: status 404: the address of the API"
    . ' may end in /api/v1/', '--from', $host);
wrong('not the API', "$host/api/v1/x/tags/?limit=100: status 404", '--from',
    "$host/api/v1/x");

# at a rate

my $start = time;
right('--rate', '--rate', 40, '--from', "$host/api/v1/");
cmp_ok(time - $start, '>', 6 / 40, 'not faster than it may');

# pages that are longer than the buffer of the importer

my @large = map { { %$_, alt_text => "$_->{alt_text} " . 'x' x 2500 } }
    corpus(1000);

$t->library('library', [@large, map { collection("c$_", $large[$_]) } 0 .. 4]);
ok($t->poll(sub { $t->get('/api/v1/content_items/1000/')->status == 200 }),
    'a large library');
$exported = exported($t->path('library.db'));
right('large pages', '--from', "$host/api/v1/");

# no files are left

is(join(' ', grep { /^\.[^.]/ } do { opendir my $d, $t->dir; readdir $d }), '',
    'no temporary files');
