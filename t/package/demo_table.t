#!/usr/bin/perl

# "make run LIBRARY=pictures.csv": a table and the pictures beside it, and one
# with its pictures in MEDIA, beside another server, with which it shares
# nothing.
# Tests: conf/run

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put);
use Test::Contentlib;
use Test::Contentlib::Demo;


my $directory = directory();
my $media = directory();
my $table = put("$directory/pictures.csv", "file,alt\na b.png,A picture\n");

put("$directory/a b.png", 'a picture');
put("$media/a b.png", 'another picture');
mkdir "$directory/.hidden";
put("$directory/$_", 'hidden') for qw(.hidden/file .file);

# a bare system may have no /etc/hosts

my $host = gethostbyname('localhost') ? 'localhost' : '127.0.0.1';

my $sample = Test::Contentlib::Demo->new;
my $t = Test::Contentlib::Demo->new(host => $host, library => $table);
my $other = Test::Contentlib::Demo->new(library => $table, media => $media);

is($sample->get('/api/v1/content_items/')->json->{count}, 69, 'the sample');

my $page = $t->get('/api/v1/content_items/')->json;

is($page->{count}, 1, 'the table');
is($page->{results}[0]{static_image},
    "http://localhost/media/a%20b.png", 'a file');
is($t->get('/media/a%20b.png')->body, 'a picture', 'is served');
is($other->get('/media/a%20b.png')->body, 'another picture', 'or that of MEDIA');
is($t->get("/media/$_")->status, 404, "$_ is not")
    for qw(.file .hidden/file %2ehidden/file);
like($t->read_file('stdout'), qr{^    http://\Q$host\E:\d+/$}m,
    'what it prints');
is(join('', grep { /^listen/ } $t->read_file('run/' . $t->port
    . '/listen.conf')), "listen $host:" . $t->port . ";\n", 'HOST');
