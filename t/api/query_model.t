#!/usr/bin/perl

# Random query strings: parsing, limit, offset and links equal those of a
# simple model with unlimited numbers.  CONTENTLIB_MODEL=100000 makes so many
# other requests; CONTENTLIB_SEED repeats a run.
# Tests: src/api/contentlib_request.c, src/api/contentlib_url.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Query;
use Test::Contentlib::Requests;


my $requests = $ENV{CONTENTLIB_MODEL} // 3000;
my $seed = $ENV{CONTENTLIB_SEED} // ($ENV{CONTENTLIB_MODEL} ? time : 1);

any_from($seed);
note("CONTENTLIB_SEED=$seed");

my $count = 60;
my $t = Test::Contentlib->new(
    records => [map { tag("Tag $_", "t$_") } 1 .. $count],
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        location /lenient/ {
            contentlib;
            contentlib_root /lenient/;
        }

        location /strict/ {
            contentlib;
            contentlib_root    /strict/;
            contentlib_strict  on;
        }
CONF


# bytes that are invalid or special in a request line are encoded

sub raw ($bytes) {
    return $bytes =~ s/([\x00-\x20\x7f#])/sprintf '%%%02x', ord $1/ger;
}

my @digits = ('0', '1', '7', '29', '30', '59', '60', '61', '99', '100', '101',
    '1000000000', '2147483647', '2147483648', '4294967295', '4294967297',
    '9223372036854775777', '9223372036854775807', '9223372036854775808',
    '18446744073709551615', '18446744073709551617', '9' x 20, '9' x 400);

sub integer () {
    my $text = any('', '', '', '+', '-', '%2B', '%2b', '%2D', '--')
        . any('', '', '0', '000') . any(@digits, map { any_below(70) } 1 .. 9);

    $text = any('+', '%20', '%09', '%0d%0A', '%0b', '%0c', '%00', '%a0',
        '%e2%80%89') . $text unless any_below(4);
    $text .= any('+', '%20', '%09', 'x', '.0', 'e1', '%00', '%85', '_0',
        '%EF%BC%95', "\xd9\xa3") unless any_below(4);
    $text = any('', '+', '%2B', '-', 'x', '0x10', '1_0', '%D9%A3', '1 000',
        'nan', 'inf', '%31', '%3', '%') unless any_below(6);

    return raw($text);
}

my @pieces = ('%', '%2', '%zz', '%4g', '%%41', '%u0041', '+', '%2B', '%20',
    '%26', '%3d', '%23', '%25', '%2541', ';', '=', '==', '?', '/', '"', '<',
    '>', "'", '\\', '%00', '%0d%0a', '%7f', '~', '-', '.', '_', 'a', 'B', '9',
    '%C3%A9', "\xc3\xa9", "%c3\xa9", "\xc3", '%a9', '%e2%82', '%ED%A0%80',
    '%f4%90%80%80', '%F0%9F%98%80', '%c0%80', '%e0%9f%bf', '%ff', "\xfe",
    '%E2%80%A8', '%EF%BF%BD', '%ef%bb%bf');

sub some () {
    return raw(any_bytes(any_below(6))) if any_below(3) == 0;

    return join '', map { any(@pieces) } 1 .. any_below(5);
}

sub piece () {
    my $kind = any_below(12);

    return any('limit', 'offset', 'limit', 'offset', 'lim%69t', 'offse%74')
        . '=' . integer() if $kind < 6;
    return any('Limit', 'OFFSET', 'limit%00', 'limi', '+limit', 'limit+',
        'offset%20', "offset\xff") . '=' . integer() if $kind == 6;
    return any('', 'limit', 'offset', 'a', 'b') . any('', '=') if $kind == 7;

    return some() . any('', '=', '=', '=') . some();
}

sub query () {
    return join '&', map { any('a', 'b', 'c=1', '=') } 1 .. any(60 .. 70)
        unless any_below(100);

    return join any('&', '&', '&', '&&'), map { piece() } 1 .. any_below(7);
}

# the expected response without the results

sub expected ($query, $root) {
    my $arguments = arguments($query)
        // return '400 {"detail":"Too many parameters."}';
    my ($limit, $offset, @errors) = page_of($arguments, 30, 100);

    return '400 {' . join(',', @errors) . '}'
        if @errors && $root eq 'strict';

    my ($next, $previous) = map { defined
        ? "\"http://localhost/$root/tags/$_\"" : 'null'
    } page_links($arguments, $limit, $offset, $count);
    my $from = $offset < $count ? "$offset" : $count;
    my $to = $from + $limit < $count ? $from + $limit : $count;

    return "200 {\"count\":$count,\"next\":$next,\"previous\":$previous, "
        . join ' ', map { "t$_" } $from + 1 .. $to;
}

sub answered ($r) {
    return $r->status . ' ' . $r->body if $r->status != 200;

    return '200 ' . ($r->body =~ s/"results":.*//sr) . ' ' . slugs($r);
}

my $connection = $t->connection;
my (%seen, @faults);

for (1 .. $requests) {
    my $root = any('lenient', 'lenient', 'strict');
    my $query = query();

    $query .= '&format=' if $query =~ /format/;

    my $wanted = expected($query, $root);
    my $got = answered($connection->exchange('GET', "/$root/tags/?$query"));

    push @faults, "/$root/tags/?$query\nwanted: $wanted\ngot:    $got"
        if $got ne $wanted;
    $seen{$wanted =~ /^(\d+ .{9})/ ? $1 : 'other'}++;
}

is(scalar @faults, 0, "$requests query strings")
    or diag(join "\n\n", "CONTENTLIB_SEED=$seed", grep { defined }
        @faults[0 .. 4]);
cmp_ok($seen{$_} // 0, '>', $requests / 500, $_) for '200 {"count":',
    '400 {"limit":', '400 {"offset"', '400 {"detail"';
