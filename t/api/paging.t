#!/usr/bin/perl

# limit and offset: the values that they accept, the errors of
# contentlib_strict, and the links of a page.  The tables here state the rule;
# the model of Test::Contentlib::Query, which other tests use, is held against
# them, too.
# Tests: src/api/contentlib_request.c, src/api/contentlib_url.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Query;


# Tags are small, and the links are the same for all lists.  The first one
# has the number 130.

my $count = 130;
my $t = Test::Contentlib->new(
    records => [map { tag("Tag $_", "t$_") } reverse 1 .. $count],
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%

        location /strict/ {
            contentlib;
            contentlib_root    /strict/;
            contentlib_strict  on;
        }

        location /small/ {
            contentlib;
            contentlib_root           /small/;
            contentlib_page_size      7;
            contentlib_max_page_size  9;
        }
CONF

my $connection = $t->connection;
my $integer = 'A valid integer is required.';
my %least = (limit => 1, offset => 0);

sub least ($name) {
    return "Ensure this value is greater than or equal to $least{$name}.";
}

sub get ($root, $query, $list = 'tags') {
    return $connection->exchange('GET', "/$root/$list/?$query");
}

# first number, number of results, next, previous

sub page_is ($query, $expected, $root = 'api/v1') {
    my $json = get($root, $query)->json;
    my @results = @{$json->{results}};

    is($json->{count}, $count, "count of /$root/?$query");
    is_deeply([@results ? $results[0]{slug} =~ s/t//r : 0, scalar @results,
        map { query_of($_) } @$json{qw(next previous)}], $expected, 'page');
}

sub value_ok ($name, $value, $limit, $offset, $error) {
    my $query = "$name=$value";
    my $to = $offset + $limit;
    my $first = $offset < $count ? $count - $offset : 0;
    my $n = $first < $limit ? $first : $limit;

    page_is($query, [$first, $n,
        $to < $count ? "?limit=$limit&offset=$to" : undef,
        $offset > $limit ? "?limit=$limit&offset=" . ($offset - $limit)
            : $offset ? "?limit=$limit" : undef]);

    my $r = get('strict', $query);
    my $body = $error && qq("$name":["$error"]);

    $error ? answer_is($r, 400, "{$body}", "strict: $query")
        : is($r->body, get('api/v1', $query)->body =~ s{/api/v1/}{/strict/}gr,
            "strict: $query");

    is_deeply([map { "$_" } page_of(arguments($query), 30, 100)],
        [$limit, $offset, $error ? $body : ()], 'the model');
}

# Values that are no numbers, and numbers that are too small, count as the
# default.

for my $name ('limit', 'offset') {
    value_ok($name, $_, 30, 0, $integer) for qw(abc 5.0 5. .5 1e1 0x10 -0x1 5a
        a5 1_0 5+5 5+0 + ++ - -- --1 --5 -+5 %2B %2B-1 %2B-5 %2B%2B5 %2B+5
        -%2B5 1%2C0 5%00 %00 %005 %205x %zz 5% -x %D9%A3 %EF%BC%95 %C2%A05);
    value_ok($name, $_, 30, 0, least($name)) for '-1', '-10', '-007', '+-5+',
        '-' . '9' x 60;
    value_ok($name, '', 30, 0, undef);
}

value_ok('limit', $_, 30, 0, least('limit')) for '0', '00', '000';

for my $value (qw(5 %2B5 +5 5+ ++5++ %205%20 +%2B5+ %20%2B5%20 005 %2B0005
    %35), '0' x 300 . '5')
{
    value_ok('limit', $value, 5, 0, undef);
    value_ok('offset', $value, 30, 5, undef);
}

value_ok('limit', $_, 0 + $_, 0, undef) for '1', '007', '99', '100';
value_ok('limit', $_, 100, 0, undef) for '101', '1000', '2147483648',
    '4294967296', '4294967297', '9223372036854775807', '9223372036854775808',
    '18446744073709551616', '18446744073709551617', '9' x 300;
value_ok('offset', $_, 30, 0 + $_, undef) for '0', '0030', '99', '100', '129',
    '130', '1000000', '4294967296', '9223372036854775806',
    '9223372036854775807';

# Larger offsets are the largest one: there is no overflow.

my $last = get('api/v1', 'offset=9223372036854775807')->body;

for my $value ('9223372036854775808', '18446744073709551616',
    '18446744073709551646', map { '9' x $_ } 19 .. 60, 400)
{
    is(get($_, "offset=$value")->body =~ s/strict/api\/v1/r, $last,
        "/$_/?offset=$value") for 'api/v1', 'strict';
}

# Several of a name, other names, and bounds that directives set

page_is('limit=1000&offset=100', [30, 30, undef, '?limit=100']);
page_is('limit=5&offset=9223372036854775800', [0, 0, undef,
    '?limit=5&offset=9223372036854775795']);
page_is('limit=1&offset=129', [1, 1, undef, '?limit=1&offset=128']);
page_is('limit=1&offset=1', [129, 1, '?limit=1&offset=2', '?limit=1']);
page_is('limit=5&limit=6&offset=1&offset=2', [128, 6, '?limit=6&offset=8',
    '?limit=6']);
page_is($_, [130, 30, '?limit=30&offset=30', undef]) for 'limit=5&limit=',
    'offset=5&offset=x', 'limit=7&limit=abc', 'offset=5&offset=';
page_is('LIMIT=5&Offset=7', [130, 30, '?LIMIT=5&Offset=7&limit=30&offset=30',
    undef]);
page_is('lim%69t=5', [130, 5, '?limit=5&offset=5', undef]);
page_is('', [130, 7, '?limit=7&offset=7', undef], 'small');
page_is('limit=8', [130, 8, '?limit=8&offset=8', undef], 'small');
page_is('limit=10&offset=9', [121, 9, '?limit=9&offset=18', '?limit=9'],
    'small');

# Errors of several fields, and what is no error

my ($low, $negative) = map { least($_) } 'limit', 'offset';
my $long = 'x' x 257;

answer_is(get('strict', "offset=x&limit=0&name=$long"), 400,
    qq({"limit":["$low"],"offset":["$integer"],"name":["Ensure this field )
    . 'has no more than 256 bytes."]}');
answer_is(get('strict', 'offset=-1&limit=abc', $_), 400,
    qq({"limit":["$integer"],"offset":["$negative"]}), $_)
    for 'tags', 'content_items', 'collections';
answer_is(get('strict', $_, 'search'), 400, /abc/
    ? qq({"limit":["$integer"]}) : qq({"limit":["$low"]}), "search: $_")
    for 'limit=0', 'limit=-5', 'limit=abc';
is(get('strict', $_, 'search')->status, 200, "search: $_") for 'offset=-1',
    'offset=abc', 'limit=', 'limit=51', 'limit=' . '9' x 40;
is(get('strict', $_)->status, 200, $_) for 'limit=abc&limit=5',
    'limit=abc&limit=', 'offset=-1&offset=0', "text=$long";
is($t->get("/strict/$_?limit=x&offset=-1")->status, 200, "/$_") for '',
    'tags/t1/';
is($t->get('/strict/tags/none/?limit=x')->status, 404, 'no such tag');
