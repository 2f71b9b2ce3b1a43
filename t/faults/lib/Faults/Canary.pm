package Faults::Canary;

# A client that sends 50 ordinary requests per second while other clients
# attack.
#
# A request does not wait for the response to the previous one.  The client
# sends it at its time on an idle connection, or, for one request in five, on a
# new connection.  The latency includes the time for which a request was late.
# The client runs in a child process.

use v5.36;

use IO::Select;
use IO::Socket::INET;
use POSIX ();
use Time::HiRes qw(time);

my $RATE = 50;
my $NEW = 5;                # one request in five opens a connection
my $PATIENCE = 10;


# Arguments: port, requests ([kind, uri, status, header line]...)

sub new ($class, %arg) {
    return bless { %arg, idle => [], select => IO::Select->new,
        results => [] }, $class;
}

sub start ($self) {
    pipe my $out, my $in or die "pipe: $!";

    $self->{pid} = fork // die "fork: $!";

    if (!$self->{pid}) {
        close $out;
        eval { $self->run; 1 } or push @{$self->{results}}, $@;
        print $in map { "$_\n" } @{$self->{results}};
        close $in;
        POSIX::_exit(0);
    }

    close $in;
    $self->{out} = $out;

    return $self;
}

# Returns { us, kinds, failed }: all latencies, the latencies of each kind, and
# the errors.

sub stop ($self) {
    kill 'TERM', $self->{pid};

    my @lines = readline $self->{out};

    waitpid $self->{pid}, 0;
    chomp @lines;

    my (%kinds, @failed);

    for (@lines) {
        /^(\S+) (\d+)$/ ? push(@{$kinds{$1}}, $2) : push @failed, $_;
    }

    return { us => [map { @$_ } values %kinds], kinds => \%kinds,
        failed => \@failed };
}


# The child process.

sub run ($self) {
    my $stop = 0;
    my $began = time;
    my $n = 0;

    # the signal does not interrupt a request

    my $action = POSIX::SigAction->new(sub { $stop = 1 }, POSIX::SigSet->new,
        POSIX::SA_RESTART);

    $action->safe(1);
    POSIX::sigaction(POSIX::SIGTERM, $action);

    until ($stop) {
        my $due = $began + $n / $RATE;

        if (time >= $due) {
            $self->send($n++, $due);
        } else {
            $self->receive($due);
        }
    }

    my $end = time + $PATIENCE;

    $self->receive($end) while $self->{select}->count && time < $end;

    push @{$self->{results}}, ('no answer') x $self->{select}->count;
}

sub send ($self, $n, $due) {
    my @requests = @{$self->{requests}};
    my ($kind, $uri, $status, @headers) = @{$requests[$n % @requests]};
    my $socket = $n % $NEW ? pop @{$self->{idle}} : undef;

    $socket //= IO::Socket::INET->new(PeerAddr => '127.0.0.1',
        PeerPort => $self->{port}, Proto => 'tcp') or die "connect: $!";

    my $asked = join "\r\n", "GET $uri HTTP/1.1", 'Host: localhost',
        @headers, '', '';

    syswrite $socket, $asked;
    $self->{select}->add($socket);
    $self->{pending}{$socket} = { due => $due, kind => $kind,
        uri => $uri, status => $status, bytes => '' };
}

sub receive ($self, $until) {
    my $rest = $until - time;

    $self->read_from($_) for $self->{select}->can_read($rest > 0 ? $rest : 0);
}

sub read_from ($self, $socket) {
    my $pending = $self->{pending}{$socket};
    my $n = sysread $socket, $pending->{bytes}, 1 << 18,
        length $pending->{bytes};

    return if $n && !is_whole($pending->{bytes});

    $self->{select}->remove($socket);
    push @{$self->{results}}, result($pending);
    push @{$self->{idle}}, $socket if $n && @{$self->{idle}} < 2 * $NEW;
}

sub is_whole ($bytes) {
    my $head = index $bytes, "\r\n\r\n";

    return 0 if $head < 0;
    return 1 if $bytes =~ m{^HTTP/1.1 304 };

    my ($length) = $bytes =~ /\r\nContent-Length: (\d+)\r\n/;

    return length $bytes >= $head + 4 + ($length // 0);
}

sub result ($pending) {
    my ($status) = $pending->{bytes} =~ m{^HTTP/1\.1 (\d+) };

    return "$pending->{kind} " . int((time - $pending->{due}) * 1e6)
        if ($status // 0) == $pending->{status};

    return "GET $pending->{uri}: " . ($status // 'no answer');
}

1;
