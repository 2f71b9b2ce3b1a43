#!/usr/bin/perl

# A worker keeps the tags of items by their numbers.  Tags whose numbers have
# the same place in its table replace each other.
# Tests: src/library/contentlib_tags.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        location /plain/ {
            contentlib;
            contentlib_root     /plain/;
            contentlib_library  %%DIR%%/plain.db cache=off;
        }

        location /other/ {
            contentlib;
            contentlib_root     /other/;
            contentlib_library  %%DIR%%/other.db cache=off;
        }
CONF

my @names = map { "tag $_" } 0 .. 19;
my @tags = map { tag($_) } @names;
my @records = (@tags, map { my $n = $_; image($n, tags => [@names[grep {
    $n * ($_ + 3) % 7 < 3 } keys @names]]) } 1 .. 60);

$t->library('plain', \@records);

# an import keeps the numbers of tags, all of the same place here

$t->library('other', \@tags);
edit($t->path('other.db'), 'UPDATE tag SET number = -number * 16384;'
    . ' UPDATE tag SET number = -number');
$t->library('other', \@records);
$t->start;

for my $query ('', '?format=json', '?limit=100', '?limit=7&offset=3', '') {
    for my $host ('one.example', 'two.example:8080') {
        my ($plain, $other) = map { $t->get("/$_/content_items/$query",
            Host => $host)->body } 'plain', 'other';

        is($other =~ s{/other/}{/plain/}gr, $plain, "page $query of $host");
        like($plain, qr{"http://\Q$host\E/plain/tags/tag-\d+/[?"]}, 'addresses');
    }
}

is($t->get('/other/content_items/9/')->json->{tags}[0]{name}, 'tag 1', 'an item');
