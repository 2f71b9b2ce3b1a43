#!/usr/bin/perl

# contentlib_query_timeout: a slow response is a 503, and the next request is
# served.  answers.t has its headers and its body.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


# In seconds.

my $LONG = $ENV{TEST_SANITIZE} ? 20 : 1;

# a search that compares all names

my $filler = 'filler ' x 20;
my @tags = map { tag("$filler$_", "t$_") } 1 .. 60_000;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_query_timeout 1ms;
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
    cmp_ok(time - $before, '<', $LONG, 'and not for long');

    answer_is($t->get('/api/v1/tags/t7/'), 200, tag_json($tags[6]),
        'a quick one');
}

is($t->head("/api/v1/$slow")->status, 503, 'HEAD');

is($t->get("/patient/$slow")->json->{count}, 0, 'with more time');
is($t->get('/patient/tags/?name=6000')->json->{count}, 7, 'and a match');
like($t->error_log, qr/\[warn\]/, 'a warning');

my $figures = figures_of($t);

is($figures->{refusals}{timeout}, 6, 'all of them were counted');
is($figures->{requests}{tags}{503}, 6, 'as what they were');
