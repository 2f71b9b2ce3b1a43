#!/usr/bin/perl

# The forms of all records: order, fields, page object, every byte.
# Tests: src/library/contentlib_records.c, src/library/contentlib_marks.c,
#     src/tool/record/contentlib_record.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $records = <<'NDJSON';
{"id":7,"alt_text":"A red fox","tags":[{"slug":"fox","name":"Fox"}],"default_version":{"content_type":"I","content_label":"Static Image","download":[{"platform":"network_a","url":"https://m.example/7/a.png"},{"platform":"network_b","url":"https://m.example/7/b.png"},{"platform":"network_c","url":"https://m.example/7/c.png"},{"platform":"original","url":"https://m.example/7/o.png"}],"picture":[{"url":"https://m.example/7/o.png"}],"platforms":{}},"static_image":"https://m.example/7/o.png","created":"2014-05-06T07:08:09.000000Z","partner_ids":[]}
{"id":12,"alt_text":"Say \"hé\"","tags":[{"slug":"hello-2","name":"Hello 2"},{"slug":"fox","name":"Fox"}],"default_version":{"content_type":"G","content_label":"GIF","download":[{"platform":"network_a","url":"https://m.example/12/a.gif","width":"2147483648","height":"270","format":"image/gif","size":"4294967297"},{"platform":"network_b","url":"https://m.example/12/b.gif","width":"481","height":"271","format":"image/gif","size":"1002"},{"platform":"network_c","url":"https://m.example/12/c.mp4","width":"482","height":"272","format":"video/mp4","size":"1003"},{"platform":"original","url":"https://m.example/12/o.gif"}],"picture":[{"url":"https://m.example/12/1.gif","width":1,"height":11,"size":21,"format":"image/gif"},{"url":"https://m.example/12/2.webp","width":2,"height":12,"size":22,"format":"image/webp"},{"url":"https://m.example/12/3.gif","width":3,"height":13,"size":23,"format":"image/gif"},{"url":"https://m.example/12/4.gif","width":4,"height":14,"size":24,"format":"image/gif"},{"url":"https://m.example/12/5.gif","width":5,"height":15,"size":25,"format":"image/gif"}],"platforms":{"partner":"https://p.example/gifs/12"}},"static_image":"https://m.example/12/s.gif","created":"2023-01-02T03:04:05.678900Z","partner_ids":["x12","y12"]}
{"id":9,"alt_text":"","tags":[],"default_version":{"content_type":"I","content_label":"Static Image","download":[{"platform":"network_a","url":"https://m.example/9/a.png"},{"platform":"network_b","url":"https://m.example/9/b.png"},{"platform":"network_c","url":"https://m.example/9/c.png"},{"platform":"original","url":"https://m.example/9/o.png"}],"picture":[{"url":"https://m.example/9/o.png"}],"platforms":{}},"static_image":"https://m.example/9/o.png","created":"2014-05-06T07:08:10Z","partner_ids":[]}
{"slug":"best-of","name":"Best “of”","description":"Two\nlines","preview_image":{"id":9,"alt_text":"","tags":[],"default_version":{"content_type":"I","content_label":"Static Image","download":[{"platform":"network_a","url":"https://m.example/9/a.png"},{"platform":"network_b","url":"https://m.example/9/b.png"},{"platform":"network_c","url":"https://m.example/9/c.png"},{"platform":"original","url":"https://m.example/9/o.png"}],"picture":[{"url":"https://m.example/9/o.png"}],"platforms":{}},"static_image":"https://m.example/9/o.png","created":"2014-05-06T07:08:10Z","partner_ids":[]},"display_in_library":true,"featured":false}
NDJSON

utf8::encode($records);

my $t = Test::Contentlib->new(records => $records, server => <<'CONF');
        contentlib_library   %%LIBRARY%%;
        contentlib_base_url  https://api.example;

        %%API%%
CONF

# The expected bytes are literal, so that they do not depend on Corpus.pm.

my $gif = <<'JSON';
{"id":12,
"url":"https://api.example/api/v1/content_items/12/",
"alt_text":"Say \"hé\"",
"tags":[
{"slug":"hello-2","url":"https://api.example/api/v1/tags/hello-2/","name":"Hello 2"},
{"slug":"fox","url":"https://api.example/api/v1/tags/fox/","name":"Fox"}],
"default_version":{
"content_type":"G",
"content_label":"GIF",
"download":[
{"platform":"network_a","url":"https://m.example/12/a.gif","width":2147483648,"height":270,"format":"image/gif","size":4294967297},
{"platform":"network_b","url":"https://m.example/12/b.gif","width":481,"height":271,"format":"image/gif","size":1002},
{"platform":"network_c","url":"https://m.example/12/c.mp4","width":482,"height":272,"format":"video/mp4","size":1003},
{"platform":"original","url":"https://m.example/12/o.gif"}],
"picture":[
{"url":"https://m.example/12/1.gif","width":1,"height":11,"size":21,"format":"image/gif"},
{"url":"https://m.example/12/2.webp","width":2,"height":12,"size":22,"format":"image/webp"},
{"url":"https://m.example/12/3.gif","width":3,"height":13,"size":23,"format":"image/gif"},
{"url":"https://m.example/12/4.gif","width":4,"height":14,"size":24,"format":"image/gif"},
{"url":"https://m.example/12/5.gif","width":5,"height":15,"size":25,"format":"image/gif"}],
"platforms":{"partner":"https://p.example/gifs/12"}},
"static_image":"https://m.example/12/s.gif",
"created":"2023-01-02T03:04:05.678900Z",
"partner_ids":["x12","y12"]}
JSON

my $nine = <<'JSON';
{"id":9,
"url":"https://api.example/api/v1/content_items/9/",
"alt_text":"",
"tags":[],
"default_version":{
"content_type":"I",
"content_label":"Static Image",
"download":[
{"platform":"network_a","url":"https://m.example/9/a.png"},
{"platform":"network_b","url":"https://m.example/9/b.png"},
{"platform":"network_c","url":"https://m.example/9/c.png"},
{"platform":"original","url":"https://m.example/9/o.png"}],
"picture":[
{"url":"https://m.example/9/o.png"}],
"platforms":{}},
"static_image":"https://m.example/9/o.png",
"created":"2014-05-06T07:08:10Z",
"partner_ids":[]}
JSON

my $seven = <<'JSON';
{"id":7,
"url":"https://api.example/api/v1/content_items/7/",
"alt_text":"A red fox",
"tags":[
{"slug":"fox","url":"https://api.example/api/v1/tags/fox/","name":"Fox"}],
"default_version":{
"content_type":"I",
"content_label":"Static Image",
"download":[
{"platform":"network_a","url":"https://m.example/7/a.png"},
{"platform":"network_b","url":"https://m.example/7/b.png"},
{"platform":"network_c","url":"https://m.example/7/c.png"},
{"platform":"original","url":"https://m.example/7/o.png"}],
"picture":[
{"url":"https://m.example/7/o.png"}],
"platforms":{}},
"static_image":"https://m.example/7/o.png",
"created":"2014-05-06T07:08:09Z",
"partner_ids":[]}
JSON

for ($gif, $nine, $seven) {
    # one line of text each

    s/\n//g;
    utf8::encode($_);
}

my $list = '/api/v1/content_items/';

answer_is($t->get($list), 200, '{"count":3,"next":null,"previous":null,'
    . "\"results\":[$gif,$nine,$seven]}", 'the whole list, newest first');
answer_is($t->get("$list?limit=1&offset=1"), 200, '{"count":3,'
    . '"next":"https://api.example/api/v1/content_items/?limit=1&offset=2",'
    . '"previous":"https://api.example/api/v1/content_items/?limit=1",'
    . "\"results\":[$nine]}", 'the page in the middle');
answer_is($t->get("$list?tag-slug=none"), 200,
    '{"count":0,"next":null,"previous":null,"results":[]}', 'no match');
answer_is($t->get("${list}12/"), 200, $gif, 'a GIF item by itself');
answer_is($t->get("${list}7/"), 200, $seven, 'a static image by itself');

my $api = $t->get("$list?format=api&limit=1");
my $next = 'https://api.example/api/v1/content_items/'
    . '?format=api&limit=1&offset=1';

is($api->body, qq({"count":3,"next":"$next","previous":null,"results":[)
    . $gif =~ s{(api\.example/api/v1/[^"]+/)"}{$1?format=api"}gr . ']}',
    'format=api in every address of the service, and in no other');

# the other records, and the root

my $api_url = 'https://api.example/api/v1';
my $collection = qq({"slug":"best-of","url":"$api_url/collections/best-of/",)
    . qq("name":"Best \xe2\x80\x9cof\xe2\x80\x9d",)
    . qq("description":"Two\\nlines","preview_image":$nine,)
    . '"display_in_library":true,"featured":false}';
my $tag = qq({"slug":"hello-2","url":"$api_url/tags/hello-2/",)
    . '"name":"Hello 2"}';

answer_is($t->get('/api/v1/collections/best-of/'), 200, $collection);
answer_is($t->get('/api/v1/collections/'), 200,
    qq({"count":1,"next":null,"previous":null,"results":[$collection]}));
answer_is($t->get('/api/v1/tags/hello-2/'), 200, $tag);
answer_is($t->get('/api/v1/tags/?limit=1&offset=1'), 200, '{"count":2,'
    . qq("next":null,"previous":"$api_url/tags/?limit=1","results":[$tag]}));
answer_is($t->get('/api/v1/search/'), 200,
    qq([{"type":"collection","text":"Best \xe2\x80\x9cof\xe2\x80\x9d"}]));
answer_is($t->get('/api/v1/'), 200, '{' . join(',', map {
    qq("$_":"$api_url/$_/") } qw(content_items collections tags search)) . '}');
