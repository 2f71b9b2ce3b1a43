#!/usr/bin/perl

# "contentlib import --from": a library from a running nginx.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Time::HiRes qw(time);


$ENV{no_proxy} = '*';

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

        location /moved/ {
            return 301 /api/v1/;
        }
CONF

my $host = 'http://127.0.0.1:' . $t->port;
my $copy = $t->path('copy.db');

sub import_from (@arguments) {
    return Test::Contentlib::program('import', '-o', $copy, @arguments);
}

sub exported ($library) {
    return scalar Test::Contentlib::program('export', $library);
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

my ($said, $status) = import_from('--from', "$host/api/v1/");

is($status, 0, 'imported') or diag $said;
like($said, qr/: 230 items, 233 tags, 5 collections, /, 'the summary');
like($said, qr{^\Q$host\E/api/v1/: 9 requests, 2 unchanged, 0 pages from}m,
    'what it took');
ok(exported($copy) eq exported($t->path('library.db')), 'the same records');

my @requests = requests();

is(scalar @requests, 9, 'nine requests');
is($requests[0][0], '/api/v1/tags/?limit=100', 'the first one');
is(join(' ', map { $_->[1] } @requests), join(' ', (200) x 7, (304) x 2),
    'looked at once more in the end');

cmp_ok($requests[4][2], '<', length($t->get($requests[4][0])->body) / 2,
    'compressed');

# media addresses, and files that are read after the service

my $file = $t->write_file('more.ndjson', records_text(image(9999)));
($said, $status) = import_from('--quiet', '--media-url',
    'https://media.example/', '--from', "$host/api/v1", $file);
is("$said$status", '0', 'no slash at the end, a file');
like(scalar Test::Contentlib::program('info', $copy),
    qr{https://media\.example/}, 'the media URL');
like(scalar Test::Contentlib::program('export', '--media-url', '/m/', $copy),
    qr{"static_image":"/m/files/9999/image\.png"}, 'and what is relative to it');

# the words of a partner, numbers as strings

($said, $status) = import_from('--quiet', '--from', "$host/acme/");
is($status, 1, 'another partner');
like($said, qr{^\Q$host\E/acme/content_items/\?limit=100:1: content item 230: unknown field "acme_ids"$}m,
    'the address stands for the file');
($said, $status) = import_from('--quiet', '--partner', 'acme', '--from',
    "$host/acme/");
is("$said$status", '0', '--partner');
ok(exported($copy) eq exported($t->path('library.db')), 'the same records');

# a second run asks whether something has changed

my @cached = ('--cache', $t->path('kept'), '--from', "$host/api/v1/");

requests();
($said, $status) = import_from(@cached);
is($status, 0, 'kept') or diag $said;
requests();
($said, $status) = import_from(@cached);
is($status, 0, 'again') or diag $said;
is(join(' ', map { $_->[1] } requests()), join(' ', (304) x 9), 'unchanged');
like($said, qr/: 9 requests, 9 unchanged, /, 'and reported');
ok(exported($copy) eq exported($t->path('library.db')), 'the same records');

# only changed pages are downloaded

$t->library('library', [@records, gif(500)]);
ok($t->poll(sub { $t->get('/api/v1/content_items/500/')->status == 200 }),
    'another library');
requests();
($said, $status) = import_from(@cached);
is($status, 0, 'imported') or diag $said;
ok(exported($copy) eq exported($t->path('library.db')), 'it is there');

# at a rate

my $start = time;
($said, $status) = import_from('--quiet', '--rate', 40, '--from',
    "$host/api/v1/");
cmp_ok(time - $start, '>', 8 / 40, 'not faster than it may');
is("$said$status", '0', '--rate');

# pages that SQLite does not keep in memory, and first pages that are unchanged

my @large = map { { %$_, alt_text => "$_->{alt_text} " . 'x' x 2500 } }
    corpus(1000);

$t->library('library', [@large, map { collection("c$_", $large[$_]) } 0 .. 4]);
ok($t->poll(sub { $t->get('/api/v1/content_items/1000/')->status == 200 }),
    'a large library');

($said, $status) = import_from('--from', "$host/api/v1/");
is($status, 0, 'imported') or diag $said;
like($said, qr/, 2 unchanged, 0 pages from/, 'the first pages are unchanged');
ok(exported($copy) eq exported($t->path('library.db')), 'the same records');

# no files are left

is(join(' ', grep { /^\.[^.]/ } do { opendir my $d, $t->dir; readdir $d }), '',
    'no temporary files');
