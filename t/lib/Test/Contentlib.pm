package Test::Contentlib;

# One nginx with the module, in a directory of its own, for one test file.
#
#     my $t = Test::Contentlib->new(records => [...]);
#
#     answer_is($t->get('/api/v1/tags/x/'), 404, '{"detail":"Not found."}');
#
# The end of every file adds tests: the error log has no unexpected line of level
# crit or above, no sanitizer has reported an error, all bodies
# are well-formed, and nginx has left no process and no file.  No plan is needed.
#
# Environment:
#     NGINX_BINARY            the server, /usr/sbin/nginx
#     CONTENTLIB              the program, build/contentlib
#     CONTENTLIB_MODULE       the module; "static" if nginx has it built in
#     TEST_PRELOAD            LD_PRELOAD of nginx
#     TEST_PATIENCE           seconds to wait for what must come
#     TEST_DEBUG              error log at level "debug"
#     TEST_LEAVE              leave the directory

use v5.36;

use Cwd qw(realpath);
use Exporter qw(import);
use Fcntl qw(F_SETFD);
use File::Basename qw(dirname);
use File::Path qw(remove_tree);
use File::Spec;
use File::Temp qw(tempdir);
use IO::Socket::INET;
use POSIX qw(WNOHANG);
use Test::More;
use Time::HiRes qw(sleep time);

use Test::Contentlib::Answer;
use Test::Contentlib::Connection;
use Test::Contentlib::Corpus;

# Test files get the functions of Test::More from here, too.

our @EXPORT = (@Test::More::EXPORT, @Test::Contentlib::Answer::EXPORT,
    @Test::Contentlib::Corpus::EXPORT);

our $ROOT = realpath(dirname(__FILE__) . '/../../..');

my $PATIENCE = $ENV{TEST_PATIENCE} // 20;
my $NGINX = $ENV{NGINX_BINARY} // '/usr/sbin/nginx';
our $PROGRAM = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib',
    $ROOT);
our $STATIC = ($ENV{CONTENTLIB_MODULE} // '') eq 'static';
our $MODULE = File::Spec->rel2abs($ENV{CONTENTLIB_MODULE}
    // 'build/ngx_http_contentlib_module.so', $ROOT);

our @instances;

binmode Test::More->builder->$_, ':encoding(UTF-8)'
    for qw(output failure_output todo_output);


# records         what to import as library.db: records, or text for "import"
# import          more arguments of "import"
# server          the inside of a server that listens on %%PORT%%, by default
#                 the library below /api/v1/, or
# http            the inside of "http"
# events          the inside of "events"
# main            more directives of the main level
#                 (%%API%%, %%STATUS%%, %%HEALTH%%: the locations of expand())
# files           name => content, written to the directory
# workers         2; 0 means "master_process off"
# start           0: not yet

sub new ($class, %arg) {
    my $dir = tempdir('contentlib-XXXXXXXX', TMPDIR => 1);

    my $self = bless {
        dir => $dir, owner => $$, workers => $arg{workers} // 2, ports => [],
        sockets => [], problems => [], expected => [],
    }, $class;

    # the workers may run as another user

    chmod 0755, $dir;
    push @instances, $self;

    $self->write_file($_, $arg{files}{$_}) for sort keys %{$arg{files} // {}};
    $self->library('library', $arg{records}, @{$arg{import} // []})
        if $arg{records};

    $self->config(%arg);
    $self->start if $arg{start} // 1;

    return $self;
}

sub dir ($self) { $self->{dir} }

sub pid ($self) { $self->{pid} }


# Files.

sub path ($self, $name) { "$self->{dir}/$name" }

sub write_file ($self, $name, $content) {
    open my $file, '>:raw', $self->path($name) or die "$name: $!";
    print $file $content;
    close $file or die "$name: $!";

    return $self->path($name);
}

sub read_file ($self, $name) {
    open my $file, '<:raw', $self->path($name) or return '';
    local $/;

    return scalar <$file> // '';
}

sub error_log ($self) { $self->read_file('error.log') }


# Waits until the file has a line that matches; returns it.

sub wait_for_line ($self, $name, $pattern) {
    my $line;

    $self->poll(sub {
        ($line) = grep { /$pattern/ } split /\n/, $self->read_file($name);
        return defined $line;
    }) or die "no line of $name matches $pattern";

    return $line;
}

sub poll ($self, $condition, $patience = $PATIENCE) {
    my $end = time + $patience;

    until ($condition->()) {
        return 0 if time > $end;
        sleep 0.02;
    }

    return 1;
}


# The program: what it says, and its exit status.

sub program (@args) {
    return run(sub { exec { $PROGRAM } $PROGRAM, @args });
}

sub run ($code) {
    my $pid = open(my $out, '-|') // die "fork: $!";

    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        $code->();
        POSIX::_exit(127);
    }

    my $text = do { local $/; <$out> // '' };
    close $out;

    return wantarray ? ($text, $? >> 8) : $text;
}

# Imports into NAME.db, where it appears by rename; returns the path.

sub library ($self, $name, $records, @options) {
    my $text = ref $records ? records_text(@$records) : $records;
    my $input = $self->write_file("$name.ndjson", $text);
    my $library = $self->path("$name.db");

    my ($out, $status) = program('import', '--quiet', '-o', $library,
        @options, $input);
    die "import of $name: exit $status: $out" if $status;

    return $library;
}


# Configuration.

my $SERVER = <<'EOF';
        contentlib_library %%LIBRARY%%;

        %%API%%
EOF

sub config ($self, %arg) {
    my $server = $arg{server} // $SERVER;
    my $http = $arg{http} // <<"EOF";
    server {
        listen 127.0.0.1:%%PORT%%;

$server
    }
EOF

    my ($main, $events) = map { $_ // '' } @arg{qw(main events)};

    $self->write_file('nginx.conf', $self->expand(<<"EOF"));
%%GLOBALS%%
$main

events {
    $events
}

http {
    %%GLOBALS_HTTP%%

$http
}
EOF

    return $self;
}

sub expand ($self, $text) {
    my %slot = (
        DIR => $self->{dir},
        LIBRARY => "$self->{dir}/library.db",
        MODULE => $MODULE,
        API => 'location /api/v1/ { contentlib; }',
        STATUS => 'location = /status { contentlib_status; }',
        HEALTH => 'location = /health { contentlib_status health; }',
    );

    $text =~ s/%%GLOBALS%%/$self->globals($text)/e;
    $text =~ s/%%GLOBALS_HTTP%%/$self->globals_http/e;
    $text =~ s/%%PORT(?:_(\d+))?%%/$self->port($1 || 0)/ge;
    $text =~ s/%%([A-Z_]+)%%/$slot{$1} or die "no such slot: $1"/ge;

    return $text;
}

sub globals ($self, $text) {
    my $level = $ENV{TEST_DEBUG} ? 'debug' : 'info';
    my $workers = $self->{workers} ? "worker_processes $self->{workers};"
        : 'master_process off;';

    my $load = $STATIC ? '' : "load_module $MODULE;";

    return <<"EOF";
$load
daemon off;
pid %%DIR%%/nginx.pid;
error_log %%DIR%%/error.log $level;
$workers
EOF
}

sub globals_http ($self) {
    my @lines = ('access_log %%DIR%%/access.log;');

    push @lines, "${_}_temp_path %%DIR%%/$_.temp;"
        for qw(client_body proxy fastcgi uwsgi scgi);

    return join("\n    ", @lines);
}

# Ports are bound here and handed to nginx as sockets, so that no two files
# ever try the same one.  A single process does not take them over.

sub port ($self, $n = 0) {
    return $self->{ports}[$n] //= do {
        my $socket = $self->listen_on(0);
        $self->{sockets}[$n] = $socket;
        $socket->sockport;
    };
}

# nginx takes over a socket as it is: were it blocking, a worker that another
# one was faster than would wait in accept(), deaf to signals.

sub listen_on ($self, $port) {
    my $socket;

    $self->poll(sub {
        $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1',
            LocalPort => $port, Proto => 'tcp', Listen => 511,
            ReuseAddr => 1, Blocking => 0);
    }) or die "listen on $port: $!";

    return $socket;
}

# What "nginx -t" says of a configuration, and its exit status.

sub config_test ($self, %arg) {
    $self->config(%arg) if %arg;

    return run(sub { $self->exec_nginx('-t') });
}


# Another run of nginx: what it says, and its exit status.

sub nginx (@options) {
    return run(sub {
        without_leaks();
        delete $ENV{NGINX};
        exec { $NGINX } $NGINX, @options;
    });
}

# Nginx frees nothing when it has tested a configuration.

sub without_leaks () {
    $ENV{ASAN_OPTIONS} = join ':', $ENV{ASAN_OPTIONS} // (),
        'detect_leaks=0';
}


# The process.

sub exec_nginx ($self, @options) {
    my @command = ($NGINX, '-p', "$self->{dir}/", '-c', 'nginx.conf',
        '-e', @options ? 'test.log' : 'error.log', @options);

    $ENV{LD_PRELOAD} = $ENV{TEST_PRELOAD} if $ENV{TEST_PRELOAD};
    without_leaks() if @options;

    # nginx inherits sockets by this variable

    delete $ENV{NGINX};
    my @sockets = grep { defined } @{$self->{sockets}};

    if (@sockets && !@options) {
        fcntl $_, F_SETFD, 0 for @sockets;
        $ENV{NGINX} = join '', map { $_->fileno . ';' } @sockets;
    }

    exec { $command[0] } @command or POSIX::_exit(127);
}

sub start ($self) {
    unlink $self->path('nginx.pid');

    for my $n (0 .. $#{$self->{ports}}) {
        my $port = $self->{ports}[$n] // next;
        $self->{sockets}[$n] //= $self->listen_on($port);
    }

    $self->{sockets} = [] unless $self->{workers};

    my $pid = $self->launch;

    $self->{sockets} = [];
    $self->{pid} = $pid;

    my $exited;
    $self->poll(sub {
        $exited = $self->ended($pid);
        return $exited || -s $self->path('nginx.pid');
    });

    if ($exited) {
        delete $self->{pid};
        die "nginx does not start (status $?):\n", $self->read_file('stderr'),
            $self->error_log;
    }

    $self->poll(sub { $self->worker_pids >= $self->{workers} });

    return $self;
}

# The first process, the head of a group.

sub launch ($self) {
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        $self->become_nginx;
    }

    return $pid;
}

sub become_nginx ($self) {
    open STDOUT, '>>', $self->path('stdout');
    open STDERR, '>>', $self->path('stderr');
    $self->exec_nginx;
}

sub ended ($self, $pid) { waitpid $pid, WNOHANG }

sub group ($self, $pid) { $pid }

sub group_ended ($self, $pid) { !kill 0, -$pid }

# In the order of their start; none without a master process.

sub worker_pids ($self) {
    my $pid = $self->{pid} // return;
    open my $file, '<', "/proc/$pid/task/$pid/children" or return;
    my @pids = split ' ', <$file> // '';

    return @pids;
}

# Returns whether new workers have taken over.

sub reload ($self) {
    my %old = map { $_ => 1 } $self->worker_pids;

    kill 'HUP', $self->{pid};

    return $self->poll(sub {
        my @pids = $self->worker_pids;
        return @pids == $self->{workers} && !grep { $old{$_} } @pids;
    });
}

sub stop ($self) {
    my $pid = delete $self->{pid} // return $self;

    my $group = $self->group($pid);

    kill 'QUIT', $pid;

    if (!$self->poll(sub { $self->ended($pid) })) {
        my @lines = split /\n/, $self->error_log;

        splice @lines, 0, -30 if @lines > 30;
        $self->problem(join "\n", 'nginx does not quit', 'error.log ends:',
            @lines);
        kill 'KILL', -$group;
        waitpid $pid, 0;
    }

    $self->problem("nginx ended with status $?") if $?;

    # the workers were in its process group

    if (!$self->poll(sub { $self->group_ended($pid) }, 5)) {
        $self->problem('nginx leaves processes behind');
        kill 'KILL', -$group;
    }

    return $self;
}


# Requests.  Headers are pairs; "Host => undef" leaves the header out.

sub get ($self, $uri, @headers) {
    return $self->request('GET', $uri, \@headers);
}

sub head ($self, $uri, @headers) {
    return $self->request('HEAD', $uri, \@headers);
}

sub request ($self, $method, $uri, $headers = [], $body = undef, $port = 0) {
    my $connection = $self->connection($port);

    $connection->send_request($method, $uri, [@$headers,
        Connection => 'close'], $body);

    return $connection->response($method);
}

# Bytes as they are; one response.

sub raw ($self, $bytes, $port = 0) {
    my $connection = $self->connection($port);

    $connection->write($bytes);

    return $connection->response($bytes =~ /^HEAD / ? 'HEAD' : 'GET');
}

sub connection ($self, $port = 0, %more) {
    return Test::Contentlib::Connection->new(port => $self->port($port), %more,
        patience => $PATIENCE, check => sub ($r) { $self->check($r) });
}

# Assertions that hold for every response.

sub check ($self, $r) {
    my $problem = $r->problem // return;

    $self->problem($r->request . ": $problem");
}

sub problem ($self, $text) { push @{$self->{problems}}, $text }


# The end.

# Lines of level crit and worse that a test means to cause.

sub expect_log ($self, $pattern) { push @{$self->{expected}}, $pattern }

sub log_faults ($self) {
    my @lines = grep { /\[(?:alert|emerg|crit)\]|exited on signal/ }
        split /\n/, $self->error_log;

    for my $pattern (@{$self->{expected}}) {
        @lines = grep { !/$pattern/ } @lines;
    }

    return join "\n", @lines;
}

sub reports ($self) {
    my @reports = grep { /Sanitizer|runtime error:/ }
        map { split /\n/, $self->read_file($_) } qw(error.log stderr);

    return join "\n", @reports;
}

sub finish ($self) {
    $self->stop;

    Test::More::is($self->log_faults, '',
        'no unexpected line of level crit or above in the log');
    Test::More::is($self->reports, '', 'no sanitizer report');
    Test::More::is(join("\n", @{$self->{problems}}), '',
        'responses well-formed, nginx gone without a trace');
}

$SIG{$_} = sub { exit 1 } for qw(INT TERM HUP);
$SIG{PIPE} = 'IGNORE';

END {
    my $status = $?;
    my @mine = grep { $_->{owner} == $$ } @instances;

    for my $self (@mine) {
        $status ? $self->stop : $self->finish;

        if ($ENV{TEST_LEAVE}) {
            Test::More::diag("left: $self->{dir}");
        } else {
            remove_tree($self->{dir});
        }
    }

    Test::More::done_testing() if @mine && !$status;
    $? = $status;
}

1;
