#!/usr/bin/perl

# text: a part of the alt text, without case.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my %text = (
    1 => 'A cat on a mat',
    2 => 'Concatenate',
    3 => 'CAT',
    4 => 'c a t',
    5 => 'ca',
    6 => '',
    7 => ' leading and trailing ',
    8 => 'abcabcabd',
    9 => 'the quick brown fox jumps over the lazy dog and runs away into '
        . 'the dark forest behind the old mill',
    10 => 'the quick brown fox jumps over the lazy dog; and runs away into '
        . 'the dark forest behind the old mill',
    11 => "tab\tand  two blanks",
    12 => 'x' x 3000 . 'needle' . 'y' x 3000,
    13 => '5% o_f "it"',
    14 => "\\o/ it's",
    15 => '%',
    16 => '_',
    17 => 'Z',
    18 => "one\ntwo\x0bthree\x0cfour\rfive\x{a0}six\x{3000}seven",
    19 => 'two~one two',
    20 => "\x{732b}\x{306f} \x{30de}\x{30c3}\x{30c8}\x{306e} \x{5ea7}\x{308b}",
);

my $t = Test::Contentlib->new(
    records => [map { image($_, alt_text => $text{$_}, tags => ['cat']) }
        keys %text]);

sub text_ok ($text, $ids, $name = "text=$text") {
    my $r = $t->get("/api/v1/content_items/?text=$text");

    is(ids($r), $ids, $name);
    is($r->json->{count}, scalar(split ' ', $ids), "$name: count");
}

my $all = join ' ', reverse 1 .. 20;

text_ok('', $all, 'an empty text');
text_ok('cat', '3 2 1');
text_ok('CAT', '3 2 1');
text_ok('cAt', '3 2 1');
text_ok('cat+', '1');
text_ok('+cat', '1');
text_ok('+', '20 19 14 13 11 10 9 7 4 1');
text_ok('++', '11');
text_ok('%09', '11');
text_ok('ca', '8 5 3 2 1');
text_ok('c', '10 9 8 5 4 3 2 1');
text_ok('c+a', '4');
text_ok('q', '10 9');
text_ok('zz', '');
text_ok('dogs', '');
text_ok('nothing+of+the+kind', '');

# one and two characters, which have no special meaning

text_ok('%25', '15 13');
text_ok('_', '16 13');
text_ok('%25_', '');
text_ok('%25+', '13');
text_ok('_f', '13');
text_ok('o_', '13');
text_ok('%22', '13');
text_ok('%22%22', '');
text_ok('t%22', '13');
text_ok("'", '14');
text_ok("''", '');
text_ok("'s", '14');
text_ok('%5C', '14');
text_ok('%5Co', '14');
text_ok('*', '');
text_ok('-', '');
text_ok('Z', '17 10 9');
text_ok('z', '17 10 9');
text_ok('zy', '10 9');
text_ok('CA', '8 5 3 2 1');
text_ok('xy', '');
text_ok('xn', '12');
text_ok('ey', '12');
text_ok('yy', '12');
text_ok('%09a', '11');
text_ok('%00', '');
text_ok('a%00', '');
text_ok('%0A', '18');
text_ok('ca&tag=cat', '8 5 3 2 1', 'and a tag');
text_ok('ca&tag=dog', '', 'and another tag');

# the end and the beginning

text_ok('mat', '1');
text_ok('a+cat+on+a+mat', '1');
text_ok('a+cat+on+a+mat+', '');
text_ok('+leading', '7');
text_ok('trailing+', '7');
text_ok('+leading+and+trailing+', '7');
text_ok('++leading', '');

# ends of words, whole words, and beginnings of words

text_ok('at+on', '1');
text_ok('at+on+a+ma', '1');
text_ok('t+on+a+m', '1');
text_ok('quick+brown+f', '10 9');
text_ok('ick+brown+fox+jum', '10 9');
text_ok('uick+rown+fox', '');
text_ok('quick+brow+fox', '');
text_ok('brown+quick', '');
text_ok('+mat', '1');
text_ok('+cat', '1');
text_ok('lead+', '');
text_ok('ding+and+', '7');
text_ok('+and+trail', '7');
text_ok('and++two', '11');
text_ok('and+two', '');
text_ok('d++t', '11');
text_ok('+++', '');
text_ok('tab%09and', '11');
text_ok('tab+and', '');
text_ok('one%0Atwo', '18');
text_ok('one+two', '19');
text_ok('two%0Bthr', '18');
text_ok('ree%0Cfour%0Dfi', '18');
text_ok('five+six', '');
text_ok('five%C2%A0six', '18');
text_ok('six%E3%80%80seven', '18');
text_ok('two~one', '19');
text_ok('o~one+tw', '19');
text_ok('%E3%83%9E%E3%83%83%E3%83%88%E3%81%AE', '20');
text_ok('%E3%81%AF+%E3%83%9E%E3%83%83%E3%83%88', '20');
text_ok('%E3%81%AF+%E3%83%9E%E3%83%83%E3%83%88%E3%81%AE+%E5%BA%A7', '20');
text_ok('%E3%81%AF+%E3%83%83%E3%83%88', '');

# matching trigrams are not sufficient

text_ok('abcabd', '8');
text_ok('abcabcabd', '8');
text_ok('abdabc', '');
text_ok('bcabdabc', '');
text_ok('abcabcabcabd', '');
text_ok('abcabcab', '8');

# long texts

(my $nine = $text{9}) =~ tr/ /+/;
(my $ten = $text{10} =~ s/;/%3B/r) =~ tr/ /+/;

text_ok('the+quick+brown+fox', '10 9');
text_ok('the+lazy+dog', '10 9');
text_ok($nine, '9', 'a whole text');
text_ok(uc $nine, '9', 'a whole text in capitals');
text_ok($ten, '10', 'nearly the same');
text_ok($nine . 's', '', 'one letter too many');
text_ok(substr($nine, 1, 70), '9', '70 bytes');
text_ok('fox+jumps+over+the+quick+brown+dog+and+runs+away+into+the+dark+'
    . 'forest+behind+the+old+mill', '', 'the same words');
text_ok('needle', '12');
text_ok('xneedley', '12');
text_ok('x' x 100 . 'needle' . 'y' x 100, '12', 'inside a long text');
text_ok('x' x 100 . 'noodle' . 'y' x 100, '', 'nearly inside');
text_ok('x' x 250 . 'needle', '12', '256 bytes');
text_ok('x' x 251 . 'neede', '', '256 bytes that are nowhere');

# only the alt text is searched, and the last parameter counts

text_ok('image', '');
text_ok('media.example', '');
text_ok('none&text=cat', '3 2 1');
text_ok('cat&text=', $all);
text_ok('&TEXT=cat', $all);
