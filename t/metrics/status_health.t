#!/usr/bin/perl

# The health page: 503 with a reason while a worker cannot serve a library.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(start => 0, records => [image(1)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%

        location /later/ {
            contentlib;
            contentlib_root     /later/;
            contentlib_library  %%DIR%%/later.db check=50ms;
        }

        %%STATUS%%
CONF

my $dir = $t->dir;

sub health () { $t->get('/status?format=health') }

# the state of the other library, by default without errors

sub health_is ($status, $later, $name, $first = '"serving":true') {
    my $r;

    # each worker notices the change by itself

    $t->poll(sub { $r = health(); $r->status == $status
        && $r->body =~ /later\.db",\Q$later\E/ }, 5);

    my $serving = $status == 200 ? 'true' : 'false';

    is($r->status, $status, $name);
    is($r->body, "{\"serving\":$serving,\"libraries\":["
        . "{\"library\":\"$dir/library.db\",$first},"
        . "{\"library\":\"$dir/later.db\",$later}]}", 'and what it says');
}

my $well = '"serving":true';

sub unwell ($reason) { "\"serving\":false,\"reason\":\"$reason\"" }

$t->start;
health_is(503, unwell('No such file or directory'), 'a library is missing');
ok($t->poll(sub { figures_of($t, 'later.db')->{rejected} == 2 }, 5),
    'both workers have looked for it');
is($t->get('/status')->status, 200, 'the other forms are there');
is($t->head('/status?format=health')->status, 503, 'HEAD');

# the library is created, and invalid files do not replace it

$t->library('later', [image(1)]);
health_is(200, $well, 'it is there');

$t->expect_log(qr/contentlib: library ".*" /);
$t->write_file('bad.db', 'no library');
rename $t->path('bad.db'), $t->path('later.db') or die $!;
ok($t->poll(sub { figures_of($t, 'later.db')->{rejected} == 4 }, 5),
    'another file is refused by both workers, as the missing one was');
health_is(200, $well, 'which makes no difference');

unlink $t->path('later.db') or die $!;
$t->wait_for_line('error.log', qr/later\.db" .* \(2\), the opened/);
health_is(200, $well, 'what was opened is served');

# a process writes to the library

$t->library('later', [image(2)]);
ok($t->poll(sub { figures_of($t, 'later.db')->{switches} == 4 }, 5),
    'a good one');

open my $file, '+<', $t->path('later.db') or die $!;
sysseek $file, 0, 0;
syswrite $file, 'x';
close $file;

health_is(503, unwell('it was changed in place'), 'changed in place');

ok($t->poll(sub { status_of($t)->{'later.db'}{workers_serving} == 0 }, 5),
    'nobody serves it');
is(figures_of($t, 'later.db')->{changed_in_place}, 2, 'both have noticed');

# reasons change

health_is(503, unwell('not an SQLite file'), 'it has been left alone');
