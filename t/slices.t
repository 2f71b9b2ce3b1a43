#!/usr/bin/perl

# A pass that takes long does not hold up the worker: it runs in slices, and
# other requests are answered in between.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use IO::Select;
use Test::More;
use Time::HiRes qw(sleep time);
use Test::Contentlib;


# a search for two letters looks at every name

my $filler = 'filler ' x 30;
my @tags = map { tag("$filler$_", "t$_") } 1 .. 100_000;

my $t = Test::Contentlib->new(workers => 1, records => [@tags],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;
        keepalive_requests       1000000;

        location /api/v1/ {
            contentlib;
        }

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout 6ms;
        }

        location /page {
            ssi       on;
            ssi_types *;
            root      %%DIR%%;
        }
CONF

my $slow = '/api/v1/tags/?limit=1&name=';
my $quick = '/api/v1/tags/t7/';
my @names = map { my $c = $_; map { "$c$_" } 'q' .. 'z' } 'q' .. 'z';
my %counts = ('fi' => 100_000, 'qz' => 0, 'r 9' => 11_111);

sub readable ($connection) {
    return IO::Select->new($connection->socket)->can_read(0);
}

# what the slow ones answer

answer_is($t->get($quick), 200, tag_json($tags[6]), 'a quick one');
is($t->get($slow . s/ /+/r)->json->{count}, $counts{$_}, "name=$_")
    for sort keys %counts;

# many slow ones, and quick ones that overtake them

my @slow = map { $t->connection } 1 .. 30;
my $other = $t->connection;

$slow[$_]->send_request('GET', $slow . $names[$_], []) for keys @slow;

my ($answered, $overtaken) = (0, 0);

for my $n (1 .. 50) {
    my $r = $other->exchange('GET', $quick);

    $answered++ if $r->status == 200;
    $overtaken++ if grep { !readable($_) } @slow;
}

is($answered, 50, 'quick ones are answered');
cmp_ok($overtaken, '>', 5, 'while slow ones wait');

for my $n (keys @slow) {
    my $r = $slow[$n]->response;

    is($r->status, 200, "slow $n");
    is($r->json->{count}, 0, "slow $n: its count");
}

# equal ones wait for one and the same: all are done when one would be

sub seconds ($n) {
    my @connections = @slow[0 .. $n - 1];
    my $began = time;

    $_->send_request('GET', "${slow}zz&x=$n", []) for @connections;
    is($_->response->status, 200, "one of $n equal ones") for @connections;

    return time - $began;
}

my $one = seconds(1);
my $thirty = seconds(30);

cmp_ok($thirty, '<', 15 * $one + 0.1, 'thirty equal ones are not thirty');

# a client that goes away takes nothing along

for my $n (1 .. 20) {
    my $gone = $t->connection;

    $gone->send_request('GET', "${slow}gone$n&name=y" . chr(96 + $n), []);
    $slow[0]->send_request('GET', "${slow}y" . chr(96 + $n), []) if $n % 2;
    sleep 0.002;
    undef $gone;
    is($slow[0]->response->status, 200, "equal to one gone, $n") if $n % 2;
}

is($t->get($quick)->status, 200, 'after them');

# HEAD, conditions, an include

is($t->head("${slow}qz")->status, 200, 'HEAD');

my $etag = $t->get("${slow}qz")->header('ETag');

is($t->get("${slow}qz", 'If-None-Match' => $etag)->status, 304,
    'not modified');

$t->write_file('page', qq(<!--# include virtual="${slow}fi" --> and )
    . qq(<!--# include virtual="${slow}qx" -->));

my $page = $t->get('/page');

is($page->status, 200, 'included');
like($page->body, qr/^\{"count":100000,.* and \{"count":0,/, 'both of them');

# too long for a request whose body does not come, and for an include

my $silent = $t->connection;

$silent->write("GET /hasty/tags/?name=gg HTTP/1.1\r\nHost: localhost\r\n"
    . "Content-Length: 5\r\n\r\n");
is($silent->response->status, 503, 'no body');
sleep 0.1;
undef $silent;

$t->write_file('page', qq(<!--# include virtual="/hasty/tags/?name=hh" -->)
    . qq( and <!--# include virtual="${slow}qy" -->));
like($t->get('/page')->body, qr/^\{"detail":.* and \{"count":0,/,
    'one of the included');

# over their time: 503, whether they have waited or not

my @hasty = map { $t->connection } 1 .. 10;

$hasty[$_]->send_request('GET', '/hasty/tags/?name=h' . chr(97 + $_), [])
    for keys @hasty;

my %status;

$status{$_->response->status}++ for @hasty;
cmp_ok($status{503} // 0, '>=', 8, 'too long');
is(($status{503} // 0) + ($status{200} // 0), 10, 'or in time');

# a new library does not change what they ask, a reload waits for them, and
# quitting does: they have come in when a later one is answered

sub counts ($what, @connections) {
    is($_->response->json->{count}, 0, $what) for @connections;
}

$slow[$_]->send_request('GET', "${slow}w" . chr(97 + $_), []) for 0 .. 9;
$t->library('library', [@tags[0 .. 9]]);
ok($t->poll(sub { $t->get('/api/v1/tags/')->json->{count} == 10 }, 5),
    'a new library');
counts('over a new library', @slow[0 .. 9]);

$t->library('library', [@tags]);
$t->poll(sub { $t->get('/api/v1/tags/')->json->{count} == 100_000 }, 5);

$slow[$_]->send_request('GET', "${slow}v" . chr(97 + $_), []) for 0 .. 9;
$other->exchange('GET', $quick) for 1, 2;
ok($t->reload, 'reload');
counts('over a reload', @slow[0 .. 9]);

@slow = map { $t->connection } 1 .. 5;
$slow[$_]->send_request('GET', "${slow}u" . chr(97 + $_), []) for keys @slow;
$other = $t->connection;
$other->exchange('GET', $quick) for 1, 2;
kill 'QUIT', $t->pid;
counts('over the end', @slow);
