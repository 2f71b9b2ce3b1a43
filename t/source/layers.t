#!/usr/bin/perl

# The rules for the directories of src: includes, libraries, exported symbols,
# and the places of SQL.
# Tests: src

use v5.36;

use Cwd qw(realpath);
use File::Basename qw(dirname);
use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Find qw(find);
use Test::More;
use Test::Contentlib::Source;


my $root = realpath("$FindBin::Bin/../..");
my $module = $ENV{CONTENTLIB_MODULE}
    // "$root/build/ngx_http_contentlib_module.so";

# what a layer may include of the others: the table in src/README.md

my %may;

for (source_text('src/README.md') =~ /^\| (`\w+` \| [^|]*)\|/mg) {
    my ($layer, $uses) = /^`(\w+)` \| (.*)/;
    my @files = $uses =~ /`([\w.]+)` of (\w+)/ ? "$2/$1" : ();
    my @layers = $uses =~ s/,? and `.*//r =~ /\w+/g;
    my $names = join '|', map({ "$_/" } $layer, @layers),
        map { quotemeta } @files;

    $may{$layer} = qr/^(?:$names)/;
}

is(join(' ', sort keys %may), join(' ', sort keys %{{ map { layer_of($_) => 1 }
    source_files() }}), 'src/README.md has a row for each layer');

# libraries that only some layers may use; all others may be used by all layers

my %only = (
    'ngx_http.h' => qr{^src/http/|^ngx_http_contentlib_module\.c$},
    'sqlite3.h' => qr{^src/tool/
        |^src/library/contentlib_(?:db(?:_open)?\.c|vfs\.[ch])$}x,
    'json-c' => qr{^src/tool/|^src/json/
        |^src/http/ngx_http_contentlib_preview\.c$}x,
    'utf8proc.h' => qr{^src/text/
        |^src/tool/import/contentlib_(?:cell|picture_url)\.c$}x,
    'csv.h' => qr{^src/tool/import/contentlib_csv\.[ch]$},
    'zlib.h' => qr{^src/cache/},
    'isa-l' => qr{^src/cache/},
    'openssl' => qr{^src/tool/},
    'curl' => qr{^src/tool/(?:from/|check/contentlib_check_media\.c$)},
);

my @files = source_files();

# the includes of src/tool/from, which does not use the library

my $service = qr{^src/tool/from/};
my $known = qr{^(?:tool/from/|tool/record/contentlib_(?:input|values)\.h$
    |tool/contentlib_(?:commands|progress)\.h$)}x;

cmp_ok(scalar @files, '>', 30, 'sources are found');

for my $file (@files) {
    my $layer = layer_of($file);
    my $text = without_comments(source_text($file));
    my @faults;

    while ($text =~ /^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/mg) {
        my ($quote, $header) = ($1, $2);
        my ($library) = grep { $header =~ m{^\Q$_\E(?:/|$)} } keys %only;

        push @faults, "\"$header\" in quotes" if $quote eq '"';
        push @faults, $header if $library && $file !~ $only{$library};
        push @faults, $header if $file =~ $service
            && $header =~ m{/contentlib} && $header !~ $known;

        if ($header =~ m{^[\w/]+/(?:ngx_http_)?contentlib}) {
            push @faults, $header if !$may{$layer} || $header !~ $may{$layer};

        } elsif ($header =~ /^ngx_/ && $layer !~ /^(?:http|root)$/) {
            push @faults, $header
                unless $header =~ /^ngx_(?:config|core|md5)\.h$/;
        }
    }

    is(join(', ', @faults), '',
        "$file includes what src/README.md lets its layer use");
}

# SQL: whole texts, in one place

my $verb = qr/"\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH|CREATE|DROP|ATTACH)\s/;

for my $file (grep { layer_of($_) ne 'tool' } @files) {
    my $text = without_comments(source_text($file));

    unlike($text, qr/sqlite3_(?:v?mprintf|v?snprintf|get_table)/,
        "$file writes no SQL");

    if ($file eq 'src/library/contentlib_statements.c') {
        unlike($text, qr/%[a-zA-Z]/, 'statements have no slots');

    } elsif ($file eq 'src/library/contentlib_db_open.c') {
        my @texts = $text =~ /$verb/g;
        cmp_ok(scalar @texts, '<=', 1, 'the schema is read once');

    } else {
        unlike($text, $verb, "$file has no SQL");
    }

    unlike($text, qr/sqlite3_prepare|sqlite3_exec/, "$file prepares nothing")
        unless $file eq 'src/library/contentlib_db_open.c';
}

# symbols: of a file, the type and the name of each

sub symbols (@command) {
    my %symbols;

    open my $out, '-|', 'nm', '--print-file-name', @command or return;

    while (<$out>) {
        push @{$symbols{$1}}, [$2, $3] if /^(.*?):.*? ([A-Za-z]) (\S+)$/;
    }

    return %symbols;
}

SKIP: {
    skip 'nginx has the module built in', 1 if $module eq 'static';

    my %exported = symbols('--defined-only', '-D', $module);
    my @exported = sort map { $_->[1] } @{$exported{$module}};

    is_deeply(\@exported, [qw(ngx_http_contentlib_module ngx_module_names
        ngx_module_order ngx_modules)], 'what the module exports');
}

my @objects;

find({ no_chdir => 1, wanted => sub {
    push @objects, $_ if m{/(?:ngx_http_)?contentlib\w*\.o$}
        && !m{/build/(?:coverage|deb|fuzz|matrix|sanitize)/};
} }, "$root/build");

cmp_ok(scalar @objects, '>', 20, 'objects are found');

my %symbols = symbols(@objects);

for my $object (sort @objects) {
    my $name = $object =~ s{^\Q$root\E/}{}r;
    my @others = grep { !/^(?:ngx_http_)?contentlib(?:_|$)/ }
        map { $_->[1] } defined_in($object);

    # the program defines main(), and replacements for functions of nginx

    @others = grep { !/^(?:main|ngx_\w+)$/ } @others
        if $name =~ m{/(?:tool|unit)/};
    @others = grep { !/^ngx_module(?:s|_names|_order)$/ } @others
        if $name =~ /_modules\.o$/;

    is(join(', ', @others), '', "$name keeps to its names");
}

sub defined_in ($object) {
    return grep { $_->[0] =~ /^[A-TV-Z]$/ } @{$symbols{$object}};
}

# files that use each other, directly or by way of others, are a circle: by
# their includes, and by the symbols of their objects; so are their folders

sub circles (%uses) {
    my (%reached, %circles);

    for my $from (keys %uses) {
        my @next = keys %{ $uses{$from} };

        while (defined(my $file = shift @next)) {
            push @next, keys %{ $uses{$file} // {} }
                unless $reached{$from}{$file}++;
        }
    }

    for my $file (grep { $reached{$_}{$_} } keys %reached) {
        $circles{join ' ', sort grep { $reached{$file}{$_}
            && $reached{$_}{$file} } keys %reached} = 1;
    }

    return sort keys %circles;
}

my (%includes, %defined, %uses);

for my $file (@files) {
    $includes{$file}{"src/$_"} = 1
        for without_comments(source_text($file)) =~ /^#include <(.*)>/mg;
}

my %sources = map { m{([^/]+)\.c$} ? ($1 => $_) : () } @files;

is(scalar keys %sources, scalar(grep { /\.c$/ } @files),
    'no two sources have the same name');

# macros that get the configuration name the module

for my $object (@objects) {
    my ($name) = $object =~ m{(\w+)\.o$};
    my $source = $sources{$name} // next;

    $defined{$_->[1]} = $source
        for grep { $_->[1] ne 'ngx_http_contentlib_module' }
            defined_in($object);
}

for my $object (@objects) {
    my ($name) = $object =~ m{(\w+)\.o$};
    my $source = $sources{$name} // next;

    for (grep { $_->[0] eq 'U' } @{$symbols{$object}}) {
        my $user = $defined{$_->[1]};

        $uses{$source}{$user} = 1 if $user;
    }
}

cmp_ok(scalar keys %uses, '>', 50, 'objects use others');
is(join("\n", circles(%includes)), '', 'no circle of includes');

my %folders;

for my $file (keys %includes) {
    my $folder = dirname($file);

    $folders{$folder}{$_} = 1
        for grep { $_ ne $folder } map { dirname($_) } keys %{ $includes{$file} };
}

is(join("\n", circles(%folders)), '', 'no circle of folders');

is(join("\n", circles(%uses)), '', 'no circle of symbols');
is(join(' ', grep { /_private\.h$/ } @files), '', 'no private headers');

# only what is below src/http knows the name of a request

for my $file (grep { layer_of($_) !~ /^(?:http|root)$/ } @files) {
    unlike(without_comments(source_text($file)), qr/\bngx_http_/,
        "$file knows nothing of HTTP in nginx");
}

done_testing();
