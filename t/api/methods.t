#!/usr/bin/perl

# OPTIONS and the methods that are not allowed.  answers.t and cache_same.t
# compare HEAD with GET, framing.t has request bodies.
# Tests: src/service/contentlib_service.c, src/service/contentlib_answer.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(1, tags => ['x']);
my $t = Test::Contentlib->new(records => [$item, collection('c', $item)]);

my $missing = '{"detail":"Not found."}';

my %name = (
    '' => 'Api Root', 'search/' => 'Search List',
    'content_items/' => 'Content Item List',
    'content_items/1/' => 'Content Item Instance',
    'tags/' => 'Tag List', 'tags/x/' => 'Tag Instance',
    'collections/' => 'Collection List',
    'collections/c/' => 'Collection Instance',
);
my @paths = sort keys %name;

sub refusal ($method) { qq({"detail":"Method \\"$method\\" not allowed."}) }

# OPTIONS

for my $path (@paths, 'content_items/99/', 'tags/none/', 'collections/no/') {
    my $r = $t->request('OPTIONS', "/api/v1/$path");
    my $name = $name{$path} // ($path =~ /^con/ ? 'Content Item Instance'
        : $path =~ /^tags/ ? 'Tag Instance' : 'Collection Instance');

    is($r->status, 200, "OPTIONS /$path");
    like($r->body, qr/^\{"name":"\Q$name\E","description":"[^"\\]+",
        "renders":\["application\/json"\],"parses":\[\]\}$/x, $name);
    api_headers_ok($r, "headers of OPTIONS /$path");
}

# other methods are rejected before the record is looked up

answer_is($t->request('POST', "/api/v1/$_"), 405, refusal('POST'))
    for @paths, 'content_items/99/', 'tags/none/', 'content_items/?limit=x';
answer_is($t->request($_, '/api/v1/tags/'), 405, refusal($_))
    for qw(PUT PATCH DELETE FOO M-SEARCH);

# an unknown route is a 404 for all methods

for my $path ('nothing/', 'content_items/065/', 'content_items/abc/',
    'tags/a%20b/', 'content_items/1/tags/')
{
    answer_is($t->request($_, "/api/v1/$path"), 404, $missing)
        for qw(GET POST OPTIONS DELETE);
}
