#!/usr/bin/perl

# The mode, the owner and the number of links of a library change: the workers
# open it again without an interruption.
# Tests: src/library/contentlib_file.c, src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(20)], server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;
        keepalive_requests 1000000;

        %%API%%
CONF

my $path = $t->path('library.db');
my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;

sub faults ($seconds) {
    my ($connection, $until) = ($t->connection, time + $seconds);
    my $faults = 0;

    while (time < $until) {
        my $r = $connection->exchange('GET', $uri);

        $faults++ if $r->status != 200 || $r->body ne $body;
    }

    return $faults;
}

sub lines ($pattern) { scalar(() = $t->error_log =~ /$pattern/g) }

my %done = (
    mode => sub { chmod 0640, $path and chmod 0644, $path },
    link => sub { link $path, "$path.link" },
    unlink => sub { unlink "$path.link" },
    time => sub { !system 'touch', '-r', $path, $path },
    rename => sub { rename $path, "$path.away"
        and rename "$path.away", $path },
);

$t->poll(sub { lines(qr/serving library/) == 2 });     # by each worker

for my $what (sort keys %done) {
    my $before = lines(qr/serving library/);

    ok($done{$what}->(), $what);
    is(faults(0.3), 0, "$what: no fault");
    cmp_ok(lines(qr/serving library/), '>', $before,
        "$what: it was opened anew");
}

is(lines(qr/\[(?:warn|error|crit)\]/), lines(qr/\[warn\].*No such file/),
    'no warning, but of what is not there for a moment');
