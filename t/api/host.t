#!/usr/bin/perl

# Random Host headers: the addresses in the response begin with the Host
# header, or the response is a 400 that does not contain it.  The host of the
# request line has precedence.
# Tests: src/http/ngx_http_contentlib_request.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $t = Test::Contentlib->new(records => [image(1)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%

        location /forwarded/ {
            contentlib;
            contentlib_root      /forwarded/;
            contentlib_base_url  https://$http_x_host;
        }

        location /header/ {
            contentlib;
            contentlib_root      /header/;
            contentlib_base_url  $scheme://$http_host;
        }
CONF

my @parts = ('api.example', 'a', 'A-b_c', '127.0.0.1', '[::1]', '[', ']',
    '[]', '::1', '.', '..', '-', ':', ':80', ':0', ':65535', ':65536', ':080',
    ':99999', ':000080', ':8x', ':-1', ':', '/', '//', '\\', '@', 'user@', '?',
    '#', '%', '%2e', '%0d%0a', '<b>', '"', "'", '&', ';', ',', ' ', "\t", '~',
    '!', '$http_host', '{', '|', '^', '`', '*', '(', '+', '=', "\x7f", "\x80",
    "\xc3\xa9", "\xff", 'x' x 300, 'javascript:', 'http://', '.example');

# the model: what needs no escaping in JSON, in a header line, and in HTML

my $model = qr{(?!/)[^\x00-\x20"<>\\\x7f-\xff]+};

sub host () {
    return any('api.example', '127.0.0.1', '[::1]', 'a-b')
        . any('', ':80', ':' . any_below(70_000)) unless any_below(4);

    return any('api.example', 'a:80') . '/' . any(@parts) . any(@parts)
        unless any_below(3);

    return join '', map { any(@parts) } 1 .. 1 + any_below(3);
}

# spaces around a value are not part of the value

sub sent ($host) { $host =~ s/^ +| +$//gr }

my (%seen, @faults);

for my $n (1 .. 2000) {
    my $host = sent(host() =~ tr/\t/ /r);
    my $forwarded = $n % 3 == 0;
    my @headers = $forwarded ? ('X-Host' => $host) : (Host => $host);
    my $root = $forwarded ? '/forwarded/' : '/api/v1/';
    my $r = $t->get($root . any('', 'tags', 'tags/?limit=1'), @headers);

    next if !$forwarded && $r->status == 400
        && $r->header('Content-Type') eq 'text/html' && ++$seen{nginx};

    my $valid = $host =~ /^$model\z/;

    $seen{$valid ? 'valid' : 'refused'}++;

    my $address = ($forwarded ? 'https://' : 'http://')
        . ($host =~ s{/+$}{}r) . $root;
    my $said = $r->header('Location') // $r->body;

    my $right = $valid
        ? $r->status =~ /^(?:200|301)$/
            && (() = $said =~ m{(?:^|")https?://}g)
            == (() = $said =~ m{(?:^|")\Q$address\E}g)
        : $r->status == 400
            && $said eq '{"detail":"The base address is not valid."}';

    push @faults, ($valid ? 'valid: ' : 'not valid: ')
        . ($host =~ s/([^ -~])/sprintf '\\x%02x', ord $1/ger) . ' '
        . $r->status . ' ' . substr $said, 0, 200 unless $right;
}

is(join("\n", @faults), '', '2000 hosts');
cmp_ok($seen{$_} // 0, '>', 200, "$_: " . ($seen{$_} // 0))
    for 'valid', 'refused';

# nginx chooses the server by the request line, and so does the base URL

my $long = join '', map { "X-$_: " . 'x' x 500 . "\r\n" } 1 .. 12;

for (['http://good.example', 'good.example'],
    ['http://good.example:81', 'good.example:81'],
    ['https://GOOD.example:', 'GOOD.example:'],
    ['HTTP://127.0.0.1:8080', '127.0.0.1:8080'], ['http://[::1]:8', '[::1]:8'],
    ['http://good.example:' . '0' x 1100, 'good.example:' . '0' x 1100])
{
    my ($target, $host) = @$_;

    for my $headers ("Host: evil.example:82\r\n", "Host: evil.example\r\n$long") {
        my $r = $t->raw("GET $target/api/v1/ HTTP/1.1\r\n$headers"
            . "Connection: close\r\n\r\n");

        if (length $host > 500) {
            is($r->status, 400, 'a long host');
            next;
        }

        is(() = $r->body =~ m{"http://\Q$host\E/api/v1/}g, 4, $target);
        unlike($r->body, qr/evil/, 'not that of the header');
    }

    is($t->raw("GET $target/api/v1/tags HTTP/1.0\r\n\r\n")->header('Location'),
        "http://$host/api/v1/tags/", "$target, no header")
        if length $host < 500;
}

is($t->raw("GET http://good.example HTTP/1.1\r\nHost: evil.example\r\n"
    . "Connection: close\r\n\r\n")->status, 404, 'no path');
like($t->raw("GET http://good.example?x HTTP/1.1\r\nHost: evil.example\r\n"
    . "Connection: close\r\n\r\n")->body, qr/404/, 'nor with arguments');

# an explicit value is evaluated as it is written

is($t->raw("GET http://good.example/header/tags HTTP/1.1\r\n"
    . "Host: other.example\r\nConnection: close\r\n\r\n")->header('Location'),
    'http://other.example/header/tags/', 'the variable of the header');

# a long host would be repeated in every address of a page

for my $length (200, 1017, 1018, 7000) {
    my $host = 'a' x $length;
    my $r = $t->get('/api/v1/', Host => $host);

    is($r->status, $length < 1018 ? 200 : 400, "a host of $length bytes");
}

# nginx rejects two hosts

is($t->raw("GET /api/v1/ HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n"
    . "Connection: close\r\n\r\n")->status, 400, 'two Host headers');
