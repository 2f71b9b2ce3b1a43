package Test::Contentlib::Connection;

# A connection to the server: bytes out, responses in.

use v5.36;

use IO::Select;
use IO::Socket::INET;

use Test::Contentlib::Response;


# host, port, from (the address of the client), patience (seconds), check
# (called with every response)

sub new ($class, %arg) {
    my $socket = IO::Socket::INET->new(PeerAddr => $arg{host} // '127.0.0.1',
        PeerPort => $arg{port}, LocalAddr => $arg{from}, Proto => 'tcp')
        or die "connect to port $arg{port}: $!";

    return bless {
        %arg, socket => $socket, select => IO::Select->new($socket),
        buffer => '', requests => [],
    }, $class;
}

sub socket ($self) { $self->{socket} }

sub write ($self, $bytes) {
    while (length $bytes) {
        my $n = syswrite $self->{socket}, $bytes;
        return 0 unless defined $n;
        substr $bytes, 0, $n, '';
    }

    return 1;
}

# Adds "Host: localhost" unless there is one, and Content-Length for a body.

sub send_request ($self, $method, $uri, $headers = [], $body = undef) {
    my @headers = @$headers;
    my %given = @headers;

    unshift @headers, Host => 'localhost' unless exists $given{Host};
    push @headers, 'Content-Length' => length $body
        if defined $body && !exists $given{'Transfer-Encoding'};

    my $bytes = "$method $uri HTTP/1.1\r\n";

    while (my ($name, $value) = splice @headers, 0, 2) {
        $bytes .= "$name: $value\r\n" if defined $value;
    }

    push @{$self->{requests}}, "$method $uri";

    return $self->write("$bytes\r\n" . ($body // ''));
}

# A request and its response; the connection stays open.

sub exchange ($self, $method, $uri, @headers) {
    $self->send_request($method, $uri, \@headers);

    return $self->response($method);
}

# The next response, or nothing when the connection was closed before it.

sub response ($self, $method = 'GET') {
    my $head;

    do {
        $head = $self->read_until("\r\n\r\n") // return;
    } while ($head =~ m{^HTTP/1\.1 1\d\d });

    my $r = Test::Contentlib::Response->new($head, $method,
        shift @{$self->{requests}} // "$method (raw)");

    $r->{body} = $self->read_body($r);
    $self->{check}->($r);

    return $r;
}

sub read_body ($self, $r) {
    return '' if $r->method eq 'HEAD' || $r->status =~ /^(?:204|304)$/;
    return $self->read_chunks if $r->header('Transfer-Encoding');

    my $length = $r->header('Content-Length');

    return $self->take($length) if defined $length;

    1 while $self->fill;

    return $self->take(length $self->{buffer});
}

sub read_chunks ($self) {
    my $body = '';

    while (defined(my $line = $self->read_until("\r\n"))) {
        my $length = hex $line;

        $body .= $self->take($length);
        $self->take(2);

        last unless $length;
    }

    return $body;
}

# Whether the server has closed the connection and sent nothing more.

sub closed ($self) { !length $self->{buffer} && !$self->fill }

# Whether there are bytes to be taken off the network, or its end.

sub readable ($self) { scalar $self->{select}->can_read(0) }

sub read_until ($self, $end) {
    my $at;

    while (($at = index $self->{buffer}, $end) < 0) {
        $self->fill or return;
    }

    my $text = substr $self->{buffer}, 0, $at, '';
    substr $self->{buffer}, 0, length $end, '';

    return $text;
}

sub take ($self, $length) {
    while (length $self->{buffer} < $length) {
        $self->fill or last;
    }

    return substr $self->{buffer}, 0, $length, '';
}

sub fill ($self) {
    $self->{select}->can_read($self->{patience})
        or die "no answer in $self->{patience} seconds";

    return sysread $self->{socket}, $self->{buffer}, 65536,
        length $self->{buffer};
}

1;
