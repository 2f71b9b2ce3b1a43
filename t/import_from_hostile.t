#!/usr/bin/perl

# "contentlib import --from" and an attacking service: memory and disk are
# limited, and no request leaves the URL.

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
my $library = put("$directory/library.db", 'as it was');
my ($peak, $at) = (0, '');


# Runs the program; tests the peak of its memory, the requests, and the message:
# "reason" is the beginning of the text after the colon.

sub hostile ($name, $reason, $handler, @options) {
    my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        return $handler->($path, $n, "http://$headers->{host}");
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
    like($said, qr/: \Q$reason\E/, "$name: the reason");
    ok($sanitized || $memory <= $MEMORY, "$name: memory")
        or diag "$memory MB";
    is(join(' ', grep { !m{^/api/v1/} || /%2e|%5c|\\|\.\./i }
        $service->requests), '', "$name: nothing that is not below the root");
    is(slurp($library), 'as it was', "$name: the library");
    is(join(' ', grep { $_ ne 'kept' } contents($directory)), 'library.db',
        "$name: nothing is left");
}

sub gzip ($body, %more) {
    return { %more, body => Compress::Zlib::memGzip($body),
        headers => { 'Content-Encoding' => 'gzip' } };
}

sub envelope ($results, $next = 'null', $count = 1_000_000_000) {
    return qq({"count":$count,"next":$next,"results":[$results]});
}

sub always ($answer) { return sub ($path, $n, $host) { $answer } }


# a broken record at the end of a page is read once

my $broken = qq(\n{"id":1,"alt_text":"a\n{{{{{{","static_image":"b.png"});

hostile('a string that does not end', 'not valid JSON: control character',
    sub ($path, $n, $host) {
        return { body => $path =~ /content_items/
            ? envelope($broken, 'null', 1) : envelope('', 'null', 0) };
    });


# small compressed pages

my $million = gzip(envelope(join ',', ('{}') x 1_000_000));

cmp_ok(length $million->{body}, '<', 5000, 'a million objects in 5 kB');
hostile('a million objects', 'page: "results[0]" has no identifier',
    always($million));
hostile('a million records', 'page: "results" has more than 10000 records',
    always(gzip(envelope(join ',', map { qq({"slug":"$_"}) } 1 .. 1_000_000))));
hostile('a record of lists', 'a record has more than 50000 brackets',
    always(gzip(envelope('{"slug":[' . join(',', ('[]') x 340_000) . ']}'))));
hostile('a record of objects', 'a record has more than 50000 brackets',
    always(gzip(envelope('{"slug":[' . join(',', ('{}') x 340_000) . ']}'))));
hostile('a record that is read twice, for its keys',
    'not valid JSON: a key appears twice in an object',
    always(gzip(envelope('{"slug":"a","slug":"a","x":[' . join(',', ('{}')
        x 49_990) . ']}'))));
hostile('records of as many as may be', 'page: "results[1]" has no identifier',
    always(gzip(envelope(join ',', ('{"slug":"a","x":[' . join(',', ('{}')
        x 49_990) . ']}'), ('{"x":[' . join(',', ('{}') x 49_990) . ']}') x 50))));
hostile('a record of keys', 'page: "results[0]" has no identifier',
    always(gzip(envelope('{' . join(',', map { qq("$_":0) } 1 .. 190_000)
        . '}'))));
hostile('a record of numbers', 'page: "results[0]" has no identifier',
    always(gzip(envelope('{"x":[' . join(',', (0) x 1_040_000) . ']}'))));
hostile('a record of strings', 'page: "results[0]" has no identifier',
    always(gzip(envelope('{"x":[' . join(',', ('""') x 680_000) . ']}'))));
my $long = 'the record that begins here is longer than 2097152 bytes';

hostile('a long text', $long, always(gzip('{"a":"' . 'x' x (60 * $MIB) . '"}')));
hostile('a long key', $long, always(gzip('{"' . 'x' x (60 * $MIB) . '":1}')));
hostile('keys beside the results', $long,
    always(gzip('{' . join(',', map { qq("$_":0) } 1 .. 1_000_000) . '}')));
hostile('blanks', 'the body is longer than 64 MiB',
    always(gzip('{' . ' ' x (65 * $MIB))));
hostile('gzip in gzip', 'the body is longer than 64 MiB',
    always({ body => Compress::Zlib::memGzip(Compress::Zlib::memGzip('{' . ' '
        x (65 * $MIB))), headers => { 'Content-Encoding' => 'gzip, gzip' } }));
hostile('nesting', 'unexpected "[" where a record should begin',
    always(gzip('[' =~ s/\[/envelope('[' x 60_000_000)/er)));
hostile('a long answer that is an error', 'the body is longer than 64 MiB',
    always(gzip(' ' x (65 * $MIB), status => 404)));
hostile('a long header', '',
    always({ raw => "HTTP/1.1 200 OK\r\nX: " . 'x' x (20 * $MIB) }));
hostile('many headers', 'the headers are longer than 256 KiB',
    always({ raw => "HTTP/1.1 200 OK\r\n" . "X: xxxxxxxx\r\n" x 2_000_000 }));
hostile('many trailers', 'the headers are longer than 256 KiB',
    always({ raw => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        . "1\r\n{\r\n0\r\n" . "X: xxxxxxxx\r\n" x 2_000_000 }));
hostile("coding: $_", 'the coding of the body is not gzip',
    always({ raw => "HTTP/1.1 200 OK\r\n$_\r\n\r\n" }))
    for 'Content-Encoding: gzip, zstd', 'content-encoding:br',
    "Content-Encoding: gzip\r\nContent-Encoding:  ZSTD",
    'Transfer-Encoding: zstd,chunked';
hostile('a long next', '"next" is "x', always(gzip(envelope('{"slug":"a"}', '"'
    . 'x' x ($MIB - 100) . '"'))));


# lists without an end: of pages, and of bytes

my $endless = sub ($size, $records) {
    return sub ($path, $n, $host) {
        my ($offset) = $path =~ /offset=(\d+)/;
        $offset //= 0;

        return gzip(envelope(join(',', map { qq({"slug":"$offset-$_","x":")
            . 'x' x ($size / $records) . '"}' } 1 .. $records),
            qq("?offset=@{[$offset + 1]}")));
    };
};

hostile('pages without an end', '--from has more than 300 pages (--max-pages)',
    $endless->(100, 1), '--max-pages', 300);

my $cache = "$directory/kept";

hostile('bytes without an end', 'the pages are longer than --max-pages MiB',
    $endless->(60 * $MIB, 100), '--max-pages', 100, '--cache', $cache);

my $disk = (-s "$cache/pages.db") / $MIB;

cmp_ok($disk, '>', 50, 'one of them is stored');
cmp_ok($disk, '<', 110, 'and no more than there may be');
hostile('records without an end', 'the pages are longer than --max-pages MiB',
    $endless->($MIB, 9999), '--max-pages', 20);


# addresses that are only apparently below the root

for my $to ('%2e%2e/admin/', '%2E%2E/admin/', '.%2e/admin/', '%2e./admin/',
    '%2e%2e%2fadmin/', '..%2fadmin/', 'x/%2e%2e/%2e%2e/admin/',
    '/api/v1/%2e%2e/admin/', '/api/v1/..%5cadmin/', '/api/v1/..\\admin/',
    '/api/v1/%252e%252e/admin/', '/api/v1/%252f..%252fadmin/', '/api/v1%2f/',
    '/api/v1/%2525252e%2525252e/admin/', '/api%2fv1/tags/', '/api/v1/%00', 'HOST/api/v1/./%2e%2e/', '/%61pi/v2/',
    '//evil.example/api/v1/', 'http:/\\evil.example/api/v1/', '../../admin/',
    '/api/v1/x/../../admin/', "/api/v1/\\u002e\\u002e/admin/")
{
    my $link = $to =~ s/\\(?!u)/\\\\/gr;

    hostile("next $to", '"next" is "', sub ($path, $n, $host) {
        return { body => envelope('{"slug":"a"}',
            '"' . $link =~ s/HOST/$host/r . '"') };
    });

    next if $to =~ /\\u/;

    hostile("a redirect to $to", 'redirects to "', sub ($path, $n, $host) {
        return { status => 302, headers => { Location =>
            $to =~ s/HOST/$host/r } };
    });
}

diag sprintf 'peak memory: %.1f MB (%s); pages.db: %.1f MiB', $peak, $at, $disk;

done_testing();
