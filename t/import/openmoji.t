#!/usr/bin/perl

# The conversion of the data of OpenMoji to records, with test data.
# Tests: data/openmoji

use v5.36;
use utf8;

use File::Temp;
use FindBin;
use JSON::PP;
use Test::More;


my $json = JSON::PP->new->utf8->canonical;
my $recipe = "$FindBin::Bin/../../data/openmoji/records.jq";

grep { -x "$_/jq" } split /:/, $ENV{PATH}
    or die "jq is missing (Debian package jq)\n";

binmode $_, ':encoding(UTF-8)'
    for Test::More->builder->output, Test::More->builder->failure_output,
    Test::More->builder->todo_output;


# A drawing, and a later one of the same group

my ($status, @lines) = recipe([
    drawing('1F600', annotation => 'grinning face',
        tags => 'cheerful, face, happy face', openmoji_tags => 'happy, face',
        openmoji_date => '2018-04-18'),
    drawing('1F36A', annotation => 'cookie', tags => 'sweet',
        group => 'food-drink', subgroups => 'food-sweet',
        openmoji_date => '2017-02-03'),
    drawing('1F979', annotation => 'face holding back tears',
        openmoji_date => '2021-12-31'),
]);

is($status, 0, 'the recipe runs');
is(scalar @lines, 3 + 2 + 2, 'items, groups, subgroups');

is($lines[0], '{"id":2,"alt_text":"grinning face","tags":['
    . join(',', map { tag_json($_) } qw(cheerful face happy-face happy
        grinning smileys-emotion face-smiling))
    . '],"default_version":{"content_type":"I",'
    . '"content_label":"Static Image","download":['
    . join(',', map { qq({"platform":"$_","url":"color/svg/1F600.svg"}) }
        qw(network_a network_b network_c original))
    . '],"picture":[{"url":"color/svg/1F600.svg"}],"platforms":{}},'
    . '"static_image":"color/svg/1F600.svg",'
    . '"created":"2018-04-18T00:00:00Z","partner_ids":[]}',
    'an item, byte for byte');

my @records = map { $json->decode($_) } @lines;

is_deeply([map { $_->{id} } @records[0 .. 2]], [2, 1, 3],
    'the later a drawing, the higher its number');
is_deeply($records[2], item(3, '1F979', 'face holding back tears',
    '2021-12-31', [qw(face holding back tears smileys-emotion
        face-smiling)]), 'words of the annotation');

is($lines[3], '{"slug":"smileys-emotion","name":"Smileys & Emotion",'
    . '"description":"2 drawings: face smiling.","preview_image":'
    . "$lines[0]," . '"display_in_library":true,"featured":true}',
    'a group, byte for byte');

is_deeply([@records[4 .. 6]], [
    {
        slug => 'food-drink', name => 'Food & Drink',
        description => '1 drawing: food sweet.',
        preview_image => $records[1],
        display_in_library => JSON::PP::true, featured => JSON::PP::true,
    },
    {
        slug => 'smileys-emotion_face-smiling', name => 'Face smiling',
        description => '2 drawings of Smileys & Emotion.',
        preview_image => $records[0],
        display_in_library => JSON::PP::true, featured => JSON::PP::false,
    },
    {
        slug => 'food-drink_food-sweet', name => 'Food sweet',
        description => '1 drawing of Food & Drink.',
        preview_image => $records[1],
        display_in_library => JSON::PP::true, featured => JSON::PP::false,
    },
], 'groups, then subgroups, in the order of the file');


# Slugs

for (
    ['plain',       'Happy Day',      'happy-day',     'happy day'],
    ['accents',     'Crêpe Yuèbǐng',  'crepe-yuebing', 'crêpe yuèbǐng'],
    ['Latin-1',     'ÅLAND',          'aland',         'åland'],
    ['apostrophe',  'o’clock',        'oclock',        'o’clock'],
    ['straight',    q(chef's hat),    'chefs-hat',     q(chef's hat)],
    ['quotes',      '"big" \\ thing', 'big-thing',     '"big" \\ thing'],
    ['sharp s',     'Straße',         'strasse',       'straße'],
    ['digits',      '12:30',          '12-30',         '12:30'],
    ['minus',       '-1',             'minus-1',       '-1'],
    ['plus',        '+1',             'plus-1',        '+1'],
    ['less',        '<3',             'less-than-3',   '<3'],
    ['and',         'R&B',            'r-and-b',       'r&b'],
    ['asterisk',    '*',              'asterisk',      '*'],
    ['dots',        ' ...what?! ',    'what',          '...what?!'],
    ['no letter',   '♪',              'u-266a',        '♪'],
    ['Han',         '福',             'u-798f',        '福'],
    ['emoji',       '👩‍🚀',             'u-1f469-200d-1f680', '👩‍🚀'],
    ['underscore',  'a_b',            'a-b',           'a_b'],
    ['lost letter', "le\x{fffd}n",    'leon',          'león'],
) {
    my ($what, $given, $slug, $name) = @$_;

    is_deeply((records(drawing('2A', tags => $given)))[0]{tags}[0],
        { slug => $slug, name => $name }, "slug: $what");
}


# A slug has one name, and an item has each tag once

@records = records(
    drawing('31', tags => "let’s, LET'S,lets , ,,Let’s", annotation => ''),
    drawing('32', tags => 'lets', openmoji_tags => 'Lets, naïve',
        annotation => 'Naive'),
);

is_deeply($records[0]{tags}, [
    { slug => 'lets', name => 'let’s' }, tags(qw(smileys-emotion
        face-smiling)) ], 'spellings of one slug are one tag');
is_deeply($records[1]{tags}, [
    { slug => 'lets', name => 'let’s' }, { slug => 'naive',
        name => 'naïve' }, tags(qw(smileys-emotion face-smiling)) ],
    'the first spelling of the file is the name');

@records = records(drawing('33', tags => 'smileys emotion',
    annotation => 'Face smiling: the A, of “Smiling” & (face)',
    openmoji_tags => ''));

is_deeply($records[0]{tags}, [tags(qw(smileys-emotion face smiling
    face-smiling))], 'groups and annotation words that are tags already');


# Dates

for (
    ['2020-02-29', '2020-02-29', 'a leap day'],
    ['2023-02-29', '2018-04-18', 'no leap day'],
    ['',           '2018-04-18', 'empty'],
) {
    my ($given, $day, $what) = @$_;

    is((records(drawing('41', openmoji_date => $given)))[0]{created},
        "${day}T00:00:00Z", "date: $what");
}

# Names of groups

@records = records(drawing('47', group => 'extras-openmoji',
    subgroups => 'flags'), drawing('48', group => 'flags',
    subgroups => 'flags'), drawing('49', group => 'new things',
    subgroups => 'Très-neuf'));

is_deeply([map { [@$_{qw(slug name)}] } @records[3 .. 8]], [
    ['extras-openmoji', 'Extras of OpenMoji'],
    ['flags', 'Flags'],
    ['new-things', 'New things'],
    ['extras-openmoji_flags', 'Flags (Extras of OpenMoji)'],
    ['flags_flags', 'Flags'],
    ['new-things_tres-neuf', 'Très neuf'],
], 'collections of one name keep apart, unknown groups get a name');

($status, @lines) = recipe([{ hexcode => '4A' }, { emoji => 'x' }]);

isnt($status, 0, 'a record without hexcode is an error');
is(scalar @lines, 0, 'and nothing is written');

done_testing();


# The fields that every drawing of the package has

sub drawing ($hexcode, %fields) {
    return {
        emoji => '', hexcode => $hexcode, group => 'smileys-emotion',
        subgroups => 'face-smiling', annotation => '', tags => '',
        openmoji_tags => '', openmoji_author => 'A. Nyone',
        openmoji_date => '2018-04-18', skintone => '',
        skintone_combination => '', skintone_base_emoji => '',
        skintone_base_hexcode => '', unicode => 1, order => 1, %fields
    };
}

sub item ($id, $hexcode, $alt_text, $day, $slugs) {
    my $file = "color/svg/$hexcode.svg";

    return {
        id => $id, alt_text => $alt_text, tags => [tags(@$slugs)],
        default_version => {
            content_type => 'I', content_label => 'Static Image',
            download => [map { { platform => $_, url => $file } }
                qw(network_a network_b network_c original)],
            picture => [{ url => $file }], platforms => {},
        },
        static_image => $file, created => "${day}T00:00:00Z",
        partner_ids => [],
    };
}

sub tags (@slugs) {
    return map { { slug => $_, name => tr/-/ /r } } @slugs;
}

sub tag_json ($slug) {
    return sprintf '{"slug":"%s","name":"%s"}', $slug, $slug =~ tr/-/ /r;
}

sub records (@drawings) {
    my ($status, @lines) = recipe(\@drawings);

    BAIL_OUT("the recipe failed") if $status;

    return map { $json->decode($_) } @lines;
}

# Exit status and lines, as bytes

sub recipe ($drawings) {
    my $input = File::Temp->new;

    print $input $json->encode($drawings);
    $input->flush;

    open my $out, '-|', "jq -c -f '$recipe' '$input' 2>/dev/null"
        or die "jq: $!\n";
    chomp(my @lines = <$out>);
    close $out;

    return ($?, @lines);
}
