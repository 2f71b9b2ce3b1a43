#!/usr/bin/perl

# Only workers open the library.  The master process looks at it with stat()
# only, and the processes of the cache do not open it.
# Tests: src/http/ngx_http_contentlib_process.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;


my $t = Test::Contentlib->new(records => [corpus(20)], http => <<'CONF');
    proxy_cache_path %%DIR%%/cache keys_zone=zone:1m;

    server {
        listen 127.0.0.1:%%PORT%%;

        contentlib_library %%LIBRARY%%;

        %%API%%
    }
CONF

sub command ($pid) {
    open my $file, '<', "/proc/$pid/cmdline" or return '';

    return <$file> // '';
}

sub opened ($pid) {
    open my $maps, '<', "/proc/$pid/maps" or die "maps of $pid: $!";
    my $mapped = grep { /library\.db/ } <$maps>;
    my @files = files_opened($pid, qr/library\.db/);

    return $mapped + @files;
}

# nginx runs the cache loader in the first minute only

$t->poll(sub { (grep { command($_) =~ /: cache/ } $t->worker_pids) == 2 });

my @children = $t->worker_pids;
my @workers = grep { command($_) =~ /: worker/ } @children;
my @helpers = grep { command($_) =~ /: cache (?:manager|loader)/ } @children;

SKIP: {
    skip 'processes do not say what they are', 5
        unless @workers == 2 && @helpers == 2;

    is($t->get('/api/v1/tags/')->status, 200, 'served') for 1 .. 4;

    ok($t->poll(sub { opened($_) == 1 }), "worker $_ has it open once")
        for @workers;
    is(opened($_), 0, 'not a helper: ' . command($_)) for @helpers;
    is(opened($t->pid), 0, 'not the master');

    kill 'HUP', $t->pid;
    $t->poll(sub { !kill 0, @workers });
    is(opened($t->pid), 0, 'nor after a reload');
}

# The master does not read the file, so it does not notice damage.

my $bytes = $t->read_file('library.db');

substr $bytes, 100, length($bytes) - 100, 'x' x (length($bytes) - 100);
$t->stop;
$t->write_file('library.db', $bytes);

my ($said, $status) = $t->config_test;

is($status, 0, 'a configuration test with a corrupt library');
unlike($said, qr/\[(?:warn|error|emerg)\]/, 'is silent');
$t->start;
is($t->get('/api/v1/tags/')->status, 503, 'a worker reads all of it');
