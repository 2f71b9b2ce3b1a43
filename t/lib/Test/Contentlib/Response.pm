package Test::Contentlib::Response;

# A response as bytes of the connection.

use v5.36;

use Compress::Raw::Zlib qw(crc32 WANT_GZIP Z_STREAM_END);
use JSON::PP ();


my %parsed;

sub new ($class, $head, $method, $request) {
    my ($line, @lines) = split /\r\n/, $head, -1;
    my ($version, $status) = $line =~ m{^HTTP/(\d\.\d) (\d{3}) }
        or die "not a status line: $line";

    return bless {
        request => $request, method => $method, version => $version,
        status => $status, body => '',
        headers => [map { [/^([^:\s]+): (.*)$/s] } @lines],
    }, $class;
}

sub request ($self) { $self->{request} }

sub method ($self) { $self->{method} }

sub status ($self) { $self->{status} }

sub body ($self) { $self->{body} }

# The body as it was before it was compressed, if it was.  Dies of one that is
# not exactly one member of gzip.

sub plain ($self) {
    return $self->body if !length $self->body
        || ($self->header('Content-Encoding') // '') ne 'gzip';

    return $self->{plain} //= gunzipped($self->body);
}

sub gunzipped ($bytes) {
    my $inflate = Compress::Raw::Zlib::Inflate->new(-WindowBits => WANT_GZIP);
    my ($rest, $plain) = ($bytes, '');
    my $status = $inflate->inflate($rest, $plain);

    die "gzip: $status" if $status != Z_STREAM_END;
    die 'gzip: ' . length($rest) . ' bytes after its end' if length $rest;

    my ($crc, $length) = unpack 'V2', substr $bytes, -8;

    die "gzip: CRC $crc" if $crc != crc32($plain);
    die "gzip: length $length" if $length != length $plain;

    return $plain;
}

# Pairs, in order.

sub headers ($self) { $self->{headers} }

# All values in list context, the first one otherwise.

sub header ($self, $name) {
    my @values = map { $_->[1] } grep { lc $_->[0] eq lc $name }
        @{$self->{headers}};

    return wantarray ? @values : $values[0];
}

# Status and headers, without those that change by themselves.

sub head_text ($self) {
    return join "\n", $self->status, map { "$_->[0]: $_->[1]" }
        grep { $_->[0] !~ /^(?:Date|Connection)$/i } @{$self->{headers}};
}

# Strict: UTF-8 as it should be, no loose syntax, nothing after the value.

sub json ($self) {
    return $parsed{$self->plain} //= do {
        my $text = $self->plain;

        die 'not UTF-8' if !utf8::decode($text)
            || $text =~ /[\x{d800}-\x{dfff}]|[^\x00-\x{10ffff}]/;
        JSON::PP->new->allow_nonref->decode($text);
    };
}

# What is wrong with the response in itself, if anything.

sub problem ($self) {
    my @lengths = $self->header('Content-Length');

    return 'a line of the head is no header'
        if grep { @$_ != 2 } @{$self->headers};
    return 'several Content-Length' if @lengths > 1;

    return undef if $self->method eq 'HEAD' || $self->status == 304;

    return 'body shorter than Content-Length'
        if @lengths && $lengths[0] != length $self->body;

    eval { $self->plain; 1 } or return $@;

    return undef unless length $self->body
        && ($self->header('Content-Type') // '') eq 'application/json';

    return eval { $self->json; 1 } ? undef : "not JSON: $@";
}

1;
