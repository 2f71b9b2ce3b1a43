#!/usr/bin/perl

# "make help" has a line for each target that users call, at its rule, and the
# documentation names no others.
# Tests: Makefile, t/suites.mk

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::More;


my $makefile = source_text('Makefile') . source_text('t/suites.mk');
my ($text, $status) = Test::Contentlib::run(sub {
    exec 'make', '-C', $Test::Contentlib::ROOT, '--no-print-directory', 'help';
});
my @lines = split /\n/, $text;
my @targets = map { /^make (\S+) +\S/ ? $1 : "no target: $_" } @lines;

is($status, 0, 'make help');
is((grep { length > 80 } @lines), 0, 'width');
like($makefile, qr/^## \Q$_\E .*\n\.PHONY: \Q$_\E\b.*\n\Q$_\E:/m,
    "$_: the rule is below the line") for @targets;

my %named;

for my $document (map { source_text($_) } documents()) {
    $named{$_} = 1 for $document =~ /`make ([a-z][\w-]*)(?!=)\b/g,
        join("\n", $document =~ /^```\w*\n(.*?)^```$/msg)
            =~ /^make ([a-z][\w-]*)(?!=)\b/mg;
}

delete @named{@targets};
is(join(' ', sort keys %named), '', 'the documentation names no others');
is(join(' ', sort @targets), join(' ', sort $makefile =~ /^\.PHONY: (\S+)/mg),
    'each rule has a line');

done_testing();
