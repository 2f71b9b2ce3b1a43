#!/usr/bin/perl

# "contentlib import --from" repeats failed requests, at most --retries times,
# and waits for the time in Retry-After.

use v5.36;

use lib 't/lib';
use Compress::Zlib ();
use POSIX ();
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;
use Time::HiRes qw(sleep time);


my $items = '/api/v1/content_items/?limit=10&offset=10';

# once, at the second page

sub once ($answer) {
    return sub ($path, $n, $host) {
        return $path eq $items && !$n ? $answer : undef;
    };
}

right("$_ once", once({ status => $_ })) for 500, 503, 429, 408, 425;
right('a cut body', once({ body => 'x' x 1000, cut => 500 }));
right('no answer at all', once({ raw => '' }));
right('not HTTP', once({ raw => "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n" }));
right('a cut body whose length nobody knows',
    once({ raw => "HTTP/1.1 200 OK\r\n\r\n{\"count\":30,\"next\":null" }));
right('one that is cut where it could end', sub ($path, $n, $host) {
    my $body = page($path, $host, @lists)->{body};
    return $path eq $items && !$n ? { raw => "HTTP/1.1 200 OK\r\n\r\n"
        . substr $body, 0, 1 + index $body, '}' } : undef;
});
right('broken gzip', once({ body => "\x1f\x8b\x08\0broken",
    headers => { 'Content-Encoding' => 'gzip' } }));

# the time in Retry-After, and a response that takes longer than --timeout

my $start = time;

right('Retry-After', once({ status => 429,
    headers => { 'Retry-After' => 1 } }));
cmp_ok(time - $start, '>=', 1, 'as long as it said');
right('a timeout', sub ($path, $n, $host) {
    sleep 1.1 if $path eq $items && !$n;
    return undef;
}, '--timeout', 1);

# the bytes of failed attempts do not count

right('large bodies that are cut', sub ($path, $n, $host) {
    return $path eq $items && $n < 3
        ? { body => '{' . ' ' x 3_000_000, cut => 2_900_000 } : undef;
}, '--max-pages', 5);

right('gzip', sub ($path, $n, $host) {
    my $page = page($path, $host, @lists);
    return { body => Compress::Zlib::memGzip($page->{body}),
        headers => { 'Content-Encoding' => 'gzip' } };
});

# always

sub always ($answer, $from = $items) {
    return sub ($path, $n, $host) { $path eq $from ? $answer : undef };
}

wrong('always 500', "HOST$items: status 500, after 3 attempts",
    always({ status => 500 }), '--retries', 2);
is((grep { $_ eq $items } service->requests), 3, 'so it was');
wrong('always cut', "HOST$items: transfer closed with 90 bytes remaining to read",
    always({ body => 'x' x 100, cut => 10 }), '--retries', 0);
wrong('not found', "HOST$items: status 404", always({ status => 404 }));
is((grep { $_ eq $items } service->requests), 1, 'asked once');
wrong('not understood', "HOST$items: status $_", always({ status => $_ }))
    for 501, 505;
wrong('a day', "HOST$items: status 503, with a Retry-After of 86400 s",
    always({ status => 503, headers => { 'Retry-After' => 86400 } }));

# the service ends during a request

my ($status, $out, $error) = imported(sub ($path, $n, $host) {
    POSIX::_exit(0) if $path eq $items;
    return;
}, '--retries', 2);

like("$status$out$error", qr{^1http://[^/]+\Q$items\E: Failed to connect [^\n]+, after 3 attempts\n\z},
    'gone');
is_untouched('gone');

wrong('no content', "HOST$items: status 204", always({ status => 204 }));
wrong('304 without a tag', "HOST$items: status 304",
    always({ status => 304 }));

done_testing();
