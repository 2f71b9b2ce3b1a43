#!/usr/bin/perl

# Only workers open the library.  The master process, the cache manager and the
# cache loader do not.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(http => <<'CONF',
    contentlib_library  %%LIBRARY%% check=50ms;
    proxy_cache_path    %%DIR%%/cache keys_zone=kept:1m;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%
    }
CONF
    records => [image(1)]);

# the kind of a process, by its title, and whether the library is open

sub title ($pid) {
    open my $file, '<', "/proc/$pid/cmdline" or return 'gone';

    return (readline($file) // '') =~ s/\0.*//sr;
}

sub opened ($pid) {
    return scalar grep { (readlink // '') =~ /library\.db/ }
        glob "/proc/$pid/fd/*";
}

sub opened_ok ($when) {
    my (@workers, @helpers);

    ok($t->poll(sub {
        @workers = grep { title($_) =~ /worker process/ } $t->worker_pids;
        @helpers = grep { title($_) =~ /cache/ } $t->worker_pids;
        return @workers == 2 && @helpers == 2;
    }, 5), "two workers and two helpers $when");

    ok($t->poll(sub { 2 == grep { opened($_) } @workers }, 5),
        'workers have the library open');
    is(opened($_), 0, title($_)) for $t->pid, @helpers;
}

opened_ok('at first');

$t->library('library', [image(2)]);
ok($t->poll(sub { $t->get('/api/v1/content_items/2/')->status == 200 }, 5),
    'another library');
opened_ok('after it');
