#!/usr/bin/perl

# contentlib-pictures lists the drawings (SVG) that browsers show, with the size
# that they show.  Chromium was asked for the sizes.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Encode qw(encode);
use Test::More;


my $directory = directory();
my $space = 'http://www.w3.org/2000/svg';
my (%sizes, @broken);

sub drawing ($size, $text) {
    my $name = sprintf '%03d.svg', scalar keys %sizes;

    put("$directory/$name", $text);
    $sizes{$name} = "$size $text";
}

# Sizes.

for my $case (
    ['512x300', 'width="512" height="300"'],
    ['513x300', 'width="512.5" height="300"'],
    ['512x300', 'width="512" height="300.25"'],
    ['13x9', 'width="12.5" height="8.5"'],
    ['1x2', 'width="1.49" height="1.5"'],
    ['10x20', 'width="10px" height=" 20PX "'],
    ['100x5', 'width="1e2" height="+5"'],
    ['10x20', "width = '10'\n\theight\n='20'"],
    ['x297', 'width="210mm" height="297"'],
    ['x400', 'width="100%" height="400"'],
    ['60x', 'width="60"'],
    ['x60', 'height="60"'],
    ['x', 'width="100%" height="100%"'],
    ['x', 'width="60pt" height="2in"'],
    ['x', ''],
    ['400x400', 'width="100%" height="400" viewBox="0 0 10 10"'],
    ['48x48', 'height="48" viewBox="0 0 24 24"'],
    ['45x60', 'height="60" viewBox="0 0 30 40"'],
    ['60x80', 'width="60" viewBox="0 0 30 40"'],
    ['15x20', 'width="auto" height="20" viewBox="0 0 30 40"'],
    ['10x20', 'width="10" height="20" viewBox="0 0 30 40"'],
    ['30x40', 'viewBox="0 0 30 40"'],
    ['31x41', 'viewBox=" -1,.5, 30.5 , 40.5"'],
    ['30x40', 'width="100%" height="100%" viewBox="0 0 30 40"'],
    ['210x297', 'width="210mm" height="297mm" viewBox="0 0 210 297"'],
    ['20x', 'width="20" viewBox="0 0 -1 40"'],
    ['x10', 'width="0" height="10"'],
    ['10x', 'width="10" height="1e400"'],
    ['10x20', 'data-x="a>b" title="width=&quot;5&quot;" width="10" height="20"'],
) {
    drawing($case->[0], qq(<svg xmlns="$space" $case->[1]/>));
}

# What stands before the element, and how it is written.

my $svg = qq(<svg xmlns="$space" width="10" height="20"/>);
my $long = '-' . 'x' x 5000 . '-';

for my $text ("\n$svg", "<!-$long-> $svg",
    qq(<?xml version="1.0"?>\n<!-$long->\n<!-- two -->$svg),
    "\xef\xbb\xbf$svg", "\xef\xbb\xbf\n$svg",
    encode('UTF-16', $svg), encode('UTF-16LE', "\x{feff}$svg"),
    qq(<?xml-stylesheet href="a.css"?>$svg),
    qq(<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphi)
        . qq(cs/SVG/1.1/DTD/svg11.dtd">\n$svg),
    qq(<!DOCTYPE svg [ <!ENTITY space "$space"> <!ENTITY wide "10"> ]>)
        . '<svg xmlns="&space;" width="&wide;" height="20"/>',
    qq(<s:svg xmlns:s="$space" width="10" height="20"/>),
    qq(<!DOCTYPE svg [ <!ENTITY x SYSTEM "/etc/passwd"> ]>)
        . qq(<svg xmlns="$space" width="10" height="20">&x;</svg>),
    qq(<svg xmlns="$space" width="10" height="20"><g>a &lt; b</g></svg>\n<!-- -->))
{
    drawing('10x20', $text);
}

# What browsers do not show.

for my $text (qq(\n<?xml version="1.0"?>$svg), "text $svg",
    "<html>$svg</html>", $svg =~ s/svg/SVG/r, '<svg width="10" height="20"/>',
    '<svg xmlns="http://www.w3.org/1999/xhtml"/>', "<!-- $svg", '<?xml', '',
    map({ qq(<svg xmlns="$space" width="10" height="20">$_</svg>) }
        '<g>', '</g>', '&nbsp;', '<a b=1/>', '<a b="1" b="2"/>', '<x:y/>', "\1"),
    "$svg text", "$svg$svg", qq(<svg xmlns="$space" width="10" height="20">))
{
    push @broken, sprintf '%02d.svg', scalar @broken;
    mkdir "$directory/broken";
    put("$directory/broken/$broken[-1]", $text);
}

my ($status, $out, $error) = script("$directory", '--verbose');
my %row = map { $_->{url} => $_ } rows($out);

for my $name (sort keys %sizes) {
    my $row = delete $row{$name};
    my ($size, $text) = split / /, $sizes{$name}, 2;

    is($row && "$row->{type} $row->{width}x$row->{height}", "image/svg+xml $size",
        substr $text =~ s/ xmlns="\Q$space\E"//r =~ tr/ -~//cdr, 0, 70);
}

is($error, 'contentlib-pictures: broken pictures: ' . @broken . ' ('
    . join(', ', map { "broken/$_" } @broken) . ")\n", 'the others are named');
is(join(' ', keys %row), '', 'and left out');

# A file for which a search that goes back would need minutes.

{
    local $ENV{TEST_LIMIT} = 20;

    mkdir "$directory/hostile";
    put("$directory/hostile/a.svg", '<?xml ' . '?><!--' x 150_000 . '<svg ');
    is((script("$directory/hostile"))[2], "contentlib-pictures: broken pictures:"
        . " 1 (a.svg)\ncontentlib-pictures: $directory/hostile: there are no"
        . " pictures\n", 'a hostile file');
}

# The library has the sizes, and no others.

mkdir "$directory/library";
put("$directory/library/a.svg", qq(<svg xmlns="$space" width="2mm" height="7.5"/>));

my $library = imports($directory, 'library.db', table("$directory/library"),
    '--format', 'csv');
my ($item) = exported($library);
my $picture = $item->{default_version}{picture}[0];

is(join(' ', $picture->{width} // 'none', $picture->{height} // 'none'), 'none 8',
    'a height without a width');

done_testing();
