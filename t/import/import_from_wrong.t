#!/usr/bin/perl

# "contentlib import --from" and responses that are not those of the API, lists
# that change, and values that options do not accept; what a service may have
# beyond the API.
# Suite: long
# Tests: src/tool/from/contentlib_from.c, src/tool/record/contentlib_input.c

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


my %all = @lists;
my $tags = '/api/v1/tags/?limit=100';
my $items = '/api/v1/content_items/?limit=100';
my $second = '/api/v1/content_items/?limit=10&offset=10';

# bodies: those that may be incomplete are fetched again

my $page = 'is not a page of the API';
my $again = ' (attempts: 1)';

for my $case (
    ['HTML', '<html></html>', $page],
    ['a list', '[]', $page],
    ['nothing', '', 'the body is empty'],
    ['a line break', "\n", $page],
    ['nothing in it', '{}', $page],
    ['no next', '{"count":1,"results":[]}', $page],
    ['no count', '{"next":null,"results":[]}', $page],
    ['no results', '{"count":1,"next":null}', $page],
    ['no records', { results => undef }, $page],
    ['a count of words', { count => 'x' }, $page],
    ['a count below zero', { count => -1 }, $page],
    ['invalid JSON', '{"count":1,"next":nope,"results":[]}', 'body:1: not valid JSON: '],
    ['a record that is not an object', { results => [1] }, 'body:1: unexpected "1" where a record should begin'],
    ['a next that is a number', { next => 7 }, '"next" has no query, or a long one'],
    ['a next without a query', { next => 'HOST/api/v1/tags/page/2/' }, '"next" has no query, or a long one'],
    ['a long next', { next => '?' . 'x' x 5000 }, '"next" has no query, or a long one'])
{
    my ($name, $body, $message) = @$case;
    my ($status, $out, $error) = imported(sub ($path, $n, $host) {
        return $path eq $tags ? says($body)->($path, $n, $host) : undef;
    }, '--retries', 0);
    my $host = service->host;

    like("$status$out$error", qr/^1\Q$host$tags: $message\E[^\n]*\n\z/, $name);
    is_untouched($name);
}

# records

for my $case (
    ['a record that is wrong', { results => [{ slug => 'a' }] }, 'tag "a": missing "name"'],
    ['a long tag', { results => [{ slug => 'a', name => 'x' x 1000 }] }, 'tag "a": the record would have 1046 bytes, expected at most 1024'],
    ['a suggestion', { results => [{ type => 'collection', text => 'x' }] }, 'record: is neither a content item, nor a tag, nor a collection'])
{
    my ($name, $body, $message) = @$case;

    wrong($name, "HOST$tags:1: $message", says($body));
}

# Lists that change.  Of "next" only the query is used, so that no link leads
# elsewhere.

sub changed ($of, $total, $then) {
    return ": the list has changed while it was read (records: $of of $total,"
        . " then of $then): run the import again";
}

sub shown ($path, $host, @shown) {
    return page($path, $host, @lists, content_items => \@shown);
}

my @items = @{$all{content_items}};

wrong('one more on top', "HOST$second" . changed(20, 29, 30),
    sub ($path, $n, $host) {
        return $path eq $items ? shown($path, $host, @items[1 .. 29]) : undef;
    });
wrong('fewer records than there are', "HOST$tags" . changed(1, 2, 2),
    says({ count => 2 }));
wrong('always itself', "HOST$tags" . changed(6, 5, 5),
    says({ count => 5, next => $tags }));
wrong('nothing, and more of it', "HOST$tags" . changed(0, 5, 5),
    says({ count => 5, next => '?offset=5', results => [] }));
wrong('a record that appears twice', "HOST$second:1: content item 30: was"
    . " already given at HOST$items:1", sub ($path, $n, $host) {
        return $path eq $second ? shown($path, $host, @items[1 .. 10],
            @items[0, 11 .. 29]) : undef;
    });
wrong('a preview that is older', 'HOST/api/v1/collections/?limit=100:1:'
    . ' collection "c": "preview_image" differs from content item 27 at'
    . " HOST$items:1", sub ($path, $n, $host) {
        return page($path, $host, @lists,
            collections => [collection('c', item(27, tags => []))]);
    });

for my $next ('https://other.example/', '//other.example/x', '/admin/',
    '../../admin/', 'file:///etc/passwd', 'http://u:p@127.0.0.1/', '')
{
    right("next is below \"$next\"", sub ($path, $n, $host) {
        my $r = page($path, '', @lists);
        $r->{body} =~ s{"next":"\K[^"?]*}{$next};
        return $r;
    });
    is((grep { !m{^/api/v1/\w+/\?} } service->requests), 0, 'no other path');
}

right('a fragment behind the query', sub ($path, $n, $host) {
    my $r = page($path, $host, @lists);
    $r->{body} =~ s/"next":"[^"]*\K"/#here"/;
    return $r;
});

# what a service may have beyond the API

my $directory = directory();
my $library = "$directory/library.db";

sub tells ($handler) {
    my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        my $r = page($path, '', @lists);
        $handler->($r);
        return $r;
    });

    return tool('import', '-o', $library, '--from', $service->root);
}

my ($status, $out, $error) = tells(sub ($r) {
    $r->{body} =~ s/"id":(\d+)/"id":"$1","rating":5,"other_ids":[1]/g;
    $r->{body} =~ s/"platform":/"a\\u001bb":{},"platform":/g;
    $r->{body} =~ s/^\{/{"total_pages":3,"page":[1,{}],/;
});

is("$status$error", '0', 'unknown fields, and numbers in strings');
is_right('without them', $library);
is_deeply([$out =~ /^fields that are not used: (.*)/mg],
    ['total_pages, page, a\u001bb, rating, other_ids'],
    'each name is reported once');
like($out, qr/^the service sends numbers as strings: /m, 'and the numbers');

# addresses that are none stay, also when the library is read again

($status, $out, $error) = tells(sub ($r) {
    $r->{body} =~ s{(\d+\.gif")}{100%cotton$1}g;
});

is("$status$error", '0', 'addresses with a percent sign');
like($out, qr/^addresses with a "%" without two hexadecimal digits behind it: \d+ /m,
    'are counted');
ok((grep { index($_->{default_version}{download}[0]{url} // '', '100%cotton') >= 0 }
    exported($library)), 'and stay');
is((tool('check', $library))[0], 0, 'check');
is((tool('import', '--quiet', '--merge', '-o', $library,
    put("$library.json", lines(tag('new')))))[0], 0, '--merge');

# many names

($status, $out, $error) = tells(sub ($r) {
    $r->{body} =~ s/^\{/'{' . join '', map { qq("name$_":0,) } 1 .. 9999/e;
});
like("$status$error$out", qr/^0.*^fields that are not used: name1, [^\n]{200,300}\.\.\.$/ms,
    'many names');

# no server, and values that are no address of an API

unlink $library;

for my $root ('http://127.0.0.1:1/api/v1/', 'https://127.0.0.1:1/api/v1') {
    my ($status, $out, $error) = tool('import', '-o', $library, '--from',
        $root);

    like("$status$out$error", qr{^1\Q$root\E/?tags/\?limit=100: [^\n]+\n\z},
        "nobody at $root");
    unlike($error, qr/attempts/, 'asked once');
}

for my $case (['ftp://h/', 'is not an http(s) address'],
    ['api.example/api/v1/', 'is not an http(s) address'],
    ['http://', 'has no host'],
    ['', 'is not an http(s) address'],
    ["http://h/\n", 'has a blank or a control character'],
    ['http://u:p@h/', 'has a user name or a password'],
    ['http://:p@h/', 'has a user name or a password'],
    ['http://h/?x=1', 'has a query or a fragment'],
    ['http://h/#x', 'has a query or a fragment'],
    ['http://h/' . 'x' x 3000, 'is longer than 255 bytes'])
{
    my ($status, $out, $error) = tool('import', '-o', $library, '--from',
        $case->[0]);

    like("$status$out$error", qr{^1contentlib: --from "[^"]*" \Q$case->[1]\E\n\z},
        'from ' . substr $case->[0], 0, 40);
}

for my $case (
    (map { ['--rate', $_, 'a number from 0.001 to 10000'] } '0', 'x', 'nan',
        'inf', '', '-1', '0x10', '1e1', '.', '10001'),
    (map { ['--retries', $_, 'a whole number from 0 to 100'] } '-1', '101',
        '1.7', '', ' 1', '0x1'),
    (map { ['--timeout', $_, 'a whole number from 1 to 3600'] } '0', '0x10',
        '1.5', '1e2'),
    (map { ['--max-pages', $_, 'a whole number from 1 to 999999'] } '0', '1e6',
        '2.5', '1000000'))
{
    my ($status, $out, $error) = tool('import', '-o', $library, '--from',
        'http://127.0.0.1:1/', $case->[0], $case->[1]);

    is("$status$out$error", "1contentlib: $case->[0] is not $case->[2]\n",
        "$case->[0] $case->[1]");
}

for my $header ('', 'x', 'X:', 'X: ', ': x', 'X Y: x', "X: a\nY: b", "X: a\r",
    "X\n: a")
{
    my ($status, $out, $error) = tool('import', '-o', $library, '--from',
        'http://127.0.0.1:1/', '--header', $header);

    is("$status$out$error", "1contentlib: --header is not \"Name: value\"\n",
        'header ' . $header =~ s/\s/_/gr);
}

ok(!-e $library, 'no library');

done_testing();
