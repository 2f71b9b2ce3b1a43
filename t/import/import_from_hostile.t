#!/usr/bin/perl

# "contentlib import --from" and a service that sends too much: memory, time and
# the number of requests are limited.
# Suite: long
# Tests: src/tool/from/contentlib_fetch.c

use v5.36;

use lib 't/lib';
use Compress::Zlib ();
use ContentlibTool;
use POSIX qw(WNOHANG);
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;
use Time::HiRes qw(sleep);


my $MEMORY = 100;               # MB
my $MIB = 1024 * 1024;

my $program = $ENV{CONTENTLIB} // 'build/contentlib';
my $sanitized = slurp($program) =~ /__asan_init/;
my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);
my ($peak, $at) = (0, '');


# Runs the program; tests the peak of its memory, and the message: "reason" is
# the beginning of the text after the colon.

sub hostile ($name, $reason, $handler, @options) {
    my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        return $handler->($path);
    });
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        open STDOUT, '>', "$directory/said";
        open STDERR, '>&', \*STDOUT;
        exec $program, 'import', '--quiet', '-o', $library, '--retries', 0,
            @options, '--from', $service->root or POSIX::_exit(127);
    }

    my ($memory, $done) = (0, 0);

    while (!$done) {
        my $status = eval { slurp("/proc/$pid/status") } // '';

        # until exec() the process has the memory of this test

        $memory = $1 / 1000
            if $status =~ /^Name:\s+contentlib\n.*^VmHWM:\s+(\d+) kB/ms;
        $done = waitpid $pid, WNOHANG;
        sleep 0.002;
    }

    my ($status, $said) = ($?, slurp("$directory/said"));

    ($peak, $at) = ($memory, $name) if $memory > $peak;
    unlink "$directory/said";

    is($status >> 8, 1, "$name: an error");
    like($said, ref $reason ? $reason : qr/: \Q$reason\E/,
        "$name: the reason");
    ok($sanitized || $memory <= $MEMORY, "$name: memory")
        or diag "$memory MB";
    ok(slurp($library) eq $before, "$name: the library");
    is(join(' ', contents($directory)), 'library.db',
        "$name: nothing is left");
}

sub gzip ($body, %more) {
    return { %more, body => Compress::Zlib::memGzip($body),
        headers => { 'Content-Encoding' => 'gzip' } };
}

sub envelope ($results, $next = 'null', $count = 1_000_000_000) {
    return qq({"count":$count,"next":$next,"results":[$results]});
}

sub always ($answer) { return sub ($path) { $answer } }


# bodies, which may be compressed

my $blanks = ' ' x (65 * $MIB);
my $million = gzip(envelope((join ',', ('{}') x 1_000_000), 'null', 1_000_000));

cmp_ok(length $million->{body}, '<', 5000, 'a million objects in 5 kB');
hostile('a million objects', 'record: is neither', always($million));
hostile('blanks', 'the body is longer than 64 MiB', always(gzip("{$blanks")));
hostile('an error with blanks', 'the body is longer than 64 MiB',
    always(gzip($blanks, status => 404)));
hostile('a long text', 'body:1: the record that begins here is longer than',
    always(gzip('{"a":"' . 'x' x (60 * $MIB) . '"}')));
hostile('nesting', 'body:1: unexpected "[" where a record should begin',
    always(gzip(envelope('[' x 60_000_000))));

# headers, trailers and codings

hostile('a long header', '',
    always({ raw => "HTTP/1.1 200 OK\r\nX: " . 'x' x (20 * $MIB) }));
hostile('many headers', '',
    always({ raw => "HTTP/1.1 200 OK\r\n" . "X: xxxxxxxx\r\n" x 2_000_000 }));
hostile('many trailers', '',
    always({ raw => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        . "1\r\n{\r\n0\r\n" . "X: xxxxxxxx\r\n" x 2_000_000 }));
hostile("coding: $_",
    qr/: (?:the coding of the body is not gzip|Unsolicited Transfer-Encoding)/,
    always({ raw => "HTTP/1.1 200 OK\r\n$_\r\n\r\n" }))
    for 'Content-Encoding: gzip, zstd', 'content-encoding:br',
    "Content-Encoding: gzip\r\nContent-Encoding:  ZSTD",
    'Transfer-Encoding: zstd,chunked';

# pages without an end

hostile('pages without an end', '--from has more than 300 pages (--max-pages)',
    sub ($path) {
        my $offset = $path =~ /offset=(\d+)/ ? $1 : 0;

        return { body => envelope(qq({"slug":"t$offset","name":"x"}),
            qq("?offset=@{[$offset + 1]}")) };
    }, '--max-pages', 300);

# a response without an end

hostile('a slow response', '', sub ($path) { sleep 2; return {} },
    '--timeout', 1);

diag sprintf 'peak memory: %.1f MB (%s)', $peak, $at;

done_testing();
