#!/usr/bin/perl

# The examples of docs/api.md find what the tables say: a library has the texts
# of one row, or of all rows of a table.
# Tests: docs/api.md, src/library/contentlib_relevance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Source;


my $document = source_text('docs/api.md');

utf8::decode($document);

# the rows below a heading, as lists of cells

sub rows ($heading) {
    my ($table) = $document =~ /^\| \Q$heading\E \|\n\|[-|]+\n((?:\|.*\n)+)/m
        or die "no table $heading";

    return map { [split / *\| */, s/^\| *//r, -1] } split /\n/, $table;
}

sub codes ($cell) { $cell =~ /`([^`]+)`/g }

sub escaped ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

# the tables, and which libraries their rows have

my @each = (
    map({ [$_->[0], [codes($_->[1])], [codes($_->[2])], [codes($_->[3])]] }
        rows('terms | typed | finds | does not find'),
        rows('nearest terms | typed | finds | does not find')),
    map { [$_->[0], [codes($_->[1])], [codes($_->[2])], []] }
        rows('then | typed | finds'),
);
my @groups = rows('| items | typed | finds');
my @offers = rows('typed | offers');

cmp_ok(scalar @each, '>', 20, 'examples');
is(scalar @groups, 7, 'groups');

my %libraries;

# the first text has the highest number; one image has the names of tags

sub library ($name, @texts) {
    my $n = @texts;

    $libraries{$name} = [map { ref
        ? image($n--, alt_text => 'x', tags => $_)
        : image($n--, alt_text => $_, tags => []) } @texts];
}

for my $i (keys @each) {
    library("l$i", @{$each[$i][2]}, @{$each[$i][3]});
}

library('groups', map { my ($text) = codes($_->[3]);
    $_->[3] =~ /^the tag/ ? [tag($text)] : $text } @groups);
library('boxes', 'boxes', 'box');

for my $i (keys @offers) {
    my @names = codes($offers[$i][1]);

    library("o$i", [map { tag($names[$_], "t-$_") } keys @names]);
}

my $t = Test::Contentlib->new(start => 0, server => join '', map { <<"CONF"
        location /$_/ {
            contentlib;
            contentlib_root /$_/;
            contentlib_library %%DIR%%/$_.db;
        }
CONF
    } sort keys %libraries);

$t->library($_, $libraries{$_}) for sort keys %libraries;
$t->start;

sub texts ($library, $value) {
    return map { $_->{tags}->@* ? $_->{tags}[0]{name} : $_->{alt_text} }
        $t->get("/$library/content_items/?search=" . escaped($value))
            ->json->{results}->@*;
}

for my $i (keys @each) {
    my ($rule, $typed, $finds) = $each[$i]->@*;

    is(join(' | ', texts("l$i", $_)), join(' | ', @$finds), "$_: $rule")
        for @$typed;
}

# the groups of "cat" in their order, and the others

my @cat = grep { $_->[2] eq '`cat`' } @groups;

is(join(' | ', texts('groups', 'cat')),
    join(' | ', map { codes($_->[3]) } @cat), 'groups');
is(join(' | ', texts('groups', codes($groups[5][2]))),
    join(' | ', codes($groups[5][3])), 'a part');
is(join(' | ', texts('boxes', codes($groups[6][2]))), 'boxes | box',
    'an ending');

for my $i (keys @offers) {
    my ($typed) = codes($offers[$i][0]);
    my $found = $t->get("/o$i/search/?text=" . escaped($typed))->json;

    is(join(' | ', map { $_->{text} } @$found),
        join(' | ', codes($offers[$i][1])), "text=$typed");
}
