#!/usr/bin/perl

# contentlib-pictures prints a table of the pictures in a directory.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();
my $sample = 'data/sample/media';

sub printed ($name) {
    my ($row) = grep { $_->{url} eq $name } rows(table("$directory"));

    return $row;
}

# Order, sizes and types.

utime 1_700_000_000, 1_700_000_000, put("$directory/b.png", png(5, 7));
utime 1_600_000_000, 1_600_000_000, put("$directory/c.gif",
    slurp((glob "$sample/full/*.gif")[0]));
jpeg("$directory/sub/a.jpg", 30, 20, DateTimeOriginal => '2020:10:01 12:00:00');
utime 1_700_000_000, 1_700_000_000,
    put("$directory/a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>');

my $table = table("$directory");
my @rows = rows($table);

like($table, qr/\A"url","width","height","size","type",/, 'the columns');
is(join(' ', map { $_->{url} } @rows), 'c.gif sub/a.jpg a.svg b.png',
    'in the order of their time, then of their name');
is(join(' ', map { $_->{created} } @rows), '2020-09-13T12:26:40Z '
    . '2020-10-01T12:00:00Z 2023-11-14T22:13:20Z 2023-11-14T22:13:20Z', 'times');
is(join(' ', map { "$_->{width}x$_->{height}" } @rows), '320x320 30x20 x 5x7',
    'sizes in pixels');
is(join(' ', map { $_->{size} } @rows),
    join(' ', map { -s "$directory/$_" } map { $_->{url} } @rows),
    'sizes in bytes');
is(join(' ', map { $_->{type} } @rows),
    'image/gif image/jpeg image/svg+xml image/png', 'types');
is(join(' ', map { join '', @$_{qw(alt_text tags thumbnail still)} } @rows),
    'c a a b', 'names as texts, and nothing else');

# What browsers show.

for my $orientation (1 .. 8) {
    jpeg("$directory/o.jpg", 30, 20, Orientation => $orientation);

    my $row = printed('o.jpg');

    is("$row->{width}x$row->{height}", $orientation > 4 ? '20x30' : '30x20',
        "orientation $orientation");
}

# Captions, of which the first counts.

my @captions = ('Caption-Abstract', 'ImageDescription', 'Description', 'Title');
my %tags;

for my $name (@captions) {
    $tags{$name} = "\xc3\xa9 \"$name\", one\nand; two";
    jpeg("$directory/o.jpg", 30, 20, %tags);
    is(printed('o.jpg')->{alt_text}, $tags{$name}, $name);
}

jpeg("$directory/o.jpg", 30, 20, ImageDescription => "Caf\xe9 \x01\r\n x\r\n");
is(printed('o.jpg')->{alt_text}, "Caf\xc3\xa9 \n x", 'Latin 1 becomes UTF-8');

# Keywords, and what the library has of them.

jpeg("$directory/o.jpg", 30, 20,
    Subject => ['Paris, France', 'a;b', "a\nb", "\xc3\xa0 \xc2\x85"],
    Keywords => ['Paris, France', 'key']);
is(printed('o.jpg')->{tags}, join("\n", 'Paris, France', 'a;b', 'a b', "\xc3\xa0",
    'Paris, France', 'key', ''),
    'Subject, then Keywords');
jpeg("$directory/o.jpg", 30, 20, Keywords => ['Paris, France; or not']);

my $library = imports($directory, 'library.db', table("$directory"), '--format',
    'csv');

is(join(',', map { $_->{name} } map { @{$_->{tags} // []} } exported($library)),
    'Paris, France; or not', 'one keyword with separators');
unlink $library;

# Names with HTML entities, and the addresses in the library.

mkdir "$directory/names";
put("$directory/names/$_.png", png(1, 1)) for 'a&amp;b', 'r&eacute;', '&#65;',
    'a&b';
$library = imports($directory, 'library.db', table("$directory/names"),
    '--format', 'csv');
is(join(' ', sort map { $_->{default_version}{download}[0]{url} }
    grep { $_->{default_version} } exported($library)),
    '&%2365;.png a%26amp;b.png a&b.png r%26eacute;.png',
    'names with entities');
unlink $library;
system 'rm', '-r', "$directory/names";

# Times.

for my $case (
    ['2020:10:01 12:00:00', '+02:00', '2020-10-01T10:00:00Z', 'a zone'],
    ['2020:10:01 23:30:00', '-05:30', '2020-10-02T05:00:00Z', 'another zone'],
    ['2024:02:30 12:00:00', undef, '2019-01-02T03:04:05Z', 'no time'],
    ['0000:00:00 00:00:00', undef, '2019-01-02T03:04:05Z', 'zeros'],
    ['9999:12:31 23:59:59', '-01:00', '2019-01-02T03:04:05Z', 'the year 10000'],
) {
    my ($time, $zone, $created, $name) = @$case;
    my %time = (CreateDate => '2019:01:02 03:04:05',
        DateTimeOriginal => '2020:02:02 12:00:00',
        $zone ? (OffsetTimeOriginal => $zone) : ());

    jpeg("$directory/o.jpg", 30, 20, %time);
    put("$directory/o.jpg",
        slurp("$directory/o.jpg") =~ s/2020:02:02 12:00:00/$time/r);
    is(printed('o.jpg')->{created}, $created, $name);
}

unlink "$directory/o.jpg";

# A video has the picture of the same name.

my ($video) = glob "$sample/video/*.mp4";

put("$directory/$_.mp4", slurp($video)) for qw(b lone), 'sub/b';

my ($status, $out, $error) = script("$directory");

@rows = rows($out);
is("$status$error", "0contentlib-pictures: videos without a picture of the"
    . " same name (see --thumbnails): 2 (lone.mp4, sub/b.mp4)\n", 'a video without one is named');
is(join(' ', map { "$_->{url}=$_->{still}" } @rows),
    'c.gif= sub/a.jpg= a.svg= b.mp4=b.png', 'the picture is no other row');
like("@{$rows[3]}{qw(type width height)}", qr{^video/mp4 [1-9]\d+ [1-9]\d+$},
    'the row is that of the video');
unlink map { "$directory/$_" } qw(lone.mp4 sub/b.mp4);

# What is not listed.

put("$directory/broken.jpg", substr slurp("$directory/sub/a.jpg"), 0, 100);
put("$directory/empty.png", '');
put("$directory/notes\n.txt", 'a text');
put("$directory/picture.tif", "II*\0\x08\0\0\0\0\0\0\0\0\0");
put("$directory/.hidden.png", png(1, 1));
mkdir "$directory/.hidden";
put("$directory/.hidden/a.png", png(1, 1));
symlink '.', "$directory/loop";
symlink 'b.png', "$directory/link.png";
symlink 'none.png', "$directory/gone.png";
symlink 'b.png/c.png', "$directory/gone2.png";
symlink 'x' x 300, "$directory/gone3.png";

($status, $out, $error) = script("$directory");
is($error, "contentlib-pictures: broken pictures: 2 (broken.jpg, empty.png)\n"
    . "contentlib-pictures: files that browsers do not show: 1 (notes\\x0a.txt)"
    . "\ncontentlib-pictures: files that browsers do not show (see"
    . " --thumbnails): 1 (picture.tif)\n"
    . "contentlib-pictures: links that cannot be followed: 3 (gone.png,"
    . " gone2.png, gone3.png)\n",
    'other files are counted and named');
is(join(' ', sort map { $_->{url} } rows($out)),
    'a.svg b.mp4 c.gif link.png sub/a.jpg', 'and not listed');

# A directory that is removed before it is read.

{
    local $ENV{PERL5OPT} = "-I$directory -MRemove";

    mkdir "$directory/removed";
    put("$directory/Remove.pm", <<'END');
package Remove;
use Time::HiRes ();
my $stat = \&Time::HiRes::stat;
no warnings 'redefine';
*Time::HiRes::stat = sub {
    my @stat = $stat->(@_);
    rmdir $_[0] if $_[0] =~ /removed/;
    @stat;
};
1;
END
    is(scalar rows((script("$directory"))[1]), 5, 'the others are listed');
    ok(!-e "$directory/removed", 'without a directory that is gone');
    unlink "$directory/Remove.pm";
}

# Errors: one line, and no table.

sub fails ($name, $status, $text, @arguments) {
    my @result = script(@arguments);

    is("$result[0]$result[1]", $status, $name);
    like($result[2], qr/\A$text/, "$name: text");
    is($result[2] =~ tr/\n//, 1, "$name: one line") if $status == 1;
}

mkdir "$directory/.none";
fails('no pictures', 1, qr/contentlib-pictures: \S+: there are no pictures\n/,
    "$directory/.none");
fails('no directory', 1, qr/contentlib-pictures: \S+: No such file or directory\n/,
    "$directory/none");
fails('a file', 1, qr/contentlib-pictures: \S+: is not a directory\n/,
    "$directory/b.png");
fails('no argument', 2, qr/usage: contentlib-pictures DIR /);
fails('two directories', 2, qr/usage: /, "$directory", "$directory");
fails('an unknown option', 2, qr/Unknown option: x\nusage: /, "$directory", '-x');
fails('no number', 2, qr/usage: /, "$directory", '--thumbnails', '0');
fails('no thumbnails', 2, qr/usage: /, "$directory", '--thumbnail-dir', 'x');

{
    local $ENV{PERL5LIB} = "$directory/lib";

    mkdir "$directory/$_" for qw(lib lib/Image);
    put("$directory/lib/Image/ExifTool.pm", '0;');
    fails('a missing package', 1, qr/contentlib-pictures: exiftool is missing:/,
        "$directory");
}

like((script('--help'))[1], qr/^usage: contentlib-pictures DIR /, '--help');

SKIP: {
    skip 'root can read everything' if !$>;

    chmod 0, "$directory/sub";
    fails('a directory that cannot be read', 1,
        qr{contentlib-pictures: \S+/sub/: cannot read: Permission denied\n},
        "$directory");
    chmod 0600, "$directory/sub";
    fails('a directory whose files cannot be looked at', 1,
        qr{contentlib-pictures: \S+/sub/a\.jpg: cannot read: Permission denied\n},
        "$directory");
    chmod 0755, "$directory/sub";
}

done_testing();
