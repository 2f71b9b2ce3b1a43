#!/usr/bin/perl

# Files that are no library of ours: 503, an error line, nothing worse.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use POSIX qw(mkfifo);
use Test::More;
use Time::HiRes qw(sleep);
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, server => '', records =>
    [corpus(20)]);

my $good = $t->read_file('library.db');
my $page_size = unpack 'n', substr $good, 16, 2;

sub patched ($offset, $bytes) {
    return substr($good, 0, $offset) . $bytes
        . substr($good, $offset + length $bytes);
}

# the first of the words stands in the text of the schema

sub replaced ($from, $to) {
    my $bytes = $good;
    substr $bytes, index($bytes, $from), length $from, $to;

    return $bytes;
}

my %content = (
    empty => '',
    text => "This is not a database.\n" x 1000,
    json => '{"results":[]}',
    header => substr($good, 0, 100),
    cut_header => substr($good, 0, 50),
    one_page => substr($good, 0, $page_size),
    truncated => substr($good, 0, length($good) - $page_size),
    torn => substr($good, 0, length($good) - 1),
    tail => $good . "\0" x $page_size,
    tail_byte => "${good}x",
    zeros => "\0" x length $good,
    magic => patched(0, 'SQLite format 4'),
    page_size_0 => patched(16, "\0\0"),
    page_size_odd => patched(16, pack 'n', 3000),
    page_size_other => patched(16, pack 'n', $page_size == 512 ? 1024 : 512),
    page_count => patched(28, pack 'N', 7),
    wal_write => patched(18, "\2"),
    wal_read => patched(19, "\2"),
    wal => patched(18, "\2\2"),
    version_9 => patched(18, "\x09\x09"),
    utf_16 => patched(56, pack 'N', 2),
    application_id => patched(68, 'other'),
    no_application_id => patched(68, "\0\0\0\0"),
    user_version_0 => patched(60, pack 'N', 0),
    user_version_1 => patched(60, pack 'N', 1),
    user_version_3 => patched(60, pack 'N', 3),
    user_version_huge => patched(60, "\xff\xff\xff\xff"),
    table_name => replaced('CREATE TABLE item (', 'CREATE TABLE itex ('),
    column_name => replaced('longest_alt_text ', 'longest_alt_tex1 '),
    column_type => replaced('url               TEXT', 'url               BLOB'),
    view => replaced('CREATE TABLE tag (', 'CREATE VIEW  tag ('),
    page_type => patched(100, "\x02"),
    first_page_garbage => patched(100, 'x' x ($page_size - 100)),
    rest_garbage => substr($good, 0, $page_size)
        . 'x' x (length($good) - $page_size),
);

$t->write_file("$_.db", $content{$_}) for keys %content;

mkdir $t->path('directory.db');
mkfifo($t->path('fifo.db'), 0666);
symlink 'nowhere', $t->path('dangling.db');
symlink 'loop.db', $t->path('loop.db');

for my $suffix ('journal', 'wal') {
    $t->write_file("with_$suffix.db", $good);
    $t->write_file("with_$suffix.db-$suffix", 'x' x 512);
}

$t->write_file('unreadable.db', $good);
chmod 0000, $t->path('unreadable.db');

# fit, although there is something odd about them

symlink $t->path('library.db'), $t->path('link.db');

for my $suffix ('journal', 'wal') {
    $t->write_file("empty_$suffix.db", $good);
    $t->write_file("empty_$suffix.db-$suffix", '');
}

my @fit = ('library', 'link', 'empty_journal', 'empty_wal');
my @unfit = (sort(keys %content), 'directory', 'fifo', 'loop',
    'with_journal', 'with_wal', 'unreadable');
my @missing = ('dangling');

$t->config(server => join '', <<'CONF', map { <<"CONF" }
        location /other {
            return 200 "other";
        }
CONF
        location /$_/ {
            contentlib;
            contentlib_root     /$_/;
            contentlib_library  %%DIR%%/$_.db;
        }
CONF
    @fit, @unfit, @missing);

my ($said, $status) = $t->config_test;

is($status, 0, 'the configuration is fine') or diag $said;
$t->start;

my @pids = $t->worker_pids;

for my $name (@unfit, @missing) {
    my $r = $t->get("/$name/content_items/");

    is($r->status, 503, "$name: status");
    api_headers_ok($r, "$name: headers");
    like($r->body, qr/^\{"detail":"[^"]+"\}$/, "$name: body");
    unlike($r->body, qr/\Q$name\E\.db|tmp|sqlite|SELECT|schema/i,
        "$name: no inner matters");
}

for my $name (@unfit) {
    ok(scalar $t->wait_for_line('error.log', qr/\[error\].*\/$name\.db\b/),
        "$name: an error line");
}

for my $name (@fit) {
    is($t->get("/$name/content_items/")->status, 200, "$name: status");
}

is($t->get('/other')->body, 'other', 'another location');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');

# one line for each worker, however many requests there are

for my $round (1 .. 5) {
    $t->get('/empty/tags/') for 1 .. 10;
    sleep 0.3;
}

my $lines = () = $t->error_log =~ /\[error\].*\/empty\.db\b/g;

cmp_ok($lines, '<=', 2, 'an error line is not repeated');

# a fit one in its place

$t->library($_, [image(1)]) for 'empty', 'text', 'application_id', 'wal_read';

for my $name ('empty', 'text', 'application_id', 'wal_read') {
    ok($t->poll(sub { $t->get("/$name/tags/")->status == 200 }, 5),
        "$name: replaced by a fit one");
}
