package Test::Contentlib::Failing;

# Lets calls of the system fail in one process of nginx, while it runs: the
# shared object t/faults/failing.c does it, loaded before nginx's libraries.
#
#     my $failing = Test::Contentlib::Failing->new;
#     my $t = Test::Contentlib->new(...);
#
#     $failing->arm(pid => $pid, kinds => 'read', error => EIO, first => 3);
#     $t->get(...);
#     $failing->disarm;
#     say $failing->calls, $failing->failures;
#
# Sanitizers have an allocator of their own, and do not go with it.

use v5.36;

use Cwd qw(realpath);
use File::Basename qw(dirname);
use File::Temp ();

my $ROOT = realpath(dirname(__FILE__) . '/../../../..');
my $OBJECT = ($ENV{BUILD} // "$ROOT/build") . '/faults/failing.so';

my %kinds = (memory => 1, read => 2, open => 4, stat => 8);

# in the order of failing_control_t

my @wanted = qw(kinds pid first last error chance delay skip frozen);
my @seen = qw(calls failures live peak);

use constant { EVER => 2**62, SHORT => -1, STOP => -2 };


# Whether it can be used here.

sub usable ($class) {
    return -e $OBJECT && !grep { $ENV{"TEST_$_"} }
        qw(PRELOAD SANITIZE);
}

# Before nginx is started: the file that is shared, and what is loaded.

sub new ($class) {
    my $file = File::Temp->new(TEMPLATE => 'failing-XXXXXXXX', TMPDIR => 1);
    my $self = bless { file => $file, skip => 0, frozen => 0 }, $class;

    # workers have it mapped before they become another user

    $self->put({});
    $ENV{FAILING_CONTROL} = $file->filename;
    $ENV{TEST_PRELOAD} = $OBJECT;

    return $self;
}

sub put ($self, $values) {
    my %all = (%$values, map { $_ => $self->{$_} } qw(skip frozen));
    my $bytes = pack 'q*', map { $all{$_} // 0 } @wanted, @seen;

    sysseek $self->{file}, 0, 0;
    syswrite $self->{file}, $bytes or die "failing: $!";
}

# pid       the process
# kinds     of calls, as words, that are counted, and fail:
# first     from this one on,
# last      to this one; only that one unless said otherwise
# error     with this errno; SHORT: half of it is read; STOP: the process stops
#           before the call
# chance    or any of them, so many in a thousand
# delay     what each of them takes, in microseconds
# skip      advance the clocks, too

sub arm ($self, %values) {
    my $kinds = 0;

    $kinds |= $kinds{$_} // die "no such kind: $_"
        for split ' ', $values{kinds};
    $values{last} //= $values{first} // 0;
    $self->{skip} += delete $values{skip} // 0;
    $self->put({ %values, kinds => $kinds });
}

# Returns itself, with what was counted.

sub disarm ($self) {
    sysseek $self->{file}, 0, 0;
    sysread $self->{file}, my $bytes, 8 * (@wanted + @seen)
        or die "failing: $!";
    @{$self->{seen}}{@wanted, @seen} = unpack 'q*', $bytes;
    $self->put({ pid => $self->{seen}{pid} });

    return $self;
}

sub calls ($self) { $self->{seen}{calls} }

sub failures ($self) { $self->{seen}{failures} }

# The bytes of memory taken since it was armed, less those given back, at most.

sub peak ($self) { $self->{seen}{peak} }

# Advances the clocks of all processes by so many milliseconds.

sub skip ($self, $milliseconds) {
    $self->{skip} += $milliseconds;
    $self->put({});
}

# From now on, time passes by skip() only.  Before nginx is started.

sub freeze ($self) {
    $self->{frozen} = 1;
    $self->skip(86_400_000);
}

1;
