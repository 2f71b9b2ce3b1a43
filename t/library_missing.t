#!/usr/bin/perl

# The library is missing: nginx starts, the API answers with status 503 until
# the file exists, and other locations work.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library %%DIR%%/later.db;

        %%API%%

        location /other {
            return 200 "other";
        }
CONF

my ($said, $status) = $t->config_test;

is($status, 0, 'the configuration is fine');
like($said, qr/\[warn\] .*later\.db/, 'with a warning');

$t->start;

my @paths = ('content_items/', 'content_items/1/', 'tags/', 'tags/x/',
    'collections/', 'collections/x/', 'search/', 'content_items/?text=x');

for my $path (@paths) {
    for my $method ('GET', 'HEAD') {
        my $r = $t->request($method, "/api/v1/$path");

        is($r->status, 503, "$method /$path");
        api_headers_ok($r, 'its headers');
        like($r->header('Retry-After'), qr/^[1-9]\d*$/, 'Retry-After');
        is($r->header($_), undef, "no $_") for qw(ETag Last-Modified);
        next if $method eq 'HEAD';

        like($r->body, qr/^\{"detail":"[^"]+"\}$/, 'its body');
        unlike($r->body, qr/later|\.db|tmp|sqlite|SELECT|errno|No such|\(2/i,
            'no inner matters');
    }
}

# requests that need no library

is($t->get('/other')->body, 'other', 'another location');
answer_is($t->get('/api/v1/none/'), 404, '{"detail":"Not found."}');
answer_is($t->request('POST', '/api/v1/tags/'), 405,
    '{"detail":"Method \"POST\" not allowed."}');
is($t->get('/api/v1/tags')->status, 301, 'a redirect');
like($t->error_log, qr/\[warn\] .*later\.db/, 'a warning in the log');
unlike($t->error_log, qr/\[error\].*later\.db/, 'and no error');

# the library is created

my @pids = $t->worker_pids;

$t->library('later', [image(7)]);

ok($t->poll(sub { $t->get('/api/v1/tags/')->status == 200 }, 5),
    'the library is picked up');

# all workers serve the library within a second

sleep 1;
is($t->get('/api/v1/content_items/')->status, 200, "request $_")
    for 1 .. 20;
answer_is($t->get('/api/v1/content_items/7/'), 200, item_json(image(7)));
is("@{[$t->worker_pids]}", "@pids", 'without a reload');
