#!/usr/bin/perl

# Each input tells whether it is a table or has records, the standard input, too.
# Tests: src/tool/record/contentlib_input.c, src/tool/import/contentlib_import.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();
my $library = "$directory/library.db";
my %input = (table => "file,alt\na.png,A\n", tabs => "file\talt\nb.png\tB\n",
    mark => "\xef\xbb\xbffile;alt\r\nc.png;C\r\n", sep => "sep=;\nfile;alt\nd.png;D\n",
    quotes => qq("alt","file"\n"E","e.png"\n),
    records => lines(still(7)), array => ' [' . json(still(7)) . "]\n",
    long => 'file,' . join(',', map { "column$_" } 1 .. 2000 / 2) . "\nf.png\n");

sub items (@arguments) {
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $library, @arguments);

    is("$status$error", '0', 'import');

    return join ' ', sort map { $_->{static_image} // () } exported($library);
}

my %expected = (table => 'a.png', tabs => 'b.png', mark => 'c.png', sep => 'd.png',
    quotes => 'e.png', long => 'f.png',
    map { $_ => 'https://media.example/7.png' } qw(records array));

for my $name (sort keys %input) {
    is(items('-', { stdin => $input{$name} }), $expected{$name}, "$name: -");
    is(items(put("$directory/$name", $input{$name})), $expected{$name},
        "$name: a file");
}

is(items('-', "$directory/records", { stdin => $input{table} }),
    'a.png https://media.example/7.png', 'a table and records');
is(items("$directory/table", '-', { stdin => $input{records} }),
    'a.png https://media.example/7.png', 'records and a table');

# A pipe that gives one byte after the other.

my $pid = open my $pipe, '|-', $ENV{CONTENTLIB} // 'build/contentlib', 'import',
    '--quiet', '-o', $library, '-' or die $!;

$pipe->autoflush;

for my $byte (split //, $input{table}) {
    print {$pipe} $byte;
    select undef, undef, undef, 0.005;
}

close $pipe;
is($?, 0, 'a slow pipe');
is(join(' ', map { $_->{static_image} } exported($library)), 'a.png', 'is read');

is(refuses($directory, $library, $input{table}, '--format', 'json'),
    '-:1: unexpected "f" where a record should begin: this looks like CSV (use'
    . ' --format csv)', '--format counts');

done_testing();
