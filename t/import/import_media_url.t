#!/usr/bin/perl

# "contentlib import --media-url": the addresses that are stored as relative
# paths.  The export is the same as without the option.
# Tests: src/tool/record/contentlib_values.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $media = 'https://media.example/library/';

# Addresses of one item: given and as stored, by the media URL.

sub stored ($library) {
    open my $sqlite, '-|', 'sqlite3', $library,
        q{SELECT value ->> 'url' FROM item, json_each(record,}
        . q{ '$.default_version.picture') ORDER BY position, key} or die;
    chomp(my @rows = <$sqlite>);

    return join ' ', @rows;
}

sub addresses ($library, @options) {
    my ($item) = grep { exists $_->{alt_text} } exported($library, @options);

    return join ' ', map { $_->{url} } @{$item->{default_version}{picture}};
}

sub with (@addresses) {
    return lines(item(1, version => {
        picture => [map { { url => $_ } } @addresses] }));
}

for my $case (
    ["${media}a.gif", 'a.gif'],
    ["${media}a/b.gif?c=d#e", 'a/b.gif?c=d#e'],
    ['relative.gif', 'relative.gif', "${media}relative.gif"],
    ['/rooted.gif', '/rooted.gif', "$media/rooted.gif"],
    [$media, $media],
    ["${media}http://other/", "${media}http://other/"],
    ["${media}https://other/", "${media}https://other/"],
    ["${media}mailto:x", "${media}mailto:x"],
    ["${media}a/mailto:x", 'a/mailto:x'],
    ["$media//x", "$media//x"],
    ['https://media.example/other/a.gif', 'https://media.example/other/a.gif'],
    ['http://media.example/library/a.gif', 'http://media.example/library/a.gif'],
    ['https://MEDIA.example/library/a.gif', 'https://MEDIA.example/library/a.gif'],
    ["${media}été/日本.gif", "${media}été/日本.gif" =~ s/\Q$media\E//r],
) {
    my ($given, $stored, $shown) = @$case;
    my $library = imports($directory, 'a.db', with($given),
        '--media-url', $media);
    my $name = $given =~ s/[^ -~]/?/gr;

    is(stored($library), do { my $s = $stored; utf8::encode($s); $s },
        "$name: stored");
    is(addresses($library), $shown // $given, "$name: shown");
    is((tool('check', $library))[0], 0, "$name: check");
}

# A media URL that ends in its host is not the beginning of another host.

my $library = imports($directory, 'host.db',
    with('https://media.example/a', 'https://media.example.org/a',
    'https://media.example:80/a'), '--media-url', 'https://media.example');

is(stored($library), '/a https://media.example.org/a'
    . ' https://media.example:80/a', 'a host');
is(addresses($library), 'https://media.example/a https://media.example.org/a'
    . ' https://media.example:80/a', 'a host: shown');

# A prefix ends at a slash.

$library = imports($directory, 'prefix.db',
    with('https://m.example/library/a.gif', 'https://m.example/lib/a.gif'),
    '--media-url', 'https://m.example/lib');
is(stored($library), 'https://m.example/library/a.gif /a.gif',
    'another directory');
is(addresses($library, '--media-url', 'https://n.example/new'),
    'https://m.example/library/a.gif https://n.example/new/a.gif',
    'another directory: shown');

# A relative path needs a media URL that ends at a slash, or in a query.

for my $url ('https://media.example', 'https://media.example/lib') {
    is((tool('import', '-o', "$directory/glued.db", '--media-url', $url, '-',
        { stdin => with('a.gif') }))[2], '-:1: content item 1:'
        . ' "default_version.picture[0].url" is a relative path, so --media-url'
        . qq( must end in "/": "a.gif"\n), "$url without a slash");
}

$library = imports($directory, 'query.db', with('a.gif'), '--media-url',
    'https://media.example/?file=');
is(addresses($library), 'https://media.example/?file=a.gif', 'a query');

# Other fields: static_image is relative, the partner's page is not.

$library = imports($directory, 'fields.db', lines(item(1,
    static_image => "${media}a.png",
    version => { platforms => { partner => "${media}page" } })),
    '--media-url', $media);

open my $sqlite, '-|', 'sqlite3', $library, q{SELECT record ->> 'static_image',}
    . q{ record ->> '$.default_version.platforms.""' FROM item} or die;
is(readline $sqlite, "a.png|${media}page\n",
    'static_image and the page of the partner');

# export --media-url

is(addresses(imports($directory, 'a.db', with("${media}a.gif", 'https://x/y'),
    '--media-url', $media), '--media-url', 'https://cdn.example/'),
    'https://cdn.example/a.gif https://x/y', 'export --media-url');
is(addresses("$directory/a.db", '--media-url', ''), 'a.gif https://x/y',
    'export with an empty media URL');

for my $option ('--media-url', '--base-url') {
    my ($status, $out, $error) = tool('export', $option, "https://x/\xff",
        "$directory/a.db");
    is("$status $out$error", "1 contentlib: $option is not UTF-8\n",
        "export $option");
}

# --merge keeps the media URL, and addresses mean the same under another one.

$library = imports($directory, 'a.db', with("${media}a.gif", 'https://x/y'),
    '--media-url', $media);
imports($directory, 'a.db', '', '--merge');
is(stored($library), 'a.gif https://x/y', 'merge: stored');
is(addresses($library), "${media}a.gif https://x/y", 'merge: shown');

imports($directory, 'a.db', '', '--merge', '--media-url', 'https://x/');
is(stored($library), "${media}a.gif y", 'merge with another one: stored');
is(addresses($library), "${media}a.gif https://x/y",
    'merge with another one: shown');

imports($directory, 'a.db', '', '--merge', '--media-url', '');
is(stored($library), "${media}a.gif https://x/y", 'merge with none');
imports($directory, 'a.db', '', '--merge', '--media-url', '');
is(stored($library), "${media}a.gif https://x/y", 'with none as before');

# Invalid media URLs.

for my $case (['media.example', 'is not an http(s) address'],
    ['ftp://media.example/', 'is neither an http(s) address nor a relative path'],
    ['https://', 'has no host'],
    ['https://h/' . 'a' x 246, 'is longer than 255 bytes'],
    map({ [$_, 'has a user name or a password'] }
        'https://user:password@media.example/', 'http://u@h', 'https://@h/',
        'https://user:@media.example', 'https://u@h@x?y'),
    ['https://media.example/ x', 'has a blank or a control character'],
    ["https://media.example/\xff", 'is not UTF-8'])
{
    my ($status, $out, $error) = tool('import', '--media-url', $case->[0],
        '-o', $library, '-', { stdin => '' });
    is("$status $error", "1 contentlib: --media-url $case->[1]\n",
        "--media-url $case->[0]");
}

# Valid media URLs with an "@" after the host.

for my $url ('https://media.example/@a/', 'http://h?a@b', 'https://h#a@b',
    'https://h/@' . 'a' x 244) {
    my ($status, $out, $error) = tool('import', '--quiet', '--allow-empty',
        '--media-url', $url, '-o', $library, '-', { stdin => '' });
    is("$status $error", '0 ', "--media-url $url");
}

done_testing();
