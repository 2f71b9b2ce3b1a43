#!/usr/bin/perl

# Invalid libraries when nginx starts, in place of valid ones, and at a reload:
# workers go on with a valid library, or answer with 503 until there is one, and
# each worker logs the reason once.
# Suite: long
# Tests: src/library/contentlib_db_open.c, src/library/contentlib_file.c,
#     src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use File::Copy qw(copy);
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::BadFiles;


# Seconds: some attempts at each file, and until a valid file is served.

my $RETRIES = 2;
my $SOON = $ENV{TEST_SANITIZE} ? 60 : 5;

my $t = Test::Contentlib->new(start => 0, server => '', records =>
    [corpus(40)]);

my $good = $t->read_file('library.db');
my @bad = bad_files($good, $t->dir);
my %file = map { $_->{name} => $_ } @bad;
my @names = map { $_->{name} } @bad;

# valid libraries with unusual properties

symlink $t->path('library.db'), $t->path('of-link.db');

for my $suffix ('journal', 'wal') {
    $t->write_file("of-empty_$suffix.db", $good);
    $t->write_file("of-empty_$suffix.db-$suffix", '');
}

my @fit = ('link', 'empty_journal', 'empty_wal');

$t->config(server => join '', <<'CONF', map { <<"CONF" } @names, @fit);
        contentlib_base_url https://api.example;

        location /other {
            return 200 "other";
        }
CONF
        location /$_/ {
            contentlib;
            contentlib_root     /$_/;
            contentlib_library  %%DIR%%/of-$_.db cache=256k;
        }
CONF

sub path_of ($name) { $t->path("of-$name.db") }

sub place_bad () { $file{$_}{place}->(path_of($_)) for @names }

# Publishes a valid library in place of each file: all workers serve it soon.

sub place_good () {
    my $from = length $t->error_log;
    my %workers = map { $_ => 1 } $t->worker_pids;

    for my $name (@names) {
        my $path = path_of($name);

        $file{$name}{clear}->($path);
        copy($t->path('library.db'), "$path.good") or die "copy: $!";
        rename "$path.good", $path or die "rename: $!";
    }

    my %lines;

    $t->poll(sub {
        my $log = substr $t->error_log, $from;

        while ($log =~ m{ (\d+)\#.*serving[ ]library[ ]".*/of-(\w+)\.db"}gx) {
            $lines{$2}{$1} = 1 if $workers{$1};
        }

        return keys %workers == grep { my $pid = $_;
            @names == grep { $lines{$_}{$pid} } @names } keys %workers;
    }, $SOON);

    is(join(' ', grep { keys %{$lines{$_} // {}} < keys %workers } @names), '',
        'valid ones in their place are served soon');
}

# Requests each library for some seconds; the responses that are wrong.

sub wrong_answers ($right, $seconds = $RETRIES) {
    my $until = time + $seconds;
    my %wrong;

    do {
        my $connection = $t->connection;

        for my $uri (map { ("/$_/content_items/", "/$_/tags/?name=t") } @names)
        {
            my $r = $connection->exchange('GET', $uri);

            $wrong{"$uri: " . $r->status . ' ' . $r->body} = 1
                if !$right->($r);
        }

        $wrong{other} = 1
            if $connection->exchange('GET', '/other')->body ne 'other';
    } while (time < $until && !%wrong);

    return join "\n", sort keys %wrong;
}

# No body names a file, or anything else of the inside.

sub unavailable ($r) {
    return $r->status == 503
        && Test::Contentlib::Answer::header_faults($r) eq ''
        && ($r->header('Retry-After') // '') =~ /^\d+$/
        && $r->body =~ /^\{"detail":"[^"\\]+"\}$/
        && $r->body !~ /\.db|tmp|sqlite|SELECT|schema/i;
}

my %bodies;

sub remember ($r) {
    $bodies{$r->request} = $r->body;

    return $r->status == 200;
}

sub unchanged ($r) {
    return $r->status == 200 && $r->body eq $bodies{$r->request};
}

# Each worker has written exactly one line of the right level about each file
# since the position "from" of the log.

sub lines_ok ($from, $level) {
    my (%lines, @wrong);

    for (split /\n/, substr $t->error_log, $from) {
        my ($said, $pid, $name)
            = m{\[(warn|error|crit|alert)\] (\d+)#.*/of-(\w+)\.db"} or next;

        $lines{$name}{$pid} .= "$said ";
    }

    for my $name (@names) {
        for my $said (map { $lines{$name}{$_} // '' } $t->worker_pids) {
            push @wrong, "$name: $said" if $said ne "$file{$name}{$level} ";
        }
    }

    is(join("\n", @wrong), '', 'each worker has written one line');
}

# when nginx starts

place_bad();

my ($said, $status) = $t->config_test;

is($status, 0, 'the configuration is fine') or diag $said;
like($said, qr{\[warn\] .*/of-nowhere\.db}, 'with a warning');
$t->start;

my @pids = $t->worker_pids;

cmp_ok(scalar @names, '>=', 40, 'many files');
is(wrong_answers(\&unavailable), '', 'status 503');
lines_ok(0, 'level');
is($t->get("/$_/content_items/")->status, 200, $_) for @fit;

# the reasons of some of them

my $size = 'its size does not match its number of pages (0)';
my $other = 'not a contentlib library (0)';
my %reason = (
    (map { $_ => 'not an SQLite file (0)' } qw(empty text magic)),
    (map { $_ => $size } qw(torn tail sparse)),
    (map { $_ => $other } qw(application_id page_size_odd page_size_other)),
    (map { ("user_version_$_" => 'a library of another format: convert it with'
        . ' "contentlib export" and "contentlib import" (0)') }
        0, 5, 'next', 'huge'),
    (map { $_ => 'database disk image is malformed (11)' } qw(truncated half)),
    (map { $_ => 'the checksum of page 1 is wrong' } qw(wal)),
    utf_16 => 'malformed database schema',
    version_9 => 'file is not a database (26)',
    table_name => 'malformed database schema (item) (11)',
    column_name => 'no such column: longest_alt_text (1)',
    (map { $_ => 'not a regular file' } qw(directory fifo)),
    (map { ("with_$_" => "a \"-$_\" file exists beside it") }
        qw(journal wal)),
);

like($t->error_log, qr/\[error\].*\/of-$_\.db\b.*\Q$reason{$_}\E/,
    "$_: the reason") for sort keys %reason;
place_good();

# in place of valid libraries

is(wrong_answers(\&remember, 0), '', 'valid ones are served');

my $from = length $t->error_log;

place_bad();
is(wrong_answers(\&unchanged), '', 'and still served');
lines_ok($from, 'gone');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');

# new workers find them after a reload

$from = length $t->error_log;
ok($t->reload, 'a reload');
$t->poll(sub { !grep { kill 0, $_ } @pids }, 5);
is(wrong_answers(\&unavailable), '', 'status 503');
lines_ok($from, 'level');
place_good();

# a reload with valid libraries

is(wrong_answers(\&unchanged, 0), '', 'valid ones are served');
ok($t->reload, 'a reload');
is(wrong_answers(\&unchanged, 0), '', 'and served after it');
