package Sanitized;

# Uses the nginx with sanitizers that "make sanitized" has built, if there is
# one and the caller has set no other.  Must be used before Test::Contentlib,
# which reads the environment.

use v5.36;

use Cwd qw(realpath);
use File::Basename qw(dirname);

my $build = ($ENV{BUILD} // 'build') . '/sanitize';

if (-x "$build/nginx/nginx" && !$ENV{NGINX_BINARY}) {
    $ENV{NGINX_BINARY} = "$build/nginx/nginx";
    $ENV{CONTENTLIB_MODULE} = "$build/ngx_http_contentlib_module.so";
    $ENV{TEST_PATIENCE} //= 60;
    $ENV{LSAN_OPTIONS} //= 'print_suppressions=0:suppressions='
        . realpath(dirname(__FILE__) . '/../../sanitize/nginx.leaks');
}

sub sanitized () {
    return $ENV{TEST_PRELOAD} || ($ENV{NGINX_BINARY} // '') =~ /sanit/;
}

1;
