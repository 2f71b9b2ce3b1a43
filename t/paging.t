#!/usr/bin/perl

# limit and offset: what they accept, and the links that follow from them.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


# Tags are small, and the links are the same for all lists.  The first one
# has the number 130.

my $t = Test::Contentlib->new(
    records => [map { tag("Tag $_", "t$_") } reverse 1 .. 130],
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
        }

        location /small/ {
            contentlib;
            contentlib_root           /small/;
            contentlib_page_size      7;
            contentlib_max_page_size  9;
        }
CONF

# first number, number of results, next, previous

sub page ($query, $root = 'api/v1') {
    my $json = $t->get("/$root/tags/?$query")->json;
    my @results = @{$json->{results}};

    is($json->{count}, 130, "count of ?$query");

    return [@results ? $results[0]{slug} =~ s/t//r : 0, scalar @results,
        map { query_of($_) } @$json{qw(next previous)}];
}

my $first = [130, 30, '?limit=30&offset=30', undef];

# what is no number is the default

for my $value ('', '0', '00', '-1', '-10', 'abc', '5.0', '5.', '.5', '1e1',
    '0x10', '5a', 'a5', '%2B', '-', '%2B%2B5', '%2B-5', '--5', '5+5', '1_0',
    '1%2C0', '%D9%A3', '%EF%BC%95', '%00', '5%00', '%zz', '5%', '%205x')
{
    my (undef, $n) = @{page("limit=$value")};
    is($n, 30, "limit=$value is the default");
}

for my $value ('', '-1', '-0x1', 'abc', '5.0', '0x10', '5a', '%2B', '-',
    '5+5', '1_0', '%D9%A3', '-99999999999999999999999999', '5%00')
{
    is_deeply([@{page("offset=$value")}[0, 1, 3]], [130, 30, undef],
        "offset=$value is 0");
}

# a number

for my $value ('5', '%2B5', '+5', '5+', '++5++', '%205%20', '+%2B5+', '005',
    '%2B0005', '0' x 300 . '5', '%35')
{
    is_deeply(page("limit=$value"), [130, 5, '?limit=5&offset=5', undef],
        "limit=$value is 5");
    is_deeply(page("offset=$value"), [125, 30, '?limit=30&offset=35',
        '?limit=30'], "offset=$value is 5");
}

is_deeply(page('limit=007'), [130, 7, '?limit=7&offset=7', undef]);

# above the maximum

for my $value ('100', '101', '1000', '2147483648', '4294967296',
    '4294967297', '9223372036854775807', '9223372036854775808',
    '18446744073709551616', '18446744073709551617', '9' x 300)
{
    is_deeply(page("limit=$value"), [130, 100, '?limit=100&offset=100',
        undef], "limit=$value is 100");
}

is_deeply(page('limit=1000&offset=100'), [30, 30, undef, '?limit=100']);

# behind the end

is_deeply(page('offset=130'), [0, 0, undef, '?limit=30&offset=100']);
is_deeply(page('offset=129'), [1, 1, undef, '?limit=30&offset=99']);
is_deeply(page('offset=4294967296'), [0, 0, undef,
    '?limit=30&offset=4294967266']);
is_deeply(page('limit=5&offset=9223372036854775800'), [0, 0, undef,
    '?limit=5&offset=9223372036854775795']);

for my $value ('9223372036854775807', '9223372036854775808',
    '18446744073709551616', '9' x 400)
{
    my ($id, $n, $next, $previous) = @{page("offset=$value")};

    is("$id $n", '0 0', 'no results behind the end');
    is($next, undef, 'no next page');
    like($previous, qr/^\?limit=30&offset=\d{15,}$/, 'a previous page');
}

# exact ends

is_deeply(page('offset=100'), [30, 30, undef, '?limit=30&offset=70']);
is_deeply(page('offset=99'), [31, 30, '?limit=30&offset=129',
    '?limit=30&offset=69']);
is_deeply(page('limit=1&offset=129'), [1, 1, undef, '?limit=1&offset=128']);
is_deeply(page('limit=1&offset=1'), [129, 1, '?limit=1&offset=2',
    '?limit=1']);
is_deeply(page('offset=30'), [100, 30, '?limit=30&offset=60', '?limit=30']);
is_deeply(page('offset=31'), [99, 30, '?limit=30&offset=61',
    '?limit=30&offset=1']);

# the last of several counts

is_deeply(page('limit=5&limit=6&offset=1&offset=2'), [128, 6,
    '?limit=6&offset=8', '?limit=6']);
is_deeply(page('limit=5&limit='), $first);
is_deeply(page('offset=5&offset=x'), [130, 30, '?limit=30&offset=30', undef]);
is_deeply(page('LIMIT=5&Offset=7'), [130, 30,
    '?LIMIT=5&Offset=7&limit=30&offset=30', undef], 'names have a case');
is_deeply(page('lim%69t=5'), [130, 5, '?limit=5&offset=5', undef],
    'names are decoded');

# the directives

is_deeply(page('', 'small'), [130, 7, '?limit=7&offset=7', undef]);
is_deeply(page('limit=8', 'small'), [130, 8, '?limit=8&offset=8', undef]);
is_deeply(page('limit=10&offset=9', 'small'), [121, 9, '?limit=9&offset=18',
    '?limit=9']);
