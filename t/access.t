#!/usr/bin/perl

# Access rules and limits apply before the API, with responses of nginx.
# Allowed requests get the response of the API.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no auth_request module in nginx')
    unless $built =~ /--with-http_auth_request_module/;

# no user has the second password

my $conf = join '', map { my ($name, $rules) = @$_; <<"CONF" }
        location /$name/ {
            contentlib;
            contentlib_root /$name/;
            $rules
        }
CONF
    [open => ''],
    [denied => 'deny all;'],
    [allowed => 'allow 127.0.0.1; deny all;'],
    [basic => 'auth_basic api; auth_basic_user_file %%DIR%%/users;'],
    [any => 'satisfy any; deny all; auth_basic api;'
        . ' auth_basic_user_file %%DIR%%/users;'],
    [all => 'satisfy all; allow all; auth_basic api;'
        . ' auth_basic_user_file %%DIR%%/users;'],
    [limited => 'limit_req zone=requests;'],
    [delayed => 'limit_req zone=delayed burst=5;'],
    [connections => 'limit_conn connections 1; limit_rate 1000;'],
    [asked => 'auth_request /ask/;'],
    [itself => 'auth_request /open/tags/one/;'],
    [returned => 'return 402;'],
    [large => 'client_max_body_size 10;'];

my $t = Test::Contentlib->new(workers => 1, files => {
        users => "me:{PLAIN}secret\n",
    }, http => <<"CONF",
    limit_req_zone   \$server_port zone=requests:1m rate=1r/m;
    limit_req_zone   \$server_port zone=delayed:1m rate=20r/s;
    limit_conn_zone  \$server_port zone=connections:1m;

    server {
        listen 127.0.0.1:%%PORT%%;
        contentlib_library %%LIBRARY%%;

$conf
        location /ask/ {
            if (\$http_x_pass = yes) {
                return 204;
            }

            return 403;
        }
    }
CONF
    records => [corpus(40), image(100, tags => ['one'])]);

my @mine = (Authorization => 'Basic bWU6c2VjcmV0');
my @wrong = (Authorization => 'Basic bWU6d3Jvbmc=');

sub refused_ok ($uri, $status, @headers) {
    for my $method ('get', 'head') {
        my $r = $t->$method($uri, @headers);

        is($r->status, $status, "$method $uri: $status");
        is($r->header('Content-Type'), 'text/html', 'by nginx');
        is($r->header($_), undef, "no $_") for 'ETag', 'Allow';
    }
}

sub let_in_ok ($uri, @headers) {
    my $r = $t->get($uri, @headers);

    is($r->status, 200, $uri);
    is($r->json->{slug}, 'one', 'the API');
    api_headers_ok($r, 'with its headers');
}

let_in_ok('/open/tags/one/');
let_in_ok('/allowed/tags/one/');
refused_ok('/denied/tags/one/', 403);
refused_ok("/denied/$_", 403) for '', 'none/', 'tags', 'tags/?format=xml';
refused_ok('/returned/tags/one/', 402);

refused_ok("/$_/tags/one/", 401) for 'basic', 'any', 'all';
refused_ok("/$_/tags/one/", 401, @wrong) for 'basic', 'any', 'all';
let_in_ok("/$_/tags/one/", @mine) for 'basic', 'any', 'all';
is($t->get('/basic/tags/one/')->header('WWW-Authenticate'),
    'Basic realm="api"');

refused_ok('/asked/tags/one/', 403);
let_in_ok('/asked/tags/one/', 'X-Pass' => 'yes');
let_in_ok('/itself/tags/one/');

# access rules apply before conditions

my $tag = $t->get('/basic/tags/one/', @mine)->header('ETag');

refused_ok('/basic/tags/one/', 401, 'If-None-Match' => $tag);
is($t->get('/basic/tags/one/', @mine, 'If-None-Match' => $tag)->status, 304);

# other methods, and request bodies that are discarded

is($t->request('POST', '/denied/tags/', [], 'x' x 1000)->status, 403);
is($t->request('POST', '/basic/tags/')->status, 401);
is($t->request('OPTIONS', '/basic/tags/')->status, 401);
answer_is($t->request('POST', '/basic/tags/', [@mine]), 405,
    '{"detail":"Method \"POST\" not allowed."}');
is($t->request('POST', '/large/tags/', [], 'x' x 11)->status, 413);

# limits

let_in_ok('/limited/tags/one/');
refused_ok('/limited/tags/one/', 503);
let_in_ok('/delayed/tags/one/') for 1 .. 3;

my $slow = $t->connection;

$slow->send_request('GET', '/connections/content_items/', [
    Connection => 'close']);
ok($t->poll(sub { $slow->readable }), 'one is being served');
refused_ok('/connections/tags/one/', 503);
undef $slow;
