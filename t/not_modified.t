#!/usr/bin/perl

# Conditional requests.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(3)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /before/ {
            contentlib;
            contentlib_root    /before/;
            if_modified_since  before;
        }
CONF

my $early = 'Mon, 28 Sep 1970 06:00:00 GMT';
my $late = 'Fri, 01 Jan 2100 00:00:00 GMT';
my $connection = $t->connection;

for my $uri (map { "/api/v1/$_" } '', 'content_items/', 'content_items/3/',
    'tags/', 'tags/every/', 'collections/', 'search/',
    'content_items/?tag=every&limit=1&x=%22', 'search/?text=e')
{
    my $full = $connection->exchange('GET', $uri);
    my $tag = $full->header('ETag');
    my $date = $full->header('Last-Modified');
    my %full = map { $_ => join '|', $full->header($_) }
        qw(ETag Last-Modified Vary Allow);

    # headers and the status

    my @cases = (
        [304, 'If-None-Match' => $tag],
        [304, 'If-None-Match' => "W/$tag"],
        [304, 'If-None-Match' => '*'],
        [304, 'If-None-Match' => "\"x\", $tag"],
        [304, 'If-None-Match' => "\"x\",W/\"y\" , W/$tag ,\"z\""],
        (map { [304, 'If-None-Match' => $_] } '  * ', ",,$tag,,", "$tag   ",
            "\"x\" ,\t$tag , \"y\""),
        (map { [200, 'If-None-Match' => $_] } ',', 'W/', '""', '"*"',
            "w/$tag", "W/W/$tag", "\"x\" $tag", "\" $tag", uc $tag,
            $tag =~ s/"$//r, $tag =~ s/"//r, $tag =~ s/^"/"W\//r),
        [200, 'If-Modified-Since' => $date],
        [200, 'If-Modified-Since' => $late],
        [304, 'If-None-Match' => $tag, 'If-Modified-Since' => $date],
        [304, 'If-None-Match' => $tag, 'If-Modified-Since' => $early],
        [200, 'If-None-Match' => '"x"'],
        [200, 'If-None-Match' => '"x", W/"y"'],
        [200, 'If-None-Match' => $tag =~ s/"$/x"/r],
        [200, 'If-None-Match' => $tag =~ s/.(?="$)//r],
        [200, 'If-None-Match' => $tag =~ tr/"//dr],
        [200, 'If-None-Match' => ''],
        [200, 'If-Modified-Since' => $early],
        [200, 'If-Modified-Since' => 'yesterday'],
        [200, 'If-None-Match' => '"x"', 'If-Modified-Since' => $date],
    );

    for my $case (@cases) {
        my ($status, @headers) = @$case;

        for my $method ('GET', 'HEAD') {
            my $r = $connection->exchange($method, $uri, @headers);

            is($r->status, $status, "$method $uri: $status for @headers");
            is($r->body, $method eq 'GET' && $status == 200 ? $full->body
                : '', 'its body');

            next if $status == 200;

            is(join('|', $r->header($_)), $full{$_}, "$_ of a 304")
                for sort keys %full;
            is($r->header($_), undef, "no $_")
                for qw(Content-Length Content-Type Transfer-Encoding);
        }
    }
}

# nginx's own directive

is($t->get('/before/tags/', 'If-Modified-Since' => $_)->status, 200,
    "if_modified_since before, $_") for $early, $late;

# a method without a tag

is($t->request('OPTIONS', '/api/v1/tags/', ['If-Modified-Since' => $late])
    ->status, 200, 'OPTIONS');

# preconditions

my $tag = $t->get('/api/v1/tags/')->header('ETag');

is($t->get('/api/v1/tags/', 'If-Match' => $tag)->status, 200, 'If-Match');
is($t->get('/api/v1/tags/', 'If-Match' => '"x"')->status, 412, 'no match');
is($t->get('/api/v1/tags/', 'If-Unmodified-Since' => $late)->status, 200,
    'If-Unmodified-Since');
is($t->get('/api/v1/tags/', 'If-Unmodified-Since' => $early)->status, 412,
    'modified since');

# a 404 is never a 304

for (['GET', 'content_items/99/', 404], ['GET', 'none/', 404],
    ['GET', 'tags/?format=xml', 404], ['POST', 'tags/', 405])
{
    my ($method, $path, $status) = @$_;

    is($t->request($method, "/api/v1/$path", ['If-None-Match' => '*'])
        ->status, $status, "$method $path is a $status");
    is($t->request($method, "/api/v1/$path", ['If-Modified-Since' => $late])
        ->status, $status, "$method $path is a $status");
}
