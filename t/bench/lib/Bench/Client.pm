package Bench::Client;

# A keepalive connection that measures the time of each response, and the
# processor time of the worker.

use v5.36;

use parent 'Test::Contentlib::Connection';

use Time::HiRes qw(time);


# Returns the response, and the time until it was complete, in microseconds.

sub timed_get ($self, $uri, @headers) {
    my $from = time;
    my $r = $self->exchange('GET', $uri, @headers)
        // die "GET $uri: the connection was closed";

    return ($r, (time() - $from) * 1e6);
}

# Returns the response.  A status other than 200 is an error.

sub good ($self, $uri, @headers) {
    my ($r) = $self->timed_get($uri, @headers);

    return must_be_good($uri, $r);
}

# Returns the latency in microseconds.

sub latency ($self, $uri) {
    my ($r, $us) = $self->timed_get($uri);

    must_be_good($uri, $r);

    return $us;
}

sub must_be_good ($uri, $r) {
    die "GET $uri: status ", $r->status unless $r->status == 200;

    return $r;
}

# Sends a request, and returns { us, cpu, r }: latency, processor time,
# response.

sub cost ($self, $server, $uri, @headers) {
    my $from = $server->cpu;
    my ($r, $us) = $self->timed_get($uri, @headers);

    return { r => must_be_good($uri, $r), us => $us,
        cpu => $server->cpu - $from };
}

1;
