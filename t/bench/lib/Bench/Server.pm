package Bench::Server;

# An nginx with one worker for measurements: as Test::Contentlib, but it adds no
# tests, and stop() dies if the error log has lines that it must not have.
#
# The servers are "plain"; "gzip", with contentlib_gzip; and "probe", which logs
# requests and sends the time of a request in X-Query-Time.  The module is
# compared with the static files in /static/.

use v5.36;

use parent 'Test::Contentlib';

use File::Path qw(remove_tree);
use POSIX ();
use Time::HiRes qw(sleep);

use Bench::Client;

my %PORT = (plain => 0, gzip => 1, probe => 2);


# Arguments: library, cache ("32m" or "off"), alarming (lines that the log must
# not have)

sub new ($class, %arg) {
    my $self = $class->SUPER::new(workers => 1, start => 0);

    %$self = (%$self, cache => '32m',
        alarming => qr/\[(?:alert|emerg|crit|error)\]/, %arg);

    mkdir $self->path('static');
    $self->config($self->configuration)->start;
    $self->client->timed_get('/ready');

    return $self;
}

sub port ($self, $name = 'plain') {
    return $self->SUPER::port($PORT{$name} // $name);
}


# Configuration.

sub globals ($self, $text) {

    # if root starts nginx, the workers must be able to read the build
    # directory

    my $user = $> ? '' : 'user ' . getpwuid((stat $ENV{BUILD})[4]) . ';';

    return $self->SUPER::globals($text) =~ s/error\.log \K\w+/warn/r
        . "$user\nworker_rlimit_nofile 18000;\n";
}

# Without the access log, which takes time.

sub globals_http ($self) {
    return $self->SUPER::globals_http =~ s/access_log [^;]*;//r;
}

sub configuration ($self) {
    return (events => 'worker_connections 1024;', http => <<"CONF");
    access_log off;
    default_type application/json;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    open_file_cache max=16000 inactive=1h;
    open_file_cache_valid 1h;
    sendfile off;
    output_buffers 1 256k;
    root %%DIR%%;
    contentlib_library $self->{library} cache=$self->{cache};
    contentlib_query_timeout 60s;
    log_format probe '\$status \$contentlib_cache_status \$contentlib_rows';

    server {
        listen 127.0.0.1:%%PORT%% reuseport;
        location = /ready { return 204; }
        location /static/ { }
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% reuseport;
        contentlib_gzip on;
        location /static/ { gzip_static on; }
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_2%% reuseport;
        access_log %%DIR%%/probe.log probe;
        location /api/v1/ {
            contentlib;
            add_header X-Query-Time \$contentlib_query_time;
        }
    }
CONF
}

# Writes a static file, with a compressed file if wanted, and returns its
# address.

sub static ($self, $name, $content, $gzip = 0) {
    my $path = $self->write_file("static/$name", $content);

    system('gzip', '-9nk', $path) == 0 or die 'gzip' if $gzip;

    return "/static/$name";
}

# With SIGTERM, because nginx waits for a request on a connection that had none.

sub stop ($self) {
    @Test::Contentlib::instances = grep { $_ != $self }
        @Test::Contentlib::instances;
    kill 'TERM', $self->pid;
    $self->SUPER::stop;

    my $log = $self->error_log;
    remove_tree($self->dir);

    die "@{$self->{problems}}" if @{$self->{problems}};
    die "the error log has: $log" if $log =~ $self->{alarming};
}

END {
    my $status = $?;
    my @mine = grep { $_->isa(__PACKAGE__) && $_->{owner} == $$ }
        @Test::Contentlib::instances;

    eval { $_->stop; 1 } or warn $@ for @mine;
    $? = $status;
}


# The worker.

# The processor time in microseconds, as soon as it does not grow any more.

sub cpu ($self) {
    my ($worker) = $self->worker_pids;
    my $last = -1;

    for (1 .. 500) {
        my $now = cpu_now($worker);
        return $now if $now == $last;
        $last = $now;
        sleep 0.002;
    }

    return $last;
}

# The processor time of all threads.

sub cpu_now ($pid) {
    my $sum = 0;

    for my $path (glob "/proc/$pid/task/*/schedstat") {
        open my $file, '<', $path or next;
        $sum += (split ' ', <$file> // '')[0] // 0;
    }

    return $sum / 1000 if $sum;

    open my $file, '<', "/proc/$pid/stat" or die "no worker: $!";
    my @fields = split ' ', <$file> =~ s/^.*\) //r;

    return ($fields[11] + $fields[12]) * 1e6
        / POSIX::sysconf(POSIX::_SC_CLK_TCK());
}

# The resident memory, and the part of it that is not shared, in megabytes.

sub memory ($self) {
    my ($worker) = $self->worker_pids;
    open my $file, '<', "/proc/$worker/status" or die "no worker: $!";
    my %kb = map { /^(\w+):\s+(\d+) kB/ ? ($1 => $2) : () } <$file>;

    return { rss => $kb{VmRSS} / 1024, private => $kb{RssAnon} / 1024 };
}

sub client ($self, $port = 'plain') {
    return Bench::Client->new(port => $self->port($port), patience => 120,
        check => sub ($r) { });
}

1;
