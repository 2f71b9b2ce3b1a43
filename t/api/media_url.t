#!/usr/bin/perl

# contentlib_media_url: the beginning of relative media addresses.
# Tests: src/library/contentlib_marks.c, src/service/contentlib_page.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = (gif(4), image(3, static_image => 'https://other.example/a.png'),
    gif(2, static_image => 'https://media.example/filesystem.png'), image(1));
my $collection = collection('c', $items[0]);

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        # as recorded in the library

        %%API%%

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

        # relative to the scheme and the host of the base URL

        location /path/ {
            contentlib;
            contentlib_root       /path/;
            contentlib_media_url  /m/;
        }

        location /public/ {
            contentlib;
            contentlib_root       /public/;
            contentlib_base_url   https://$arg_host/library/;
            contentlib_media_url  /m/$arg_path;
        }

        location /slashes/ {
            contentlib;
            contentlib_root       /slashes/;
            contentlib_media_url  $arg_url;
        }

        # a library with absolute addresses only

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

# only addresses below the prefix change

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

# a path

my $image = $items[3];
my $r = $t->get('/path/content_items/1/', Host => 'api.example:81');

is($r->body, item_json($image, base_url => 'http://api.example:81',
    root => '/path/', media_url => 'http://api.example:81/m'), 'a path');
isnt($t->get('/path/content_items/1/', Host => 'api.example')->header('ETag'),
    $r->header('ETag'), 'another host, another entity tag');

for my $host ('a', 'api.example:8443') {
    is($t->get("/public/content_items/1/?host=$host")->json->{static_image},
        "https://$host/m/1/image.png", "below https://$host/library/");
}

is($t->get('/slashes/content_items/1/?url=http:///m/')->status, 400,
    'a URL without a host');
is($t->get('/public/content_items/1/?host=a&path=b<c')->status, 400,
    'no path');
is($t->get('/public/content_items/1/?host=b<c')->status, 400, 'no host');
is($t->get('/slashes/content_items/1/?url=//a/')->status, 400, 'another host');
