#!/usr/bin/perl

# "export", "info" and "import --merge" report errors in damaged libraries, and
# do not replace a library.
# Suite: long
# Tests: src/tool/export/contentlib_export.c,
#     src/tool/export/contentlib_export_command.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;
use Test::Contentlib::Checksums;

my $directory = directory();
my $good = slurp(imports($directory, 'good.db', lines((map { item($_) } 1 .. 5),
    tag('unused'), collection('best', item(7)), collection('next', item(8)))));
my $library = "$directory/library.db";

sub damage ($sql) {
    put($library, $good);

    is(edit($library, $sql), '', $sql);

    return slurp($library);
}

# neither exported nor merged

for my $sql (
    'DELETE FROM item WHERE position = 0',
    'DELETE FROM tag WHERE position = 0',
    'DELETE FROM collection',
    'UPDATE tag SET position = position + 1000',
    "UPDATE item SET record = ''",
    "UPDATE item SET record = substr(record, 100)",
    "UPDATE item SET marks = x''",
    "UPDATE item SET tags = x'ff0000'",
    "UPDATE collection SET marks = x'ffff'",
    'UPDATE collection SET preview = 1000',
    'UPDATE tag SET marks = CAST(marks || zeroblob(1) AS BLOB)',
) {
    my $bytes = damage($sql);

    my ($status, $out, $error) = tool('export', $library);

    is("$status $error" =~ s/: [^\n]+\n/: .../r, '1 contentlib: ...',
        'not exported');

    ($status, $out, $error) = tool('import', '--quiet', '--merge', '-o',
        $library, '-', { stdin => lines(item(9)) });
    like("$status $error", qr/\A1 [^\n]+\n\z/, 'not merged');
    ok(slurp($library) eq $bytes, 'it is as it was');
    like((tool('info', $library))[0], qr/\A[01]\z/, 'info ends');
}

# a record without the brace in front of which the members of a collection go

for my $record ('{"preview_image":', '{"slug":"best"') {
    damage("UPDATE collection SET record = '$record', marks = x'0600';"
        . " INSERT INTO posting VALUES (2, 0, 0, x'0000')");

    for my $command ('export --members', 'check') {
        my ($status, $out, $error) = tool(split(/ /, $command), $library);

        is("$status $error" =~ s/record \d+/record N/r, qq(1 contentlib: cannot)
            . qq( read "$library": record N: a record has no end\n),
            "$command: '$record'");
    }

    my ($status, $out, $error) = tool('import', '--quiet', '--merge', '-o',
        $library, '-', { stdin => '' });
    like("$status $error", qr/\A1 [^\n]+\n\z/, "import --merge: '$record'");
}

# records that the importer does not write are exported, and not merged

for my $case (
    ["UPDATE item SET record = replace(record, '2024-', '3-24-')",
        'collection "best": "preview_image.created" is not an ISO 8601 UTC time'],
    ["UPDATE item SET record = replace(record, '\"G\"', '\"X\"')",
        'collection "best": "preview_image.default_version.content_type" is neither "G" nor "I"'],
    ["UPDATE tag SET record = replace(record, '\"', ' ')", undef],
    (map { ["UPDATE tag SET record = '$_', marks = x'' WHERE slug"
        . " = 'unused'",
        'unexpected "' . substr($_, 0, 1) . '" where a record should begin'] }
        '[]', 'null', '7', '[] {}'),
    ["UPDATE tag SET record = '', marks = x'' WHERE slug = 'unused'",
        'the record that begins here does not end'],
    ["UPDATE item SET record = CAST(replace(CAST(record AS BLOB), CAST('Item'"
        . " AS BLOB), x'ffffffff') AS TEXT)", undef],
) {
    my ($sql, $expected) = @$case;
    my $bytes = damage($sql);

    is((tool('export', $library))[0], 0, 'exported');

    my ($status, $out, $error) = tool('import', '--quiet', '--merge', '-o',
        $library, '-', { stdin => lines(item(9)) });

    like("$status $error", qr/\A1 \Q$library\E:\d+: [^\n]+\n\z/, 'not merged');
    like($error, qr/:\d+: \Q$expected\E(?:: .*)?$/, 'what is said')
        if $expected;
    ok(slurp($library) eq $bytes, 'it is as it was');
}

is(join(' ', contents($directory)), 'good.db library.db', 'nothing is left');

done_testing();
