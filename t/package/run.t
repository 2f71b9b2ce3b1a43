#!/usr/bin/perl

# "make run" as a command: errors before anything is built or started, what it
# prints, and its end.
# Suite: long
# Tests: conf/run

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put slurp tool);
use File::Path qw(remove_tree);
use IO::Handle;
use IO::Socket::INET;
use POSIX qw(WNOHANG);
use Test::Contentlib;
use Test::More;
use Time::HiRes qw(sleep);


delete $ENV{NGINX_BINARY};
$ENV{PATH} = '/usr/local/bin:/usr/bin:/bin';     # as a user who is not root

my $directory = directory();
my $root = $Test::Contentlib::ROOT;
my $port = listener()->sockport;
my @make = ('make', '-C', $root, '--no-print-directory', 'run');

my $running;

END {
    my $status = $?;

    kill 'KILL', -$running if $running;
    remove_tree("$root/build/run/$port") if $port;
    $? = $status;
}

sub listener () {
    return IO::Socket::INET->new(LocalAddr => '127.0.0.1', Listen => 1)
        // die "listen: $!";
}

sub eventually ($condition) {
    for (1 .. 1000) {
        return 1 if $condition->();
        sleep 0.05;
    }

    return 0;
}

sub serves () {
    my $socket = IO::Socket::INET->new(PeerAddr => "127.0.0.1:$port")
        // return 0;

    print {$socket} "GET / HTTP/1.0\r\n\r\n";

    return (<$socket> // '') =~ m{^HTTP/1\.1 302 };
}

# Errors are one line, and make adds its own.

sub error_is ($text, @variables) {
    my ($said, $status) = Test::Contentlib::run(sub {
        exec @make, "PORT=$port", 'NGINX_BINARY=false', @variables;
    });

    my @lines = grep { !/^make: \*\*\*/ } split /\n/, $said;

    is(join("\n", @lines), $text, "@variables" =~ s/\Q$directory\E/DIR/r);
    is($status, 2, 'make fails');
}

my $busy = listener();
my $accepted = 'LIBRARY is a library file, a table (.csv, .tsv), records '
    . '(.json, .ndjson) or a directory of pictures';

error_is('port ' . $busy->sockport . ' is in use: choose another one with PORT=',
    'PORT=' . $busy->sockport);
error_is("PORT=$_ is not a port", "PORT=$_") for qw(http 100000);
error_is("nginx cannot listen at a..b port $port: "
    . 'Name or service not known', 'HOST=a..b');
error_is('unknown sample "x": set SAMPLE=openmoji, or no SAMPLE', 'SAMPLE=x');
error_is("\"$directory/none\" is not a directory", "MEDIA=$directory/none");

my $gif = slurp((glob "$root/data/sample/media/full/*.gif")[0]);

for my $case (
    [none => 'does not exist'],
    ['picture.gif' => "is of an unknown type: $accepted", $gif],
    ['renamed.db' => "is of an unknown type: $accepted", $gif],
    ['text' => "is of an unknown type: $accepted", "file,alt\na.png,x\n"],
    [empty => "is of an unknown type: $accepted", ''],
    ['other.db' => "is another database of SQLite: $accepted",
        "SQLite format 3\0" . "\0" x 100],
) {
    my ($name, $error, $bytes) = @$case;

    put("$directory/$name", $bytes) if defined $bytes;
    error_is("\"$directory/$name\" $error", "LIBRARY=$directory/$name");
}

# The names of LIBRARY and MEDIA reach no shell.

error_is("\"$directory/a \"b\" `c` 'd'\" does not exist",
    "LIBRARY=$directory/a \"b\" `c` 'd'");
error_is("\"$directory/a \"b\"\" is not a directory",
    "MEDIA=$directory/a \"b\"");

# Then conf/run, with another nginx, which only says that it starts.

mkdir "$directory/$_" for qw(bin build media);
symlink $Test::Contentlib::PROGRAM, "$directory/build/contentlib";
program(nginx => 'echo nginx starts');

sub program ($name, $commands) {
    put("$directory/bin/$name", "#!/bin/sh\n$commands\n");
    chmod 0755, "$directory/bin/$name";
}

sub conf_run (%variables) {
    return Test::Contentlib::run(sub {
        chdir $root;
        @ENV{keys %variables} = values %variables;
        @ENV{qw(BUILD PATH NGINX_BINARY)} = ("$directory/build",
            "$directory/bin:$ENV{PATH}", 'nginx');
        exec 'sh', 'conf/run';
    });
}

my $records = put("$directory/media/records",
    '{"id":1,"alt_text":"","tags":[],"default_version":{"content_type":"I",'
    . '"download":[{"platform":"original","url":"a.png"}]},'
    . '"created":"2024-05-01T12:00:00Z"}');
my $library = "$directory/media/library";
my ($text, $status) = conf_run(LIBRARY => $records);

is($status, 0, 'records without an extension');
like($text, qr/^.*: 1 item,.*^nginx starts$/ms, 'are imported');
like($text, qr{^    The media files are those in \Q$directory\E/media\.$}m,
    'media are beside them');

tool('import', '-o', $library, '--format', 'json', $records);
($text, $status) = conf_run(LIBRARY => $library);
is($status, 0, 'a library without an extension');
unlike($text, qr/items?,/, 'is not imported');
like($text, qr{those in \Q$directory\E/media\.$}m, 'media are beside it');

($text, $status) = conf_run(LIBRARY => $library, MEDIA => $directory);
like($text, qr{those in \Q$directory\E\.$}m, 'MEDIA');

# a library that records a media URL

tool('import', '-o', $library, '--format', 'json', '--media-url',
    'https://media.example/', $records);

for (['' => 'at https://media.example/', 0],
    [$directory => "in $directory", 1])
{
    my ($media, $where, $set) = @$_;

    ($text, $status) = conf_run(LIBRARY => $library, MEDIA => $media);
    like($text, qr{those \Q$where\E\.$}m, "media are $where");
    is(slurp(glob "$directory/build/run/*/nginx.conf") =~ /contentlib_media_url/
        ? 1 : 0, $set, 'which the configuration shows');
}

my $cut = put("$directory/cut.db", substr slurp($library), 0, 5000);

for my $bad ($cut, put("$directory/bad.csv", "a table\n"),
    put("$directory/picture.json", $gif))
{
    ($text, $status) = conf_run(LIBRARY => $bad);
    is($status, 1, $bad =~ s{.*/}{}r);
    like($text, qr/\Q$bad\E/, 'is named');
    unlike($text, qr/nginx starts/, 'nginx does not start');
}

# the addresses of a machine

for my $case (
    ['0.0.0.0', 'echo "2001:db8::7 192.0.2.7 192.0.2.8 "', '192.0.2.7'],
    ['0.0.0.0', 'echo "2001:db8::7 "', '127.0.0.1'],
    ['0.0.0.0', 'exit 1', '127.0.0.1'],
    ['::', 'echo "192.0.2.7 2001:db8::7 "', '[2001:db8::7]'],
    ['[::]', 'exit 1', '[::1]'],
) {
    my ($host, $hostname, $address) = @$case;

    program(hostname => "test \"\$*\" = -I || exit 1\n$hostname");
    ($text) = conf_run(HOST => $host, LIBRARY => $library);
    like($text, qr{^    http://\Q$address\E:8080/api/v1/tags/$}m,
        "HOST=$host: $hostname");
}

# Ctrl-C on a terminal, with and without Ctrl-Z before it.

SKIP: for my $keys ("\cC", "\cZ\cC") {
    skip 'no script(1)' if system 'script --version >/dev/null 2>&1';

    my $shown = "$directory/shown";

    put($shown, '');
    open my $terminal, '|-', "exec script -qfec"
        . " '@make PORT=$port; echo status \$?' $shown >/dev/null"
        or die "script: $!";
    $terminal->autoflush;

    ok(eventually(\&serves), 'it serves') or diag(slurp($shown));

    for my $key (split //, $keys) {
        print {$terminal} $key;
        sleep 1;
    }

    ok(eventually(sub { slurp($shown) =~ /^status/m }), 'it ends');
    close $terminal;
    like(slurp($shown) =~ tr/\r//dr, qr{
        \n\n (?:\^Z)? \^C\nThe\ server\ has\ stopped\.\nstatus\ 0\n }x,
        'one line and status 0');
    ok(!serves(), 'nginx has ended');
}

# Signals to make, without a terminal.

for my $signal (qw(TERM INT)) {
    my $shown = "$directory/$signal";
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        $SIG{INT} = 'DEFAULT';
        open STDIN, '<', '/dev/null';
        open STDOUT, '>', $shown;
        open STDERR, '>&', \*STDOUT;
        exec @make, "PORT=$port" or POSIX::_exit(127);
    }

    $running = $pid;
    ok(eventually(\&serves), 'it serves') or diag(slurp($shown));
    kill $signal, $signal eq 'TERM' ? $pid : -$pid;
    ok(eventually(sub { waitpid($pid, WNOHANG) == $pid }), "make ends: $signal");
    is($? & 127, POSIX->can("SIG$signal")->(), 'by the signal');
    like(slurp($shown), qr/\n\nThe server has stopped\.\n\z/, 'its last line');
    ok(!serves(), 'nginx has ended') and undef $running;
}

done_testing();
