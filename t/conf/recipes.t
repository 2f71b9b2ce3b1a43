#!/usr/bin/perl

# Each recipe has a test, and an excerpt in docs/recipes.md that has the same
# text as the file.
# Tests: conf/recipes, docs/recipes.md

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Recipe;
use Test::Contentlib::Source;


my $chapter = source_text('docs/recipes.md');
my @recipes = recipe_files();

cmp_ok(scalar @recipes, '>=', 12, 'recipes are found');

for my $name (@recipes) {
    my $text = source_text("conf/recipes/$name.conf");

    like(source_text("t/conf/recipe_$name.t"), qr/\brecipe\('$name'[,)]/,
        "$name has a test");
    like($chapter, qr{\(\.\./conf/recipes/$name\.conf\)},
        "$name is in the chapter");
    like($text, qr/\A#\ [A-Z][^\n]*\n(?:\#[^\n]*\n)*\n/x,
        "$name says what it is");
    like($text =~ s/\n# / /gr, qr/\A.*Include this file in the http block\b/,
        'and where it goes');
}

my %recipe = map { $_ => 1 } @recipes;

ok($recipe{$_}, "$_, which the chapter names")
    for $chapter =~ m{\(\.\./conf/recipes/(\w+)\.conf\)}g;

# An excerpt is of the recipe that was named last before it.  Its pieces, with
# blank lines between them, are in the file in this order.

sub lines ($text) { join '', map { s/^\s+//r } split /^/, $text }

my ($file, %excerpts);

while ($chapter =~ m{conf/recipes/(\w+)\.conf|^```nginx\n(.*?)^```$}msg) {
    $file = $1, next if defined $1;

    my $rest = lines(source_text("conf/recipes/$file.conf"));

    for my $piece (map { lines($_) } split /\n\n(?=\S)/, $2) {
        my ($first) = $piece =~ /^(.*)$/m;
        my $at = index "\n$rest", "\n" . $piece =~ s/\n*\z/\n/r;

        cmp_ok($at, '>=', 0, "$file: $first") or next;
        $rest = substr $rest, $at + length($piece) - 1;
        $excerpts{$file}++;
    }
}

ok($excerpts{$_}, "the chapter has an excerpt of $_") for @recipes;

done_testing();
