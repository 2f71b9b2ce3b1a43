#!/usr/bin/perl

# conf/recipes/behind_proxy.conf: nginx uses the headers of the proxy, and
# ignores these headers from other clients.
# Tests: conf/recipes/behind_proxy.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('behind_proxy', records => [corpus(3)],
    replace => ['10.0.0.0/8' => '127.0.0.3']);

# The base URL of a response, and the client address.

sub seen ($from, @headers) {
    my $r = $t->connection(0, from => $from)->exchange('GET',
        '/api/v1/', Host => 'inner.example', @headers);

    return join ' ', $r->json->{tags} =~ m{^(.*)/api/v1/tags/$},
        $r->header('X-Client');
}

my @from = ('X-Forwarded-For' => '192.0.2.7');
my @proto = ('X-Forwarded-Proto' => 'https');
my @host = ('X-Forwarded-Host' => 'api.example.com');

# the proxy

is(seen('127.0.0.1'), 'http://inner.example 127.0.0.1', 'nothing said');
is(seen('127.0.0.1', @from), 'http://inner.example 192.0.2.7', 'the client');
is(seen('127.0.0.1', @proto), 'https://inner.example 127.0.0.1',
    'the scheme');
is(seen('127.0.0.1', @host), 'http://api.example.com 127.0.0.1', 'the host');
is(seen('127.0.0.1', @from, @proto, @host),
    'https://api.example.com 192.0.2.7', 'all of them');
is(seen('127.0.0.1', 'X-Forwarded-Host' => 'api.example.com:8443',
    'X-Forwarded-Proto' => 'http'),
    'http://api.example.com:8443 127.0.0.1', 'a port');

# another proxy, and a chain of both

is(seen('127.0.0.3', @from, @proto, @host),
    'https://api.example.com 192.0.2.7', 'another proxy');

# a client sends a false address: the proxy adds the last address

is(seen('127.0.0.1', 'X-Forwarded-For' => '10.9.9.9, 192.0.2.7'),
    'http://inner.example 192.0.2.7', 'a chain of addresses');

# The first value of a list counts, in any case.  Anything else than a scheme or
# a host is ignored.

my @schemes = (
    [https => 'https'], [HTTPS => 'https'], [Https => 'https'],
    ['https,http' => 'https'], ['https , http' => 'https'],
    ["\thttps\t" => 'https'], [', https' => 'https'], ['https,' => 'https'],
    ['http,https' => 'http'], ['HTTP, HTTPS' => 'http'], [http => 'http'],
    map { [$_ => 'http'] } 'ftp', 'ftp, https', 'https http', 'httpsx',
        '1:https', 'https://', '"https"', ',', '',
);

is(seen('127.0.0.1', 'X-Forwarded-Proto' => $_->[0]),
    "$_->[1]://inner.example 127.0.0.1", "scheme \"$_->[0]\"") for @schemes;

my @names = ('api.example.com', 'API.Example.COM', 'localhost', 'a.example.',
    'my_host.example', 'xn--bcher-kva.example', 'a~b', 'a-.example', '1a',
    '192.0.2.1', 'b%C3%BCcher.example', "!\$&'()*+;=", 'a' x 255, '[::]',
    '[::1]', '[2001:db8::1]', '[2001:DB8::1]', '[1:2:3:4:5:6:7:8]',
    '[1:2:3:4:5:6:7::]', '[::2:3:4:5:6:7:8]', '[::ffff:192.0.2.1]');
my @hosts = (
    map({ my $name = $_; ([$name => $name], ["$name:8443" => "$name:8443"],
        ["\t$name , proxy.internal" => $name],
        ["$name:1,[::1],a" => "$name:1"]) } @names),
    ['api.example.com:' => 'api.example.com:'],
    [', api.example.com' => 'api.example.com'],
    map { [$_ => 'inner.example'] } 'a.example/x', 'a.example:x',
        'a.example:8443:1', 'a.example:123456', 'a.example b.example',
        'a.example/x, b.example', 'user@a.example', 'http://a.example',
        '"a.example"', '"', '<a>', 'a\\b', 'a?b', 'a#b', 'a|b', 'a%', 'a%2',
        'a%zz', "b\xfccher", 'a' x 256, '2001:db8::1', '[2001:db8::1',
        '[1.2.3.4]', '[a]', '[::g]', '[::1]x', '[::1%25eth0]', '[]', ':80',
        ',', '',
);

is(seen('127.0.0.1', 'X-Forwarded-Host' => $_->[0]),
    "http://$_->[1] 127.0.0.1", "host \"$_->[0]\"") for @hosts;

# headers of other clients are ignored

is(seen('127.0.0.2'), 'http://inner.example 127.0.0.2', 'another client');
is(seen('127.0.0.2', @from, @proto, @host),
    'http://inner.example 127.0.0.2', 'is believed nothing');
is(seen('127.0.0.2', 'X-Forwarded-For' => '127.0.0.1', @proto, @host),
    'http://inner.example 127.0.0.2', 'even the address of the proxy');

# compressed, through a proxy

my $r = $t->get('/api/v1/content_items/', Via => '1.1 proxy',
    'Accept-Encoding' => 'gzip');

is($r->header('Content-Encoding'), 'gzip', 'compressed for a proxy');
