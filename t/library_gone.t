#!/usr/bin/perl

# The file is deleted: workers with the open file serve it, and new workers
# have no library and log this.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(20)], server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        location /api/v1/ {
            contentlib;
            add_header X-Worker $pid always;
        }

        location /other {
            return 200 "other";
        }
CONF

my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;
my @pids = $t->worker_pids;

# a slow worker may not have opened the library yet

$t->poll(sub { (() = $t->error_log =~ /serving library/g) == 2 });

$t->expect_log(qr/exited on signal 9/);
unlink $t->path('library.db') or die $!;

# [good answers, others] of each worker

sub answers ($n) {
    my %answers;

    for (1 .. $n) {
        my $r = $t->get($uri);
        my $of = $answers{$r->header('X-Worker')} //= [0, 0];

        $of->[$r->status == 200 && $r->body eq $body ? 0 : 1]++;
    }

    return %answers;
}

my %answers = answers(1000);

is($answers{$_} ? $answers{$_}[1] : 0, 0, 'without the file: no fault')
    for @pids;

kill 'KILL', $pids[0];
ok($t->poll(sub {
    my @now = $t->worker_pids;
    return @now == 2 && !grep { $_ == $pids[0] } @now;
}), 'a worker dies, another starts');

my ($new) = grep { $_ != $pids[1] } $t->worker_pids;

ok($t->wait_for_line('error.log',
    qr/\[warn\] $new#.*cannot be served: No such file or directory/),
    'and has no library');
ok($t->poll(sub { %answers = answers(50); $answers{$new} }, 5),
    'it is asked');
is($answers{$new}[0], 0, 'and answers 503');
is($answers{$pids[1]} ? $answers{$pids[1]}[1] : 0, 0, 'the other serves on');
is($t->get('/other')->status, 200, 'what needs no library is served')
    for 1 .. 4;

# the file is created again

$t->library('library', [corpus(20)]);
ok($t->poll(sub {
    my $lines = () = $t->error_log =~ /serving library/g;
    return $lines >= 4;
}, 1), 'it is back: all workers open it');
%answers = answers(50);
is($answers{$_} ? $answers{$_}[1] : 0, 0, 'and serve it') for $t->worker_pids;
