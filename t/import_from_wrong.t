#!/usr/bin/perl

# "contentlib import --from" and invalid responses: an error with the address,
# in a limited time.

use v5.36;

use lib 't/lib';
use Compress::Zlib ();
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


my $tags = '/api/v1/tags/?limit=100';

# bodies

my @bodies = (
    ['HTML', '<html></html>', 'is not a page'],
    ['a list', '[]', 'is not a page'],
    ['invalid JSON', '{"count":1;}', 'not valid JSON: unexpected character at column 11: ";}"'],
    ['a key twice', '{"count":0,"count":0,"next":null,"results":[]}', 'not valid JSON: a key appears twice in an object'],
    ['brackets', '{"a":' . '[' x 100_000 . ']' x 100_000 . '}', 'a record has more than 50000 brackets'],
    ['nesting', '{"a":' . '[' x 100 . ']' x 100 . '}', 'not valid JSON: nesting too deep at column 37: "' . '[' x 30 . '"'],
    ['a zero in a string', '{"count":1,"next":null,"results":[{"slug":"\u0000"}]}', 'not valid JSON: \u0000 in a string at column 44: "\u0000"}"'],
    ['nothing in it', '{}', 'page: "count" is not a whole number'],
    ['a line break', "\n", 'is not a page'],
    ['more than a page', "{} {}\r\n", 'is not a page'],
    ['no next', '{"count":1}', 'page: "next" is neither an address nor null'],
    ['no results', '{"count":1,"next":null}', 'page: "results" is not a list'],
    ['no records', { results => undef }, 'page: "results" is not a list'],
    ['a count of words', { count => 'x' }, 'page: "count" is not a whole number'],
    ['a count below zero', { count => -1 }, 'page: "count" is not a whole number'],
    ['a next that is a number', { next => 7 }, 'page: "next" is neither an address nor null'],
    ['a record that is not an object', { results => [1] }, 'unexpected "1" where a record should begin'],
    ['a slug that is not a string', { results => [{ slug => 7 }] }, 'page: "results[0]" has no identifier'],
    ['an identifier below zero', { results => [{ id => -7 }] }, 'page: "results[0]" has no identifier'],
    ['a record without a name', { results => [{}] }, 'page: "results[0]" has no identifier'],
    ['a suggestion', { results => [{ type => 'collection', text => 'x' }] }, 'page: "results[0]" has no identifier'],
    ['a record that is wrong', { results => [{ slug => 'a' }] }, 'tag "a": missing "name"'],
    ['a field too many', { total => 1 }, 'page: unknown field "total"'],
);

for my $case (@bodies) {
    my ($name, $body, $message) = @$case;

    wrong($name, "HOST$tags:1: $message", sub ($path, $n, $host) {
        return $path eq $tags ? says($body)->($path, $n, $host)
            : page($path, $host);
    });
}

# the records of another list

for my $case (['content_items', 'tags', 'id'], ['tags', 'content_items', 'slug'],
    ['collections', 'tags', 'preview_image'])
{
    my ($asked, $comes, $field) = @$case;

    wrong("$comes in place of $asked", "HOST/api/v1/$asked/?limit=100:1: page:"
        . " \"results[0]\" has no \"$field\"", sub ($path, $n, $host) {
            return page($path =~ s/$asked/$comes/r, $host, @lists);
        });
}

my $zeros = Compress::Zlib::memGzip('{' . ' ' x (64 * 1024 * 1024) . '}');

cmp_ok(length $zeros, '<', 100_000, 'a small body');
wrong('that is a large one', "HOST$tags: the body is longer than 64 MiB",
    says($zeros, headers => { 'Content-Encoding' => 'gzip' }));

# what curl does not decode is not too long

my $plain = says({})->('', 0, '')->{body};
my $cut = length($plain) / 2;

for my $case (
    ['two members', Compress::Zlib::memGzip(substr $plain, 0, $cut)
        . Compress::Zlib::memGzip(substr $plain, $cut)],
    ['zeros', Compress::Zlib::memGzip($plain) . "\0" x 16])
{
    my ($name, $body) = @$case;
    my ($status, $out, $error) = imported(says($body,
        headers => { 'Content-Encoding' => 'gzip' }), '--retries', 0);

    like("$status$out$error", qr{^1http://[^\n]+\n\z}, "gzip: $name");
    unlike($error, qr/--max-pages/, 'not too long');
    is_untouched("gzip: $name");
}

done_testing();
