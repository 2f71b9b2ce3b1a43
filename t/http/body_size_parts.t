#!/usr/bin/perl

# A response with parts, to a request with a body.  client_max_body_size of the
# parts does not count, as nginx has discarded the body already.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        root                %%DIR%%;
        ssi                 on;
        ssi_types           application/json;
        error_page          404 /large/content_items/;

        location = /part.txt {
            client_max_body_size  1k;
        }

        location /large/ {
            contentlib;
            contentlib_root     /large/;
            contentlib_library  %%LIBRARY%%;
        }
CONF

$t->library('library', [map {
    image($_, alt_text => "<!--# include virtual='/part.txt' -->"
        . 'x' x 65_000)
} 1 .. 18]);
$t->write_file('part.txt', 'a part');
$t->write_file('page.html', '<!--# include virtual="/large/content_items/" -->');
$t->start;

my $connection = $t->connection;

for my $uri ('/missing', '/page.html') {
    my $expected = $t->get($uri)->body;

    is(() = $expected =~ /a part/g, 18, "$uri: parts");

    $connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
        . "Content-Length: 3000\r\n\r\n");
    $connection->fill;
    $connection->write('x' x 3000);
    is($connection->response->body, $expected, "$uri, with a body");
}
