#!/usr/bin/perl

# contentlib check --media: relative addresses without a file.
# Tests: src/tool/check/contentlib_check_media.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

mkdir "$directory/media";
mkdir "$directory/media/a b";
put("$directory/media/?v=1", '');
put("$directory/media/a b/" . encode_utf8('ü".png'), '');

sub picture ($id, $url) {
    return still($id, static_image => $url, alt_text => "\1x",
        version => { content_type => 'I', content_label => 'Static Image',
            download => [{ platform => 'original', url => $url }],
            picture => [{ url => $url }], platforms => {} });
}

my $library = imports($directory, 'library.db', lines(
    picture(1, 'a%20b/%C3%BC%22.png?size=1#x'), picture(2, 'none.png'),
    picture(3, 'https://media.example/other.png'), picture(4, 'a%20b'),
    picture(5, 'none.png'), picture(6, 'x"\\.png'), picture(7, '%25zz%254'),
    picture(8, '?v=1'), picture(9, '#x'),
    collection('best', picture(2, 'none.png'))));

my ($status, $out, $error) = tool('check', '--media', "$directory/media",
    $library);

is("$status$out", '1', 'a fault');
is(join("\n", sort split /\n/, $error) =~ s/^.*?: //mgr, join("\n",
    'content item 4: there is no file "a b"',
    'content item 5: there is no file "none.png"',
    'content item 6: there is no file "x"\\.png"',
    'content item 7: there is no file "%zz%4"',
    'content item 9: there is no file ""'), 'each file once');

for (["$directory/none", 'No such file or directory'],
    [$library, 'Not a directory'])
{
    my ($media, $reason) = @$_;

    is(join(' ', (tool('check', '--media', $media, $library))[0, 2]),
        "1 contentlib: cannot open \"$media\": $reason\n", $reason);
}

is(join(' ', (tool('check', $library))[0, 2]), '0 ', 'without --media');
is((tool('check', '--media', 'data/sample/media', imports($directory,
    'sample.db', slurp('data/sample/library.ndjson'))))[1],
    "$directory/sample.db: ok, 69 items, 235 tags, 14 collections\n",
    'the sample library');

done_testing();
