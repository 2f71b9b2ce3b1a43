#!/usr/bin/perl

# The temporary file of an import: a killed import leaves it, the next one uses
# it again, and other imports of the same library wait for it.
# Tests: src/tool/write/contentlib_target.c

use v5.36;

use IO::Handle;
use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');

sub names () { join ' ', grep { $_ ne 'library.db' } contents($directory) }

sub ids () { join ' ', map { $_->{id} // () } exported($library) }

sub start (@arguments) {
    my $pid = fork // die;

    if ($pid == 0) {
        exec $program, 'import', '--quiet', '-o', $library, @arguments;
    }

    return $pid;
}

local $SIG{PIPE} = 'IGNORE';

# an import that was killed

my ($pid, $input, $name) = begin_import($library, lines(item(1)));

kill 'KILL', $pid;
close $input;
is(names(), '.library.db.tmp', 'what a killed import leaves');
put("$directory/.library.db.tmp", 'x' x 1_000_000);
imports($directory, 'library.db', lines(item(1)));
is(names(), '', 'the next import uses it');
is((tool('check', $library))[0], 0, 'and empties it');

# an import that is running, and another one, which waits

($pid, $input) = begin_import($library, lines(item(2)));

my $second = start('--merge', put("$directory.input", lines(item(3))));

sleep 0.5;
is(waitpid($second, 1), 0, 'another import waits');
is(names(), '.library.db.tmp', 'and makes no other file');

my $third = start("$directory.input");

kill 'TERM', $third;
waitpid $third, 0;
is($? & 127, 15, 'one that waits can be terminated');
is(names(), '.library.db.tmp', 'and leaves the file');

close $input;
is($?, 0, 'the first one ends');
waitpid $second, 0;
is($?, 0, 'and the other one');
is(ids(), '3 2', 'which read the library of the first one');
is(names(), '', 'nothing is left');

# an import that fails

($pid, $input) = begin_import($library, "x\n");
$second = start('--merge', put("$directory.input", lines(item(4))));
sleep 0.2;
close $input;
waitpid $second, 0;
is($?, 0, 'one behind it');
is(ids(), '4 3 2', 'has an effect');

# many at once

imports($directory, 'library.db', lines(item(100)));

my @pids = map { start('--merge', put("$directory.$_", lines(item($_)))) }
    1 .. 8;
my $failed = grep { waitpid $_, 0; $? } @pids;

unlink "$directory.input", map { "$directory.$_" } 1 .. 8;

is($failed, 0, 'many at once');
is(ids(), join(' ', 100, reverse 1 .. 8), 'no item is lost');
is(names(), '', 'nothing is left');
is((tool('check', $library))[0], 0, 'the library is sound');

# what is no file of an import

my $temporary = "$directory/.library.db.tmp";

sub refused () {
    my ($status, $out, $error) = tool('import', '-o', $library, '-',
        { stdin => lines(item(1)) });

    return "$status $out$error" =~ s/\Q$directory\E/DIR/gr;
}

my $not = '1 contentlib: DIR/library.db: ".library.db.tmp" beside it is a'
    . " link, or not a file of this user\n";

put("$directory/other", 'x');
symlink 'other', $temporary or die;
is(refused(), $not, 'a symbolic link');
unlink $temporary;

link "$directory/other", $temporary or die;
is(refused(), $not, 'a second name');
unlink $temporary;

SKIP: {
    skip 'needs root', 1 if $> != 0;

    put($temporary, 'x');
    chown 65534, 65534, $temporary;
    is(refused(), $not, 'a file of another user');
    unlink $temporary;
}

mkdir $temporary;
is(refused(), '1 contentlib: cannot create "DIR/library.db": Is a directory'
    . "\n", 'a directory');
rmdir $temporary;

is(slurp("$directory/other"), 'x', 'the other file is as it was');
is(names(), 'other', 'and nothing is left');

done_testing();
