#!/usr/bin/perl

# "make run LIBRARY=DIRECTORY": the pictures and their thumbnails are served,
# whatever their names are, and keep their addresses when others change.
# Tests: conf/contentlib-pictures, conf/run

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool qw(directory put);
use Test::Contentlib;
use Test::Contentlib::Demo;


my $directory = directory();
my $pictures = "$directory/my \"pictures\" `id` \$HOME it's";
my @names = ('a b.png', "\xc3\xbcml\xc3\xa4ut.png", 'a#b.png', 'a%41b.png',
    'a%b.png', 'a?b.png', q(q"uo'te.png), '-lead.png', '-', "line\nfeed.png",
    'back\\slash.png', "latin\xe9.png", 'touch x |', '| touch y.png',
    'a_b-c d', 'photo.jpg', 'V1.2', 'e.txt',
    '>z.png', 'a[1].png', 'x.png[page=1]', '$(id)`id`.png', 'semi;comma,.png',
    'C:/x.png', 'http:/host/z.png', '%s%d.png', ('n' x 251) . '.png');

mkdir $pictures or die "$pictures: $!";

for my $name (@names) {
    mkdir "$pictures/$1" if $name =~ m{^(.*?/)};
    mkdir "$pictures/$1" if $name =~ m{^(.*/)};
    put("$pictures/$name", png(12, 9));
    utime 1_000_000_000, 1_000_000_000 + @{[grep { $_ le $name } @names]},
        "$pictures/$name";
}

put("$pictures/notes.txt", 'a text');

# The server is waited for, so most thumbnails are there.

my ($made) = script($pictures, '--thumbnails', '480,1600');

is($made, 0, 'thumbnails');

my $t = Test::Contentlib::Demo->new(library => $pictures);

sub items ($server) {
    my $page = $server->get('/api/v1/content_items/?limit=100')->json;

    return @{$page->{results}};
}

sub path ($address) { $address =~ s{^http://localhost}{}r }

my @items = items($t);

is(scalar @items, scalar @names, 'an item for each picture');

for my $item (@items) {
    my @files = map { path($_->{url}) } @{$item->{default_version}{picture}};

    is(scalar @files, 2, $files[0]);
    is(join(' ', map { $t->get($_)->status } @files), '200 200',
        'it and its thumbnail are served');
    is($t->get($files[0])->body, png(12, 9), 'it is the picture');
    is($t->get($files[0])->header('Content-Type'), 'image/png', 'with its type');
}

is($t->get('/media/.thumbnails/')->status, 403, 'no list of thumbnails');
like($t->read_file('stderr'), qr/^contentlib-pictures: files that browsers do/m,
    'other files are named');
is(join(' ', grep { /^[xyz]$/ } ContentlibTool::contents($Test::Contentlib::ROOT)),
    '', 'no name was a command');

# The names of a table keep their ids in that of the directory, and so on: one
# file is renamed, one removed, one added.

my %id = map { path($_->{static_image}) => $_->{id} } @items;

rename "$pictures/a b.png", "$pictures/new name.png" or die $!;
unlink "$pictures/a#b.png";
put("$pictures/added.png", png(3, 3));
delete $id{'/media/a%23b.png'};

my $build = $t->dir;

$t->stop;

sub run ($name, $library) {
    my ($said, $status) = Test::Contentlib::run(sub {
        chdir $Test::Contentlib::ROOT;
        @ENV{qw(BUILD PORT LIBRARY NGINX_BINARY)} = ($build, $t->port, $library,
            'true');
        exec 'sh', 'conf/run';
    });

    is($status, 0, $name) or diag($said);
}

run('a second time', $pictures);

my ($library) = glob "$build/pictures-*.db";
my %after = map { '/media/' . $_->{static_image} => $_->{id} }
    grep { $_->{id} } ContentlibTool::exported($library);

is(delete $after{'/media/added.png'}, @names + 1, 'a new id for the new file');
is(delete $after{'/media/new%20name.png'}, delete $id{'/media/a%20b.png'},
    'a renamed file keeps its id');
is_deeply(\%after, \%id, 'the others have theirs');

# Thumbnails in a directory that contentlib-pictures refuses are elsewhere.

mkdir "$directory/$_" for qw(few other);
put("$directory/few/a.png", png(3, 3));
symlink '../other', "$directory/few/.thumbnails";
run('thumbnails in a linked directory', "$directory/few");
is(join(' ', ContentlibTool::contents("$directory/other")), '', 'are not there');
is(scalar(() = glob "$build/pictures-*/480/*.webp"), 1, 'but below build/');
