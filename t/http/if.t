#!/usr/bin/perl

# Every directive in an "if" block applies in this block only.
# Tests: ngx_http_contentlib_module.c, src/http/ngx_http_contentlib_conf.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Source;


my %inside = (
    contentlib_library => '%%DIR%%/other.db cache=256k',
    contentlib_root => '/if/deeper/',
    contentlib_base_url => 'https://other.example/path',
    contentlib_media_url => 'https://cdn.example/m/',
    contentlib_page_size => 2,
    contentlib_max_page_size => 3,
    contentlib_numbers => 'string',
    contentlib_partner => 'another',
    contentlib_strict => 'on',
    contentlib_gzip => 'on',
    contentlib_query_timeout => '5s',
    contentlib_explorer => '/page.html',
    contentlib_preview => '$arg_preview',
);

my $directives = join ' ', map { "$_ $inside{$_};" } sort keys %inside;
my $each = join "\n", map { "if (\$arg_only = $_) { $_ $inside{$_}; }" }
    sort keys %inside;

my $t = Test::Contentlib->new(start => 0, server => <<"CONF");
        contentlib_library %%LIBRARY%%;

        location /if/ {
            contentlib;
            contentlib_root /if/;

            if (\$arg_all) {
                $directives
            }

            $each

            if (\$arg_status) {
                contentlib_status health;
            }

            if (\$arg_header) {
                add_header X-Header yes;
            }
        }

        location /nested/ {
            contentlib_root       /nested/;
            contentlib_page_size  2;

            location /nested/inner/ {
                contentlib;
                contentlib_root     /nested/inner/;
                contentlib_numbers  string;

                if (\$arg_all) {
                    contentlib_partner another;
                }
            }
        }
CONF

my @items = map { gif($_) } reverse 1 .. 5;
my @others = map { gif($_) } reverse 6 .. 13;

$t->library('library', \@items, '--media-url', 'https://media.example/files/');
$t->library('other', \@others, '--media-url', 'https://media.example/files/');
$t->start;

sub view (%view) { (root => '/if/', %view) }

my $r = $t->get('/if/content_items/');

answer_is($r, 200, page_json(5, undef, undef,
    map { item_json($_, view()) } @items), 'no "if"');

# all of them

$r = $t->get('/if/deeper/content_items/?all=1&limit=9',
    'Accept-Encoding' => 'gzip');

my $address = 'https://other.example/path/if/deeper/content_items/';

is($r->plain, page_json(8, "$address?all=1&limit=3&offset=3", undef,
    map { item_json($_, root => '/if/deeper/', numbers => 'string',
        base_url => 'https://other.example/path', partner => 'another',
        media_url => 'https://cdn.example/m') } @others[0 .. 2]), 'all');
is($r->header('Content-Encoding'), 'gzip', 'compressed');
is($t->get('/if/deeper/tags/?all=1&limit=x')->status, 400, 'strict');

# one directive at a time

my %body = (
    contentlib_library => item_json($others[0], view()),
    contentlib_root => '{"detail":"Not found."}',
    contentlib_base_url => item_json($items[0],
        view(base_url => $inside{contentlib_base_url})),
    contentlib_media_url => item_json($items[0],
        view(media_url => 'https://cdn.example/m')),
    contentlib_numbers => item_json($items[0], view(numbers => 'string')),
    contentlib_partner => item_json($items[0], view(partner => 'another')),
);

for my $name (sort keys %inside) {
    my $id = $name eq 'contentlib_library' ? 13 : 5;

    is($t->get("/if/content_items/$id/?only=$name")->body,
        $body{$name} // item_json($items[0], view()), "only $name")
        for 1 .. 3;
}

sub results ($query) {
    return scalar @{$t->get("/if/content_items/?$query")->json->{results}};
}

is(results('only=contentlib_page_size'), 2, 'page size');
is(results('only=contentlib_max_page_size'), 3, 'largest page');
is($t->get('/if/tags/?limit=x&only=contentlib_strict')->status, 400);
is($t->get('/if/tags/?only=contentlib_explorer', Accept => 'text/html')
    ->status, 404, 'a page, which is not there');
is($t->get('/if/tags/?only=contentlib_gzip', Accept => 'text/html')->status,
    200, 'none');
is($t->get('/if/tags/?only=contentlib_gzip', 'Accept-Encoding' => 'gzip')
    ->header('Content-Encoding'), 'gzip');

# an "if" without directives of the module inherits all of them

$r = $t->get('/if/content_items/5/?header=1');
is($r->header('X-Header'), 'yes', 'a directive of nginx in "if"');
is($r->body, item_json($items[0], view()), 'and ours around it');

$r = $t->get('/nested/inner/content_items/?all=1');
is(scalar @{$r->json->{results}}, 2, 'from two blocks around');
like($r->body, qr/"width":"480".*"another_ids"/, 'from one, and its own');

# an "if" that returns another response

is($t->get('/if/tags/?status=1')->body, "ok\n", 'contentlib_status');
is($t->get('/if/tags/')->status, 200, 'and not without it');

# the test has all directives of a location

my @known = source_text('docs/directives.md')
    =~ /^## (contentlib_\w+)\n(?:(?!^##).*\n)*?\*\*Context:\*\* .*\blocation\b/mg;

is(join(' ', sort @known), join(' ', sort 'contentlib_status', keys %inside),
    'all directives');
