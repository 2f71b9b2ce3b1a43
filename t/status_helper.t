#!/usr/bin/perl

# The cache manager of nginx gets the process id of a worker that was killed:
# the status does not show the worker any more.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $last = '/proc/sys/kernel/ns_last_pid';

plan(skip_all => 'process ids cannot be chosen') if !-w $last;

my $t = Test::Contentlib->new(records => [image(1)], workers => 1,
    http => <<'CONF');
    proxy_cache_path %%DIR%%/cache keys_zone=cache:1m;

    server {
        listen 127.0.0.1:%%PORT%%;
        contentlib_library %%LIBRARY%%;

        %%API%%
        %%STATUS%%
    }
CONF

$t->expect_log(qr/exited on signal 9/);

sub workers () { grep { defined } map { $_->{pid} }
    @{status_of($t)->{'library.db'}{by_worker}} }

sub is_manager ($pid) {
    open my $file, '<', "/proc/$pid/cmdline" or return 0;

    return <$file> =~ /cache manager/;
}

# nginx starts a worker, and then a cache manager

sub reload ($pid) {
    open my $file, '>', $last or die "$last: $!";
    print $file $pid - 2;
    close $file or return;
    kill 'HUP', $t->pid;
}

# an old worker that has a request is killed after a reload

my ($old, $manager);

for (1 .. 10) {
    ($old) = workers();

    # the ids before that of the next worker are free

    reload($old + 100);
    $t->poll(sub { my @pids = workers(); @pids == 1 && $pids[0] != $old }, 5)
        or last;
    ($old) = workers();

    my $connection = $t->connection;

    $connection->write("GET /api/v1/content_items/1/ HTTP/1.1\r\n");
    $t->get('/api/v1/content_items/1/');
    reload($old + 100);
    $t->poll(sub { my @pids = workers(); @pids == 2 }, 5) or last;
    kill 'KILL', $old;
    $t->poll(sub { !-e "/proc/$old" }, 5) or last;
    reload($old);

    last if $manager = $t->poll(sub { is_manager($old) }, 1);
}

SKIP: {
    skip 'another process has the process id', 1 if !$manager;

    ok($t->poll(sub { !grep { $_ == $old } workers() }, 5),
        'the worker is not shown');
}
