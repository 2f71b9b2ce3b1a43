#!/usr/bin/perl

# contentlib-pictures --thumbnails makes the thumbnails that are missing.  Their
# names change with their pictures.
# Suite: long
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;
use Time::HiRes;


my $directory = directory();
my $small = "$directory/.thumbnails/20";
my @options = ("$directory", '--thumbnails', 20);

# The inode may be that of a file that was deleted, so the time belongs to it.

sub written () {
    return { map {
        $_ => join ' ', (Time::HiRes::stat("$small/$_"))[1, 10];
    } contents($small) };
}

sub row ($url, @more) {
    my ($row) = grep { $_->{url} eq $url } rows(table(@options, @more));

    return $row;
}

my $gif = slurp((glob 'data/sample/media/full/*.gif')[0]);

put("$directory/tiny.png", png(8, 8));
put("$directory/moves.gif", $gif);
put("$directory/drawn.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');
jpeg("$directory/a b.jpg", 60, 40, Orientation => 6, Title => 'Secret');

my %row = map { $_->{url} => $_ } rows(table(@options));
my $turned = $row{'a%20b.jpg'};

is("@$turned{qw(width height thumbnail_width thumbnail_height)}", '40 60 13 20',
    'a thumbnail as high as N');
like($turned->{thumbnail}, qr{^\.thumbnails/20/\w+\.webp\z}, 'its address');
unlike(slurp("$directory/$turned->{thumbnail}"), qr/Secret/, 'has no caption');
is($turned->{still}, '', 'and no still');
is("@{$row{'tiny.png'}}{qw(thumbnail_width thumbnail_height)}", '8 8',
    'a small picture is not enlarged');
is($row{'moves.gif'}{thumbnail}, '', 'an animation has no thumbnail');
like(slurp("$directory/$row{'moves.gif'}{still}"), qr/\ARIFF....WEBPVP8/s,
    'but a still');
is(join('', @{$row{'drawn.svg'}}{qw(thumbnail still)}), '', 'a drawing has none');

my $before = written();

is(scalar keys %$before, 3, 'one file for each');

# An animated WebP file: the second chunk has the still, with other flags.

my $still = substr slurp("$directory/$turned->{thumbnail}"), 12;

$still = substr $still, 18 if $still =~ /\AVP8X/;
($still) = $still =~ /(VP8[ L].*)\z/s;
$still = substr $still, 0, 8 + unpack 'x4V', $still;
$still .= "\0" if length($still) % 2;

my $frame = pack 'A4V(vC)4C4', 'ANMF', 16 + length $still,
    (0, 0) x 2, 12, 0, 19, 0, 100, 0, 0, 0;
my $chunks = join '', pack('A4VC4(vC)2', 'VP8X', 10, 2, 0, 0, 0, 12, 0, 19, 0),
    pack('A4VVv', 'ANIM', 6, 0, 0), "$frame$still" x 2;

put("$directory/moves.webp", pack('A4V', 'RIFF', 4 + length $chunks)
    . "WEBP$chunks");

my $moves = row('moves.webp');

is("$moves->{width}x$moves->{height} $moves->{thumbnail}", '13x20 ',
    'an animated WebP file');
like($moves->{still}, qr{^\.thumbnails/20/\w+\.webp\z}, 'has a still');

# Nothing is made twice.

my $after = written();

delete $after->{$moves->{still} =~ s{.*/}{}r};
is_deeply($after, $before, 'the other files are the same');

# A thumbnail that is gone is made again.

my $name = $moves->{still} =~ s{.*/}{}r;

$before = written();
unlink "$small/$name";
table(@options);
$after = written();
is(join(' ', sort keys %$after), join(' ', sort keys %$before), 'the same files');
is(join(' ', grep { $before->{$_} ne $after->{$_} } keys %$after), $name,
    'of which one is made again');

# A changed picture gets another name, whatever its time says.

sub named ($url) { row($url)->{thumbnail} }

sub changed ($name, $change) {
    my $url = 'a%20b.jpg';
    my $path = "$directory/a b.jpg";
    my ($old, $time) = (named($url), (Time::HiRes::stat($path))[9]);

    $change->($path);
    Time::HiRes::utime($time, $time, $path);

    my $row = row($url);

    isnt($row->{thumbnail}, $old, "$name: another name");
    ok(-s "$directory/$row->{thumbnail}", "$name: of a file");

    return $row;
}

$turned = changed('another orientation', sub ($path) {
    my $size = -s $path;

    tagged($path, Orientation => 1);
    is(-s $path, $size, 'the size stays');
});
is("@$turned{qw(thumbnail_width thumbnail_height)}", '20 13', 'turned');
changed('another size', sub ($path) { put($path, slurp($path) . ' ') });
changed('other bytes', sub ($path) {
    put($path, slurp($path) =~ s/Secret/Public/r);
});

my $old = named('tiny.png');

utime 1, 1, "$directory/tiny.png";
isnt(named('tiny.png'), $old, 'another time: another name');
$old = named('tiny.png');
put("$directory/moves.gif", $gif);
is(named('tiny.png'), $old, 'another picture: the same name');
is(join(' ', grep { !/^[0-9a-f]{32}\.webp(?:\.unused)?$/ } contents($small)), '',
    'nothing else is there');

# Another size, and the still of a video.

put("$directory/tiny.mp4", slurp((glob 'data/sample/media/video/*.mp4')[0]));
$options[2] = 5;

my $video = row('tiny.mp4');

like($video->{thumbnail}, qr{^\.thumbnails/5/\w+\.webp\z}, 'another size');
is("$video->{thumbnail_width} $video->{still}", "5 $video->{thumbnail}",
    'the still of a video is a thumbnail');
unlink "$directory/tiny.mp4";
$options[2] = 20;

# A picture that vipsthumbnail cannot read.

put("$directory/bad.png", substr(png(9, 9), 0, 40));

my ($status, $out, $error) = script(@options);

is("$status$error", '0contentlib-pictures: pictures whose thumbnail cannot be'
    . " made: 1 (bad.png)\n", 'a picture without a thumbnail');
is((grep { $_->{url} eq 'bad.png' } rows($out))[0]{thumbnail}, '', 'is listed');
unlink "$directory/bad.png";

# Another directory.

my $other = directory();

like(row('tiny.png', '--thumbnail-dir', "$other/a/b")->{thumbnail},
    qr{^\.thumbnails/20/\w+\.webp\z}, 'the address of another directory');
is(scalar contents("$other/a/b/20"), 4, 'has the files');

# Errors.

($status, $out, $error) = script(@options, '--thumbnail-dir',
    put("$other/file", 'a file'));
is("$status$out", '1', 'a file in place of the directory');
is((script(@options, '--thumbnail-dir', "$directory"))[2],
    "contentlib-pictures: $directory: is the directory of the pictures (see"
    . " --thumbnail-dir)\n", 'the directory of the pictures');

for my $below ('small', 'a/b', 'sub/.thumbnails', '.thumbnails/x', '.small') {
    is(join('', script(@options, '--thumbnail-dir', "$directory/$below")),
        "1contentlib-pictures: $directory/$below: is in the directory of the"
        . " pictures, where only .thumbnails can be (see --thumbnail-dir)\n",
        "$below in it");
    ok(!-e "$directory/$below", 'is not made');
}

is((script(@options, '--thumbnail-dir', "$directory/../"
    . "$directory/.thumbnails" =~ s{.*/(?=[^/]+/)}{}r))[0], 0,
    'another name of .thumbnails');
like($error, qr/\Acontentlib-pictures: \S+: cannot write thumbnails: .*--thumbnail-dir\)\n\z/,
    'is one line');

{
    local $ENV{PATH} = "$other";

    ($status, $out, $error) = script(@options);
    is("$status$out$error", '1contentlib-pictures: vipsthumbnail is missing:'
        . " apt-get install libvips-tools\n", 'a missing package');
}

# Interrupted: the thumbnails that it has stay, and no part of one.

for my $interrupt ([INT => -1], [TERM => 1]) {
    my ($signal, $whom) = @$interrupt;
    my $bin = "$other/bin";

    mkdir $bin;
    unlink "$other/started";
    put("$bin/vipsthumbnail", "#!/bin/sh\necho x\necho \$\$ > '$other/new'\n"
        . "mv '$other/new' '$other/started'\nexec sleep 60\n");
    chmod 0755, "$bin/vipsthumbnail";
    unlink map { "$small/$_" } contents($small);

    local $ENV{PATH} = "$bin:$ENV{PATH}";
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        open STDOUT, '>', "$other/table";
        exec { $^X } $^X, 'conf/contentlib-pictures', @options;
    }

    for (1 .. 500) {
        last if -e "$other/started";
        select undef, undef, undef, 0.05;
    }

    kill $signal => $whom * $pid;
    waitpid $pid, 0;
    is($? >> 8, 1, "interrupted by $signal");
    is(slurp("$other/table"), '', 'no table');

    for (1 .. 100) {
        last if !contents($small);
        select undef, undef, undef, 0.05;
    }

    is(join(' ', contents($small)), '', 'no temporary file is left');

    my $program = slurp("$other/started");

    for (1 .. 500) {
        last if !kill 0 => $program;
        select undef, undef, undef, 0.05;
    }

    ok(!kill(0 => $program), 'and no process');
}

done_testing();
