#!/usr/bin/perl

# A table of 200 rows with thirty mistakes: up to --max-errors of them are
# reported with line and column, and the library stays as it was.

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);

my @columns = qw(id file alt width height size type created tags);
my %good = (alt => '"A picture, and a text"', width => 320, height => 240,
    size => 12345, type => 'image/gif', created => '2024-05-01T12:00:00Z',
    tags => 'cat;dog');

# what is wrong in a column

my @mistakes = (
    [id => '0'], [id => '-7'], [id => '1.5'], [id => 'seven'], [id => '1e3'],
    [file => '//a.example/a.gif'], [file => 'http://'], [file => 'https:///a'],
    [width => '320px'], [width => '-1'], [width => '3.5'], [width => '"1,024"'],
    [height => 'high'], [height => '0x10'], [height => '1 000'],
    [size => '68 kB'], [size => '9007199254740993'], [size => '1e6'],
    [type => 'picture'], [type => 'image/'], [type => '/gif'],
    [type => 'image gif'], [created => '2024-05-01'], [created => 'yesterday'],
    [created => '2024-02-30T12:00:00Z'], [created => '2024:05:01 12:00:00'],
    [created => '2024-05-01T12:00:00+02:00'], [created => '1714564800'],
    [created => '01.05.2024'], [created => '2024-05-01T25:00:00Z'],
);

my @rows = (join(',', @columns), map {
    my %row = (%good, id => $_ + 1000, file => "a$_.gif");
    join ',', @row{@columns};
} 1 .. 200);

my @good = @rows;
my %mistake;

for my $n (keys @mistakes) {
    my $line = 3 + 6 * $n;
    my ($column, $value) = @{$mistakes[$n]};
    my %row = (%good, id => $line + 999, file => "a$line.gif",
        $column => $value);

    $mistake{$line} = [$column, $value =~ s/"//gr];
    $rows[$line - 1] = join ',', @row{@columns};
}

my $table = "$directory/pictures.csv";

is(scalar keys %mistake, 30, 'thirty mistakes');

put($table, join '', map { "$_\n" } @rows);

my ($status, $out, $error) = tool('import', '--max-errors', 25, '-o', $library,
    $table);
my @errors = split /\n/, $error;

is("$status$out", '1', 'refused');
like(pop @errors, qr/\band 5 more\b/, 'the other errors are counted');

for my $line ((sort { $a <=> $b } keys %mistake)[0 .. 24]) {
    my ($column, $value) = @{$mistake{$line}};

    like(shift @errors, qr/^\Q$table:$line: column "$column": "$value"\E /,
        "line $line, $column");
}

ok(slurp($library) eq $before, 'the library is as it was');

put($table, join '', map { "$_\n" } @good);

is((tool('import', '--quiet', '-o', $library, $table))[0], 0, 'all corrected');
is((grep { $_->{id} } exported($library)), 200, '200 items');

done_testing();
