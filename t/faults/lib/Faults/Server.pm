package Faults::Server;

# An nginx with one worker for attacks.  In contrast to Bench::Server, nginx
# logs all requests except those of the server "probe", and the error log may
# have lines of failed requests.

use v5.36;

use parent 'Bench::Server';

use List::Util qw(max);
use POSIX qw(WNOHANG);
use Time::HiRes qw(sleep);


# Arguments: library, cache, threads (32, the size of the thread pool)

sub new ($class, %arg) {
    return $class->SUPER::new(threads => 32,
        alarming => qr/\[(?:alert|emerg|crit)\]/, %arg);
}

sub configuration ($self) {
    return (main => "thread_pool contentlib threads=$self->{threads};",
        events => 'worker_connections 8192;', http => <<"CONF");
    contentlib_thread_pool contentlib;
    log_format cost '\$status \$contentlib_cache_status';
    access_log %%DIR%%/requests.log cost buffer=64k flush=1s;
    default_type application/json;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    contentlib_library $self->{library} cache=$self->{cache};
    contentlib_query_timeout 2s;

    server {
        listen 127.0.0.1:%%PORT%% reuseport backlog=4096;
        location = /ready { return 204; }
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% reuseport backlog=4096;
        contentlib_gzip on;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_2%% reuseport backlog=4096;
        access_log off;
        location = /ready { return 204; }
        %%API%%
    }
CONF
}

# The number of requests since the last call, by status and by cache status.

sub counts ($self) {
    open my $log, '<', "$self->{dir}/requests.log" or die "log: $!";
    seek $log, $self->{logged} // 0, 0;

    my %counts;

    while (<$log>) {
        $counts{$_}++ for split;
    }

    $self->{logged} = tell $log;

    return \%counts;
}

# The longest time in microseconds that another client waits for the response
# to "canary" while the server processes "uri".

sub longest_wait ($self, $uri, $canary) {
    my $other = $self->client;
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        sleep 0.003;
        $self->client->timed_get($uri);
        POSIX::_exit(0);
    }

    my $longest = 0;

    until (waitpid $pid, WNOHANG) {
        my (undef, $us) = $other->timed_get($canary);

        $longest = max($longest, $us);
    }

    return $longest;
}

1;
