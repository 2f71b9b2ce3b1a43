#!/usr/bin/perl

# conf/publish: if any step fails on a host, all hosts return to their previous
# library.
# Suite: long
# Tests: conf/publish

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Hosts;


my $hosts = Test::Contentlib::Hosts->new(qw(a b c));
my ($status, $said);

$_->expect_log(qr/No such file/) for map { $hosts->nginx($_) } $hosts->names;
$hosts->start;

# the first publication fails: no host has the library, or the error names it

($status, $said) = $hosts->publish($hosts->library(0), fault => 'b 4 before');
isnt($status, 0, 'the first one');
is(join(' ', map { $hosts->files($_) } $hosts->names), '  ',
    'the first one: no file is left');

# files of the last publication are not used for the return

for my $n (0, 1) {
    ($status, $said) = $hosts->publish($hosts->library($n));
    is($status, 0, "library $n") or diag($said);
}

# a command that fails, on one host: asking, rsync, sum, rename, serving

for my $n (1 .. 5) {
    for my $when (qw(before after)) {
        my $name = "command $n, $when it";

        ($status, $said) = $hosts->publish($hosts->library(2),
            fault => "b $n $when", patience => 2);
        is($status, 1, "$name: exit status") or diag($said);
        like($said, qr/^publish: b: /m, "$name: said where");
        $hosts->have(1, $name);
    }
}

($status, $said) = $hosts->publish($hosts->library(2), fault => 'c 2 spoil');
is($status, 1, 'a spoilt copy') or diag($said);
like($said, qr/^publish: c: the copy is missing or different$/m, 'said so');
$hosts->have(1, 'a spoilt copy');

for my $n (2 .. 4) {
    ($status, $said) = $hosts->publish($hosts->library(2),
        fault => "a $n term");
    is($status, 1, "ended at command $n") or diag($said);
    $hosts->have(1, "ended at command $n");
}

# a host that serves another file

my @to = map { "$_:" . $hosts->path($_) } $hosts->names;

$to[1] .= '.other';
($status, $said) = $hosts->publish($hosts->library(2), to => \@to,
    patience => 1);
is($status, 1, 'one that does not serve it') or diag($said);
like($said, qr/^publish: b: cannot write to .*, or .* does not know .*[.]other$/m, 'said so');
$hosts->have(1, 'one that does not serve it');

# a worker that hangs: all workers must serve the new library

my ($worker) = $hosts->nginx('b')->worker_pids;

kill 'STOP', $worker;
($status, $said) = eval { $hosts->publish($hosts->library(2), patience => 1) };
kill 'CONT', $worker;
is($status, 1, 'a worker that hangs') or diag($said);
like($said, qr/^publish: b: does not serve [0-9a-f]{64}$/m, 'said so');
$hosts->have(1, 'a worker that hangs');

# a host disappears during the publication: the other hosts return

($status, $said) = $hosts->publish($hosts->library(2), fault => 'b 4 from');
is($status, 2, 'a host that is gone');
like($said, qr/^publish: b: NOT restored/m, 'is named');
unlink $hosts->path('b') . '.new';
$hosts->have(1, 'a host that is gone');
