#!/usr/bin/perl

# The file changes while a worker opens it: the worker stops before each of its
# calls in turn.  It serves a complete library, and the last one in the end.
# Suite: long
# Tests: src/library/contentlib_db_open.c, src/library/contentlib_file.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Failing;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;
my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%% cache=off;

        %%API%%
CONF

my $path = $t->path('library.db');

$t->library($_, [image(1, alt_text => "library $_")]) for 'a' .. 'd';

my %bytes = map { $_ => $t->read_file("$_.db") } 'a' .. 'd';

$bytes{invalid} = 'x' . substr $bytes{b}, 1;
$t->write_file('invalid.db', $bytes{invalid});

# A file that stays open keeps its inode number: a new file with the number of
# the last one would be the last one, written to.

my @open;

sub publish ($what) {
    my $new = $t->write_file('new', $bytes{$what});

    open my $file, '<', $new or die "$new: $!";
    push @open, $file;
    shift @open if @open > 8;
    rename $new, $path or die "$path: $!";
}

# a file that was there before comes back

sub point_to ($what) {
    symlink "$what.db", $t->path('link') or die "link: $!";
    rename $t->path('link'), $path or die "$path: $!";
}

publish('a');
$t->expect_log(qr/failed: the file was changed in place/);
$failing->freeze;
$t->start;

my ($worker) = $t->worker_pids;

sub is_stopped () {
    open my $file, '<', "/proc/$worker/stat" or return 0;

    return <$file> =~ /\) T /;
}

sub letter ($r) { $r->body =~ /"library (\w)"/ ? $1 : $r->status }

sub serves () { letter($t->get('/api/v1/content_items/1/')) }

# Publishes a second library, and changes it before the calls from $first to
# $last of the worker, which has lost the first library if "lost" is set.
# Returns what the worker serves, and how often it has stopped.

sub race ($first, $last, $change, $lost = 0,
    $second = sub () { publish('b') })
{
    my $stops = 0;

    publish('a');
    $failing->skip(60_000);
    serves();
    utime 1, 1, $path if $lost;
    $failing->skip(2_000) && serves() if $lost;
    $second->();

    my $connection = $t->connection;

    $failing->arm(pid => $worker, kinds => 'open stat', skip => 500,
        error => $failing->STOP, first => $first, last => $last);
    $connection->send_request('GET', '/api/v1/content_items/1/');

    until ($connection->readable) {
        if (is_stopped()) {
            $change->($stops++);
            kill 'CONT', $worker;
        }

        sleep 0.001;
    }

    $failing->disarm;

    return (letter($connection->response), $stops);
}

# what is done, what may be served then, and what is served in the end

my @changes = (
    ['replaced', qr/[abc]/, 'c', sub ($n) { publish('c') }],
    ['replaced, and nothing to serve', qr/[bc]/, 'c',
        sub ($n) { publish('c') }, 1],
    ['written to', qr/[ab]|503/, 'b', sub ($n) { utime 1, 1, $path }],
    ['deleted', qr/[ab]/, qr/[ab]/, sub ($n) { unlink $path }],
    ['a device', qr/[ab]/, qr/[ab]/,
        sub ($n) { unlink $path; symlink '/dev/zero', $path }],
    ['replaced by an invalid file', qr/[ab]/, qr/[ab]/,
        sub ($n) { publish('invalid') }],
);

for (@changes) {
    my ($what, $now, $then, $change, $lost) = @$_;
    my ($served, $stops, @faults);
    my $call = 0;

    do {
        $call++;
        ($served, $stops) = race($call, $call, $change, $lost);
        $failing->skip(2_000) && serves() for 1 .. 2;
        my $last = serves();

        push @faults, "call $call: $served, then $last"
            if $stops && ($served !~ /^$now$/ || $last !~ /^$then$/);
    } while ($stops && $call < 100);

    is(join("\n", @faults), '', $what);
    cmp_ok($call, '>', 5, "$what, before each of the calls");
}

# a link to the second library leads to another one, and back again

for my $other ('c', 'invalid') {
    for my $calls (1 .. 6) {
        my @faults;

        for my $call (1 .. 12) {
            race($call, $call + $calls,
                sub ($n) { point_to($n < $calls ? $other : 'b') }, 0,
                sub () { point_to('b') });
            $failing->skip(2_000) && serves() for 1 .. 2;
            push @faults, $call if serves() ne 'b';
        }

        is("@faults", '', "$other, and a link leads back after $calls calls");
    }
}

# another file takes the name before each call

my ($served, $stops) = race(1, 100, sub ($n) { publish($n % 2 ? 'c' : 'd') });

like($served, qr/^[abcd]$/, 'replaced again and again');
cmp_ok($stops, '>', 5, 'many times');
$failing->skip(2_000) && serves() for 1 .. 2;
like(serves(), qr/^[cd]$/, 'the last one is served');
