#!/usr/bin/perl

# "contentlib import --from" repeats failed requests, at most --retries times,
# and waits for the time in Retry-After.
# Suite: long
# Tests: src/tool/from/contentlib_fetch.c

use v5.36;

use lib 't/lib';
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
right('a cut body whose length nobody knows',
    once({ raw => "HTTP/1.1 200 OK\r\n\r\n{\"count\":30,\"next\":null" }));
right('one that is cut where it could end', sub ($path, $n, $host) {
    my $body = page($path, $host, @lists)->{body};
    return $path eq $items && !$n ? { raw => "HTTP/1.1 200 OK\r\n\r\n"
        . substr $body, 0, 1 + index $body, '}' } : undef;
});
right('broken gzip', once({ body => "\x1f\x8b\x08\0broken",
    headers => { 'Content-Encoding' => 'gzip' } }));

# the first request of all

right('no answer to the first request', sub ($path, $n, $host) {
    return $path =~ /tags/ && !$n ? { raw => '' } : undef;
});

# the time in Retry-After, and a response that takes longer than --timeout

my $start = time;

right('Retry-After', once({ status => 429,
    headers => { 'Retry-After' => 1 } }));
cmp_ok(time - $start, '>=', 1, 'as long as it said');
right('a timeout', sub ($path, $n, $host) {
    sleep 1.1 if $path eq $items && !$n;
    return undef;
}, '--timeout', 1);

# a response in another form

right('chunks, and line breaks behind the page', sub ($path, $n, $host) {
    return { raw => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
        . "Connection: close\r\n\r\n" . join '', map { sprintf "%x\r\n%s\r\n",
        length, $_ } (unpack '(a700)*', page($path, $host, @lists)->{body}
        . "\r\n\n"), '' };
});

# always

sub always ($answer, $from = $items) {
    return sub ($path, $n, $host) { $path eq $from ? $answer : undef };
}

wrong('always 500', "HOST$items: status 500 (attempts: 3)",
    always({ status => 500 }), '--retries', 2);
is((grep { $_ eq $items } service->requests), 3, 'so it was');
wrong('always incomplete', "HOST$items: body:1: the record that begins here"
    . ' does not end (attempts: 2)', always({ body => '{"count":' }),
    '--retries', 1);
wrong('not found', "HOST$items: status 404", always({ status => 404 }));
is((grep { $_ eq $items } service->requests), 1, 'asked once');
wrong('not understood', "HOST$items: status $_", always({ status => $_ }))
    for 501, 505;
wrong('a day', "HOST$items: status 503, with a Retry-After of 21600 s",
    always({ status => 503, headers => { 'Retry-After' => 21600 } }));
wrong("status $_", "HOST$items: status $_", always({ status => $_ }))
    for 204, 304;

# curl has the text

sub failing ($name, $attempts, $handler, @options) {
    my ($status, $out, $error) = imported($handler, @options);
    my $host = service->host;

    like("$status$out$error",
        qr{^1\Q$host$items\E: [^\n]+ \(attempts: $attempts\)\n\z}, $name);
    is_untouched($name);
}

failing('always cut', 1, always({ body => 'x' x 100, cut => 10 }),
    '--retries', 0);
failing('the service ends during a request', 3, sub ($path, $n, $host) {
    POSIX::_exit(0) if $path eq $items;
    return;
}, '--retries', 2);

done_testing();
