#!/usr/bin/perl

# A library of format 6 is rejected with a hint.  "export" and "import"
# convert it, "import --merge" does so, too, and "--dry-run" compares with it.
# Tests: src/tool/export/contentlib_export_previous.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;
use Test::Contentlib::Checksums;

my $directory = directory();
my $old = "$directory/old.db";
my $new = "$directory/new.db";

is(system('sh', '-c', 'exec sqlite3 "$1" < t/import/upgrade_format.sql > "$1.log"',
    'sh', $old), 0, 'a library of format 6');
checksum_file($old);

my $bytes = slurp($old);
my ($digest) = $bytes =~ /([0-9a-f]{64})/;

# refused

for my $command (qw(check info)) {
    my ($status, $out, $error) = tool($command, $old);

    is("$status$out$error", "1contentlib: cannot open \"$old\": a library of"
        . ' another format: convert it with "contentlib export" and'
        . qq( "contentlib import"\n), $command);
}

is(slurp($old), $bytes, 'it is as it was');

# converted: the digest stays

my ($status, $export, $error) = tool('export', '--members', $old);

is("$status$error", '0', 'export');
is(scalar(() = $export =~ /\n/g), 8, 'its lines');

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
is((tool('export', '--members', $new))[1], $export, 'and members alone');

# merged

my $merged = put("$directory/merged.db", $bytes);

($status, my $out, $error) = tool('import', '--merge', '--dry-run', '-o',
    $merged, '-', { stdin => lines(item(4)) });
is("$status$error", '0', 'import --merge --dry-run');
is($out, "tags: 0 added, 0 changed, 0 removed\nitems: 1 added, 0 changed, 0"
    . " removed\ncollections: 0 added, 0 changed, 0 removed\n", 'the changes');
is(slurp($merged), $bytes, 'nothing is written');

is((tool('import', '--quiet', '--merge', '-o', $merged, '-',
    { stdin => '' }))[0], 0, 'import --merge');
is((tool('check', $merged))[0], 0, 'check');
like((tool('info', $merged))[1], qr/^digest: +$digest$/m, 'the same digest');

# damaged

my $damaged = put("$directory/damaged.db", $bytes);

edit($damaged, 'DELETE FROM item WHERE position = 1');
($status, $out, $error) = tool('export', $damaged);
like("$status $error", qr/^1 contentlib: cannot read "\S+": record \d+: a record is missing$/,
    'a missing record');

for my $change ('digest = 5', 'items = items - 1', 'collections = 0') {
    put($damaged, $bytes);
    edit($damaged, "UPDATE meta SET $change");
    ($status, $out, $error) = tool('export', $damaged);
    is("$status$out$error", "1contentlib: cannot open \"$damaged\": the row of"
        . " \"meta\" is not valid\n", $change);
}

# made to do harm

for (['a view without end', 'DROP TABLE item; CREATE VIEW item AS WITH RECURSIVE'
        . ' n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i AS'
        . ' position, i AS record, i AS marks FROM n'],
    ['an expression', 'ALTER TABLE item ADD COLUMN more TEXT AS'
        . ' (hex(zeroblob(400000000)))'])
{
    my ($name, $sql) = @$_;

    put($damaged, $bytes);
    is(edit($damaged, $sql), '', $name);
    ($status, $out, $error) = tool('export', $damaged);
    like("$status$out$error", qr/\A1contentlib: cannot open "\Q$damaged\E":/,
        "$name is refused");
}

put($damaged, $bytes);
edit($damaged, 'PRAGMA user_version = 262');
like((tool('export', $damaged))[2], qr/: a library of another format: /,
    'format 262');

put($damaged, $bytes);
put("$damaged-journal", 'x');
like((tool('export', $damaged))[2], qr/a "-journal" file exists beside it/,
    'a journal');
unlink "$damaged-journal" or die $!;

substr $bytes, $PAGE + 100, 1, 'x';
put($damaged, $bytes);
like((tool('export', $damaged))[2], qr/: the checksum of page 2 is wrong$/,
    'a wrong checksum');

done_testing();
