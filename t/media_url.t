#!/usr/bin/perl

# contentlib_media_url: the beginning of relative media addresses.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = (gif(4), image(3, static_image => 'https://other.example/a.png'),
    gif(2, static_image => 'https://media.example/filesystem.png'), image(1));
my $collection = collection('c', $items[0]);

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        # as recorded in the library

        location /api/v1/ {
            contentlib;
        }

        location /fixed/ {
            contentlib;
            contentlib_root       /fixed/;
            contentlib_media_url  http://cdn.example:8080/m/;
        }

        location /variable/ {
            contentlib;
            contentlib_root       /variable/;
            contentlib_media_url  $scheme://$arg_cdn.example/$host/;
        }

        # nothing is relative here

        location /absolute/ {
            contentlib;
            contentlib_root       /absolute/;
            contentlib_library    %%DIR%%/absolute.db;
            contentlib_media_url  http://cdn.example:8080/m/;
        }
CONF
    start => 0);

$t->library('library', [@items, $collection],
    '--media-url', 'https://media.example/files/');
$t->library('absolute', [@items]);
$t->start;

for my $item (@items) {
    my $path = "content_items/$item->{id}/";

    answer_is($t->get("/api/v1/$path"), 200, item_json($item),
        "the address of the library, /$path");
    answer_is($t->get("/absolute/$path"), 200,
        item_json($item, root => '/absolute/'),
        "an absolute address, /$path");
}

# the files are below the prefix; a longer name beside it is not

for my $id (4, 1) {
    my ($item) = grep { $_->{id} == $id } @items;

    is($t->get("/fixed/content_items/$id/")->body, item_json($item,
        root => '/fixed/', media_url => 'http://cdn.example:8080/m'),
        "item $id at another address");
    is($t->get("/variable/content_items/$id/?cdn=two")->body,
        item_json($item, root => '/variable/',
        media_url => 'http://two.example/localhost'),
        "item $id at a variable address");
}

is($t->get('/fixed/content_items/3/')->json->{static_image},
    'https://other.example/a.png', 'an absolute address stays');
is($t->get('/fixed/content_items/2/')->json->{static_image},
    'https://media.example/filesystem.png', 'a longer name beside it');
is($t->get('/fixed/content_items/2/')->json->{default_version}{picture}[0]
    {url}, 'http://cdn.example:8080/m/2/full.gif');
answer_is($t->get('/fixed/collections/c/'), 200, collection_json($collection,
    root => '/fixed/', media_url => 'http://cdn.example:8080/m'),
    'in a preview item');
