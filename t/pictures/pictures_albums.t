#!/usr/bin/perl

# A directory is a collection of its pictures.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

for my $path ('a.png', '2024 Alps/b.png', '2024 Alps/c.png',
    '2024 Alps/Summit/d.png', 'Rome, 2025; and more/e.png', "line\nfeed/f.png",
    "caf\xe9/g.png")
{
    mkdir "$directory/$1" if $path =~ m{^(.*)/}s;
    utime 1_600_000_000, 1_600_000_000 + ord($path =~ s{.*/}{}sr),
        put("$directory/$path", png(9, 9));
}

my $library = "$directory/.library.db";

# The collections: name, preview and items.

sub albums (@options) {
    my ($status, $out, $error) = tool('import', '--quiet', '--keep-ids', '-o',
        $library, '--format', 'csv', '-', { stdin => table("$directory", @options) });

    is("$status$error", '0', 'import');

    my @records = exported($library, '--members');
    my %name = map { $_->{id} => $_->{default_version}{download}[3]{url}
        =~ s{.*/|\.png}{}gr } grep { $_->{id} } @records;

    return join ' | ', map {
        "$_->{name}: " . join ' ', map { $name{$_} } $_->{preview_image}{id},
            @{$_->{items}}
    } grep { $_->{preview_image} } @records;
}

my $all = "2024 Alps: b b c | 2024 Alps / Summit: d d | Rome, 2025; and more: e e"
    . " | line feed: f f | caf\x{e9}: g g";

is(albums(), $all, 'each directory');
# With a cache, a renamed directory is no second album.

my @options = ('--thumbnails', 5);

is(albums(@options), $all, 'with thumbnails');
rename "$directory/2024 Alps", "$directory/2024 Mountains" or die $!;
is(albums(@options), $all =~ s/2024 Alps/2024 Mountains/gr
    =~ s/(.*?)( \| Rome.*)/$1$2/r, 'renamed');
is(albums(@options, '--no-albums'), '', '--no-albums');

done_testing();
