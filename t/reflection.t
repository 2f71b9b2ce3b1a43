#!/usr/bin/perl

# Responses repeat nothing of a request in headers, and only encoded parts of
# it in links.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $t = Test::Contentlib->new(records => [corpus(40)], server => <<'CONF');
        contentlib_library   %%LIBRARY%%;
        contentlib_base_url  https://api.example;
        keepalive_requests   1000000;

        location /api/v1/ {
            contentlib;
            contentlib_strict on;
        }
CONF

# the allowed headers of a response

my $date = qr/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/;

my %allowed = (
    'Server' => qr{nginx/[\d.]+},
    'Date' => $date,
    'Last-Modified' => $date,
    'Content-Type' => qr{application/json},
    'Content-Length' => qr/\d+/,
    'Connection' => qr/keep-alive/,
    'Allow' => qr/GET, HEAD, OPTIONS/,
    'Vary' => qr/Accept/,
    'X-Content-Type-Options' => qr/nosniff/,
    'ETag' => qr/"[0-9a-f]{32}"/,
);

# A unique word, and bytes that would end the context of the word.

my $mark = 'QzMark';

my @breaks = ("\r\n", "\r\nSet-Cookie: a=b", "\n", "\r", "\0", '"', '\\', '<',
    '</script><script>', "'", '"}', '&quot;', "\xe2\x80\xa8", "\xff", "\x7f",
    "\x1b[31m", '%0d%0a', '%00', '%s%n', '${jndi:x}', "\xc0\xbc",
    "\xef\xbc\x9c", '+ADw-', ' ', "\t", '../../', ';', ',', '{{7*7}}');

sub encoded ($bytes) {
    return $bytes =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

# Bytes that nginx accepts in a request line or in a header.

sub in_line ($bytes) {
    return $bytes =~ s/([\x00-\x20\x7f#%])/sprintf '%%%02x', ord $1/ger;
}

sub in_header ($bytes) { $bytes =~ s/[\x00-\x1f\x7f]/-/gr }

sub hostile () {
    return $mark . any(@breaks) . any('', $mark, any_bytes(4));
}

sub some () { any(encoded(hostile()), in_line(hostile())) }

sub uri () {
    my $query = join '&', map {
        any('text', 'tag', 'tag-slug', 'tag-partial', 'name', 'format',
            'limit', 'offset', some()) . '=' . some()
    } 1 .. 1 + any_below(4);

    my $path = encoded(hostile()) =~ s/%00/%01/gr;

    return '/api/v1/' . any("$path/", "tags/$path/", "content_items/$path",
        "collections/$path/", map { ("$_/?$query") x 2 } 'content_items',
        'tags', 'collections', 'search');
}

my @headers = ('User-Agent', 'Referer', 'Cookie', 'Accept', 'Origin',
    'X-Forwarded-Host', 'X-Forwarded-For', 'Forwarded', 'If-None-Match',
    'If-Modified-Since', 'Range', 'Accept-Language', 'Authorization',
    'Accept-Encoding', 'X-' . $mark, 'Host');

my $connection = $t->connection;
my (%status, %faults);

for my $n (1 .. 1500) {
    my %sent = map { any(@headers) => in_header(hostile()) }
        1 .. any_below(4);

    my $uri = uri();
    my $r = $connection->exchange(any('GET', 'GET', 'POST', 'OPTIONS'), $uri,
        %sent);

    # nginx responds to an invalid host with its own page

    if (($r->header('Content-Type') // '') eq 'text/html') {
        $faults{'a page of nginx: ' . $r->head_text} = $uri
            if !$sent{Host} || $r->status != 400 || $r->body =~ /$mark/;
        $connection = $t->connection;
        next;
    }

    $status{$r->status}++;

    for my $header (@{$r->headers}) {
        my ($name, $value) = @$header;

        $faults{"$name: $value"} = $uri
            unless $allowed{$name} && $value =~ /^$allowed{$name}\z/;
    }

    my $body = $r->body;
    my $links = join '', $body =~ /"(?:next|previous)":"([^"]*)"/g;

    $faults{"in a link: $links"} = $uri
        if $links =~ m{[^A-Za-z0-9_.~:/?&=%+-]};
    $body =~ s/"(?:next|previous)":"[^"]*"//g;
    $faults{"in a body: $body"} = $uri
        if $body =~ /$mark|[\x00-\x1f\x7f-\xff<>]/;
}

is(join("\n", map { "$faults{$_}: $_" } sort keys %faults), '',
    'nothing comes back as it was');
cmp_ok($status{$_} // 0, '>', 10, "answers $_") for 200, 400, 404, 405;

# a redirect repeats the query with bytes that are valid in a header

for my $n (1 .. 200) {
    my $r = $t->get('/api/v1/tags?' . some() . '=' . some());

    is($r->status, 301, "redirect $n");
    like($r->header('Location'),
        qr{^https://api\.example/api/v1/tags/\?[!-~]*\z}, 'its address');
    is(join(' ', grep { !$allowed{$_} } map { $_->[0] } @{$r->headers}),
        'Location', 'no other header');
}
