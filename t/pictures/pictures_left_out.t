#!/usr/bin/perl

# What is left out: waste bins, patterns, directories with a mark.  Everything is
# named.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use POSIX ();
use Test::More;


my $directory = directory();

my @paths = ('a.png', '#recycle/b.png', '$RECYCLE.BIN/c.png', '@eaDir/d.png',
    'lost+found/e.png', 'System Volume Information/f.png', '__MACOSX/g.png',
    '.Trash-1000/h.png', 'sub/i.png', 'sub/@eaDir/j.png', 'Thumbs.db',
    'sub/desktop.ini', 'x/recycle/k.png', 'hidden/l.png', 'hidden/m/n.png');

for my $path (@paths) {
    system 'mkdir', '-p', "$directory/$path" =~ s{[^/]*\z}{}r;
    put("$directory/$path", png(9, 9));
}

sub listed (@options) {
    my ($status, $out, $error) = script("$directory", @options);

    is($status, 0, 'status');
    $error =~ s/^contentlib-pictures: //mg;

    return (join(' ', sort map { $_->{url} } rows($out)), $error);
}

my ($rows, $error) = listed();

is($rows, 'a.png hidden/l.png hidden/m/n.png sub/i.png x/recycle/k.png',
    'waste bins and files of systems');
is($error, 'waste bins and files of systems: 9 (#recycle/, $RECYCLE.BIN/, @eaDir/,'
    . " System Volume Information/, Thumbs.db, __MACOSX/, lost+found/, sub/\@eaDir/,"
    . " sub/desktop.ini)\n", 'are named');

put("$directory/hidden/.nomedia", '');
($rows, $error) = listed();
is($rows, 'a.png sub/i.png x/recycle/k.png', 'a directory with .nomedia');
like($error, qr/^directories with .*: 1 \(hidden\/\)$/m, 'is named');

rename "$directory/hidden/.nomedia", "$directory/hidden/.contentlibignore";
is((listed())[0], 'a.png sub/i.png x/recycle/k.png', 'an empty .contentlibignore');
put("$directory/hidden/.contentlibignore", "# comment\n/l.*\n");
is((listed())[0], 'a.png hidden/m/n.png sub/i.png x/recycle/k.png', 'its patterns');
unlink "$directory/hidden/.contentlibignore";

# Patterns as those of .gitignore.  git was asked.

for my $case (
    ['*.png', ''],
    ['l.png', 'a.png hidden/m/n.png sub/i.png x/recycle/k.png'],
    ['hidden', 'a.png sub/i.png x/recycle/k.png'],
    ['hidden/', 'a.png sub/i.png x/recycle/k.png'],
    ['a.png/', 'a.png hidden/l.png hidden/m/n.png sub/i.png x/recycle/k.png'],
    ['/recycle', 'a.png hidden/l.png hidden/m/n.png sub/i.png x/recycle/k.png'],
    ['recycle', 'a.png hidden/l.png hidden/m/n.png sub/i.png'],
    ['hidden/*.png', 'a.png hidden/m/n.png sub/i.png x/recycle/k.png'],
    ['hidden/**/n.png', 'a.png hidden/l.png sub/i.png x/recycle/k.png'],
    ['**/k.png', 'a.png hidden/l.png hidden/m/n.png sub/i.png'],
    ['hidden/**', 'a.png sub/i.png x/recycle/k.png'],
    ['[a-i].png', 'hidden/l.png hidden/m/n.png x/recycle/k.png'],
    ['[!a-i].png', 'a.png sub/i.png'],
    ['?.png', ''],
    ['A.PNG', 'a.png hidden/l.png hidden/m/n.png sub/i.png x/recycle/k.png'],
    ['\a.png', 'hidden/l.png hidden/m/n.png sub/i.png x/recycle/k.png'],
) {
    my ($pattern, $expected) = @$case;
    my ($status, $out) = script("$directory", '--exclude', $pattern);

    is(join(' ', sort map { $_->{url} } rows($out)), $expected, "$pattern");
}

is((listed('--exclude', '*.png', '--exclude', '!a.png'))[0], 'a.png',
    'a later pattern takes files in again');
is((script("$directory", '--exclude', '[z-a]'))[2],
    "contentlib-pictures: [z-a]: is not a pattern\n", 'no pattern');

# All names with --verbose.

put("$directory/$_.txt", 'text') for 10 .. 30;
like((listed())[1], qr/show: 21 \((?:\d\d\.txt, ){10}\.\.\.\)$/m, 'ten names');
like((listed('--verbose'))[1], qr/show: 21 \(10\.txt, .*, 30\.txt\)$/m, '--verbose');

# What is no file.

POSIX::mkfifo("$directory/pipe.png", 0600) or die $!;
like((listed())[1], qr/^FIFOs, sockets and devices: 1 \(pipe\.png\)$/m, 'a FIFO');

# A directory that cannot be read.  Its items stay in the library.

SKIP: {
    skip 'root can read everything' if !$>;

    my $library = "$directory/.library.db";
    my $import = sub (@options) {
        tool('import', '--quiet', '--keep-ids', '-o', $library, '--format', 'csv',
            '-', { stdin => (script("$directory", @options))[1] });
        return join ' ', map { "$_->{id}:$_->{static_image}" } sort { $a->{id}
            <=> $b->{id} } grep { $_->{id} } exported($library);
    };

    for my $options ([], ['--thumbnails', 5]) {
        my $before = $import->(@$options);

        chmod 0, "$directory/sub";
        like((listed(@$options))[1], qr/^directories that cannot be read: 1 \(sub\/\)$/m,
            'a directory is named');
        is($import->(@$options), $before, 'its items stay');
        chmod 0600, "$directory/sub";
        is($import->(@$options), $before, 'those of one without files, too');
        chmod 0755, "$directory/sub";
    }
}

done_testing();
