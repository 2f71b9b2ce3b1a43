#!/usr/bin/perl

# Random requests to random libraries with different settings: status and body
# equal those of a simple model, and an entity tag has one body.
# CONTENTLIB_MODEL=100000 makes so many other requests; CONTENTLIB_SEED repeats
# a run.
# Tests: src/api, src/library, src/service/contentlib_page.c,
#     src/service/contentlib_query.c

use v5.36;
use utf8;

use lib 't/lib';
use List::Util qw(uniq);
use Test::Contentlib;
use Test::Contentlib::Api;
use Test::Contentlib::Model;
use Test::Contentlib::Query;
use Test::Contentlib::Requests;
use Unicode::Normalize qw(NFD);


my $requests = $ENV{CONTENTLIB_MODEL} // 2000;
my $seed = $ENV{CONTENTLIB_SEED} // ($ENV{CONTENTLIB_MODEL} ? time : 1);

any_from($seed);
note("CONTENTLIB_SEED=$seed");

my @sizes = (0, 1, 2, 30, 31, 65, 120, 200);

my @views = (
    {},
    { page_size => 7, max_page_size => 9 },
    { numbers => 'string' },
    { partner => 'another', strict => 1 },
);

my @words = ('cat', 'Cat', 'CATS', 'dog', 'Straße', 'STRASSE', 'Été', 'été',
    'naïve', 'ΟΔΟΣ', 'οδος', 'Σίσυφος', 'a', 'b', 'aa', 'ab', '%', '_', '"',
    '\\', "x'y", 'i', 'I', 'œuvre', 'ŒUVRE', 'Ångström', '100%', '&=?', '+',
    'cats,', '(dog)', '“été”', '!', '*', 'a*', '猫', 'の猫と', 'แมว',
    "cat\x{a0}dog", "\x{3000}", "猫\x{3000}と",

    # operators of searches, and letters that fold to others

    '-', '^', ':', 'OR', 'NEAR(', 'ẞ', 'SS', 'ﬁ', 'FI', 'ς', 'İ', "\x{212a}",
    'K', "\x{ab70}", "\x{13a0}", '🎉', "\x{2028}", "\x{fffd}", "\x{fffe}",
    "\x{ffff}", "\n", "\x{1}",

    # terms: apostrophes, other punctuation, marks, what is ignored, near ones

    "O'Neil", 'o’neil', 'ONeil', 'rock’n’roll', "'", 'Kingston-upon-Hull',
    'hull', 'long_hair', 'hair', "cafe\x{301}", 'café', 'cafe', "\x{301}",
    "ab\x{200b}", "\x{ad}", "\x{2764}\x{fe0f}", "\x{2764}", '한국', 'हिन्दी',
    'C++', 'elephant', 'elegant', 'kitten', 'kittens', 'mitten', 'photograph',
    "l'été", "d'a'b", "rock'n", 'n', 'roll', "neil's", 'x´y', 'ŉ', 'dogs',
    'box', 'boxes', 'boxen', 'hund', 'hunde',

    # characters with several forms, symbols, marks that stay

    'Łódź', 'lodz', 'Æ', 'ae', 'x²', 'x2', '½', 'ｶﾞ', 'ガ', 'カ', 'はは', 'ばば',
    'दिल', 'दाल', '手机iPhone', '🎉🎊', '👋🏿', '👋🏽', '🇩🇪🇫', '🇫🇷', '7️⃣', '€7', '→a');

# whole seconds, or six digits of a fraction, of any year

my @times = ('2013-01-01T00:00:00Z', '2023-06-30T23:59:59.123456Z',
    '2023-06-30T23:59:59.100000Z', '2024-02-29T00:00:00.500000Z',
    '1970-01-01T00:00:00.000001Z', '1969-12-31T23:59:59.999999Z',
    '1900-03-01T00:00:00Z', '2038-01-19T03:14:08Z', '2106-02-07T06:28:16Z',
    '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999999Z');

# what stands between words: mostly one blank

my @between = ((' ') x 12, '  ', '   ', "\t", " \n ", ', ', '-', "\x{3000}", '');

sub words ($most) {
    return join '', map { (any(@between), any(@words)) }
        1 .. any_below($most + 1) if any_below(8) == 0;

    return join any(@between), map { any(@words) } 1 .. any_below($most + 1);
}

# Tags, items and collections; some tags are in items only

sub library ($n) {
    my @tags = map { tag(words(2) || 'tag', any("t-$_", "T_$_")) }
        1 .. 2 + $n;
    my (%ids, @items);

    while (@items < $n) {
        my $id = any(1 + any_below(3 * $n), 1 + any_below(3 * $n),
            9223372036854775807 - any_below(1000));
        my %used;
        my @own = grep { !$used{$_->{slug}}++ } map { any(@tags) }
            1 .. any_below(5);
        my %with = (alt_text => words(any(6, 6, 6, 60)), tags => \@own,
            created => any(@times));

        push @items, $id < 1000 && any(0, 1) ? gif($id, %with)
            : image($id, %with) unless $ids{$id}++;
    }

    my @collections = map {
        collection(any("c-$_", "C$_", "t-$_"), any(@items),
            name => words(3) || 'name', description => words(2),
            display => any(0, 1, 1), featured => any(0, 1),
            items => any([], members(@items), members(@items), undef))
    } $n ? 1 .. any_below($n) : ();

    return [(grep { any(0, 1) } @tags), @items, @collections];
}

sub members (@items) {
    my %members = map { any(@items)->{id} => 1 } 1 .. any_below(9);

    return [map { $_->{id} } grep { $members{$_->{id}} } @items];
}

my (@libraries, @models, $locations);

for my $n (keys @sizes) {
    my $view = $views[$n % @views];
    my $cache = any('off', '256k', '32m');

    push @libraries, library($sizes[$n]);
    push @models, Test::Contentlib::Model->new($libraries[$n],
        root => "/l$n/", %$view);

    $locations .= "location /l$n/ { contentlib; contentlib_root /l$n/; "
        . "contentlib_library %%DIR%%/l$n.db cache=$cache; "
        . join(' ', map { "contentlib_$_ "
            . ($_ eq 'strict' ? 'on' : $view->{$_}) . ';' } sort keys %$view)
        . " }\n";
}

my $t = Test::Contentlib->new(start => 0, server => <<"CONF");
        keepalive_requests 1000000;

$locations
CONF

$t->library("l$_", $libraries[$_]) for keys @libraries;
$t->start;


# A value that is in the library, or nearly.

sub sought ($records) {
    my $record = @$records ? any(@$records) : {};
    my $text = any($record->{alt_text} // $record->{name} // '', any(@words),
        map { $_->{name} } @{$record->{tags} // []});

    $text = substr $text, any_below(length($text) + 1),
        any(1, 2, 3, 4, 5, 6, 8, 12, 100, 256) if any(0, 1);
    $text = any(lc $text, uc $text, $text, $text, "$text ", NFD($text),
        mistyped($text), mistyped(mistyped($text)));
    utf8::encode($text);

    return escaped($text)
        . any('', '', '', '', '', '', '', '%ff', '%00', '%zz', 'x' x 256);
}

# One character is missing, doubled, another, or exchanged with the next one.

sub mistyped ($text) {
    my $at = any_below(length($text) + 1);
    my $char = substr $text, $at, 1;

    return $text if length $char == 0;

    substr $text, $at, 2, any('', $char x 2, 'x',
        scalar reverse substr $text, $at, 2) . any('', substr $text, $at + 1, 1);

    return $text;
}

# Values that are no part of a text.

my %values = (
    'tag-slug' => sub ($records) { map { ($_, lc, uc) } slug($records) // '' },
    ordering => sub ($records) {
        ('name', 'name', '-items', '-items', 'Name', '-name', 'items',
            'name+', '-items%00', '')
    },
    collection => sub ($records) {
        '', 'none', map { $_->{slug} } grep { $_->{preview_image} } @$records
    },
    content_type => sub ($records) {
        'G', 'I', 'G', 'I', 'g', 'GI', 'x', '%00', ''
    },
    without => sub ($records) {
        'tags', 'text', 'tags', 'text', 'Tags', 'tag', 'G', 'x', 'text%00', ''
    },
);

my @selecting = uniq map { api_selecting($_) } api_paths();

# One that selects records, mostly of those of the list.

sub selection ($records, $path) {
    my @own = api_selecting("/$path");
    my $name = any(@own && any_below(8) ? @own : @selecting);

    return "$name=" . ($values{$name} ? any($values{$name}->($records))
        : sought($records));
}

sub argument ($records, $path) {
    my $kind = any_below(16);

    return selection($records, $path) if $kind < 12;
    return any('limit', 'offset') . '=' . any('', '0', '1', '2', '3', '7',
        '9', '10', '30', '100', '007', '%2B4', '+5+', '-1', '-0', 'x', '1.0',
        '9' x 25, any_below(220)) if $kind < 14;
    return any('format', 'f%6Frmat') . any('', '=', '=json', '=api', '=js%6Fn',
        '=API', '=JSON', '=html', '=json%00', '=+json', '=json+', '=xml')
        if $kind == 14;
    return any('x', 'x=1', 'a=%C3%A9', 'b=%e2%82', '=', '&', "q=\xff",
        'limit%00=1', 'z=%2f?', "u\xc3\xa9=1");
}

sub slug ($records) {
    my @tags = map { Test::Contentlib::Model::tags_of($_) } @$records;

    return @tags ? any(@tags)->{slug} : undef;
}

sub path ($records) {
    my $record = @$records ? any(@$records) : { id => 1 };
    my $name = $record->{id} // $record->{slug};

    return any('', 'content_items/', 'content_items/', 'content_items/',
        'content_items/', 'tags/', 'tags/', 'collections/', 'search/',
        'search/', "content_items/$name/", "tags/$name/",
        'tags/' . (slug($records) // 'no') . '/', "collections/$name/",
        "content_items/0$name/", "tags/$name", 'search', "tags/$name/x/",
        'none/');
}

my $connection = $t->connection;
my (%status, %tagged, @faults);

for my $number (1 .. $requests) {
    my $n = any_below(scalar @libraries);
    my $path = path($libraries[$n]);
    my $query = join '&', map { argument($libraries[$n], $path) }
        1 .. any(0, 1, 1, 2, 2, 3, 4);
    my $uri = "/l$n/$path" . (length $query ? "?$query" : '');

    my ($status, $body, $location) = $models[$n]->answer($path, $query);
    my $r = $connection->exchange('GET', $uri);

    $location =~ s/([\x80-\xff])/sprintf '%%%02X', ord $1/ge
        if defined $location;
    $status{$status}++;

    my $got = join "\n", $r->status, $r->header('Location') // '', $r->body,
        Test::Contentlib::Answer::header_faults($r);
    my $wanted = join "\n", $status, $location // '', $body, '';

    push @faults, "$uri\nwanted: $wanted\ngot: $got" if $got ne $wanted;

    next if $r->status != 200;

    my $tag = $r->header('ETag');

    push @faults, "$uri: the entity tag of another body"
        if ($tagged{$tag} //= $body) ne $body;

    next if any(0 .. 3);

    push @faults, "$uri: no 304" if $connection->exchange('GET', $uri,
        'If-None-Match' => $tag)->status != 304;
    push @faults, "$uri: HEAD" if $connection->exchange('HEAD', $uri)
        ->head_text ne $r->head_text;
}

is(scalar @faults, 0, "$requests requests are answered as the model says")
    or diag(join "\n\n", "CONTENTLIB_SEED=$seed", grep { defined }
        @faults[0 .. 4]);
cmp_ok($status{$_} // 0, '>', $requests / 100, "answers $_")
    for 200, 301, 400, 404;
