#!/usr/bin/perl

# No test inherits the variables that the Makefile and the scripts in conf take
# from the environment, except those of the tests themselves, nor its locale,
# nor its proxies for loopback addresses.
# Tests: t/limit

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put);
use Test::Contentlib::Source;
use Test::More;


my $directory = directory();

# those that make, the shell, perl, a target and nginx-dev set

my @own = qw(CURDIR MAKE MAKEFILE_LIST MAKELEVEL PWD PATH ARGV FUZZ_WRAP
    NGX_CONF_FLAGS);

# those of tests, see docs/contributing.md and t/lib/Test/Contentlib.pm

my @kept = qw(BUILD CONTENTLIB NGINX_BINARY);

# "A ?= b" and "${A:=b}" are set unless they are inherited.

sub inherited (@files) {
    my $text = join('', map { source_text($_) } @files) =~ s/^ *#.*//mgr;
    my @defaults = $text =~ /(?:^(?=.*\?)|\{)([A-Z]\w*) *[?:]=/mg;
    my %set = map { $_ => 1 } $text =~ /^ *([A-Z]\w*) *:?=/mg;

    return @defaults, grep { !$set{$_} }
        $text =~ /\$\$?[({]?([A-Z][A-Z_]*)\b/g;
}

my %inherited = map { $_ => 1 } inherited('Makefile', 't/suites.mk'),
    map { inherited("conf/$_") } qw(run install publish);

delete @inherited{@own};

my @names = sort keys %inherited;

cmp_ok(scalar @names, '>', 30, 'variables are found');
ok($inherited{$_}, $_) for @kept, qw(PORT MEDIA RELEASE DESTDIR RSH);

put("$directory/shows.t", <<'TEST');
print "1..1\nok 1 - inherits ", join(' ', sort grep { $ENV{$_} eq 'inherited' }
    keys %ENV), " in $ENV{LC_ALL}, no proxy for $ENV{no_proxy}\n";
TEST

# prove is not a process of the prove of this file

delete @ENV{grep { /^HARNESS/ } keys %ENV};
$ENV{$_} = 'inherited' for @names, qw(LANGUAGE LC_ALL);
$ENV{no_proxy} = 'a.example';

my $wanted = "inherits @kept in C.UTF-8, "
    . 'no proxy for a.example,localhost,127.0.0.1';

like(scalar qx(prove -v $directory/shows.t 2>&1), qr/^ok 1 - \Q$wanted\E$/m,
    'only those of tests');

done_testing();
