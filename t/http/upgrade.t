#!/usr/bin/perl

# Upgrade of the binary, and the return to the old one.
# Tests: src/http/ngx_http_contentlib_status.c,
#     src/http/ngx_http_contentlib_process.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Upgrade;


my $t = Test::Contentlib::Upgrade->new(records => [image(1)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
CONF

my $uri = '/api/v1/content_items/1/';

answer_is($t->get($uri), 200, item_json(image(1)), 'before');

# both masters serve, and open the new library

my $first = $t->pid;
my $old = $t->upgrade;

is($old, $first, 'the old master');
isnt($t->pid, $first, 'another one');
answer_is($t->get($uri), 200, item_json(image(1)), 'both') for 1 .. 4;

sub openings () { scalar(() = $t->error_log =~ /serving library/g) }

ok($t->poll(sub { openings() == 4 }), 'four workers');
$t->library('library', [image(1, alt_text => 'new')]);
ok($t->poll(sub { openings() == 8 }), 'all of them go over to a new file');
answer_is($t->get($uri), 200, item_json(image(1, alt_text => 'new')))
    for 1 .. 4;

# return to the old binary

my $new = $t->pid;

ok($t->roll_back($old), 'rolled back');
is($t->pid, $first, 'the old master is the one again');
ok($t->ended($new), 'the new one has gone');
answer_is($t->get($uri), 200, item_json(image(1, alt_text => 'new')))
    for 1 .. 4;

# upgrade again

$old = $t->upgrade;
ok($t->finish_upgrade($old), 'upgraded');
isnt($t->pid, $first, 'the new master remains');
answer_is($t->get($uri), 200, item_json(image(1, alt_text => 'new')))
    for 1 .. 4;
ok($t->reload, 'it can be reloaded');
answer_is($t->get($uri), 200, item_json(image(1, alt_text => 'new')));
