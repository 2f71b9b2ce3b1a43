#!/usr/bin/perl

# Forms of the same table: separators, line ends, encodings.
# Tests: src/tool/import/contentlib_csv.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $csv = <<'END';
file,id,alt_text,tags,created
a.png,3,"Käse, 日本 and ""𝄞""",cat,2024-05-01T12:00:00Z
b.png,4,plain,"one;two",2024-05-01T12:00:00Z
END

# Imports a table and returns its items.

sub items ($name, $bytes, @options) {
    my $file = $name eq '-' ? $name : put("$directory/$name", $bytes);
    my ($status, $out, $error) = tool('import', @options, '-o',
        "$directory/library.db", $file,
        $name eq '-' ? { stdin => $bytes } : ());

    is("$status$error", '0', 'imported');

    return [grep { $_->{id} } exported("$directory/library.db")];
}

my $expected = items('a.csv', encode_utf8($csv));

is($expected->[1]{alt_text}, 'Käse, 日本 and "𝄞"', 'a text');

my $semicolons = $csv =~ s/^([^,\n]*),([^,]*),(".*"|[^,]*),/$1;$2;$3;/mgr
    =~ s/;([^;,]*),created/;$1;created/r =~ s/,(2024)/;$1/gr;
my $tabs = $semicolons =~ s/;(?!two)/\t/gr;

my %form = (
    'semicolons' => encode_utf8($semicolons),
    'tabs in .csv' => encode_utf8($tabs),
    'a byte order mark' => encode_utf8("\x{feff}$csv"),
    'CRLF' => encode_utf8($csv =~ s/\n/\r\n/gr),
    'CR' => encode_utf8($csv =~ s/\n/\r/gr),
    'no line end' => encode_utf8($csv =~ s/\n\z//r),
    'blank lines' => encode_utf8("\n  \n" . $csv =~ s/\n/\n\n/gr),
    'quotes' => encode_utf8($csv =~ s/a\.png/"a.png"/r =~ s/file/"file"/r),
    'blanks' => encode_utf8($csv =~ s/a\.png/  a.png /r =~ s/file/ file /r),
);

is_deeply(items('form.csv', $form{$_}), $expected, $_) for sort keys %form;

# The time grows with the number of blank lines, not with its square.

{
    local $SIG{ALRM} = sub { die "too slow\n" };
    alarm 15;
    is(scalar @{items('many.csv', "file\na.png\n" . "\r\n" x 500_000)}, 1,
        'many blank lines');
    alarm 0;
}

is_deeply(items('form.TSV', encode_utf8($tabs)), $expected, '.TSV');
is_deeply(items('form.txt', encode_utf8($csv), '--format', 'csv'), $expected,
    '--format csv');
is_deeply(items('form.csv', encode_utf8($tabs), '--format', 'tsv'), $expected,
    '--format tsv');
is_deeply(items('-', encode_utf8($csv), '--format=csv'), $expected,
    'the standard input');
is_deeply(items('form.csv', lines(item(1)), '--format', 'json'),
    items('form.json', lines(item(1))), '--format json');

is(items('lines.csv', "file,alt\na.png,\"two\r\nlines\"\n")->[0]{alt_text},
    "two\r\nlines", 'a line end in quotes');
is(items('one.tsv', "file\talt\na.png\tone, two\n")->[0]{alt_text},
    'one, two', 'commas in .tsv');

# a table and other records

my $records = put("$directory/records.ndjson", lines(item(9)));

is_deeply([map { $_->{id} } @{items('more.csv', "file\na.png\n", $records)}],
    [10, 9], 'a table after records');

done_testing();
