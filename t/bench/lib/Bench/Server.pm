package Bench::Server;

# An nginx with one worker, on the loopback interface, in a temporary
# directory.
#
# The servers are "plain"; "gzip", with contentlib_gzip if the module has this
# directive; and "probe", which logs requests and sends the time of a request
# in X-Query-Time.  The module is compared with the static files in /static/.

use v5.36;

use Exporter qw(import);
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use IO::Socket::INET;
use POSIX qw(WNOHANG);
use Time::HiRes qw(sleep time);

use Bench::Client;

our @EXPORT = qw(module_knows);

my $NGINX = $ENV{NGINX_BINARY} // '/usr/sbin/nginx';
my $BUILD = $ENV{BUILD};
my $MODULE = $ENV{CONTENTLIB_MODULE}
    // "$BUILD/ngx_http_contentlib_module.so";

my $PATIENCE = 60;
my %running;
my %known;


# Arguments: library, cache ("32m" or "off"), most (records per page), status
# (1: with contentlib_status), alarming (lines that the log must not have)

sub new ($class, %arg) {
    my $dir = tempdir('contentlib-bench-XXXXXXXX', TMPDIR => 1);
    my $self = bless { cache => '32m', most => 100,
        alarming => qr/\[(?:alert|emerg|crit|error)\]/, %arg, dir => $dir,
        owner => $$ }, $class;

    chmod 0755, $dir;
    mkdir "$dir/static";
    $running{$self} = $self;

    $self->{ports} = { map { $_ => free_port() } qw(plain gzip probe) };
    $self->write_file('nginx.conf', $self->config);
    $self->start;

    return $self;
}

sub port ($self, $name) { $self->{ports}{$name} }

sub free_port () {
    my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1',
        Proto => 'tcp', Listen => 1) or die "listen: $!";

    return $socket->sockport;
}


# Configuration.

sub globals ($dir) {

    # if root starts nginx, the workers must be able to read the build
    # directory

    my $user = $> ? '' : 'user ' . getpwuid((stat $BUILD)[4]) . ';';
    my @temp = map { "${_}_temp_path $dir/$_.temp;" }
        qw(client_body proxy fastcgi uwsgi scgi);

    return (<<"MAIN", join "\n    ", @temp);
load_module $MODULE;
daemon off;
worker_processes 1;
pid $dir/nginx.pid;
error_log $dir/error.log warn;
$user
worker_rlimit_nofile 18000;

events {
    worker_connections 1024;
}
MAIN
}

sub config ($self) {
    my ($dir, $ports) = @$self{qw(dir ports)};
    my ($main, $temp) = globals($dir);
    my $gzip = module_knows('contentlib_gzip on') ? 'contentlib_gzip on;' : '';
    my $status = $self->{status} ? 'contentlib_status' : 'return 204';

    return <<"CONF";
$main
http {
    $temp
    access_log off;
    default_type application/json;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
    open_file_cache max=16000 inactive=1h;
    open_file_cache_valid 1h;
    sendfile off;
    output_buffers 1 256k;
    root $dir;
    contentlib_library $self->{library} cache=$self->{cache};
    contentlib_max_page_size $self->{most};
    contentlib_query_timeout 60s;
    log_format probe '\$status \$contentlib_cache_status \$contentlib_rows';

    server {
        listen 127.0.0.1:$ports->{plain} reuseport;
        location = /ready { return 204; }
        location = /status { $status; }
        location /static/ { }
        location /api/v1/ { contentlib; }
    }

    server {
        listen 127.0.0.1:$ports->{gzip} reuseport;
        $gzip
        location /static/ { gzip_static on; }
        location /api/v1/ { contentlib; }
    }

    server {
        listen 127.0.0.1:$ports->{probe} reuseport;
        access_log $dir/probe.log probe;
        location /api/v1/ {
            contentlib;
            add_header X-Query-Time \$contentlib_query_time;
        }
    }
}
CONF
}

# Whether the module has the directive, according to "nginx -t".

sub module_knows ($directive) {
    return $known{$directive} //= do {
        my $dir = tempdir('contentlib-bench-XXXXXXXX', TMPDIR => 1,
            CLEANUP => 1);
        my ($main, $temp) = globals($dir);
        my ($name) = $directive =~ /^(\w+)/;

        put("$dir/nginx.conf", "$main\nhttp {\n$temp\n$directive;\n}\n");

        my $output = output($NGINX, '-t', '-p', $dir, '-c', 'nginx.conf',
            '-e', 'test.log');

        die "nginx -t: $output" if $? && $output !~ /unknown directive "$name"/;
        $? ? 0 : 1;
    };
}

sub output (@command) {
    my $pid = open(my $out, '-|') // die "fork: $!";

    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        exec { $command[0] } @command or POSIX::_exit(127);
    }

    my $text = do { local $/; <$out> // '' };
    close $out;

    return $text;
}


# Files.

sub put ($path, $content) {
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $content;
    close $file or die "$path: $!";
}

sub write_file ($self, $name, $content) {
    put("$self->{dir}/$name", $content);

    return "$self->{dir}/$name";
}

sub read_file ($self, $name) {
    open my $file, '<:raw', "$self->{dir}/$name" or return '';
    local $/;

    return scalar <$file> // '';
}

# Writes a static file, with a compressed file if wanted, and returns its
# address.

sub static ($self, $name, $content, $gzip = 0) {
    my $path = $self->write_file("static/$name", $content);

    system('gzip', '-9nk', $path) == 0 or die 'gzip' if $gzip;

    return "/static/$name";
}


# The process.

sub start ($self) {
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        open STDOUT, '>', "$self->{dir}/output";
        open STDERR, '>&', \*STDOUT;
        exec { $NGINX } $NGINX, '-p', $self->{dir}, '-c', 'nginx.conf', '-e',
            'error.log' or POSIX::_exit(127);
    }

    $self->{pid} = $pid;

    poll(sub { waitpid($pid, WNOHANG) || $self->find_worker })
        && $self->{worker}
        or die 'nginx does not start: ', $self->read_file('output');

    $self->client->timed_get('/ready');
}

sub find_worker ($self) {
    return 0 unless -s "$self->{dir}/nginx.pid";

    open my $file, '<', "/proc/$self->{pid}/task/$self->{pid}/children"
        or return 0;
    ($self->{worker}) = split ' ', <$file> // '';

    return defined $self->{worker};
}

sub poll ($condition) {
    my $end = time + $PATIENCE;

    until ($condition->()) {
        return 0 if time > $end;
        sleep 0.005;
    }

    return 1;
}

sub stop ($self) {
    delete $running{$self};

    if (my $pid = delete $self->{pid}) {
        kill 'QUIT', $pid;
        poll(sub { waitpid $pid, WNOHANG }) or kill 'KILL', -$pid;
    }

    my $log = $self->read_file('error.log');
    remove_tree($self->{dir});

    die "the error log has: $log" if $log =~ $self->{alarming};
}

END {
    my $status = $?;

    eval { $_->stop; 1 } or warn $@
        for grep { $_->{owner} == $$ } values %running;
    $? = $status;
}


# The worker.

# The processor time in microseconds, as soon as it does not grow any more.

sub cpu ($self) {
    my $last = -1;

    for (1 .. 500) {
        my $now = cpu_now($self->{worker});
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
    open my $file, '<', "/proc/$self->{worker}/status"
        or die "no worker: $!";
    my %kb = map { /^(\w+):\s+(\d+) kB/ ? ($1 => $2) : () } <$file>;

    return { rss => $kb{VmRSS} / 1024, private => $kb{RssAnon} / 1024 };
}

sub client ($self, $port = 'plain') {
    return Bench::Client->new(port => $self->port($port), patience => 120,
        check => sub ($r) { });
}

1;
