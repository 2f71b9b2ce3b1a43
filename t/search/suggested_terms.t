#!/usr/bin/perl

# Suggestions compare the terms of a text with those of the names: without
# accents, punctuation and symbols.  A text without terms is compared as it is.
# Tests: src/library/contentlib_suggestions.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @names = ('café', 'Le Café', 'naïve', 'Łódź', 'cafeteria', "l'amour",
    'C++ & Go', '🎉party', 'state-of-the-art', 'दिल', '100% wool', '%-%', '...');

my $image = image(1,
    tags => [map { tag($names[$_], "t-$_") } keys @names]);
my $t = Test::Contentlib->new(records => [$image,
    collection('c-1', $image, name => 'Ærø: Café au lait'),
    collection('c-2', $image, name => 'A café in Łódź', display => 0),
]);

sub offers ($text, @names) {
    utf8::encode($text);

    my $r = $t->get('/api/v1/search/?text='
        . $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger);

    is(join(' | ', map { $_->{text} } @{$r->json}), join(' | ', @names),
        "text=$text");
}

offers('cafe', 'Ærø: Café au lait', 'café', 'cafeteria', 'Le Café');
offers('CAFÉ', 'Ærø: Café au lait', 'café', 'cafeteria', 'Le Café');
offers('le  ca', 'Le Café');
offers('naive', 'naïve');
offers('lodz', 'Łódź');
offers('aero cafe', 'Ærø: Café au lait');
offers('amour', "l'amour");
offers('lamour', "l'amour");
offers('l’am', "l'amour");
offers('c++', 'C++ & Go');
offers('go', 'C++ & Go');
offers('party', '🎉party');
offers('the art', 'state-of-the-art');
offers('of the a', 'state-of-the-art');
offers('wool', '100% wool');
offers('दिल', 'दिल');
offers('दाल');

# without terms

offers('%', '%-%', '100% wool');
offers('%-', '%-%');
offers('...', '...');
offers('. .');
