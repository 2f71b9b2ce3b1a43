#!/usr/bin/perl

# conf/publish publishes several libraries in turn on several hosts.
# Suite: long
# Tests: conf/publish

use v5.36;

use lib 't/lib';
use Fcntl qw(LOCK_EX LOCK_UN);
use File::Basename qw(dirname);
use File::Copy qw(copy);
use Test::Contentlib;
use Test::Contentlib::Hosts;


my $hosts = Test::Contentlib::Hosts->new(qw(a b c));
my $t = $hosts->nginx('a');


# the first publication

$_->expect_log(qr/No such file/) for map { $hosts->nginx($_) } $hosts->names;
$hosts->start;

my ($status, $said) = $hosts->publish($hosts->library(0));

is($status, 0, 'the first library') or diag($said);
like($said, qr/^publish: $_: serves nothing$/m, "$_ had none")
    for $hosts->names;
$hosts->have(0, 'the first library');

($status, $said) = $hosts->publish($hosts->library(1));
is($status, 0, 'another one') or diag($said);
like($said, qr/^publish: all serve [0-9a-f]{64} now\n\z/m, 'said so');
$hosts->have(1, 'another one');
is($hosts->files('b'), 'library.db library.db.old', 'the old one is kept');

# a second publication

my $inode = (stat $hosts->path('a'))[1];

($status, $said) = $hosts->publish($hosts->library(1));
is($status, 0, 'the same again');
like($said, qr/^publish: all hosts serve the library already\n\z/m, 'said so');
is((stat $hosts->path('a'))[1], $inode, 'and nothing is done');

copy($hosts->library(0), $hosts->path('c') . '.late') or die $!;
rename $hosts->path('c') . '.late', $hosts->path('c') or die $!;
ok($t->poll(sub { $hosts->served eq '110' }), 'a host with an old one');
($status, $said) = $hosts->publish($hosts->library(1));
is($status, 0, 'is brought up to date') or diag($said);
$hosts->have(1, 'an old one');


# a host that serves no library

unlink $hosts->path('c') or die $!;
$hosts->nginx('c')->reload;
ok($t->poll(sub { $hosts->served eq '11-' }), 'a host without one');
($status, $said) = $hosts->publish($hosts->library(1));
is($status, 0, 'is given it') or diag($said);
like($said, qr/^publish: c: serves nothing$/m, 'said so');
$hosts->have(1, 'a host without one');


# errors before any host is contacted

my @to = map { "$_:" . $hosts->path($_) } $hosts->names;
my $other = $t->write_file('other.db', 'no library');

for my $case ([$other, @to], [$hosts->library(2)],
    [$t->path('none/library.db'), @to],
    [$hosts->library(2), 'a:relative.db'], [$hosts->library(2), '-x:/a/b'],
    [$hosts->library(2), 'a:/x/a b'], [$hosts->library(2), 'a:/x/$(id)'],
    [$hosts->library(2), '/x/y'])
{
    my ($library, @to) = @$case;

    ($status, $said) = $hosts->publish($library, to => \@to);
    is($status, 1, "@to: refused");
    unlike($said, qr/serves/, "@to: nobody is asked");
}

open my $lock, '<', dirname($hosts->library(2)) or die $!;
flock $lock, LOCK_EX or die $!;
($status, $said) = $hosts->publish($hosts->library(2));
is("$status $said", "1 publish: another run of publish is active\n", 'one at a time');
flock $lock, LOCK_UN;

($status, $said) = $hosts->publish($hosts->library(2));
is($status, 0, 'and at last') or diag($said);
$hosts->have(2, 'at last');

# nobody reads the messages

($status, $said) = $hosts->publish($hosts->library(0), unread => 1);
is($status, 0, 'without a reader') or diag($said);
$hosts->have(0, 'without a reader');
