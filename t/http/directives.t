#!/usr/bin/perl

# The errors of "nginx -t" for invalid directives.
# Suite: long
# Tests: src/http/ngx_http_contentlib_conf.c,
#     src/http/ngx_http_contentlib_library.c, ngx_http_contentlib_module.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, records => [image(1)],
    server => '');

# the directive is in a separate file, and the error has its line

sub said ($line, $level) {
    my %at = (main => '', http => '', server => '', location => '',
        $level => "include %%DIR%%/line.conf;");
    my $location = $at{location} || 'contentlib;';

    $t->write_file('line.conf', $t->expand("# this one:\n\n$line\n"));

    return $t->config_test(main => $at{main}, http => <<"CONF");
    $at{http}

    server {
        listen 127.0.0.1:%%PORT%%;
        $at{server}

        location /api/v1/ {
            contentlib_library %%LIBRARY%%;

            location /api/v1/tags/ {
                $location
            }
        }
    }
CONF
}

my $place = 'in ' . $t->path('line.conf') . ':3';

sub refused_ok ($line, $wanted, $level = 'server') {
    my ($said, $status) = said($line, $level);

    isnt($status, 0, "$line is refused");
    like($said, qr/^nginx: \[emerg\] $wanted \Q$place\E$/m, "$line: why");
}

sub accepted_ok ($line, $level) {
    my ($said, $status) = said($line, $level);

    is($status, 0, "$line at $level level") or diag $said;
    unlike($said, qr/\[warn\].*contentlib/, 'without a warning');
}

# all directives with a value, in all their contexts

my %valid = (
    contentlib_library => '%%LIBRARY%%',
    contentlib_root => '/api/v1/',
    contentlib_base_url => 'https://api.example',
    contentlib_media_url => 'https://media.example/',
    contentlib_page_size => 10,
    contentlib_max_page_size => 50,
    contentlib_numbers => 'string',
    contentlib_partner => 'name',
    contentlib_strict => 'on',
    contentlib_gzip => 'on',
    contentlib_query_timeout => '500ms',
    contentlib_explorer => '/page/index.html',
);

for my $name (sort keys %valid) {
    my $line = "$name $valid{$name};";

    accepted_ok($line, $_) for qw(http server location);

    refused_ok($line, qq("$name" directive is not allowed here), 'main');
    refused_ok("$line $line", qq("$name" directive is duplicate));
    refused_ok("$name;", qq(invalid number of arguments in "$name" )
        . 'directive');
    refused_ok("$name $valid{$name} $valid{$name};",
        $name eq 'contentlib_library'
            ? 'invalid parameter "' . $t->path('library.db') . '"'
            : qq(invalid number of arguments in "$name" directive));
}

accepted_ok('contentlib;', 'location');
accepted_ok('contentlib_library %%LIBRARY%% cache=32m;', 'server');

for my $value (qw(cache=1g cache=262144 cache=256K cache=off check=50ms
    check=1h))
{
    my ($said, $status) = said("contentlib_library of$value.db $value;",
        'server');

    is($status, 0, $value) or diag $said;
}
accepted_ok("$_;", 'server') for 'contentlib_partner azAZ09_-',
    'contentlib_page_size 1', 'contentlib_query_timeout 1m',
    'contentlib_base_url http://[::1]:8080/path', 'contentlib_root /',
    'contentlib_base_url $scheme://$host', 'contentlib_media_url $host',
    'contentlib_media_url /', 'contentlib_media_url /media/';
refused_ok('contentlib;', '"contentlib" directive is not allowed here', $_)
    for qw(main http server);
refused_ok('contentlib on;',
    'invalid number of arguments in "contentlib" directive', 'location');
refused_ok('contentlib; contentlib;', '"contentlib" directive is duplicate',
    'location');

accepted_ok('contentlib_preview $arg_a $arg_b;', $_)
    for qw(http server location);
refused_ok('contentlib_preview;',
    'invalid number of arguments in "contentlib_preview" directive');

refused_ok('contentlib_thread_pool default;',
    '"contentlib_thread_pool" directive is not allowed here', $_)
    for qw(main server location);

# the metrics and the health

for my $status ('contentlib_status', 'contentlib_status health') {
    accepted_ok("$status;", 'location');
    refused_ok("$status;",
        '"contentlib_status" directive is not allowed here', $_)
        for qw(main http server);
    refused_ok("$status; contentlib;",
        '"contentlib" directive is incompatible with "contentlib_status"',
        'location');
    refused_ok("contentlib; $status;",
        '"contentlib_status" directive is incompatible with "contentlib"',
        'location');
    refused_ok("$status; $_;", '"contentlib_status" directive is duplicate',
        'location') for 'contentlib_status', 'contentlib_status health';
}

refused_ok("contentlib_status $_;", '"contentlib_status" directive must have'
    . ' no parameter, or "health"', 'location')
    for 'on', '""', 'Health', 'health=on';
refused_ok('contentlib_status health health;',
    'invalid number of arguments in "contentlib_status" directive',
    'location');

# values

my $url = quotemeta 'must be "http[s]://host[:port][/path]"';

my @invalid = (
    [contentlib_library => 'must be the path of a file', '""'],
    [contentlib_root => 'must begin and end with "/", without special characters',
        qw(api/v1/ /api/v1 api ""), '"/a b/"', '/a?b/'],
    [contentlib_base_url => $url, qw(api.example ftp://api.example /api ""),
        qw(http:// https:///path)],
    [contentlib_media_url => $url, qw(media.example ftp://media.example ""),
        qw(media/ //media.example/), '"/a b"'],
    [contentlib_partner =>
        'must have letters, digits, underscores and hyphens only',
        '""', '"a b"', '\'a"b\'', 'a/b', "\xc3\xa9"],
    [contentlib_explorer => 'must begin with "/", without special characters',
        qw(page/ @page "" /a?b /$uri), '"/a b"'],
    [contentlib_page_size => 'invalid number',
        qw(-1 ten 1.5 1k 0x10 "" 99999999999999999999)],
    [contentlib_max_page_size => 'invalid number',
        qw(-1 ten 1.5 1k 0x10 "" 99999999999999999999)],
    [contentlib_query_timeout => 'invalid value',
        qw(-1s soon 1x 1.5s "")],
);

for (@invalid) {
    my ($name, $why, @values) = @$_;

    refused_ok("$name $_;", qq("$name" directive $why)) for @values;
}

refused_ok("$_;", 'value must be between 1 and 1000')
    for 'contentlib_page_size 0', 'contentlib_page_size 1001',
        'contentlib_max_page_size 0', 'contentlib_max_page_size 1001';
refused_ok('contentlib_query_timeout 0;',
    'value must be between 1 and 2147483647');
refused_ok("contentlib_numbers $_;",
    'invalid value "' . s/"//gr . '"') for qw(on integers "");

accepted_ok("contentlib_numbers $_;", 'server') for qw(String INTEGER);

for my $name (qw(contentlib_strict contentlib_gzip)) {
    refused_ok("$name $_;", qq(invalid value "$_" in )
        . qq("$name" directive, it must be "on" or "off")) for qw(yes 1);
}

# an unknown variable

for my $name ('contentlib_base_url', 'contentlib_media_url') {
    my ($said, $status) = said("$name http://\$unknown_name;", 'server');

    isnt($status, 0, "$name with an unknown variable");
    like($said, qr/\[emerg\] unknown "unknown_name" variable/, 'says so');
}

# unknown parameters and directives

refused_ok(qq(contentlib_library %%LIBRARY%% "$_";),
    qq(invalid parameter "$_"))
    for '32m', 'off', 'x=1', 'cache', 'check', 'Cache=32m', 'cache =32m', '';
refused_ok("contentlib_library %%LIBRARY%% $_ $_;",
    qq(duplicate parameter "$_")) for 'cache=32m', 'check=1s';
refused_ok('contentlib_library %%LIBRARY%% cache=32m check=1s cache=32m;',
    'invalid number of arguments in "contentlib_library" directive');
refused_ok("contentlib_library %%LIBRARY%% check=$_;",
    qq(invalid time "check=$_", it must be 50ms or more, such as "500ms"))
    for '', '0', '49ms', 'x', '-1s', '99999999999';
refused_ok(qq(contentlib_library %%LIBRARY%% "cache=$_";),
    qq(invalid cache size "cache=$_", it must be "off" or a size from 256k, )
    . 'such as "32m"') for '', 0, 1, '1k', '-1', '-1m', '255k', '262143',
    'on', 'OFF', 'offf', 'of', '1.5m', '0x100000', '32mb', '32 m', 'm',
    '99999999999999999m';
refused_ok('contentlib_page on;', 'unknown directive "contentlib_page"');

# directives that depend on each other: a file has one size of cache and one
# time, and its name may be relative

symlink 'library.db', $t->path('two.db') or die "two.db: $!";

sub two ($one, $other) {
    return "location /one/ { contentlib_library %%DIR%%/two.db $one; } "
        . "location /two/ { contentlib_library two.db $other; }";
}

refused_ok(two(@$_[0, 1]), 'another "contentlib_library" with "'
    . $t->path('two.db') . qq(" has a different "$_->[2]"))
    for ['', 'cache=1m', 'cache'], ['cache=off', '', 'cache'],
        ['cache=1m', 'cache=2m', 'cache'], ['check=1s', 'check=2s', 'check'];
accepted_ok(two(@$_), 'server') for ['', 'cache=32m'],
    ['cache=1m', 'cache=1024k'], ['cache=off', 'cache=off'];

my ($said, $status) = $t->config_test(server => <<'CONF');
        %%API%%
CONF

isnt($status, 0, 'a location without a library');
like($said, qr/\[emerg\] .*"contentlib_library".* in .*nginx\.conf:\d+$/m,
    'says so');

($said, $status) = $t->config_test(server => <<'CONF');
        contentlib_library        %%LIBRARY%%;
        contentlib_page_size      50;
        contentlib_max_page_size  40;

        %%API%%
CONF

isnt($status, 0, 'a page larger than the maximum');
like($said, qr/\[emerg\] .*"contentlib_page_size" 50 .*/, 'says so');
like($said, qr/ "contentlib_max_page_size" 40 /, 'and why');
