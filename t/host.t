#!/usr/bin/perl

# Random Host headers: the addresses in the response begin with the Host
# header, or the response is a 400 that does not contain it.

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
CONF

# the model: a name or an address in brackets, and a port, maybe without digits

my $port = qr/:(?:0*(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d
    |6553[0-5]))?/x;
my $authority = qr/(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?:$port)?/;

my @parts = ('api.example', 'a', 'A-b_c', '127.0.0.1', '[::1]', '[', ']',
    '[]', '::1', '.', '..', '-', ':', ':80', ':0', ':65535', ':65536', ':080',
    ':99999', ':000080', ':8x', ':-1', ':', '/', '//', '\\', '@', 'user@', '?',
    '#', '%', '%2e', '%0d%0a', '<b>', '"', "'", '&', ';', ',', ' ', "\t", '~',
    '!', '$http_host', '{', '|', '^', '`', '*', '(', '+', '=', "\x7f", "\x80",
    "\xc3\xa9", "\xff", 'x' x 300, 'javascript:', 'http://', '.example');

sub host () {
    return any('api.example', '127.0.0.1', '[::1]', 'a-b')
        . any('', ':80', ':' . any_below(70_000)) unless any_below(4);

    return any('api.example', 'a:80') . '/' . any(@parts) . any(@parts)
        unless any_below(3);

    return join '', map { any(@parts) } 1 .. 1 + any_below(3);
}

# blanks around a value are not part of it

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

    my $path = qr{(?:/[^\x00-\x20"#<>?\\^`{|}\x7f-\xff]*)?};
    my $valid = $host =~ /^$authority$path\z/;

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

# the host of the request line is another one: it is not that of the header

for my $target ('http://evil.example', 'http://evil.example:81',
    'https://evil.example', 'HTTP://evil.example')
{
    for my $headers ("Host: api.example\r\n", "Host: api.example:8080\r\n") {
        my $r = $t->raw("GET $target/api/v1/ HTTP/1.1\r\n$headers"
            . "Connection: close\r\n\r\n");
        my ($host) = $headers =~ /: (\S+)/;

        is(() = $r->body =~ m{"http://\Q$host\E/api/v1/}g, 4, $target);
        unlike($r->body, qr/evil/, 'not that of the request line');
    }
}

# a port without digits is the scheme's own

for my $host ('api.example:', '[::1]:') {
    is($t->get('/api/v1/tags', Host => $host)->header('Location'),
        "http://$host/api/v1/tags/", $host);
}

# every address of a page would repeat a long host

for my $length (200, 505, 506, 7000) {
    my $host = 'a' x $length;
    my $r = $t->get('/api/v1/', Host => $host);

    is($r->status, $length < 506 ? 200 : 400, "a host of $length bytes");
}

# two hosts are refused by nginx

is($t->raw("GET /api/v1/ HTTP/1.1\r\nHost: a.example\r\nHost: b.example\r\n"
    . "Connection: close\r\n\r\n")->status, 400, 'two Host headers');
