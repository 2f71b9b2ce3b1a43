#!/usr/bin/perl

# contentlib-pictures reads nothing outside of the directory, and writes only
# into a directory of its own user, whatever another user makes of the names.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Digest::MD5 qw(md5_hex);
use Test::More;


my ($directory, $outside) = (directory(), directory());
my $pictures = "$directory/pictures";

mkdir $pictures or die $!;
put("$pictures/a.png", png(9, 9));
put("$outside/secret.png", png(5, 5));
put("$outside/victim", 'untouched');

# Links: to a file of the directory, and to others.

mkdir "$directory/pictures-2";
put("$directory/pictures-2/b.png", png(5, 5));
symlink 'a.png', "$pictures/inside.png";
symlink "$outside/secret.png", "$pictures/outside.png";
symlink '../pictures-2/b.png', "$pictures/beside.png";
symlink "$outside", "$pictures/sub";

my @options = ('--thumbnails', 20);
my ($status, $out, $error) = script($pictures, @options);

is("$status$error", '0contentlib-pictures: links to files outside of the directory:'
    . " 2 (beside.png, outside.png)\n", 'links to other files are named');
is(join(' ', map { $_->{url} } rows($out)), 'a.png inside.png', 'and left out');
is(scalar contents("$pictures/.thumbnails/20"), 2, 'without a thumbnail');

symlink $pictures, "$directory/link";
is(join(' ', map { $_->{url} } rows((script("$directory/link"))[1])),
    'a.png inside.png', 'the directory itself may be a link');

# A file that becomes a link, a FIFO or a directory while others are read.

sub replaced ($name, $by) {
    put("$pictures/b.png", png(7, 7));
    put("$directory/Replace.pm", <<"END");
package Replace;
use POSIX ();
use Image::ExifTool;
my (\$name, \$by) = ('$pictures/b.png', '$by');
my \$read = \\&Image::ExifTool::ImageInfo;
no warnings 'redefine';
*Image::ExifTool::ImageInfo = sub {
    unlink \$name;
    \$by eq 'fifo' ? POSIX::mkfifo(\$name, 0600) : symlink \$by, \$name;
    goto &\$read;
};
1;
END
    mkdir "$directory/bin";
    put("$directory/bin/nproc", "#!/bin/sh\necho 1\n");
    chmod 0755, "$directory/bin/nproc";

    local @ENV{qw(PERL5LIB PERL5OPT PATH)} = ($directory, '-MReplace',
        "$directory/bin:$ENV{PATH}");

    ($status, $out, $error) = script($pictures);
    is($status, 0, "$name: the script ends");
    unlink "$pictures/b.png";
    is(join(' ', map { $_->{url} } rows($out)), 'a.png inside.png',
        "$name: it is left out");

    return $error;
}

like(replaced('a link', "$outside/secret.png"),
    qr/outside of the directory: 3 \(b\.png, /, 'a link is named');
like(replaced('a FIFO', 'fifo'), qr/cannot be read: 1 \(b\.png\)/,
    'a FIFO is named');

# The directory of thumbnails, and those in it, are no links.

sub refused ($name, $text, @more) {
    ($status, $out, $error) = script($pictures, @options, @more);
    is("$status$out", '1', "$name: no table");
    like($error, qr/\Acontentlib-pictures: \S+: $text \(see --thumbnail-dir\)\n\z/,
        "$name: the reason");
    is(join(' ', contents("$outside")), 'secret.png victim',
        "$name: nothing is written outside");
}

system 'rm', '-r', "$pictures/.thumbnails";
symlink "$outside", "$pictures/.thumbnails";
refused('a link', qr/is a link/);
refused('a given link', qr/is a link/, '--thumbnail-dir', "$pictures/.thumbnails");
unlink "$pictures/.thumbnails";

for my $name (20, 'full') {
    mkdir "$pictures/.thumbnails";
    symlink "$outside", "$pictures/.thumbnails/$name";
    refused("a link $name", qr/is a link/);
    system 'rm', '-r', "$pictures/.thumbnails";
}

# Root, in a directory of another user.

SKIP: {
    skip 'this needs root' if $>;

    my $nobody = getpwnam 'nobody';

    chmod 0600, "$outside/secret.png", "$outside/victim";
    chmod 0755, $directory;
    chown $nobody, $nobody, $pictures, "$pictures/a.png";

    ($status, $out, $error) = script($pictures, @options);
    like($error, qr/outside of the directory: 2 /, 'a file of root is left out');
    is((stat "$pictures/.thumbnails")[4], 0, 'the thumbnails belong to root');

    # links with the names that a temporary file may get

    my ($thumbnail) = map { $_->{thumbnail} } rows($out);
    my $last = fork // die $!;

    exit unless $last;
    waitpid $last, 0;
    system 'rm', '-r', "$pictures/.thumbnails";
    mkdir "$pictures/.thumbnails";
    mkdir "$pictures/.thumbnails/20";

    for my $name ($thumbnail =~ s{.*/}{}r, md5_hex('a.png') . '.webp') {
        symlink "$outside/victim", "$pictures/.thumbnails/20/$name.$_"
            for $last .. $last + 2000;
    }

    chown $nobody, $nobody, "$pictures/.thumbnails", "$pictures/.thumbnails/20";
    refused('a directory of another user', qr/belongs to another user/);
    is(slurp("$outside/victim"), 'untouched', 'a linked file stays');

    chown 0, 0, "$pictures/.thumbnails";
    refused('another user below', qr/belongs to another user/);
    chown 0, 0, "$pictures/.thumbnails/20";
    is((script($pictures, @options))[0], 0, 'in one of root');
    is(slurp("$outside/victim"), 'untouched', 'a linked file stays again');
}

done_testing();
