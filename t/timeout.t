#!/usr/bin/perl

# contentlib_query_timeout: a slow response is a 503, and the next request is
# served.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


# a search that compares all names

my $filler = 'filler ' x 20;
my @tags = map { tag("$filler$_", "t$_") } 1 .. 60_000;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_query_timeout 1ms;
        }

        location /gzip/ {
            contentlib;
            contentlib_root           /gzip/;
            contentlib_gzip           on;
            contentlib_query_timeout  1ms;
        }

        location /patient/ {
            contentlib;
            contentlib_root           /patient/;
            contentlib_query_timeout  60s;
        }

        %%STATUS%%
CONF
    records => [@tags]);

my $slow = 'tags/?name=' . absent('qz');

for my $n (1 .. 5) {
    my $before = time;
    my $r = $t->get("/api/v1/$slow");

    is($r->status, 503, "over its time, $n");
    cmp_ok(time - $before, '<', 1, 'and not for long');
    api_headers_ok($r, 'its headers');
    like($r->header('Retry-After'), qr/^[1-9]\d*$/, 'Retry-After');
    is($r->header($_), undef, "no $_") for qw(ETag Last-Modified);
    like($r->body, qr/^\{"detail":"[^"]+"\}$/, 'its body');
    unlike($r->body, qr/SELECT|sqlite|tag_folded|interrupt/i,
        'no inner matters');

    answer_is($t->get('/api/v1/tags/t7/'), 200, tag_json($tags[6]),
        'a quick one');
}

is($t->head("/api/v1/$slow")->status, 503, 'HEAD');

my $r = $t->get("/gzip/$slow", 'Accept-Encoding' => 'gzip');

is($r->status, 503, 'with gzip');
api_headers_ok($r, 'its headers');
is($r->header($_), undef, "no $_") for qw(ETag Content-Encoding);
is($t->get('/gzip/tags/t7/', 'Accept-Encoding' => 'gzip')->plain,
    tag_json($tags[6], root => '/gzip/'), 'a quick one, with gzip');

is($t->get("/patient/$slow")->json->{count}, 0, 'with more time');
is($t->get('/patient/tags/?name=6000')->json->{count}, 7, 'and a match');
like($t->error_log, qr/\[warn\]/, 'a warning');

my $figures = figures_of($t);

is($figures->{refusals}{timeout}, 7, 'all of them were counted');
is($figures->{requests}{tags}{503}, 7, 'as what they were');
