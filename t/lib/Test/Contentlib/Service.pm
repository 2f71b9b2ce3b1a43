package Test::Contentlib::Service;

# A service with the API, whose errors a test selects.
#
#     my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
#         return { status => 500 } if $n == 1;
#         return page($path, content_items => \@items);
#     });
#
#     tool('import', '--from', $service->root, ...);
#     is_deeply([$service->requests], [...]);
#
# The handler has the path with its query, how often that was asked for before,
# and the headers of the request.  It returns
#
#     status, body, headers   the answer, 200 and {} if nothing is said
#     cut                     so many bytes of the body, then the end
#     raw                     bytes in place of an answer
#
# It runs in a process of its own, one connection at a time.

use v5.36;

use Exporter qw(import);
use File::Temp ();
use IO::Socket::INET;
use JSON::PP ();
use POSIX ();

our @EXPORT = qw(page);

my $json = JSON::PP->new->canonical->utf8;


sub new ($class, $handler) {
    my $socket = IO::Socket::INET->new(LocalAddr => '127.0.0.1',
        Proto => 'tcp', Listen => 16) or die "listen: $!";
    my $log = File::Temp->new(TEMPLATE => 'service-XXXXXX', TMPDIR => 1);

    my $self = bless { port => $socket->sockport, log => $log, owner => $$,
        handler => $handler }, $class;

    $self->{pid} = fork // die "fork: $!";

    if (!$self->{pid}) {
        $SIG{$_} = 'DEFAULT' for qw(TERM INT);
        $SIG{PIPE} = 'IGNORE';
        $self->serve($socket);
    }

    return $self;
}

sub host ($self) { "http://127.0.0.1:$self->{port}" }

sub root ($self) { $self->host . '/api/v1/' }

# What was asked for.

sub requests ($self) {
    open my $file, '<', $self->{log}->filename or die $!;
    chomp(my @lines = <$file>);

    return @lines;
}

sub DESTROY ($self) {
    return if $self->{owner} != $$ || !$self->{pid};

    local $?;
    kill 'KILL', $self->{pid};
    waitpid $self->{pid}, 0;
}

sub serve ($self, $socket) {
    while (my $client = $socket->accept) {
        1 while $self->answer($client);
        close $client;
    }

    POSIX::_exit(0);
}

# One request; whether there may be another one on the connection.

sub answer ($self, $client) {
    my ($path, %headers);

    while (defined(my $line = readline $client)) {
        $line =~ s/\r\n\z//;
        last if $line eq '';

        if (defined $path) {
            my ($name, $value) = split /: */, $line, 2;
            $headers{lc $name} = $value;
        } else {
            ($path) = $line =~ /^GET (\S+) /;
        }
    }

    return 0 if !defined $path;

    syswrite $self->{log}, "$path\n";

    my $r = $self->{handler}->($path, $self->{seen}{$path}++ // 0, \%headers);
    my $body = $r->{body} // '{}';
    my @more = map { "$_: $r->{headers}{$_}\r\n" }
        sort keys %{$r->{headers} // {}};

    my $bytes = $r->{raw} // "HTTP/1.1 " . ($r->{status} // 200) . " x\r\n"
        . join('', @more) . 'Content-Length: ' . length($body) . "\r\n\r\n"
        . substr $body, 0, $r->{cut} // length $body;

    print {$client} $bytes;
    $client->flush;

    return !defined $r->{raw} && !defined $r->{cut};
}


# The page of a list that the path names: "limit" is not above "size", and
# addresses begin with "host".

sub page ($path, $host, %with) {
    my ($list, $query) = $path =~ m{^/api/v1/(\w+)/\??(.*)} or return
        { status => 404 };
    my ($limit) = "&$query" =~ /&limit=(\d+)/;
    my ($offset) = "&$query" =~ /&offset=(\d+)/;
    my @all = @{$with{$list} // []};

    $limit = $with{size} if $with{size} && $limit > $with{size};
    $offset //= 0;

    my $end = $offset + $limit;
    my @some = grep { defined } @all[$offset .. ($end > @all ? @all : $end) - 1];

    return { body => $json->encode({
        count => @all + 0,
        next => $end < @all
            ? "$host/api/v1/$list/?limit=$limit&offset=$end" : undef,
        previous => undef,
        results => \@some,
    }) };
}

1;
