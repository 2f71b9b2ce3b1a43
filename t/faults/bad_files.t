#!/usr/bin/perl

# Invalid files at the start of nginx, in place of a valid library, and at a
# reload: workers go on with a valid library, or answer with 503 until a valid
# library exists, and each worker logs the reason once.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use File::Copy qw(copy);
use List::Util qw(max sum0);
use Test::More;
use Time::HiRes qw(sleep time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::BadFiles;


my $RETRIES = 2;                # seconds: some attempts at each file

my $t = Test::Contentlib->new(start => 0, server => '', records =>
    [corpus(40)]);

my $good = $t->read_file('library.db');
my @bad = bad_files($good, $t->dir);
my %file = map { $_->{name} => $_ } @bad;
my @names = map { $_->{name} } @bad;

$t->config(server => join '', <<'CONF', map { <<"CONF" } @names);
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

# Publishes a valid library in place of each file, and returns the longest time
# until all workers serve it.

sub place_good () {
    my (%placed, %took);
    my $from = -s $t->path('error.log');
    my %workers = map { $_ => 1 } $t->worker_pids;

    for my $name (@names) {
        my $path = path_of($name);

        $file{$name}{clear}->($path);
        copy($t->path('library.db'), "$path.good") or die "copy: $!";
        rename "$path.good", $path or die "rename: $!";
        $placed{$name} = time;
    }

    $t->poll(sub {
        my $log = substr $t->error_log, $from;
        my %lines;

        while ($log =~ m{ (\d+)\#.*serving[ ]library[ ]".*/of-(\w+)\.db"}gx) {
            $lines{$2}{$1} = 1 if $workers{$1};
        }

        $took{$_} //= time - $placed{$_}
            for grep { keys %{$lines{$_}} == keys %workers } keys %lines;

        return keys %took == @names;
    }, 10);

    return keys %took == @names ? max(values %took) : 10;
}

my %answers;

# Requests each library and another location, and returns the number of wrong
# responses.

sub ask ($right) {
    my @wrong;
    my $connection = $t->connection;

    for my $name (@names) {
        for my $uri ("/$name/content_items/", "/$name/tags/?name=t") {
            my $r = $connection->exchange('GET', $uri);

            $answers{$r->status}++;
            push @wrong, "$uri: " . $r->status if !$right->($name, $r);
        }
    }

    my $r = $connection->exchange('GET', '/other');

    push @wrong, 'other: ' . $r->status if $r->body ne 'other';
    diag("@wrong[0 .. ($#wrong > 9 ? 9 : $#wrong)]") if @wrong;

    return scalar @wrong;
}

sub ask_for ($seconds, $right) {
    my ($wrong, $until) = (0, time + $seconds);

    $wrong += ask($right) while time < $until;

    return $wrong;
}

sub unavailable ($name, $r) {
    return $r->status == 503 && ($r->header('Retry-After') // '') =~ /^\d+$/
        && $r->body =~ /^\{"detail":"[^"\\]+"\}$/;
}

my %bodies;

sub remember ($name, $r) {
    $bodies{$r->request} = $r->body;

    return $r->status == 200;
}

sub unchanged ($name, $r) {
    return $r->status == 200 && $r->body eq $bodies{$r->request};
}

# The number of pairs of a file and a worker, for which the worker has not
# written exactly one line of the right level since the position "from" of the
# log.

sub other_lines ($from, $level) {
    my (%lines, @wrong);
    my @pids = $t->worker_pids;

    for (split /\n/, substr $t->error_log, $from) {
        my ($level, $pid, $name)
            = m{\[(warn|error|crit|alert)\] (\d+)#.*/of-(\w+)\.db"} or next;

        push @{$lines{$name}{$pid}}, [$level, $_];
    }

    for my $name (@names) {
        for my $pid (@pids) {
            my @of = @{$lines{$name}{$pid} // []};

            next if @of == 1 && $of[0][0] eq $file{$name}{$level};
            push @wrong, "$name: " . join ' | ', map { $_->[1] } @of;
        }
    }

    diag($_) for @wrong[0 .. ($#wrong > 5 ? 5 : $#wrong)];

    return scalar @wrong;
}

sub log_size () { -s $t->path('error.log') // 0 }


# invalid files when nginx starts

my ($wrong, $lines, $longest) = (0, 0, 0);

place_bad();
$t->start;

my @pids = $t->worker_pids;

$wrong += ask_for($RETRIES, \&unavailable);
$lines += other_lines(0, 'level');
$longest = max($longest, place_good());

result('bad files', scalar @names, '>= 40');
result('wrong answers at the start', $wrong, '= 0');
result('workers that have not logged exactly one line', $lines, '= 0');
result('time until all workers serve', $longest * 1000, '<= 1000',
    'ms');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');

# invalid files in place of valid libraries

is(ask(\&remember), 0, 'good ones are served');

my $failed = 0;
my $from = log_size();

place_bad();
$failed += ask_for($RETRIES, \&unchanged);
result('failed requests although a library was served', $failed, '= 0');
result('workers that have not logged exactly one line',
    other_lines($from, 'gone'), '= 0');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');

# invalid files that new workers find after a reload

$from = log_size();
ok($t->reload, 'a reload');
$t->poll(sub { !grep { kill 0, $_ } @pids }, 5);
$wrong = ask_for($RETRIES, \&unavailable);
result('wrong answers after a reload', $wrong, '= 0');
result('workers that have not logged exactly one line',
    other_lines($from, 'level'), '= 0');
result('time until all workers serve', place_good() * 1000, '<= 1000',
    'ms');

# a reload with valid libraries

is(ask(\&unchanged), 0, 'good ones are served');
ok($t->reload, 'a reload');
result('failed requests after a reload with good ones', ask(\&unchanged),
    '= 0');
result('answers', sum0(values %answers));
