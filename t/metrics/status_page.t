#!/usr/bin/perl

# The responses of contentlib_status: types, methods and headers, the escaped
# path of a library, and where nginx's directives apply.
# Tests: src/http/ngx_http_contentlib_status.c,
#     src/metrics/contentlib_metrics.c, src/text/contentlib_buffer.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(records => [image(1)],
    server => <<'CONF' =~ s/BYTE/\xff/r);
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /status/ {
            contentlib_status;
            gzip on;
            gzip_types *;
            gzip_min_length 1;
            charset koi8-r;
        }

        location /health/ {
            contentlib_status health;
            charset koi8-r;
        }

        location /closed/ {
            contentlib_status;
            deny all;
        }

        location /odd/ {
            contentlib;
            contentlib_root     /odd/;
            contentlib_library  "%%DIR%%/a\t\"b\"\n\\BYTE.db";
        }
CONF

my %type = (status => 'text/plain; version=0.0.4; charset=utf-8',
    health => 'text/plain; charset=utf-8');
my %status = (status => 200, health => 503);

for my $what (sort keys %type) {
    for my $method (qw(GET HEAD)) {
        my $r = $t->request($method, "/$what/");

        is($r->status, $status{$what}, "$what: $method");
        is($r->header('Content-Type'), $type{$what}, 'its type');
        is($r->header('Allow'), 'GET, HEAD', 'Allow');
        is($r->header('Cache-Control'), 'no-store', 'Cache-Control');
        is($r->header('X-Content-Type-Options'), 'nosniff', 'nosniff');
        is($r->header($_), undef, "no $_") for qw(ETag Last-Modified);
    }

    is($t->get("/$what/", 'If-Modified-Since' =>
        'Fri, 01 Jan 2038 00:00:00 GMT', 'If-None-Match' => '*')->status,
        $status{$what}, 'it is new each time');
    is($t->request($_, "/$what/", [], $_ eq 'PUT' ? 'x' : ())->status, 405, $_)
        for qw(POST PUT DELETE OPTIONS PATCH);
}

# a worker that has not yet looked does not count

ok($t->poll(sub { $t->get('/health/')->body =~ /0 of 2 workers/ }),
    'both workers have looked');

# arguments have no meaning, and nginx compresses

my $text = $t->get('/status/')->body;

is($t->get('/status/?format=json')->body, $text, 'an argument is ignored');
is($t->get('/status/', 'Accept-Encoding' => 'gzip')->plain, $text, 'compressed');

# a path is escaped as Prometheus requires, and is UTF-8

my %library = map { ($_->[1][0][1] => 1) } samples($text);
my $dir = $t->dir;
my $odd = "$dir/a\t\\\"b\\\"\\n\\\\\xef\xbf\xbd.db";

is(join(' ', sort keys %library), join(' ', sort $odd, "$dir/library.db"),
    'the libraries');
is($t->get('/health/')->body, "library \"$odd\" is served by 0 of "
    . "2 workers: No such file or directory\n", 'one line');

is($t->get('/closed/')->status, 403, 'access is left to nginx');
is($t->get('/api/v1/tags/tag/')->status, 200, 'the API is as ever');
