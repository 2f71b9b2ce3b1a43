#!/usr/bin/perl

# post_action of a large response whose client leaves.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $CLIENTS = 20;

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        location /large/ {
            contentlib;
            contentlib_root     /large/;
            contentlib_library  %%LIBRARY%%;
            post_action         /action;
        }

        location = /action {
            internal;
            proxy_pass  http://127.0.0.1:%%PORT%%/count;
        }

        location = /count {
            access_log  %%DIR%%/count.log;
            return      204;
        }
CONF

# clients leave before they have read it

$t->library('library', [map {
    image($_, alt_text => join '', map { rand } 1 .. 3_400)
} 1 .. 36]);
$t->start;

my $uri = '/large/content_items/?limit=100';

sub actions () { scalar(() = $t->read_file('count.log') =~ /\n/g) }

$t->get($uri) for 1 .. 3;
ok($t->poll(sub { actions() == 3 }), 'clients that stay');

my @clients = map { $t->connection } 1 .. $CLIENTS;

$_->send_request('GET', $uri, ['Accept-Encoding' => 'gzip']) for @clients;
select undef, undef, undef, 0.1;
close $_->socket for @clients;

ok($t->poll(sub { actions() == 3 + $CLIENTS }), 'clients that leave');
