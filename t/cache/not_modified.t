#!/usr/bin/perl

# Conditional requests: If-None-Match compares weakly, so that both forms of the
# tag match both forms of the response.  Responses have no date, and conditions
# with a date are ignored.  answers.t has other statuses.
# Tests: src/api/contentlib_negotiation.c, src/service/contentlib_query.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, records => [corpus(3)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%

        location /before/ {
            contentlib;
            contentlib_root    /before/;
            if_modified_since  before;
        }

        location /zipped/ {
            contentlib;
            contentlib_root  /zipped/;
            contentlib_gzip  on;
        }

        # never from the cache

        location /once/ {
            contentlib;
            contentlib_root     /once/;
            contentlib_gzip     on;
            contentlib_library  %%DIR%%/once.db cache=off;
        }
CONF

$t->write_file('once.db', $t->read_file('library.db'));
$t->start;

my $early = 'Mon, 28 Sep 1970 06:00:00 GMT';
my $late = 'Fri, 01 Jan 2100 00:00:00 GMT';
my $connection = $t->connection;

my @coded = map { ["/zipped/$_"], map { [$_, 'Accept-Encoding' => 'gzip'] }
    "/zipped/$_", "/once/$_" } '', 'content_items/', 'content_items/3/',
    'tags/?name=1';

for my $request (@coded, map { ["/api/v1/$_"] } '', 'content_items/',
    'content_items/3/', 'tags/', 'tags/every/', 'collections/', 'search/',
    'content_items/?tag=every&limit=1&x=%22', 'search/?text=e')
{
    my ($uri, @coding) = @$request;
    my $full = $connection->exchange('GET', $uri, @coding);
    my $own = $full->header('ETag');
    my $tag = $own =~ s{^W/}{}r;
    my %full = map { $_ => join '|', $full->header($_) }
        qw(ETag Vary Allow);

    is($full->header($_), undef, "$uri: no $_")
        for qw(Last-Modified Cache-Control);

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
        [304, 'If-None-Match' => $tag, 'If-Modified-Since' => $late],
        [304, 'If-None-Match' => $tag, 'If-Modified-Since' => $early],
        [304, 'If-None-Match' => $tag, 'If-Unmodified-Since' => $early],
        [200, 'If-None-Match' => '"x"'],
        [200, 'If-None-Match' => '"x", W/"y"'],
        [200, 'If-None-Match' => $tag =~ s/"$/x"/r],
        [200, 'If-None-Match' => $tag =~ s/.(?="$)//r],
        [200, 'If-None-Match' => $tag =~ tr/"//dr],
        [200, 'If-None-Match' => ''],
        (map { my $since = $_; map { [200, $since => $_] } $early, $late,
            'yesterday' } 'If-Modified-Since', 'If-Unmodified-Since'),
        [200, 'If-None-Match' => '"x"', 'If-Modified-Since' => $late],
    );

    for my $case (@cases) {
        my ($status, @headers) = @$case;

        for my $method ('GET', 'HEAD') {
            my $r = $connection->exchange($method, $uri, @coding, @headers);

            is($r->status, $status, "$method $uri: $status for @headers");
            is($r->plain, $method eq 'GET' && $status == 200 ? $full->plain
                : '', 'its body');

            next if $status == 200;

            is(join('|', $r->header($_)), $full{$_}, "$_ of a 304")
                for sort keys %full;
            is($r->header($_), undef, "no $_")
                for qw(Content-Encoding Content-Length Content-Type
                    Transfer-Encoding);
        }
    }

    # the condition that nginx handles; it closes a connection after a 412

    for ([200, 'If-Match' => $own], [200, 'If-Match' => '*'],
        [412, 'If-Match' => '"x"'],
        [412, 'If-Match' => '"x"', 'If-Unmodified-Since' => $late],
        [200, 'If-Match' => $own, 'If-Unmodified-Since' => $early],
        [304, 'If-Match' => $own, 'If-None-Match' => $own])
    {
        my ($status, @headers) = @$_;

        is($t->request($_, $uri, [@coding, @headers])->status, $status,
            "$_ $uri: $status for @headers") for 'GET', 'HEAD';
    }
}

# nginx's own directive

is($t->get('/before/tags/', 'If-Modified-Since' => $_)->status, 200,
    "if_modified_since before, $_") for $early, $late;

# a method without a tag

is($t->request('OPTIONS', '/api/v1/tags/', ['If-Modified-Since' => $late,
    'If-None-Match' => '*'])->status, 200, 'OPTIONS');
