#!/usr/bin/perl

# Range and If-Range are ignored: the response is always complete.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(30)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }
CONF

my @ranges = ('bytes=0-9', 'bytes=0-', 'bytes=-1', 'bytes=-9', 'bytes=5-1',
    'bytes=0-0,-1', 'bytes=1-2,3-4,5-6', 'bytes=1000000-', 'bytes=-1000000',
    'bytes=-0', 'bytes=,', 'bytes=', 'bytes', 'items=0-1', 'BYTES=0-1',
    'bytes= 0 - 1', 'bytes=0-9223372036854775807',
    'bytes=9223372036854775807-9223372036854775808',
    'bytes=-17208,-9223372036854758792',
    'bytes=-9223372036854775808,-9223372036854775807',
    'bytes=-18446744073709551615', 'bytes=0-18446744073709551616',
    'bytes=' . join(',', map { "$_-$_" } 0 .. 500));

my $connection = $t->connection;

for my $uri (map { "/api/v1/$_" } 'content_items/', 'tags/every/', 'none/',
    '')
{
    for my $coding ('identity', 'gzip') {
        my @accept = ('Accept-Encoding' => $coding);

        # the third response is from the cache

        my $full = (map { $connection->exchange('GET', $uri, @accept) }
            1 .. 3)[2];
        my ($tag, $date) = map { $full->header($_) // '"x"' }
            qw(ETag Last-Modified);

        for my $range (@ranges) {
            my @faults;

            for my $if ([], ['If-Range' => $tag], ['If-Range' => $date],
                ['If-Range' => '"x"'])
            {
                my $r = $connection->exchange('GET', $uri, @accept,
                    Range => $range, @$if);

                push @faults, $r->head_text
                    if $r->head_text ne $full->head_text
                    || $r->body ne $full->body;
            }

            is("@faults", '', "$uri, $coding, " . substr $range, 0, 50);
        }

        is($full->header('Accept-Ranges'), undef, 'parts are not offered');
    }
}
