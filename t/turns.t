#!/usr/bin/perl

# Pages that have to be made wait for their turn, and long ones are made in
# several: single records and what is kept are answered in between.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my @items = map { image($_, alt_text => "item $_", tags => ["t$_"]) }
    1 .. 1000;

my $t = Test::Contentlib->new(workers => 1, records => \@items,
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_max_page_size 1000;
        contentlib_gzip          on;
        contentlib_query_timeout 60s;
        keepalive_requests       1000000;

        location /api/v1/ {
            contentlib;
        }

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout 5ms;
        }
CONF

my $record = '/api/v1/content_items/7/';
my $long = '/api/v1/content_items/?limit=1000';
my @slow = map { $t->connection } 1 .. 20;
my $other = $t->connection;

sub waiting () {
    return scalar grep { !$_->readable } @slow;
}

my $one = $t->get($record)->body;
my $all = $t->get($long)->body;

# many long pages, and a record that overtakes them

$_->send_request('GET', $long, []) for @slow;

my ($answered, $overtaken) = (0, 0);

for (1 .. 20) {
    my $r = $other->exchange('GET', $record);

    $answered++ if $r->status == 200 && $r->body eq $one;
    $overtaken++ if waiting() >= 15;
}

is($answered, 20, 'records are answered');
cmp_ok($overtaken, '>', 10, 'while long pages are made');
is(scalar(grep { $_->response->body eq $all } @slow), 20,
    'pages made in turns are what they are');

# one alone is made in several turns, too

$slow[0]->send_request('GET', $long, []);
$other->exchange('GET', $record);
is(waiting(), 20, 'the record before the page');
is($slow[0]->response->body, $all, 'and the page');

# compressed, asked for the header, and known

my @gzip = ('Accept-Encoding' => 'gzip');

$_->send_request('GET', $long, \@gzip) for @slow;

my %bodies = map { $_->response->body => 1 } @slow;

is(scalar keys %bodies, 1, 'compressed in turns');
is($t->get($long, @gzip)->plain, $all, 'and whole');
is($t->head($long)->header('Content-Length'), length $all, 'HEAD');

my $etag = $t->get($long)->header('ETag');

is($t->get($long, 'If-None-Match' => $etag)->status, 304, 'not modified');

# clients that go away, some of them while their page is made

for my $n (1 .. 20) {
    my $gone = $t->connection;

    $gone->send_request('GET', $long, []);
    $other->exchange('GET', $record) if $n % 2;
    undef $gone;
}

is($t->get($long)->body, $all, 'after clients that have gone');

# over its time in the middle

my $r = $t->get('/hasty/content_items/?limit=1000');

is($r->status, 503, 'too long');
is($t->get('/hasty/content_items/?limit=2')->status, 200, 'a short one');

# in their order

my @uris = map { "/api/v1/content_items/?limit=40&offset=$_" } 1 .. 20;

$slow[$_]->send_request('GET', $uris[$_], []) for keys @slow;

my @links = map { $_->response->json->{next} } @slow;

is(scalar(grep { $links[$_] =~ /offset=@{[$_ + 41]}$/ } keys @links), 20,
    'each gets its own');
