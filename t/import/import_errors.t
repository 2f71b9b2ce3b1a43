#!/usr/bin/perl

# The errors of "contentlib import".  The old library does not change, and no
# files are left.
# Tests: src/tool/record/contentlib_record.c,
#     src/tool/record/contentlib_values.c, src/tool/stage/contentlib_stage.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1), item(2)));

binmode Test::More->builder->$_, ':encoding(UTF-8)'
    for qw(output failure_output todo_output);

# The text of a record with one piece of it replaced.

sub edit ($record, $from, $to) {
    my $text = json($record);
    $text =~ s/\Q$from\E/$to/ or die "no $from in $text";
    return $text;
}

sub bytes_of ($text) {
    utf8::encode($text);
    return $text;
}

my $item = item(7);
my $good = json(item(8));

# name, bytes, message without "-:"

my @cases = (

    # JSON

    ['not JSON', "$good\nhello", '2: unexpected "h" where a record should begin'],
    ['a number', '12', '1: unexpected "1" where a record should begin'],
    ['a string', '"x"', '1: unexpected """ where a record should begin'],
    ['a comma between lines', "$good,\n", '1: unexpected "," where a record should begin'],
    ['an array in an array', "[[$good]]", '1: unexpected "[" where a record should begin'],
    ['a number in an array', "[$good,1]", '1: unexpected "1" where a record should begin'],
    ['a bracket too many', "[$good]\n]", '2: unexpected "]" where a record should begin'],
    ['an array without an end', "[$good\n\n", '3: the array does not end'],
    ['a record without an end', "$good\n" . substr($good, 0, 99), '2: the record that begins here does not end'],
    ['a string without an end', "{\"id\":\"x", '1: the record that begins here does not end'],
    ['a zero byte in a comment', "{\"id\":7//x\0y}", '1: not valid JSON: unexpected end of data at column 11: "\\u0000"'],
    ['a zero byte in a comment behind an object', "{\"id\":{}/*\0*/}", '1: not valid JSON: unexpected end of data at column 11: "\\u0000"'],
    ['a page without an end', "{\"results\":[$good]", '1: the record that begins here does not end'],
    ['results without an end', "{\"results\":[$good", '1: the array does not end'],
    ['a page with another field', "{\"results\":[$good],\n\"total\":1}", '1: page: unknown field "total"'],
    ['a page that is not JSON', "{\"results\":[$good],;}", '1: not valid JSON: quoted object property name expected'],
    ['a page with results twice', "{\"results\":[],\"results\":[$good]}", '1: the page has "results" twice'],
    ['results twice before blanks', "{\"results\":[],\"results\":[1]}\n\n", '1: the page has "results" twice'],
    ['a record with results', '{"slug":"a","name":"a","a\\"results":[]}', '1: tag "a": unknown field "a"results"'],
    ['a page in a page', "{\"results\":[{\"results\":[$good]}]}", '1: record: is neither a content item, nor a tag, nor a collection'],
    ['UTF-16', "\xff\xfe{\0}\0", '1: the input is UTF-16: convert it by "iconv -f UTF-16 -t UTF-8"'],
    ['UTF-16, the other order', "\xfe\xff\0{\0}", '1: the input is UTF-16: convert it by "iconv -f UTF-16 -t UTF-8"'],
    ['UTF-16LE', "{\0}\0", '1: the input is UTF-16: convert it by "iconv -f UTF-16LE -t UTF-8"'],
    ['UTF-16BE', "\0{\0}", '1: the input is UTF-16: convert it by "iconv -f UTF-16BE -t UTF-8"'],
    ['a byte order mark in the middle', "$good\n\xef\xbb\xbf$good", '2: unexpected "\ufeff{" where a record should begin'],
    ['two byte order marks', "\xef\xbb\xbf\xef\xbb\xbf$good", '1: unexpected "\ufeff{" where a record should begin'],
    ['a zero byte', "\0$good", '1: unexpected "\u0000" where a record should begin'],
    ['an escape sequence', "\e[31m", '1: unexpected "\u001b" where a record should begin'],
    ['a comment', "/* x */ $good", '1: unexpected "/" where a record should begin'],
    ['a form feed', "{\f}", '1: not valid JSON: quoted object property name expected'],
    ['no colon', '{"id" 1}', '1: not valid JSON: object property name separator \':\' expected'],
    ['a plus sign', '{"id":+1}', '1: not valid JSON: unexpected character'],
    ['a point without digits', edit($item, '"id":7', '"id":7.'), '1: content item: "id" is not a whole number'],
    ['a bracket for a brace', '{"id":1]', '1: not valid JSON: object value separator \',\' expected'],
    ['the line of a syntax error', "$good\n{\n\"id\":1,\n\"x\"\n;}", '5: not valid JSON: object property name separator \':\' expected'],
    ['a zero byte in a string', edit($item, 'Item 7', "Item\0007"), '1: not valid JSON: unexpected end of data'],
    ['U+0000', edit($item, 'Item 7', 'Item\u00007'), '1: not valid JSON: \u0000 in a string'],
    ['U+0000 in a key', '{"id\u0000":7}', '1: not valid JSON: \u0000 in a string'],
    ['escapes that are, and id 0', edit(item(0), 'Item 0', '\u0041\u00e9\u4E2D\ue000\ud83d\uDE00\/\b\f\n\r\t\"\\\\'), '1: content item 0: "id" is not between 1 and 2^63 - 1'],
    ['a pair that json-c misreads', edit($item, 'Item 7', '\ud836\udc00'), '1: not valid JSON: write the character itself, not its escaped form'],
    ['an unknown escape', edit($item, 'Item 7', '\x41'), '1: not valid JSON: invalid string sequence'],
    ['Latin-1', edit($item, 'Item 7', "caf\xe9"), '1: content item 7: "alt_text" is not UTF-8'],
    ['an overlong form', edit($item, 'Item 7', "\xc0\xaf"), '1: content item 7: "alt_text" is not UTF-8'],
    ['half a character', edit($item, 'Item 7"', "Item \xe2\x82\""), '1: content item 7: "alt_text" is not UTF-8'],
    ['33 levels', '{"id":' . '[' x 32 . ']' x 32 . '}', '1: not valid JSON: nesting too deep'],
    ['a million levels', '{"id":' . '[' x 500_000 . ']' x 500_000 . '}', '1: not valid JSON: nesting too deep'],
    ['a record too long', '{"id":"' . 'x' x 2_097_152 . '"}', '1: the record that begins here is longer than 2097152 bytes'],

    # records

    ['nothing', '{}', '1: record: is neither a content item, nor a tag, nor a collection'],
    ['a suggestion', '{"type":"collection","text":"x"}', '1: record: is neither a content item, nor a tag, nor a collection'],
    ['nothing but alt_text', { alt_text => 'x' }, join "\n-:", map { "1: content item: missing \"$_\"" } qw(id tags default_version created)],
    ['nothing but featured', { featured => JSON::PP::true }, join "\n-:", map { "1: collection: missing \"$_\"" } qw(slug name description preview_image display_in_library)],
    ['nothing but a name', { name => 'x' }, '1: tag: missing "slug"'],
    ['an unknown field', item(7, colour => 'red'), '1: content item 7: unknown field "colour"'],
    ['a field with an escape sequence', item(7, "\e[2J" => 1), '1: content item 7: unknown field "\u001b[2J"'],
    ['a field that turns the text round', item(7, "a\x{202e}b" => 1), '1: content item 7: unknown field "a\u202eb"'],
    (map { ["a field with U+$_", item(7, 'a' . chr(hex) . 'b' => 1), "1: content item 7: unknown field \"a\\u" . lc . 'b"'] }
        qw(001F 007F 0080 009F 200B 200F 2028 202E 2066 2069 FEFF)),
    (map { ["a field with U+$_, as it is", item(7, 'a' . chr(hex) . 'b' => 1), bytes_of("1: content item 7: unknown field \"a" . chr(hex) . 'b"')] }
        qw(0020 007E 00A0 00E9 200A 2010 2027 202F 2065 206A 2100 4E2D FE0F FEFE FFE5 1F600)),
    ['a field with a long name', item(7, 'x' x 400 => 1), '1: content item 7: unknown field "' . 'x' x 279 . '..."'],
    ['a field of another partner', item(7, acme_ids => []), '1: content item 7: unknown field "acme_ids"'],

    (map { ["no $_", item(7, $_ => undef), "1: content item 7: missing \"$_\""] }
        qw(alt_text tags created default_version)),
    ['no static_image, and no original', item(7, static_image => undef, version => { download => [] }), '1: content item 7: missing "static_image"'],
    ['no picture, and no original', item(7, version => { picture => undef, download => [] }), '1: content item 7: missing "default_version.picture"'],

    ['no id', item(7, id => undef), '1: content item: missing "id"'],
    ['id null', edit($item, '"id":7', '"id":null'), '1: content item: "id" is null'],
    ['id 0', item(0), '1: content item 0: "id" is not between 1 and 2^63 - 1'],
    ['id -1', item(-1), '1: content item -1: "id" is not between 1 and 2^63 - 1'],
    ['id 2^63', edit($item, '"id":7', '"id":9223372036854775808'), '1: content item: "id" is not between 1 and 2^63 - 1'],
    ['id with 400 digits', edit($item, '"id":7', '"id":' . '9' x 400), '1: content item: "id" is not between 1 and 2^63 - 1'],
    ['id 7.5', edit($item, '"id":7', '"id":7.5'), '1: content item: "id" is not a whole number'],
    ['id 0.0', edit($item, '"id":7', '"id":0.0'), '1: content item: "id" is not between 1 and 2^63 - 1'],
    ['id 7e0', edit($item, '"id":7', '"id":7e0'), '1: content item: "id" is not a whole number'],
    (map { ["id \"$_->[0]\"", item("$_->[0]"), "1: content item: \"id\" $_->[1]"] }
        (map { [$_, 'is not a whole number'] } '7x', '', '-7', '7.', '.0', '7.01', '7.0.0', '7,0', '+7', 'NaN'),
        (map { [$_, 'is not between 1 and 2^63 - 1'] } '0', '9223372036854775808', '9' x 400)),
    ['id true', edit($item, '"id":7', '"id":true'), '1: content item: "id" is not a whole number'],

    ['alt_text a number', item(7, alt_text => 7), '1: content item 7: "alt_text" is not a string'],
    ['alt_text too long', item(7, alt_text => 'x' x 65_537), '1: content item 7: "alt_text" is longer than 65536 bytes'],

    ['tags an object', item(7, tags => {}), '1: content item 7: "tags" is not a list'],
    ['a tag a string', item(7, tags => ['x']), '1: content item 7: "tags[0]" is not an object'],
    ['a tag null', item(7, tags => [tag('a'), undef]), '1: content item 7: "tags[1]" is not an object'],
    ['a tag without a slug', item(7, tags => [{ name => 'x' }]), '1: content item 7: missing "tags[0].slug"'],
    ['a tag without a name', item(7, tags => [{ slug => 'x' }]), '1: content item 7: missing "tags[0].name"'],
    ['a tag with an unknown field', item(7, tags => [{ %{tag('x')}, id => 1 }]), '1: content item 7: unknown field "tags[0].id"'],
    ['a tag with an empty slug', item(7, tags => [tag('', 'x')]), '1: content item 7: "tags[0].slug" is empty'],
    ['a tag with an empty name', item(7, tags => [tag('x', '')]), '1: content item 7: "tags[0].name" is empty'],
    ['a tag with a long name', item(7, tags => [tag('x', 'y' x 1001)]), '1: content item 7: "tags[0].name" is longer than 1000 bytes'],
    ['a tag with a long slug', item(7, tags => [tag('x' x 256)]), '1: content item 7: "tags[0].slug" is longer than 255 bytes'],
    ['a slug with a slash', item(7, tags => [tag('a/b')]), '1: content item 7: "tags[0].slug" is not a slug'],
    ['a slug in another script', item(7, tags => [tag('été')]), '1: content item 7: "tags[0].slug" is not a slug'],
    ['a tag twice', item(7, tags => [tag('a'), tag('b'), tag('a')]), '1: content item 7: "tags[2]" repeats a tag of the item'],
    ['1001 tags', item(7, tags => [map { tag("t$_") } 0 .. 1000]), '1: content item 7: "tags" has more than 1000 entries'],

    ['no content_type', item(7, version => { content_type => undef }), '1: content item 7: missing "default_version.content_type"'],
    ['content_type X', item(7, version => { content_type => 'X' }), '1: content item 7: "default_version.content_type" is neither "G" nor "I"'],
    ['content_type GIF', item(7, version => { content_type => 'GIF' }), '1: content item 7: "default_version.content_type" is neither "G" nor "I"'],
    ['content_type a number', item(7, version => { content_type => 1 }), '1: content item 7: "default_version.content_type" is not a string'],
    ['a label that is a number', item(7, version => { content_label => 1 }), '1: content item 7: "default_version.content_label" is not a string'],
    ['another label', item(7, version => { content_label => 'Static Image' }), '1: content item 7: "default_version.content_label" does not match "content_type"'],
    ['default_version a list', item(7, default_version => []), '1: content item 7: "default_version" is not an object'],
    ['no downloads', item(7, version => { download => undef }), '1: content item 7: missing "default_version.download"'],
    ['two platforms', item(7, version => { platforms => { partner => 'https://a', other => 'https://b' } }), '1: content item 7: unknown field "default_version.platforms.other"'],
    ['a platform null', item(7, version => { platforms => { partner => undef } }), '1: content item 7: "default_version.platforms.partner" is null'],
    ['a script as a page', item(7, version => { platforms => { partner => 'javascript:alert(1)' } }), '1: content item 7: "default_version.platforms.partner" is neither an http(s) address nor a relative path'],

    (map { ["a download with $_->[0]", item(7, version => { download => [{ platform => 'a', url => 'a' }, { platform => 'b', url => 'b', %{$_->[1]} }] }), "1: content item 7: $_->[2]"] }
        ['a width of -1', { width => -1 }, '"default_version.download[1].width" is not between 0 and 2^53'],
        ['a width of 1.5', { width => 1.5 }, '"default_version.download[1].width" is not a whole number'],
        ['a width of "12px"', { width => '12px' }, '"default_version.download[1].width" is not a whole number'],
        ['an empty width', { width => '' }, '"default_version.download[1].width" is not a whole number'],
        ['a width of "-1"', { width => '-1' }, '"default_version.download[1].width" is not a whole number'],
        ['a height of true', { height => JSON::PP::true }, '"default_version.download[1].height" is not a whole number'],
        ['a size null', { size => undef }, '"default_version.download[1].size" is null'],
        ['a size beyond 2^53', { size => '9007199254740993' }, '"default_version.download[1].size" is not between 0 and 2^53'],
        ['a size of 30 digits', { size => '9' x 30 }, '"default_version.download[1].size" is not between 0 and 2^53'],
        ['a format of one word', { format => 'gif' }, '"default_version.download[1].format" is not a media type'],
        ['a format with a parameter', { format => 'image/gif;q=1' }, '"default_version.download[1].format" is not a media type'],
        ['a format of three words', { format => 'a/b/c' }, '"default_version.download[1].format" is not a media type'],
        ['an empty format', { format => '' }, '"default_version.download[1].format" is not a media type'],
        ['a long format', { format => 'a/' . 'b' x 254 }, '"default_version.download[1].format" is not a media type'],
        ['a format without a type', { format => '/gif' }, '"default_version.download[1].format" is not a media type'],
        ['a format without a subtype', { format => 'image/' }, '"default_version.download[1].format" is not a media type'],
        (map { ["a format with $_", { format => "a/b${_}c" }, '"default_version.download[1].format" is not a media type'] }
            split //, ' "%\'()*,/:;<=>?@[]{|}~'),
        (map { ["a format with $_, which may be, and no width", { format => "a${_}b/Z9$_", width => '' }, '"default_version.download[1].width" is not a whole number'] }
            split //, '!#$&-^_.+'),
        ['the platform of another', { platform => 'a' }, '"default_version.download[1]" repeats a platform'],
        ['an empty platform', { platform => '' }, '"default_version.download[1].platform" is empty'],
        ['an unknown field', { bitrate => 1 }, 'unknown field "default_version.download[1].bitrate"'],
        ['an empty address', { url => '' }, '"default_version.download[1].url" is empty'],
        ['a blank in the address', { url => 'a b' }, '"default_version.download[1].url" has a blank or a control character'],
        ['a line feed in the address', { url => "a\nb" }, '"default_version.download[1].url" has a blank or a control character'],
        ['a scheme of another kind', { url => 'data:image/gif,x' }, '"default_version.download[1].url" is neither an http(s) address nor a relative path'],
        ['a scheme in capitals and no host', { url => 'HTTPS:///b' }, '"default_version.download[1].url" has no host'],
        ['another scheme in capitals', { url => 'FTP://a/b' }, '"default_version.download[1].url" is neither an http(s) address nor a relative path'],
        ['an address without a scheme', { url => '//a/b' }, '"default_version.download[1].url" is neither an http(s) address nor a relative path'],
        ['backslashes', { url => '\\\\a\\b' }, '"default_version.download[1].url" is neither an http(s) address nor a relative path'],
        ['no host', { url => 'https://' }, '"default_version.download[1].url" has no host'],
        ['an empty host', { url => 'https:///x' }, '"default_version.download[1].url" has no host'],
        ['no host but a query', { url => 'https://?x' }, '"default_version.download[1].url" has no host'],
        ['no host but a fragment', { url => 'http://#x' }, '"default_version.download[1].url" has no host'],
        ['a control character in the address', { url => "a\x7fb" }, '"default_version.download[1].url" has a blank or a control character'],
        ['a long address', { url => 'a' x 4097 }, '"default_version.download[1].url" is longer than 4096 bytes'],
    ),

    ['a download without a platform', item(7, version => { download => [{ url => 'a' }] }), '1: content item 7: missing "default_version.download[0].platform"'],
    ['a picture with a platform', item(7, version => { picture => [{ url => 'a', platform => 'b' }] }), '1: content item 7: unknown field "default_version.picture[0].platform"'],
    ['a picture without an address', item(7, version => { picture => [{ width => 1 }] }), '1: content item 7: missing "default_version.picture[0].url"'],

    ['static_image empty', item(7, static_image => ''), '1: content item 7: "static_image" is empty'],
    ['partner_ids of numbers', item(7, partner_ids => [1]), '1: content item 7: "partner_ids[0]" is not a string'],
    ['partner_ids a string', item(7, partner_ids => 'x'), '1: content item 7: "partner_ids" is not a list'],

    (map { ["created $_", item(7, created => $_), '1: content item 7: "created" is not an ISO 8601 UTC time'] }
        '', 'yesterday', '2024-02-30T00:00:00Z', '2023-02-29T00:00:00Z',
        '1900-02-29T00:00:00Z', '2024-13-01T00:00:00Z', '2024-00-01T00:00:00Z',
        '2024-01-00T00:00:00Z', '2024-01-32T00:00:00Z', '2024-04-31T00:00:00Z',
        '2023-366T00:00:00Z', '2024-367T00:00:00Z', '2024-000T00:00:00Z',
        '2024-W00-1T00:00:00Z', '2024-W53-1T00:00:00Z', '2024-W01-0T00:00:00Z',
        '2024-W01-8T00:00:00Z', '2024-W01T00:00:00Z', '2024-01T00:00:00Z',
        '9999-W52-6T00:00:00Z', '0001-W01-1T00:00:00+01:00',
        '2024-01-01T24:00:01Z', '2024-01-01T24:00:00.1Z', '2024-01-01T25:00Z',
        '2024-01-01T00:60:00Z', '2024-01-01T00:00:60Z',
        '0000-01-01T00:00:00Z', '2024-01-01T00:00:00', '2024-01-01T00:00',
        '20240101T000000', '2024-01-01Z', '2024-01-01TZ', '2024-01-01T0:00Z',
        '2024-01-01T00:0000Z', '2024-01-01T000:00Z', '2024-01-01  00:00Z',
        '2024-01-01T00:00:00+', '2024-01-01T00:00:00+1',
        '2024-01-01T00:00:00+24:00', '2024-01-01T00:00:00+01:60',
        '2024-01-01T00:00:00 Z', '2024-01-01T00:00:00ZZ',
        '2024-01-01T00:00:00UTC', '2024-01-01T00:00:00+00:00[UTC]',
        '2024-01-01T00:00:00.Z', '2024-01-01T00:00:00.1234567890Z',
        '2024-01-01T00:00:00.5,5Z', '2024-01-01T00.5:00Z',
        '2024-01-01T00:00:00.12x456Z', 'YYYY-mm-ddTHH:MM:SSZ',
        '24-01-01T00:00:00Z', '12024-01-01T00:00:00Z', '2024-1-01T00:00:00Z',
        ' 2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z ', '2024-01-01',
        "2024-01-0\x{0661}T00:00:00Z", '2024-01-0xT00:00:00Z',
        '2024-01-0/T00:00:00Z', '2024-01-01T00:00:00.1/Z'),
    ['created a number', item(7, created => 1), '1: content item 7: "created" is not a string'],

    ['a tag with a bad slug', tag("a\e[1m"), '1: tag "a\u001b[1m": "slug" is not a slug'],
    ['a tag with a number for a name', { slug => 'x', name => 1 }, '1: tag "x": "name" is not a string'],
    ['a tag with another field', { %{tag('x')}, type => 'y' }, '1: tag "x": unknown field "type"'],
    ['a tag with a list for a slug', { slug => [], name => 'x' }, '1: tag: "slug" is not a string'],

    (map { ["a collection without $_", collection('c', item(7), $_ => undef), "1: collection \"c\": missing \"$_\""] }
        qw(name description preview_image display_in_library featured)),
    ['a collection without a slug', collection('c', item(7), slug => undef), '1: collection: missing "slug"'],
    ['a slug that is a number', collection('c', item(7), slug => 1), '1: collection: "slug" is not a string'],
    ['a description that is a number', collection('c', item(7), description => 1), '1: collection "c": "description" is not a string'],
    ['a flag that is a number', collection('c', item(7), featured => 1), '1: collection "c": "featured" is not true or false'],
    ['a flag that is a string', collection('c', item(7), display_in_library => 'true'), '1: collection "c": "display_in_library" is not true or false'],
    ['a preview that is a number', collection('c', 7), '1: collection "c": "preview_image" is not an object'],
    ['a fault in a preview', collection('c', item(7, created => 'x')), '1: collection "c": "preview_image.created" is not an ISO 8601 UTC time'],
    ['a fault deep in a preview', collection('c', item(7, version => { picture => [{ url => ' ' }] })), '1: collection "c": "preview_image.default_version.picture[0].url" has a blank or a control character'],
    ['no id in a preview', collection('c', item(7, id => undef)), '1: collection "c": missing "preview_image.id"'],
    ['an empty name', collection('c', item(7), name => ''), '1: collection "c": "name" is empty'],

    # records that contradict each other

    ['an item twice', lines(item(7), item(8), item(7)), '3: content item 7: was already given at -:1'],
    ['a collection twice', lines(collection('c', item(7)), collection('c', item(7))), '2: collection "c": was already given at -:1'],
    ['another name for a tag', lines(item(7), tag('happy', 'Sad')), '2: tag "happy": the name of tag "happy" is "Sad" here and "happy" at -:1'],
    ['another name in an item', lines(tag('happy', 'Glad'), item(7)), '2: content item 7: the name of tag "happy" is "happy" here and "Glad" at -:1'],
    ['another name with an escape sequence', lines(tag('x', "\e]0;\a"), tag('x', "\x{9b}1m")), '2: tag "x": the name of tag "x" is "\u009b1m" here and "\u001b]0;\u0007" at -:1'],
    ['a preview other than its item', lines(item(7), collection('c', item(7, alt_text => 'x'))), '2: collection "c": "preview_image" differs from content item 7 at -:1'],
    ['an item other than its preview', lines(collection('c', item(7)), item(7, created => '2020-01-01T00:00:00Z')), '2: content item 7: differs from the "preview_image" at -:1'],
    ['two previews that differ', lines(collection('c', item(7)), collection('d', item(7, tags => []))), '2: collection "d": "preview_image" differs from content item 7 at -:1'],
    ['the line in an array', "[$good,\n\n" . json(item(7, alt_text => undef)) . ']', '3: content item 7: missing "alt_text"'],
    ['the line in a page', "{\"count\":2,\n\"results\":[\n$good,\n" . json(item(7, alt_text => undef)) . ']}', '4: content item 7: missing "alt_text"'],
    ['the line behind a page', "{\"results\":[\n$good\n],\n\"count\":2}\n" . json(item(7, alt_text => undef)), '5: content item 7: missing "alt_text"'],
);

# brackets and colons before "results" belong to a record

for my $text ('{[1]}', '{:[1]}', '{"x":[1]}', '{"result":[1]}',
    '{x"results":[1]}', '{"a":"results":[1]}', '{ "results" [1]}',
    "\xef", "\xef\xbb", "\xef\xbbx")
{
    like(refuses($directory, $library, $text), qr/\A-:1: /, unpack 'H*', $text);
}

# import_errors_form.t tests excerpts and correct forms.

for my $case (@cases) {
    my ($name, $bytes, $message) = @$case;
    my $found = refuses($directory, $library,
        ref $bytes ? json($bytes) : $bytes);

    $found =~ s/\A(-:\Q$message\E)(?: at column \d+)?: [^\n]+\z/$1/;
    is($found, "-:$message", $name);
}

# The name of the file stands before the line.

my $file = put("$directory/bad.ndjson", "$good\n{}\n");
my ($status, $out, $error) = tool('import', '-o', $library, $file);
is($error, "$file:2: record: is neither a content item, nor a tag, nor a"
    . " collection\n", 'file and line');

my $other = put("$directory/good.ndjson", "$good\n");
($status, $out, $error) = tool('import', '-o', $library, $other, $other);
is($error, "$other:1: content item 8: was already given at $other:1\n",
    'an item in two files');

my $odd = put("$directory/\e[1m.ndjson", '{}');
($status, $out, $error) = tool('import', '-o', $library, $odd);
is($error, "$directory/\\u001b[1m.ndjson:1: record: is neither a content item,"
    . " nor a tag, nor a collection\n", 'a file name with an escape sequence');

($status, $out, $error) = tool('import', '-o', $library, "$directory/none");
is("$status $error", "1 $directory/none: cannot open: No such file or"
    . " directory\n", 'no file');

($status, $out, $error) = tool('import', '-o', $library, "$directory");
is("$status $error", "1 $directory: is a directory: import the table that"
    . " \"contentlib-pictures DIRECTORY\" prints\n", 'a directory');

is((tool('check', $library))[0], 0, 'the library is still sound');

# What json-c reads although RFC 8259 does not have it.

my %lenient = (
    'a comma at the end of an array' => "[$good,]",
    'a comma at the end of an object' => $good =~ s/\}\z/,}/r,
    'a comment' => $good =~ s/\{/{ \/* a : "b" *\/ /r,
    'single quotes' => $good =~ s/"alt_text"/'alt_text'/r,
    'a key twice' => $good =~ s/"alt_text"/"alt_text":"x","alt_text"/r,
    'an escaped backslash' => edit(item(8, url => 'x'), '"x"', '"\\\\ud836"'),
);

for my $name (sort keys %lenient) {
    is_deeply([exported(imports($directory, 'lenient.db', $lenient{$name}))],
        [exported(imports($directory, 'good.db', $good))], $name);
}

is((exported(imports($directory, 'lenient.db', edit($item, 'Item 7',
    "a\tb\\ude00\\ud83d\\u0041"))))[-1]{alt_text}, "a\tb\x{fffd}\x{fffd}A",
    'a control character and halves of pairs');

my $long = imports($directory, 'long.db', lines(item(1, tags =>
    [map { tag('s' x 20 . $_, 'n' x 20 . $_) } 1000 .. 1499])));
ok(imports($directory, 'again.db', (tool('export', '--base-url',
    'https://library.example', $long))[1]), 'an export that is longer');

done_testing();
