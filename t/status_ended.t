#!/usr/bin/perl

# An old worker that still has a request after a reload is shown beside the new
# one.  When it is killed, what it counted stays, and it is not shown any more,
# even if another process gets its process id.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $last = '/proc/sys/kernel/ns_last_pid';

plan(skip_all => 'process ids cannot be chosen') if !-w $last;

my $t = Test::Contentlib->new(records => [image(1)], workers => 1,
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%
        %%STATUS%%
CONF

sub library () { status_of($t)->{'library.db'} }

sub requests () { library()->{figures}{requests}{content_item}{200} }

sub pids () { join ' ', sort grep { defined } map { $_->{pid} }
    @{library()->{by_worker}} }

# A process with the given process id; or nothing, if the id is in use.

sub process_with ($pid) {
    open my $file, '>', $last or die "$last: $!";
    print $file $pid - 1;
    close $file or return;

    my $child = fork // die $!;

    if (!$child) {
        sleep 1 while 1;
    }

    return $child if $child == $pid;

    kill 'KILL', $child;
    waitpid $child, 0;

    return;
}

my ($old) = $t->worker_pids;
my $connection = $t->connection;

$connection->write("GET /api/v1/content_items/1/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Connection: close\r\n");
$t->get('/api/v1/content_items/1/');

my $asked = requests();

kill 'HUP', $t->pid;
ok($t->poll(sub { my @pids = $t->worker_pids;
    @pids == 2 && library()->{workers} == 2 }), 'an old and a new worker');

my ($new) = grep { $_ != $old } $t->worker_pids;

is(pids(), join(' ', sort $old, $new), 'both are shown');
is(join(' ', map { $_->{worker} } @{library()->{by_worker}}), '0 0',
    'as workers of one number');

$connection->write("\r\n");
is($connection->response->status, 200, 'the old one answers');
$connection->closed;
ok($t->poll(sub { requests() == $asked + 1 }), 'which is counted');
ok($t->poll(sub { library()->{workers} == 1 }), 'and ends');
is(requests(), $asked + 1, 'its counters stay');

# an old worker that is killed

$old = $new;
$connection = $t->connection;
$connection->write("GET /api/v1/content_items/1/ HTTP/1.1\r\n");
$t->get('/api/v1/content_items/1/');

kill 'HUP', $t->pid;
ok($t->poll(sub { my @pids = $t->worker_pids;
    @pids == 2 && library()->{workers} == 2 }), 'again');
($new) = grep { $_ != $old } $t->worker_pids;

$t->expect_log(qr/exited on signal 9/);
kill 'KILL', $old;
$t->poll(sub { (grep { $_ == $old } $t->worker_pids) == 0 });

my $process;

ok($t->poll(sub { $process = process_with($old) }),
    'another process has its process id');
is(library()->{workers}, 1, 'it is not counted as a worker');
is(pids(), $new, 'nor shown');
is(requests(), $asked + 2, 'what the worker counted stays');

END {
    my $status = $?;

    if ($process) {
        kill 'KILL', $process;
        waitpid $process, 0;
    }

    $? = $status;
}
