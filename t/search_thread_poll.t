#!/usr/bin/perl

# Event methods that cannot be notified by threads: nginx does not start a
# worker with a thread pool.  This is documented.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my @methods = grep { scalar(Test::Contentlib::nginx('-V')) =~ /--with-${_}_module/ }
    qw(poll select);

plan(skip_all => 'nginx is built without these methods') unless @methods;

for my $method (@methods) {
    my $t = Test::Contentlib->new(records => [image(1)], start => 0,
        workers => 1, config => <<"CONF");
%%GLOBALS%%

events {
    use $method;
}

http {
    %%GLOBALS_HTTP%%

    server {
        listen 127.0.0.1:%%PORT%%;

        location /api/v1/ {
            contentlib;
            contentlib_library %%LIBRARY%%;
        }
    }
}
CONF

    $t->expect_log(qr/cannot be used with thread pools/);
    $t->expect_log(qr/exited with fatal code 2/);

    my $pid = $t->launch;

    ok($t->wait_for_line('error.log', qr/cannot be used with thread pools/),
        "$method is refused");
    kill 'TERM', $pid;
    waitpid $pid, 0;
}
