#!/usr/bin/perl

# conf/recipes/access_log.conf: every line of the access log is JSON, whatever
# a client sends.
# Tests: conf/recipes/access_log.conf, src/http/ngx_http_contentlib_variables.c

use v5.36;

use JSON::PP ();
use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('access_log', records => [corpus(65)]);
my $json = JSON::PP->new->utf8;

# The lines, strictly: UTF-8, one value each.

sub logged () {
    return map {
        my $line = $_;

        utf8::decode(my $text = $line) or fail("not UTF-8: $line");
        eval { $json->decode($line) } // fail("not JSON: $line");
    } split /\n/, $t->read_file('api.log');
}

my $asked = 0;

# The line of a request, the last one.

sub line_of ($method, $uri, @headers) {
    my $r = $t->request($method, $uri, \@headers);

    $asked++;
    $t->poll(sub { logged() == $asked }) or fail("no line of $uri");

    return (logged())[-1];
}

my ($generation) = Test::Contentlib::program('info', $t->path('library.db'))
    =~ /\b([0-9a-f]{64})\b/;

my $line = line_of('GET', '/api/v1/content_items/?limit=7',
    'User-Agent' => 'one "two" \three', Referer => 'https://a.example/');

like(delete $line->{time}, qr/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/, 'the time');
cmp_ok(delete $line->{$_}, '>', -1, $_) for 'seconds', 'milliseconds';
cmp_ok(delete $line->{bytes}, '>', 7000, 'bytes');
is_deeply($line, {
    client => '127.0.0.1', status => 200, rows => 7, cache => 'MISS',
    request => 'GET /api/v1/content_items/?limit=7 HTTP/1.1',
    endpoint => 'content_items', generation => $generation,
    agent => 'one "two" \three', referer => 'https://a.example/',
}, 'the line');

# numbers are numbers

my ($text) = $t->read_file('api.log') =~ /^(.*)$/m;

like($text, qr/"$_":[0-9.]+,/, "$_ is a number")
    for qw(status bytes seconds rows milliseconds);

# not of the API

$line = line_of('GET', '/none');
is_deeply([@$line{qw(status rows milliseconds endpoint cache generation)}],
    [404, undef, undef, '', '', ''], 'nothing to say');

# invalid UTF-8, UTF-8, control characters and quotes

my $utf8 = "\xc3\xa9";
my %shown = ("\xff" => '...', "\xc3" => '...', $utf8 => '...',
    "\xed\xa0\x80" => '...', "\xf4\x90\x80\x80" => '...', '"' => '"',
    '\\' => '\\', '","x":"' => '","x":"', '%ff' => '%ff', "\xe2\x80\xa8" => '...');

for my $bytes (sort keys %shown) {
    my $name = 'bytes ' . unpack 'H*', $bytes;
    my $end = $shown{$bytes} eq '...' ? '...' : "$shown{$bytes}/b";

    $line = line_of('GET', "/api/v1/a$bytes/b", 'User-Agent' => "a$bytes/b",
        Referer => "a$bytes/b");
    is_deeply([@$line{qw(agent referer)}], ["a$end", "a$end"], $name);
    is($line->{request} =~ s{ HTTP/1\.1$}{}r, "GET /api/v1/a$end",
        "$name: the request");
}

# every byte in every place, invalid requests, empty requests

for my $byte (0 .. 255) {
    my $sent = 'x' . chr($byte) . 'y';

    for my $bytes ("GET /$sent HTTP/1.1\r\nHost: a\r\nConnection: close\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: $sent\r\nReferer: $sent\r\n"
            . "Connection: close\r\n",
        "GET /api/v1/?a=$sent HTTP/1.1\r\nHost: $sent\r\n"
            . "Connection: close\r\n", "$sent\r\n", "GET /$sent\r\n")
    {
        my $connection = $t->connection;

        $connection->write("$bytes\r\n");
        1 while $connection->fill;
        $asked++;
    }
}

# a client that sends a part of a request, and a client that does not read

$t->connection->write("GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: \xff");
$asked++;
ok($t->poll(sub { logged() >= $asked }), 'as many lines as requests');

my @lines = logged();

is(scalar(grep { ref ne 'HASH' || keys %$_ != 13 } @lines), 0,
    'all have all fields, and no other');
is($t->read_file('api.log') =~ tr/\x20-\x7f\n//cdr,
    $t->read_file('api.log'), 'nothing but ASCII');

# the commands of docs/recipes.md

my ($failed, $endpoints) = recipe_commands($t, 'Access log of JSON lines');

is(scalar(() = $failed->[1] =~ /^404 GET /mg),
    scalar(grep { $_->{status} == 404 && $_->{request} =~ /^GET / } @lines),
    'what failed');

my $figures = $json->decode($endpoints->[1]);

is(join(' ', sort keys %$figures), ' content_items root', 'endpoints');
is($figures->{content_items}{n}, 1, 'how many');
cmp_ok($figures->{content_items}{ms}, '>', 0, 'how long');

# the status is 000 if nginx failed before it was set

my $odd = recipe('access_log', records => [corpus(1)],
    replace => ['$status' => '$arg_status']);

for my $status ('000', '009', 200, 499) {
    $odd->get("/api/v1/?status=$status");
    like($odd->wait_for_line('api.log', qr/=$status /) // '',
        $status > 99 ? qr/"status":$status,/ : qr/"status":null,/, "status $status");
}
