#!/usr/bin/perl

# The errors of an input: all of them are printed, each with an excerpt and,
# where it is known, the correct form.
# Tests: src/tool/record/contentlib_place.c, src/tool/contentlib_message.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1), item(2)));

sub errors ($bytes, @options) {
    return [map { s/^-://r } split /\n/,
        refuses($directory, $library, $bytes, @options)];
}

sub bad ($id, %change) {
    return json(item($id, %change));
}

# json-c reads on until something is wrong.

sub expected ($line, $column, $excerpt, $begin = undef) {
    return "$line: not valid JSON: object value separator ',' expected at"
        . " column $column: \"$excerpt\""
        . ($begin ? ", in the record that begins in line $begin" : '');
}

my $begins = substr bad(7, alt_text => undef), 0, 30;

# Excerpts and correct forms.

my $time = '"created" is not an ISO 8601 UTC time';

for my $case (
    [{ created => '2024-05-01' },
        qq{$time: "2024-05-01" (write "2024-05-01T00:00:00Z")}],
    [{ created => '2024-05-01 10:20:30' },
        qq{$time: "2024-05-01 10:20:30" (write "2024-05-01T10:20:30Z")}],
    [{ created => '2024:05:01 10:20:30.5+02:00' }, qq{$time: "2024:05:01 10:}
        . q{20:30.5+02:00" (write "2024-05-01T10:20:30.5+02:00")}],
    [{ created => '2024-05-01 10:20 UTC' },
        qq{$time: "2024-05-01 10:20 UTC" (write "2024-05-01T10:20Z")}],
    [{ created => '2024-05-01 10:20:30 +0200' }, qq{$time: "2024-05-01 10:20:}
        . q{30 +0200" (write "2024-05-01T10:20:30+0200")}],
    [{ created => '2024-05-01T10:20:30Z[UTC]' }, qq{$time: "2024-05-01T10:20:}
        . q{30Z[UTC]" (write "2024-05-01T10:20:30Z")}],
    [{ created => '2024-05-01T10:20:30+24:00' }, qq{$time: "2024-05-01T10:20:}
        . q{30+24:00" (write YYYY-MM-DDTHH:MM:SSZ)}],
    [{ static_image => '100%cotton.png' }, '"static_image" has a "%" without two'
        . ' hexadecimal digits behind it: "100%cotton.png" (write %25 for a'
        . ' percent sign)'],
    [{ created => 'May' }, qq{$time: "May" (write YYYY-MM-DDTHH:MM:SSZ)}],
    [{ created => '' }, $time],
    [{ created => 20240501 }, '"created" is not a string: 20240501'
        . ' (write YYYY-MM-DDTHH:MM:SSZ)'],
    [{ static_image => 'a b.png' }, '"static_image" has a blank or a control'
        . ' character: "a b.png" (write %20 for a space)'],
    [{ static_image => "a\tb.png" }, '"static_image" has a blank or a control'
        . ' character: "a\u0009b.png"'],
    [{ tags => [tag('Ä b')] }, '"tags[0].slug" is not a slug: "Ä b" (write'
        . ' ASCII letters, digits, "-" and "_")'],
    [{ alt_text => ['x'] }, '"alt_text" is not a string'],
    [{ alt_text => 'é' x 40_000 }, '"alt_text" is longer than 65536 bytes: "'
        . 'é' x 20 . '..."'],
) {
    my ($change, $message) = @$case;
    utf8::encode($message);

    is_deeply(errors(bad(7, %$change)), ["1: content item 7: $message"],
        $message);
}

# The column of a syntax error counts characters.

is_deeply(errors(qq{[{"id":1},\n   {"id":"\xc3\xa9\xe4\xb8\xad" x}]}),
    ['1: content item 1: missing "alt_text"',
        (map { "1: content item 1: missing \"$_\"" }
            qw(tags default_version created)),
        expected(2, 15, 'x}]')],
    'line and column');
is_deeply(errors(qq({"slug":"a","name":"\xc3\xa9\xe4\xb8\xad"} {"id":"b" x})),
    [expected(1, 36, 'x}')], 'behind a record');

# All errors of a record, and of all records.

is_deeply(errors(join "\n", bad(7, created => 'x', alt_text => 1,
        colour => 'red', version => { content_type => 'X' }), bad(8),
        bad(9, alt_text => undef), '{"id":10', bad(11, alt_text => undef),
        'hello', bad(12, alt_text => undef), '{"a":"b', bad(13, tags => 1),
        '{"id":}', bad(13), bad(13)),
    ['1: content item 7: "alt_text" is not a string: 1',
        '1: content item 7: "default_version.content_type" is neither "G" nor'
            . ' "I": "X"',
        "1: content item 7: $time: \"x\" (write YYYY-MM-DDTHH:MM:SSZ)",
        '1: content item 7: unknown field "colour"',
        '3: content item 9: missing "alt_text"',
        expected(5, 1, $begins, 4),
        '5: content item 11: missing "alt_text"',
        '6: unexpected "h" where a record should begin',
        '7: content item 12: missing "alt_text"',
        expected(9, 3, 'alt_text":"Item 13","created":', 8),
        '9: content item 13: "tags" is not a list',
        '10: not valid JSON: unexpected character at column 7: "}"',
        '12: content item 13: was already given at -:11'],
    'all errors');

# The program continues after an error in an array and in a page.

my $broken = '{"id":1,"alt_text":"x';

is_deeply(errors("[\n  $broken\n  },\n  " . bad(8, alt_text => undef) . "\n]\n"
    . "{\"results\":[\n$broken,\n" . bad(9, alt_text => undef) . "\n]}\n"
    . bad(10, alt_text => undef)),
    [expected(4, 5, substr(bad(8, alt_text => undef), 2, 30), 2),
        '4: content item 8: missing "alt_text"',
        expected(8, 3, substr(bad(9, alt_text => undef), 2, 30), 7),
        '8: content item 9: missing "alt_text"',
        '10: content item 10: missing "alt_text"'],
    'in an array and in a page');

# A page ends nevertheless where its end is wrong.

is_deeply(errors("{\"results\":[\n {\"slug\":\"a\"}\n],\"next\":nul}\n"
    . "{\"results\":[\n{\"slug\":\"b\"}\n]}\n{\"results\":[]}"),
    ['2: tag "a": missing "name"',
        '3: not valid JSON: null expected at column 13: "}"',
        '5: tag "b": missing "name"'],
    'a page with a wrong end');

# What goes on to the end of the input is not read again.

is_deeply(errors("{/*\n" x 200_000),
    ['1: the record that begins here does not end'],
    'comments without an end');

# A record without an end does not end at the next one, and its nested objects
# may begin lines of their own.

my $open = bad(7) =~ s/\}$//r;

is_deeply(errors(join "\n", $open, bad(8), $open, bad(9), bad(9)),
    [expected(2, 1, substr(bad(8), 0, 30), 1),
        expected(4, 1, substr(bad(9), 0, 30), 3),
        '5: content item 9: was already given at -:4'],
    'records without an end');
ok(imports($directory, 'lines.db', json(item(1)) =~ s/(?=\{)|(?<=[,}])/\n/gr),
    'nested objects at the beginning of a line');

# At most 20, or as many as --max-errors allows.

my $many = join '', map { bad($_, alt_text => undef) . "\n" } 1 .. 25;

my @printed = map { "$_: content item $_: missing \"alt_text\"" } 1 .. 25;

is_deeply(errors($many), [@printed[0 .. 19], 'and 5 more'], '20 of 25');
is_deeply(errors($many, '--max-errors', 1), [$printed[0], 'and 24 more'],
    '--max-errors 1');
is_deeply(errors($many, '--max-errors', 24), [@printed[0 .. 23], 'and 1 more'],
    '--max-errors 24');
is_deeply(errors($many, '--max-errors', 25), \@printed, '--max-errors 25');
is_deeply(errors($many, '--max-errors', 9999), \@printed,
    '--max-errors 9999');

for my $wrong ('0', '', '-1', 'x', '1x', '01') {
    my ($status, $out, $error) = tool('import', '-o', $library,
        '--max-errors', $wrong, '-', { stdin => $many });

    is("$status$out", '2', "--max-errors \"$wrong\": status");
    like($error, qr/^contentlib: --max-errors is not a number of at least 1$/m,
        "--max-errors \"$wrong\": message");
}

# The errors of several files are counted together.

my @files = map { put("$directory/$_.json", '{}') } 1 .. 3;
my ($status, $out, $error) = tool('import', '-o', $library, '--max-errors', 2,
    @files);

is("$status$out$error", join('', 1, map({ "$directory/$_.json:1: record: is"
    . " neither a content item, nor a tag, nor a collection\n" } 1, 2),
    "and 1 more\n"), 'three files');

# CSV

for my $first ('id,url,tags', 'file;alt_text', "file\turl", '"file","url"') {
    my $quoted = substr $first, 0, 1;

    is_deeply(errors("$first\n1,a.gif,x\n2,b.gif,y\n", '--format', 'json'),
        ["1: unexpected \"$quoted\" where a record should begin: this looks"
            . ' like CSV (use --format csv)'], "CSV: $first");
}

is_deeply(errors("file\n1,a.gif\n"), [map { $_ }
    '1: unexpected "f" where a record should begin'], 'not CSV');

done_testing();
