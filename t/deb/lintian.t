#!/usr/bin/perl

# lintian accepts the packages.
# Tests: conf/debian

use v5.36;

use FindBin;
use Test::More;


my $build = $ENV{BUILD} // "$FindBin::Bin/../../build";
my ($changes) = glob "$build/deb/*.changes";

ok($changes, 'packages are built') or BAIL_OUT('make deb');

my $said = qx(lintian --fail-on error,warning --allow-root $changes 2>&1);

is($?, 0, 'exit status');
is($said, '', 'not a word');

done_testing();
