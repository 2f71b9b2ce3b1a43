#!/usr/bin/perl

# A library of format 2 is rejected.  "export" and "import" convert it.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $old = "$directory/old.db";
my $new = "$directory/new.db";

is(system('sh', '-c', 'exec sqlite3 "$1" < t/upgrade_format.sql', 'sh', $old),
    0, 'a library of format 2');

my $bytes = slurp($old);
my ($digest) = $bytes =~ /([0-9a-f]{64})/;

# refused

for my $command ([qw(check)], [qw(info)], [qw(import --merge -o)],
    [qw(import --merge --dry-run -o)])
{
    my @input = $command->[0] eq 'import' ? ('-', { stdin => lines(item(1)) })
        : ();
    my ($status, $out, $error) = tool(@$command, $old, @input);

    is("$status$out$error", "1contentlib: cannot open \"$old\": not a"
        . " contentlib library\n", "@$command");
}

is(slurp($old), $bytes, 'it is as it was');

# converted: the digest equals that of the export by the program of format 2

my ($status, $export, $error) = tool('export', $old);

is("$status$error", '0', 'export');
is(scalar(() = $export =~ /\n/g), 9, 'its lines');

for my $media ('', 'https://media.example/', 'https://other.example/') {
    is((tool('import', '--quiet', '-o', $new, '--media-url', $media, '-',
        { stdin => $export }))[0], 0, "import --media-url '$media'");
    is((tool('check', $new))[0], 0, 'check');
    like((tool('info', $new))[1], qr/^digest: +$digest$/m, 'the same digest');
}

# the options of the export

my @options = ('--base-url', 'https://api.example', '--media-url',
    'https://cdn.example/"/', '--partner', 'someone');

imports($directory, 'new.db', $export, '--media-url',
    'https://media.example/');
is((tool('export', @options, $old))[1], (tool('export', @options, $new))[1],
    'the options of the export');
is((tool('export', $new))[1], $export, 'and none');

# a record is missing

my $damaged = put("$directory/damaged.db", $bytes);

system 'sqlite3', $damaged, 'DELETE FROM item WHERE position ='
    . ' (SELECT preview FROM collection LIMIT 1)';
($status, my $out, $error) = tool('export', $damaged);
like("$status $error", qr/^1 contentlib: \S+: the library is damaged: it has \d of 9 records$/,
    'a missing record');

# errors of reading and writing

($status, $out, $error) = tool('export', $old, { shell => 'exec > /dev/full' });
is("$status $error" =~ s/: [^:]+\n/: .../r,
    '1 contentlib: cannot write: ...', 'a full disk');

system 'sqlite3', $old, 'DROP TABLE rendition';
($status, $out, $error) = tool('export', $old);
is("$status $error", "1 contentlib: $old: no such table: rendition\n",
    'a table is missing');

done_testing();
