#!/usr/bin/perl

# The next import removes the temporary files of killed imports, and no other
# files.

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

local $SIG{PIPE} = 'IGNORE';

# an import that was killed

my ($pid, $input, $name) = begin_import($library, lines(item(1)));

kill 'KILL', $pid;
close $input;
is(names(), $name, 'what a killed import leaves');
like($name, qr/\A\.library\.db\.import-\w{6}\z/, 'its name');

# an import that is running, and other imports at the same time

($pid, $input, my $mine) = begin_import($library, lines(item(1)));
is(names(), $mine, 'the next import removes it');

for my $option ('--quiet', '--merge', '--dry-run') {
    my ($status, $out, $error) = tool('import', $option, '-o', $library, '-',
        { stdin => lines(item(2)) });

    is("$status$error", '0', "another import: $option");
    is(names(), $mine, 'leaves the file of the one that is at work');
}

my ($other_pid, $other_input, $other) = begin_import($library, lines(item(1)));

kill 'KILL', $other_pid;
close $other_input;
is(names(), join(' ', sort $mine, $other), 'two files');

print {$input} lines(item(3));
close $input;
is($?, 0, 'it ends');
is(names(), $other, 'its file has become the library');
is((tool('check', $library))[1], "$library: ok, 2 items, 2 tags, 0"
    . " collections\n", 'its library');

imports($directory, 'library.db', lines(item(1)));
is(names(), '', 'the other one is removed');

# files of other programs, of another library, and directories

my @others = qw(.library.db.abcdef .library.db.import-abcdefg
    .library.db.import-abcde .other.db.import-abcdef .library.db.import-direct
    .library.db.import-linked library.db.import-abcdef);

for my $name (@others) {
    my $path = "$directory/$name";

    if ($name =~ /direct/) {
        mkdir $path or die;
    } elsif ($name =~ /linked/) {
        symlink 'library.db', $path or die;
    } else {
        put($path, 'x');
    }
}

imports($directory, 'library.db', lines(item(1)));
is(names(), join(' ', sort @others), 'others stay');
rmdir "$directory/.library.db.import-direct";
unlink map { "$directory/$_" } @others;

# many imports at the same time: each uses its own temporary file

my @pids;

for my $n (1 .. 24) {
    my $pid = fork // die;

    if ($pid == 0) {
        exec $program, 'import', '--quiet', '-o', $library,
            put("$directory.$n", lines(item($n)));
    }

    push @pids, $pid;
}

my $failed = 0;

for (@pids) {
    waitpid $_, 0;
    $failed++ if $?;
}

unlink map { "$directory.$_" } 1 .. 24;

is($failed, 0, 'many at once');
is(names(), '', 'nothing is left');
like((tool('check', $library))[1], qr/: ok, 1 item,/, 'one of the libraries');

done_testing();
