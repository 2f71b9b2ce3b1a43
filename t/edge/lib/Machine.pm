package Machine;

# A machine: an nginx of Test::Contentlib in a network namespace.
#
#     my $net = Machine->network;
#     my $origin = Machine->new(name => 'o1', address => '10.0.0.11', ...);
#     my $client = Machine->bare('client', '10.0.0.31');
#
#     $origin->cut;       # sets the link down
#     $origin->mute;      # drops all packets that the machine sends
#     $origin->repair;    # ends cut() and mute()
#     $origin->kill;
#     $client->enter;     # moves this process into the namespace
#
# A bridge in another namespace connects the machines.  The network of the
# system does not change.  Requires root.

use v5.36;

use parent 'Test::Contentlib';

use POSIX ();

my $PREFIX = "contentlib-$$";
my $OWNER = $$;
my $SETNS = (POSIX::uname())[4] eq 'x86_64' ? 308 : 268;
my $CLONE_NEWNET = 0x40000000;

my (@namespaces, $number);


sub ip (@arguments) {
    system('ip', @arguments) == 0 or die "ip @arguments: status $?";
}

sub network ($class) {
    die "network namespaces require root\n" if $>;

    namespace('wire');
    ip('-n', "$PREFIX-wire", qw(link add bridge type bridge));
    ip('-n', "$PREFIX-wire", qw(link set bridge up));
}

sub namespace ($name) {
    ip('netns', 'add', "$PREFIX-$name");
    push @namespaces, "$PREFIX-$name";
    ip('-n', "$PREFIX-$name", qw(link set lo up));
}

sub connect_to_wire ($name, $address) {
    my ($wire, $space) = map { "$PREFIX-$_" } 'wire', $name;

    namespace($name);
    ip('-n', $space, qw(link add eth0 type veth peer name), "to-$name",
        'netns', $wire);
    ip('-n', $space, qw(address add), "$address/24", qw(dev eth0));
    ip('-n', $space, qw(link set eth0 up));
    ip('-n', $wire, 'link', 'set', "to-$name", qw(master bridge up));
}

sub new ($class, %arg) {
    connect_to_wire($arg{name}, $arg{address});

    my $self = $class->SUPER::new(%arg, start => 0);

    @$self{qw(name address)} = @arg{qw(name address)};

    return $self;
}

# A machine without nginx.

sub bare ($class, $name, $address) {
    connect_to_wire($name, $address);

    return bless { name => $name, address => $address }, $class;
}

sub name ($self) { $self->{name} }

sub address ($self) { $self->{address} }

sub space ($self) { "$PREFIX-$self->{name}" }

sub prefix ($class) { $PREFIX }

sub enter ($self) {
    open my $space, '<', '/run/netns/' . $self->space or die $!;

    syscall($SETNS, fileno $space, $CLONE_NEWNET) == 0 or die "setns: $!";
}

sub exec_nginx ($self, @options) {
    $self->enter;
    $self->SUPER::exec_nginx(@options);
}

sub connection ($self, $port = 80) {
    return Test::Contentlib::Connection->new(host => $self->address,
        port => $port || 80, patience => 20,
        check => sub ($r) { $self->check($r) });
}

sub cut ($self) {
    ip('-n', "$PREFIX-wire", 'link', 'set', "to-$self->{name}", 'down');
}

# The blackhole has a longer prefix than the route of the network, so nginx
# uses the blackhole.

sub mute ($self) {
    ip('-n', $self->space, qw(route add blackhole 10.0.0.0/25));
    $self->{mute} = 1;
}

sub repair ($self) {
    ip('-n', $self->space, qw(route del blackhole 10.0.0.0/25))
        if delete $self->{mute};
    ip('-n', "$PREFIX-wire", 'link', 'set', "to-$self->{name}", 'up');
}

sub kill ($self) {
    my $pid = delete $self->{pid};

    CORE::kill 'KILL', -$self->group($pid);
    waitpid $pid, 0;
    $self->poll(sub { $self->group_ended($pid) });
}

END {
    if ($$ == $OWNER) {
        local $?;

        system('ip', 'netns', 'delete', $_) for @namespaces;
    }
}

1;
