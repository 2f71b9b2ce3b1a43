#!/usr/bin/perl

# Invalid libraries: status 503, and an error in the log.

use v5.36;

use lib 't/lib';
use POSIX qw(mkfifo);
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::BadFiles;


my $t = Test::Contentlib->new(start => 0, server => '', records =>
    [corpus(20)]);

my $good = $t->read_file('library.db');
my %content = %{bad_contents($good)};

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

# valid libraries with unusual properties

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

# the reasons of some of them

my $size = 'its size does not match its number of pages';
my %reason = (
    empty => 'shorter than an SQLite header',
    cut_header => 'shorter than an SQLite header',
    (map { $_ => $size } qw(header truncated torn tail tail_byte page_count)),
    (map { $_ => 'not a regular file' } qw(directory fifo)),
    (map { ("with_$_" => "a \"-$_\" file exists beside it") }
        qw(journal wal)),
);

for my $name (@unfit) {
    my $reason = quotemeta($reason{$name} // '');

    ok(scalar $t->wait_for_line('error.log',
        qr/\[error\].*\/$name\.db\b.*$reason/), "$name: an error line");
}

for my $name (@fit) {
    is($t->get("/$name/content_items/")->status, 200, "$name: status");
}

is($t->get('/other')->body, 'other', 'another location');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');

# one line for each worker, with any number of requests

for my $round (1 .. 5) {
    $t->get('/empty/tags/') for 1 .. 10;
    sleep 0.3;
}

my $lines = () = $t->error_log =~ /\[error\].*\/empty\.db\b/g;

cmp_ok($lines, '<=', 2, 'an error line is not repeated');

# a valid library replaces the invalid one

$t->library($_, [image(1)]) for 'empty', 'text', 'application_id', 'wal_read';

for my $name ('empty', 'text', 'application_id', 'wal_read') {
    ok($t->poll(sub { $t->get("/$name/tags/")->status == 200 }, 5),
        "$name: replaced by a fit one");
}
