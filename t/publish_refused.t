#!/usr/bin/perl

# A new library can be opened but not read: the workers open it three times,
# and then stay with the previous library.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep time);
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library   %%LIBRARY%% check=50ms;
        contentlib_base_url  https://api.example;

        %%API%%
CONF

my $path = $t->library('library', [map { image($_) } 1 .. 600]);

$t->library('new', [map { image($_, alt_text => "marked $_") } 1 .. 600]);
$t->start;

my $uri = '/api/v1/content_items/?limit=100&offset=250';
my $old = $t->get($uri)->body;
my $sound = $t->read_file('new.db');
my $size = unpack 'n', substr $sound, 16, 2;

# pages of items in the middle cannot be read

my @pages = split ' ', Test::Contentlib::run(sub { exec 'sqlite3',
    $t->path('new.db'), q(SELECT pageno FROM dbstat
        WHERE name = 'item' AND pagetype = 'leaf' ORDER BY path) });
my $broken = $sound;

substr $broken, ($_ - 1) * $size, 8, "\0" x 8 for @pages[1 .. $#pages - 1];

sub place ($bytes) {
    my $new = $t->write_file('placed.db', $bytes);

    rename $new, $path or die "rename: $!";
}

sub lines ($pattern) { scalar(() = $t->error_log =~ /$pattern/g) }

$t->expect_log(qr/cannot be read, returning to the previous one/);
$t->expect_log(qr/contentlib: library ".*" failed: /);

place($broken);

# opened again after 0.5 and 1 seconds; a fourth time would be after 2 seconds

my $end = time + 6;
my $wrong = 0;

while (time < $end) {
    my $r = $t->get($uri);

    $wrong++ if $r->body ne $old;
    sleep 0.02;
}

is($wrong, 0, 'the library before is served');
is(lines(qr/returning to the previous one/), 3, 'it was tried three times');
is(lines(qr/\[error\] .* is not opened again until it is replaced/), 1,
    'and the log says that it is not opened again');

place($sound);
ok($t->poll(sub { $t->get($uri)->body =~ /marked/ }, 3),
    'another file is');
