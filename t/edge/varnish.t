#!/usr/bin/perl

# conf/edge.vcl: the responses that Varnish stores, purges, and sends when no
# origin responds.  On the loopback interface.
# Tests: conf/edge.vcl

use v5.36;

use lib 't/lib';
use File::Temp ();
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Source;


my $VARNISH = '/usr/sbin/varnishd';
my $LIST = '/api/v1/content_items/';

sub records ($word) { [map { image($_, alt_text => $word) } 1 .. 50] }

# The third origin does not exist, and one address expires after a second.

my $origin = source_text('conf/origin.conf') =~ s/age=5/age=\$age/r;
my $t = Test::Contentlib->new(records => records('old'), http => <<"EOF");
    contentlib_library  %%LIBRARY%% check=50ms;

    map \$request_uri \$age {
        default                  600;
        "/api/v1/collections/"   1;
    }

    log_format asked '\$request_uri \$status';

    server {
        listen      127.0.0.1:%%PORT_1%%;
        listen      127.0.0.1:%%PORT_2%%;
        access_log  %%DIR%%/origin.log asked;

$origin
    }
EOF

sub free_port () {
    return IO::Socket::INET->new(LocalAddr => '127.0.0.1', Proto => 'tcp',
        Listen => 1)->sockport;
}

my $edge = free_port();
my @ports = ($t->port(1), $t->port(2), free_port());
my $vcl = $t->write_file('edge.vcl', source_text('conf/edge.vcl')
    =~ s{"10\.0\.0\.1([123])";\s+\.port = "80"}
        {"127.0.0.1"; .port = "$ports[$1 - 1]"}gr);

my $home = File::Temp->newdir('contentlib-XXXXXX', TMPDIR => 1);
my $pid = fork // die "fork: $!";

if (!$pid) {
    open STDOUT, '>', $t->path('varnish.log');
    open STDERR, '>&', \*STDOUT;
    exec $VARNISH, '-F', '-n', "$home/n", '-a', "127.0.0.1:$edge", '-f', $vcl,
        '-s', 'malloc,16m' or POSIX::_exit(127);
}

sub ask ($method, $uri, @headers) {
    my $connection = eval {
        Test::Contentlib::Connection->new(port => $edge, patience => 20,
            check => sub ($r) { $t->check($r) })
    } // return;

    return $connection->exchange($method, $uri, Connection => 'close',
        @headers);
}

sub asked () {
    return join ' ', $t->read_file('origin.log') =~ /^\Q$LIST\E (\d+)$/mg;
}

END {
    local $?;

    if ($pid) {
        kill 'TERM', $pid;
        waitpid $pid, 0;
    }
}

# wait until the probes have found the origins

ok($t->poll(sub {
    my $r = ask('GET', '/api/v1/tags/') // return 0;
    return $r->status == 200;
}), 'Varnish answers') or diag($t->read_file('varnish.log'));

my $r = ask('GET', $LIST, 'Accept-Encoding' => 'gzip');
my $tag = $r->header('ETag');

is(join(' ', $r->status, $r->header('Content-Encoding')), '200 gzip',
    'an answer');
is(ask('GET', $LIST, 'If-None-Match' => $tag, 'Accept-Encoding' => 'gzip')
    ->status, 304, 'a conditional request');
ok(ask('GET', $LIST, Accept => 'image/png', Host => 'other.example')->body
    eq $r->plain, 'other clients receive the same body');
is(asked(), '200', 'Varnish has sent one request for all of them');
is(ask('GET', "$LIST?limit=1&offset=$_")->status, 200, "offset $_")
    for 0 .. 19;

# BAN removes responses from the cache

my $old = $r->header('Surrogate-Key');

$t->library('library', records('new'));
ok($t->poll(sub {
    $t->request('GET', $LIST, [], undef, 1)->body =~ /"new"/
        && $t->request('GET', $LIST, [], undef, 2)->body =~ /"new"/
}), 'the origins have another library');
like(ask('GET', $LIST)->body, qr/"old"/, 'Varnish has the old response');
is(ask('BAN', '/', 'Surrogate-Key' => 'x')->status, 200,
    'BAN for another library');
like(ask('GET', $LIST)->body, qr/"old"/, 'the response is not removed');
is(ask('BAN', '/', 'Surrogate-Key' => $old)->status, 200, 'BAN');
like(ask('GET', $LIST)->body, qr/"new"/, 'the new response');

# a response that was not requested until its age and its grace have ended

my $short = '/api/v1/collections/';
my $fetched = ask('GET', $short)->header('Surrogate-Key');

$t->library('library', records('newer'));
sleep 7.5;
isnt(ask('GET', $short)->header('Surrogate-Key'), $fetched,
    'a response that is too old is requested again');

# the origins have no library: the old response is sent each time

sleep 7.5;
unlink $t->path('library.db');
kill 'HUP', $t->pid;
ok($t->poll(sub {
    2 == grep { $t->request('GET', $LIST, [], undef, $_)->status == 503 } 1, 2
}), 'the origins have no library');
is(ask('GET', $short)->status, 200, 'the old response') for 1 .. 3;
is(ask('GET', "$LIST?limit=8")->body,
    '{"detail":"The library is not available."}', 'the error of an origin');

# no origin responds

$t->stop;
sleep 7.5;
is(ask('GET', $_)->status, 200, "$_ without origins")
    for $LIST, $short;
is(ask('GET', "$LIST?limit=9")->status, 503, 'a response that is not stored');
