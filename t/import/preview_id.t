#!/usr/bin/perl

# The preview of a collection as {"id": N}: the item that is given elsewhere.
# Tests: src/tool/stage/contentlib_stage.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1), still(2),
    collection('c', item(1)), collection('d', still(2), items => [1])));
my $digest = digest_of($library);

for my $case (['behind its item', item(1), still(2), collection('c', { id => 1 }),
        collection('d', { id => '2' }, items => [1])],
    ['before its item', tag('happy'), tag('blue-sky', 'Blue sky'),
        collection('c', { id => 1 }), collection('d', { id => 2 },
        items => [1]), item(1), still(2)],
    ['with a whole record', item(1), still(2), collection('c', item(1)),
        collection('d', { id => 2 }, items => [1])],
    ['of another preview', collection('c', item(1)), still(2),
        collection('d', { id => 2 }, items => [1])])
{
    my ($name, @records) = @$case;

    is(digest_of(imports($directory, 'other.db', lines(@records))), $digest,
        $name);
    is((tool('check', "$directory/other.db"))[0], 0, "$name: check");
}

# merged

imports($directory, 'other.db', lines(item(1), still(2)));
imports($directory, 'other.db', lines(collection('c', { id => 1 }),
    collection('d', { id => 2 }, items => [1])), '--merge');
is(digest_of("$directory/other.db"), $digest, 'an item of the old library');

imports($directory, 'other.db', lines(item(3), collection('c', { id => 3 })),
    '--merge');
is((grep { $_->{preview_image} } exported("$directory/other.db"))[0]
    {preview_image}{id}, 3, 'another preview of an old collection');

# errors

for my $case (
    ['no item', lines(item(1), collection('c', { id => 7 }),
        collection('d', { id => 8 })),
        qq(-:2: collection "c": "preview_image.id": there is no content item 7\n)
        . '-:3: collection "d": "preview_image.id": there is no content item 8'],
    ['no id', lines(collection('c', { id => 'x' })),
        '-:1: collection "c": "preview_image.id" is not a whole number: "x"'],
    ['zero', lines(collection('c', { id => 0 })),
        '-:1: collection "c": "preview_image.id" is not between 1 and'
        . ' 2^63 - 1: 0'],
    ['null', lines(collection('c', { id => undef })),
        '-:1: collection "c": "preview_image.id" is null'],
    ['nothing', lines(collection('c', {})), qr/missing "preview_image.id"/],
    ['more than the id', lines(item(1), collection('c', { id => 1,
        alt_text => 'x' })), qr/missing "preview_image.tags"/],
    ['a record that differs', lines(item(1), collection('c', item(1,
        alt_text => 'x'))), '-:2: collection "c": "preview_image" differs from'
        . ' content item 1 at -:1'],
    ['one that differs in its tags', lines(item(1), collection('c', item(1,
        tags => [tag('blue-sky', 'Blue sky'), tag('happy')]))),
        '-:2: collection "c": "preview_image" differs from content item 1 at'
        . ' -:1'],
    ['one that differs in the name of a tag', lines(item(1), collection('c',
        item(1, tags => [tag('happy', 'Happy'), tag('blue-sky',
        'Blue sky')]))), '-:2: collection "c": the name of tag "happy" is'
        . ' "Happy" here and "happy" at -:1'],
) {
    my ($name, $bytes, $expected) = @$case;
    my $said = refuses($directory, $library, $bytes);

    ref $expected ? like($said, $expected, $name) : is($said, $expected, $name);
}

done_testing();
