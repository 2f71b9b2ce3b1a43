#!/usr/bin/perl

# The page of the explorer, and its configuration, name the files with a digest
# of all of them.  Clients store these for ever, so each change of a file changes
# the digest.
# Tests: data/explorer/index.html, conf/explorer.conf

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use Digest::SHA qw(sha256_hex);
use Test::Contentlib::Source;
use Test::More;


my $page = 'data/explorer/index.html';
my @names = map { s{.*/}{}r } sort grep { !/index\.html$/ }
    glob "$FindBin::Bin/../../data/explorer/*";
my $digest = substr sha256_hex(map { ($_, "\n",
    source_text("data/explorer/$_")) } @names), 0, 10;
my $conf = 'conf/explorer.conf';
my %named = map { $_ => 1 } source_text($page) =~ m{"/explorer/([^/"]*)/}g,
    source_text($conf) =~ m{\^/explorer/(\w+)/}g;

cmp_ok(scalar @names, '>', 20, 'files');
is(join(' ', sort keys %named), $digest, 'the digest in both')
    or diag("run: sed -i 's|/explorer/[0-9a-f]\\{10\\}/|/explorer/$digest/|'"
        . " $page $conf");

done_testing();
