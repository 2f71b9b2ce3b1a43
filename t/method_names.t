#!/usr/bin/perl

# Many method names: three are supported, and all others are rejected by the
# module or by nginx.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $t = Test::Contentlib->new(records => [image(1)]);

my @registered = qw(ACL BASELINE-CONTROL BIND CHECKIN CHECKOUT CONNECT COPY
    DELETE LABEL LINK LOCK MERGE MKACTIVITY MKCALENDAR MKCOL MKREDIRECTREF
    MKWORKSPACE MOVE ORDERPATCH PATCH POST PRI PROPFIND PROPPATCH PUT QUERY
    REBIND REPORT SEARCH TRACE UNBIND UNCHECKOUT UNLINK UNLOCK UPDATE
    UPDATEREDIRECTREF VERSION-CONTROL PURGE DEBUG M-SEARCH);

# similar to the three names in letters or length

my @near = (qw(GE GETT GTE TEG EGT G_T GET- GET_ -GET HEA HEADD HAED HEAT OPTION
    OPTIONSS OPTIONZ SNOITPO OPT-ONS ZGET _ - A get head options Get Head
    Options gET GeT), 'G' x 200, 'OPTIONS' x 30);

my @letters = ('A' .. 'Z', '_', '-');

my %random = map { join('', map { any(@letters) } 1 .. 1 + any_below(12)) => 1 }
    1 .. 200;

for my $method (@registered, @near, sort keys %random) {
    my $connection = $t->connection;

    $connection->write("$method /api/v1/tags/ HTTP/1.1\r\n"
        . "Host: localhost\r\nConnection: close\r\n\r\n");

    my $r = $connection->response;

    # nginx responds to some of them with its own page

    if (($r->header('Content-Type') // '') eq 'text/html') {
        like($r->status, qr/^40[05]$/, "$method: refused by nginx");
        like($method, qr/[^A-Z_-]|^(?:TRACE|CONNECT)$/, 'with a reason');

    } else {
        answer_is($r, 405, qq({"detail":"Method \\"$method\\" not allowed."}),
            $method);
    }

    ok($connection->closed, 'one answer');
}

# bytes that are invalid in names

for my $method ('G"T', 'G<b>', "G\\T", "G\xc3\xa9T", "GE\0T", 'G:T', 'G%54',
    'GET,HEAD', "G\tT")
{
    my $r = $t->raw("$method /api/v1/tags/ HTTP/1.1\r\nHost: localhost\r\n"
        . "Connection: close\r\n\r\n");

    is($r->status, 400, 'no method: ' . $method =~ s/[^ -~]/./gr);
}
