#!/usr/bin/perl

# Paths of libraries on the page of contentlib_status: what is not UTF-8 is
# repaired, and each format escapes what it must.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(server => <<'CONF' =~ s/BYTE/\xff/r);
        location /odd/ {
            contentlib;
            contentlib_root     /odd/;
            contentlib_library  "%%DIR%%/a\t\"b\"\n\\.db";
        }

        location /bytes/ {
            contentlib;
            contentlib_root     /bytes/;
            contentlib_library  %%DIR%%/BYTE.db;
        }

        %%STATUS%%
CONF

my $dir = $t->dir;

is_deeply([map { $_->{library} } @{$t->get('/status')->json->{libraries}}],
    ["$dir/a\t\"b\"\n\\.db", "$dir/\x{fffd}.db"], 'in JSON');

my $text = $t->get('/status?format=prometheus')->body;
my %seen;

my @paths = grep { !$seen{$_}++ }
    $text =~ /^\w+\{library="((?:[^"\\]|\\.)*)"/mg;

is_deeply(\@paths, ["$dir/a\t\\\"b\\\"\\n\\\\.db", "$dir/\xef\xbf\xbd.db"],
    'for Prometheus');
