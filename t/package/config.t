#!/usr/bin/perl

# "make" with libraries that are too old, or without what it needs: one line
# says what is missing.  The versions are those of the macros in the headers.
# Suite: long
# Tests: config

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put slurp);
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::More;


# nginx's configure, up to the compiler, and then "config".  The other probes
# take long.

my $sources = '/usr/share/nginx/src';
my $tree = directory();

symlink "$sources/auto", "$tree/auto";
put("$tree/configure", slurp("$sources/configure") =~ s{auto/cc/conf$}{$&
ngx_ptr_size=8
ngx_module_link=DYNAMIC
ngx_addon_dir=\$DYNAMIC_ADDONS
. \$ngx_addon_dir/config
exit}mr);
chmod 0755, "$tree/configure";

# What make prints with libraries of these versions, without its own lines, and
# its exit status.

sub made ($json, $sqlite) {
    my $directory = directory();

    mkdir "$directory/json-c";
    put("$directory/json-c/json.h", <<"HEADER");
#include_next <json-c/json.h>
#undef JSON_C_VERSION_NUM
#define JSON_C_VERSION_NUM  ($json)
HEADER
    put("$directory/sqlite3.h", <<"HEADER");
#include_next <sqlite3.h>
#undef SQLITE_VERSION_NUMBER
#define SQLITE_VERSION_NUMBER  $sqlite
HEADER

    return make($directory, "NGINX_SRC=$tree", "CFLAGS=-I$directory");
}

sub make ($directory, @variables) {
    my $build = "$directory/build";
    my ($text, $status) = Test::Contentlib::run(sub {
        exec 'make', '-C', $Test::Contentlib::ROOT, '--no-print-directory',
            "BUILD=$build", @variables, "$build/nginx/Makefile";
    });

    ok(-s "$build/configure.log", 'the output of configure is kept');

    return $text =~ s/^make: \*\*\*.*\n//mgr . $status;
}

sub needs ($what, $package) {
    return "configure\ncontentlib needs $what or newer. On Debian 12 or newer: "
        . "apt-get install $package\n2";
}

is(made('15 << 8 | 255', 3046001), needs('json-c 0.16', 'libjson-c-dev'),
    'json-c 0.15');
is(made('18 << 8', 3039004), needs('SQLite 3.40', 'libsqlite3-dev'),
    'SQLite 3.39');
is(made('16 << 8', 3040000), "configure\n0",
    'the oldest versions that are sufficient');

# other failures

my $directory = directory();

like(make($directory, 'CC=false'), qr{
    ^configure\n .* ^\S+:\ error:\ C\ compiler\ false\ is\ not\ found$ .* 2\z
}xms, 'no compiler');

for my $size (4, 8) {
    my ($text) = Test::Contentlib::run(sub {
        chdir $Test::Contentlib::ROOT;
        exec 'sh', '-c', "ngx_ptr_size=$size; ngx_addon_dir=. NGX_OBJS=none;"
            . ' . ./config';
    });

    is($text =~ /error: contentlib needs a 64-bit system: pointers of this one/
        ? 1 : 0, $size == 4 ? 1 : 0, "pointers of $size bytes");
}

done_testing();
