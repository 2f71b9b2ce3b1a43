package Test::Contentlib::Http2;

# The part of HTTP/2 that the tests need: frames, and headers that are not
# indexed.

use v5.36;

use Exporter qw(import);
use Test::More;

our @EXPORT = qw(http2_needed http2_start http2_frame http2_get http2_head
    http2_no_room http2_status);


# Ends a test for which nginx has not been built.

sub http2_needed () {
    my ($built) = Test::Contentlib::nginx('-V');

    plan(skip_all => 'no HTTP/2 in nginx')
        unless $built =~ /--with-http_v2_module/;
}


# The preface: how many bytes a stream may send before it is asked for more,
# and the connection.

sub http2_start ($stream, $connection) {
    return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
        . http2_frame(4, 0, 0, pack 'nN', 4, $stream)
        . http2_frame(8, 0, 0, pack 'N', $connection);
}

sub http2_frame ($type, $flags, $stream, $payload) {
    return substr(pack('N', length $payload), 1)
        . pack('C C N', $type, $flags, $stream) . $payload;
}

sub http2_get ($stream, $path, @headers) {
    return http2_frame(1, 5, $stream,
        http2_head('GET', $path, 'localhost', @headers));
}

sub http2_head ($method, $path, $authority, @headers) {
    my @fields = (':method' => $method, ':scheme' => 'http', ':path' => $path,
        ':authority' => $authority, @headers);
    my $block = '';

    while (my ($name, $value) = splice @fields, 0, 2) {
        $block .= field($name, $value);
    }

    return $block;
}

# A connection that asks for all of the addresses, and makes no room for a byte
# of the answers.

sub http2_no_room ($t, $port, @uris) {
    my $connection = $t->connection($port);

    $connection->write(http2_start(0, 2 ** 30) . join '',
        map { http2_get(2 * $_ + 1, $uris[$_]) } 0 .. $#uris);

    return $connection;
}

# lengths below 127 fit in a byte

sub field ($name, $value) {
    return "\0" . pack('C/a* C/a*', $name, $value);
}

# from the static table, or as a literal

sub http2_status ($block) {
    my %indexed = (0x88 => 200, 0x8b => 304, 0x8c => 400, 0x8d => 404);

    return $indexed{ord $block} // substr $block, 2, 3;
}

1;
