#!/usr/bin/perl

# The slugs of names in a table, for all characters that Perl knows: addresses
# of tags stay what they are, whatever a search does with the same letters.
# Tests: src/tool/import/contentlib_picture_url.c, src/text/contentlib_term.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;
use Unicode::Normalize qw(NFKD);

use lib 't/lib';
use ContentlibTool;


my $AT_A_TIME = 500;

my %letters = (qw(æ ae ð d ø o þ th đ d ħ h ı i ĸ k ł l ŋ ng œ oe ŧ t ƀ b ƒ f
    ƙ k ƴ y ǥ g ɓ b ɔ o ɖ d ɗ d ə e ɛ e ɨ i));

# Of the scripts with many characters a few are enough.

my @characters = grep { /[\p{L}\p{M}\p{N}\p{S}\p{P}]/ && !/[,;|"&<>()]/ }
    map { chr } 0x21 .. 0x33ff, map({ 0x100 * $_ } 0x34 .. 0xd7),
    0xf900 .. 0xffff, 0x1d400 .. 0x1f7ff;
my %names = map { sprintf("n%x-%sQ", ord, $_) => slug(sprintf "n%x-%sQ", ord, $_)
    } @characters;

sub slug ($name) {
    return NFKD(fc NFKD($name)) =~ s/[\p{M}']//gr
        =~ s/(.)/$letters{$1} \/\/ $1/ger =~ s/[^a-z0-9]+/-/gr =~ s/^-|-$//gr;
}

cmp_ok(scalar keys %names, '>', 10_000, 'names');

my @names = sort keys %names;
my $table = "file,tags\n";

for (my $n = 1; my @some = splice @names, 0, $AT_A_TIME; $n++) {
    $table .= "$n.png,\"" . join(',', @some) . "\"\n";
}

my $directory = directory();

put("$directory/table.csv", encode_utf8($table));

my ($status, $out, $err) = tool('import', '--quiet', '-o',
    "$directory/library.db", "$directory/table.csv");

is($status, 0, 'imported') or diag($err);

my @tags = grep { !$_->{id} } exported("$directory/library.db");
my @differ = grep { ($names{$_->{name}} // '') ne $_->{slug} } @tags;

is(scalar @tags, scalar keys %names, 'their number');
is(join(' ', map { sprintf '%s for %vx', $_->{slug}, $_->{name} }
    @differ[0 .. ($#differ > 9 ? 9 : $#differ)]), '', 'slugs');

done_testing();
