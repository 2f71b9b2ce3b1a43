#!/usr/bin/perl

# contentlib_gzip over HTTP/2: the same headers and bodies as over HTTP/1.1.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Http2;


my ($curl) = Test::Contentlib::run(sub { exec 'curl', '--version' });

http2_needed();
plan(skip_all => 'no curl with HTTP/2')
    unless $curl =~ /^Features:.*HTTP2/m;

my $t = Test::Contentlib->new(records => [corpus(40)], workers => 1,
    http => <<'CONF');
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;
    contentlib_gzip      on;

    server {
        listen 127.0.0.1:%%PORT%%;
        listen 127.0.0.1:%%PORT_1%% http2;

        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT%%;
        listen 127.0.0.1:%%PORT_1%% http2;
        server_name vary;

        gzip       on;
        gzip_vary  on;

        %%API%%
    }
CONF

# Returns a response; what curl says of it becomes lines of HTTP/1.1.

sub curl ($method, $host, $uri, @headers) {
    my @options = $method eq 'HEAD' ? '-I' : ('-X', $method);

    while (my ($name, $value) = splice @headers, 0, 2) {
        push @options, '-H', "$name: $value";
    }

    my ($head, $body) = map { $t->path($_) } 'curl.head', 'curl.body';
    my $address = "http://$host:" . $t->port(1) . $uri;

    unlink $head, $body;
    Test::Contentlib::run(sub { exec 'curl', '-s', '--max-time', 60,
        '--http2-prior-knowledge', '--resolve',
        "$host:" . $t->port(1) . ':127.0.0.1', '-D', $head, '-o', $body,
        @options, $address });

    my $text = $t->read_file('curl.head');

    $text =~ s{^HTTP/2 (\d+) *}{HTTP/2.0 $1 };
    $text =~ s/\r\n\r\n\z//;

    my $r = Test::Contentlib::Response->new($text, $method, "$method $uri");

    $r->{body} = $method eq 'HEAD' ? '' : $t->read_file('curl.body');
    $t->check($r);

    return $r;
}

sub lines_of ($r) {
    return join "\n", sort map { lc } split /\n/, $r->head_text;
}

sub same_ok ($r, $other, $name) {
    is($r->status, $other->status, $name);
    is(lines_of($r), lines_of($other), 'its head');
    ok($r->body eq $other->body, 'its body');
}

for my $host ('localhost', 'vary') {
    for my $path ('', 'content_items/', 'content_items/7/', 'tags/',
        'search/?text=tag', 'content_items/?limit=40')
    {
        my $uri = "/api/v1/$path";
        my @gzip = ('Accept-Encoding' => 'gzip');

        $t->get($uri, Host => $host, @gzip) for 1 .. 2;

        my $plain = $t->get($uri, Host => $host);
        my $whole = $t->get($uri, Host => $host, @gzip);
        my $got = curl('GET', $host, $uri, @gzip);

        same_ok(curl('GET', $host, $uri), $plain, "$host $uri");
        same_ok($got, $whole, "$host $uri, compressed");
        ok($got->plain eq $plain->body, 'it comes to the same');
        is($got->header('Content-Encoding'), 'gzip', 'gzip');

        same_ok(curl('HEAD', $host, $uri, @gzip),
            $t->head($uri, Host => $host, @gzip), 'HEAD');

        my @none = ('If-None-Match' => $got->header('ETag'));
        my $not = curl('GET', $host, $uri, @gzip, @none);

        is($not->status, 304, 'not modified');
        same_ok($not, $t->get($uri, Host => $host, @gzip, @none), 'as there');
    }

    my $error = curl('GET', $host, '/api/v1/none/',
        'Accept-Encoding' => 'gzip');

    is($error->status, 404, "$host: an error");
    is($error->header('Content-Encoding'), undef, 'as it is');
}
