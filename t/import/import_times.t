#!/usr/bin/perl

# The forms of ISO 8601 in which "created" may be, and what is stored: the same
# instant in UTC.
# Tests: src/tool/record/contentlib_time.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $noon = '2024-05-01T12:00:00Z';

my @cases = (

    # PostgreSQL, Java, Python, JavaScript, Go

    ['2024-05-01 12:00:00+00', $noon],
    ['2024-05-01 17:30:00+05:30', $noon],
    ['2024-05-01 12:19:32+00:19:32', $noon],
    ['2024-05-01T12:00Z', $noon],
    ['2024-05-01T14:00:00+0200', $noon],
    ['2024-05-01T12:00:00.000Z', $noon],
    ['2024-05-01 14:00:00.500000+02:00', '2024-05-01T12:00:00.500000Z'],
    ['2024-05-01T12:00:00.123456789Z', '2024-05-01T12:00:00.123456Z'],
    ['2024-05-01t12:00:00z', $noon],

    # without hyphens and colons

    ['20240501T120000Z', $noon],
    ['20240501T1200Z', $noon],
    ['20240501T12Z', $noon],
    ['20240501 140000+0200', $noon],
    ['2024-05-01T120000Z', $noon],

    # days of weeks and years

    ['2024-W18-3T12:00:00Z', $noon],
    ['2024W183T120000Z', $noon],
    ['2024-122T12:00:00Z', $noon],
    ['2024122T120000Z', $noon],
    ['2024-366T00:00Z', '2024-12-31T00:00:00Z'],
    ['2020-W53-7T00:00Z', '2021-01-03T00:00:00Z'],
    ['2025-W01-1T00:00Z', '2024-12-30T00:00:00Z'],

    # fractions of seconds, minutes and hours

    ['2024-05-01T11:59:59,5Z', '2024-05-01T11:59:59.500000Z'],
    ['2024-05-01T11:59.5Z', '2024-05-01T11:59:30Z'],
    ['20240501T115959,999999Z', '2024-05-01T11:59:59.999999Z'],
    ['2024-05-01T11,75Z', '2024-05-01T11:45:00Z'],
    ['2024-05-01T11.000000001Z', '2024-05-01T11:00:00.000003Z'],

    # offsets

    ['2024-05-01T14:00:00+02', $noon],
    ['2024-04-30T22:30:00-13:30', $noon],
    ["2024-05-01T07:00:00\x{2212}05:00", $noon],
    ["20240501T07\x{2212}05", $noon],
    ['2024-05-01T12:00:00-00:00', $noon],
    ['2024-05-02T11:59:00+23:59', $noon],
    ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00Z'],
    ['2024-02-28T23:30:00-01:00', '2024-02-29T00:30:00Z'],

    # the end of a day

    ['2024-05-01T24:00:00Z', '2024-05-02T00:00:00Z'],
    ['2023-12-31T24:00Z', '2024-01-01T00:00:00Z'],
    ['20240228T24Z', '2024-02-29T00:00:00Z'],
    ['2024-05-01T24:00:00.000+12:00', $noon],

    # the first and the last ones

    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
    ['9999-W52-5T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ['10000101T000000Z', '1000-01-01T00:00:00Z'],
    ['9999-W52-6T00:00+06:59', '9999-12-31T17:01:00Z'],
);

sub created ($library) {
    return [map { $_->{created} } reverse grep { $_->{id} } exported($library)];
}

my $expected = [map { $_->[1] } @cases];
my $id = 0;

is_deeply(created(imports($directory, 'records.db',
    lines(map { item(++$id, created => $_->[0]) } @cases))), $expected,
    'records');
is_deeply(created(imports($directory, 'table.db', encode_utf8(join '',
    "file,created\n", map { "$_.png,\"$cases[$_][0]\"\n" } 0 .. $#cases),
    '--format', 'csv')), $expected, 'a table');

done_testing();
