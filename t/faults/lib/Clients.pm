package Clients;

# Clients, each in a child process.
#
#     my $clients = Clients->start(4, sub ($go_on, $count) {
#         while ($go_on->()) { ...; $count->{answers}++ }
#     });
#     my $sum = $clients->stop;       # the counts of all clients
#
# The signal that stops a client may interrupt its request.  A client must not
# count a request that fails after $go_on->() is false.

use v5.36;

use JSON::PP ();
use POSIX ();

sub start ($class, $n, $code) {
    return bless [map { one($code) } 1 .. $n], $class;
}

sub one ($code) {
    pipe(my $out, my $in) or die "pipe: $!";
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        my ($stop, %count);

        local $SIG{TERM} = sub { $stop = 1 };
        srand;

        my $ok = eval { $code->(sub { !$stop }, \%count); 1 };

        $count{'faults of clients'}++ unless $ok;
        $count{faults} //= [];
        push @{$count{faults}}, "$@" unless $ok;
        syswrite $in, JSON::PP::encode_json(\%count);
        POSIX::_exit(0);
    }

    return { pid => $pid, out => $out };
}

sub stop ($self) {
    my %sum = (faults => []);

    kill 'TERM', map { $_->{pid} } @$self;

    for my $client (@$self) {
        my $out = $client->{out};
        my $count = JSON::PP::decode_json(do { local $/; <$out> });

        waitpid $client->{pid}, 0;
        push @{$sum{faults}}, @{delete $count->{faults}};
        $sum{$_} += $count->{$_} for keys %$count;
    }

    return \%sum;
}

1;
