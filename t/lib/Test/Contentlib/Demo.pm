package Test::Contentlib::Demo;

# The nginx of "make run": as Test::Contentlib, but started by conf/run, with
# its configuration.

use v5.36;

use parent 'Test::Contentlib';

use POSIX ();

# "sample" names another one than the default, which stays in build/; or
# "library" is a file, whose media are beside it or in "media".

sub new ($class, %with) {
    local @ENV{qw(SAMPLE LIBRARY MEDIA HOST)} = map { $_ // '' }
        @with{qw(sample library media host)};

    return $class->SUPER::new(workers => 1, server => '');
}

# What conf/run takes for the build directory is the one of the test, and what
# it would make in it stands there itself.

sub exec_nginx ($self) {
    my $dir = $self->dir;

    mkdir "$dir/run";
    symlink '..', "$dir/run/" . $self->port;
    symlink $Test::Contentlib::PROGRAM, "$dir/contentlib";
    symlink $Test::Contentlib::MODULE, "$dir/ngx_http_contentlib_module.so"
        unless $Test::Contentlib::STATIC;
    symlink "$Test::Contentlib::ROOT/build/$ENV{SAMPLE}", "$dir/$ENV{SAMPLE}"
        if $ENV{SAMPLE};

    my $socket = $self->{sockets}[0];

    fcntl $socket, Fcntl::F_SETFD(), 0;
    @ENV{qw(BUILD PORT NGINX)} = ($dir, $self->port, $socket->fileno . ';');

    chdir $Test::Contentlib::ROOT;
    exec 'sh', 'conf/run' or POSIX::_exit(127);
}

# It writes to the terminal.

sub error_log ($self) { $self->read_file('stderr') }

1;
