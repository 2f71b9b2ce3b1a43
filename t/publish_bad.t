#!/usr/bin/perl

# A library is replaced by an invalid file, or written to: the workers go on
# with the old library if possible.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;
        contentlib_base_url https://api.example;

        %%API%%
        %%STATUS%%
CONF

my $uri = '/api/v1/content_items/';
my $path = $t->library('library', [map { image($_) } 1 .. 60]);
my $good = $t->read_file('library.db');

$t->library('other', [map { image($_, alt_text => 'other') } 1 .. 60]);

my $other = $t->read_file('other.db');
my $page = unpack 'n', substr $good, 16, 2;

$t->start;

my $body = $t->get($uri)->body;

sub place ($bytes) {
    my $new = $t->write_file('new.db', $bytes);

    rename $new, $path or die "rename: $!";
}

sub lines ($pattern) {
    return scalar(() = $t->error_log =~ /$pattern/g);
}

# replaced by rename: rejected with one line in the log; no request fails

my %bad = (
    empty => '',
    text => "no library\n" x 500,
    truncated => substr($good, 0, length($good) - $page),
    journal_mode => substr($good, 0, 18) . "\2\2" . substr($good, 20),
    version => substr($good, 0, 60) . "\0\0\0\x63" . substr($good, 64),
    schema => $good =~ s/CREATE TABLE item \(/CREATE TABLE itex (/r,
    garbage => substr($good, 0, $page) . 'x' x (length($good) - $page),
);

$t->expect_log(qr/contentlib: library ".*" cannot be served: /);

for my $name (sort keys %bad) {
    my $before = lines(qr/cannot be served/);

    place($bad{$name});
    ok($t->poll(sub { lines(qr/cannot be served/) > $before }, 3),
        "$name: refused");

    my @answers = map { $t->get($uri) } 1 .. 5;

    is(scalar(grep { $_->status == 200 && $_->body eq $body } @answers), 5,
        "$name: the good one is served");
    sleep 0.2;
    is(lines(qr/cannot be served/), $before + 1, "$name: one line");
}

place($other);
ok($t->poll(sub { $t->get($uri)->body =~ /other/ }, 3),
    'a good one is taken after all of them');

# a file that can be opened but not read: workers return to the previous file

my @pages = grep { substr($good, $_ * $page, 1) eq "\x0d" }
    1 .. length($good) / $page - 1;

$t->expect_log(qr/cannot be read, returning to the previous one/);
$t->expect_log(qr/contentlib: library ".*" failed: /);

my $back = 0;

for my $n (@pages) {
    last if $back;
    my $bytes = $good;

    substr $bytes, $n * $page, 8, "\0" x 8;
    place($bytes);
    sleep 0.4;

    for my $path ($uri, '/api/v1/tags/', '/api/v1/collections/',
        '/api/v1/content_items/7/')
    {
        my $r = $t->get($path);

        $back ||= $t->error_log =~ /returning to the previous one/;
        is($r->status, 200, "page $n broken: $path") if $r->status != 200;
    }
}

ok($back, 'a library with a broken page is taken back');

place($good);
ok($t->poll(sub { $t->get($uri)->body eq $body }, 4), 'a good one again');
sleep 0.3;

# written to in place: no response is sent

$t->expect_log(qr/was changed in place/);

open my $file, '+<', $path or die "$path: $!";
sysseek $file, length($good) - 4, 0;
syswrite $file, substr $good, -4;
close $file;

my $status = 200;

$t->poll(sub { ($status = $t->get($uri)->status) == 503 }, 2);
is($status, 503, 'a file that was written to is not served');
is(lines(qr/\[error\] .*was changed in place/), 1, 'one line');
ok($t->poll(sub { $t->get($uri)->status == 200 }, 4),
    'until it has been left alone');
is($t->get($uri)->body, $body, 'then it is');

# the metrics count this

my $figures = figures_of($t);
my %line = (rejected => qr/library ".*" cannot be served: /,
    roll_backs => qr/returning to the previous one/,
    changed_in_place => qr/was changed in place/,
    switches => qr/serving library/);

is($figures->{$_}, lines($line{$_}), "$_: as many as lines")
    for sort keys %line;
