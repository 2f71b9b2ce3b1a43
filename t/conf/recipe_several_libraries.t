#!/usr/bin/perl

# conf/recipes/several_libraries.conf: several libraries, each below its own
# path.
# Tests: conf/recipes/several_libraries.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;
use Test::Contentlib::Recipe;


my $t = recipe('several_libraries', start => 0, workers => 1);
my $cat = gif(1, alt_text => 'a cat', tags => ['cat']);
my $dog = gif(1, alt_text => 'a dog', tags => ['dog'],
    static_image => 'dogs/1.gif');

$t->library('cats', [$cat]);
$t->library('dogs', [$dog]);
$t->start;

answer_is($t->get('/cats/content_items/1/'), 200,
    item_json($cat, root => '/cats/'));
answer_is($t->get('/v0/cats/content_items/1/'), 200,
    item_json($cat, root => '/v0/cats/', numbers => 'string'));

my $item = $t->get('/dogs/content_items/1/')->json;

is($item->{alt_text}, 'a dog', 'the other library');
is($item->{url}, 'http://localhost/dogs/content_items/1/', 'its addresses');
is($item->{static_image}, 'https://dogs.example.com/files/dogs/1.gif',
    'its files');

is($t->get("/$_/content_items/?tag=dog")->json->{count}, $_ eq 'dogs' ? 1 : 0,
    "dogs in $_") for 'cats', 'dogs', 'v0/cats';
is($t->get('/')->status, 404, 'nothing else');
answer_is($t->get('/cats/none/'), 404, '{"detail":"Not found."}');

is(scalar(() = files_opened($t->worker_pids, qr{\.db$})), 2,
    'each is open once');
