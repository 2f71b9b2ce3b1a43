#!/usr/bin/perl

# What a record of the input may leave out, and what the library has then.
# Tests: src/tool/record/contentlib_record.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

sub imported ($record) {
    my $library = imports($directory, 'library.db', lines($record));
    my ($item) = grep { exists $_->{id} } exported($library);

    is((tool('check', $library))[0], 0, 'the library is sound');

    return $item;
}

my $file = 'https://media.example/7';
my %size = (width => 320, height => 240, size => 12345);

# a static image

my %still = (
    id => 7,
    alt_text => 'x',
    tags => [],
    created => '2024-01-01T00:00:00Z',
    default_version => {
        content_type => 'I',
        download => [{ platform => 'original', url => "$file.png" }],
    },
);

is_deeply(imported(\%still), {
    %still,
    url => '/api/v1/content_items/7/',
    static_image => "$file.png",
    partner_ids => [],
    default_version => {
        %{$still{default_version}},
        content_label => 'Static Image',
        picture => [{ url => "$file.png" }],
        platforms => {},
    },
}, 'a static image');

my $sized = imported({ %still, default_version => { content_type => 'I',
    download => [{ platform => 'original', url => 'a.png',
        format => 'image/png', %size }] } });

is_deeply($sized->{default_version}{picture}, [{ url => 'a.png',
    format => 'image/png', %size }], 'the picture of a static image');
is($sized->{static_image}, 'a.png', 'a relative address');

# an animation

my @downloads = ({ platform => 'network_a', url => "$file.mp4" },
    { platform => 'original', url => "$file.gif" });

my $animation = imported({ %still, default_version => { content_type => 'G',
    download => \@downloads } });

is($animation->{default_version}{content_label}, 'GIF', 'the label');
is($animation->{static_image}, "$file.gif", 'the still of an animation');
is_deeply($animation->{default_version}{picture},
    [{ url => "$file.gif", format => 'image/gif' }],
    'the picture of an animation');

$animation = imported({ %still, default_version => { content_type => 'G',
    download => [{ platform => 'original', url => "$file.webp",
        format => 'image/webp', %size }] } });

is_deeply($animation->{default_version}{picture},
    [{ url => "$file.webp", format => 'image/webp', %size }],
    'the size and the format of an animation');

# Fields of the input are not changed, including empty lists.

my $given = imported({ %still, static_image => 'still.png', default_version =>
    { content_type => 'G', download => \@downloads, picture => [] } });

is_deeply([$given->{static_image}, $given->{default_version}{picture}],
    ['still.png', []], 'an empty list');

# The preview of a collection may leave out the same.

my $library = imports($directory, 'library.db',
    lines(collection('c', \%still)));
my ($collection) = grep { exists $_->{preview_image} } exported($library);

is($collection->{preview_image}{static_image}, "$file.png", 'a preview');

$library = imports($directory, 'library.db', lines(\%still,
    collection('c', { %still, static_image => "$file.png",
        partner_ids => [] })));
is((tool('check', $library))[0], 0, 'a preview with more fields is equal');

done_testing();
