#!/usr/bin/perl

# The library is replaced by rename, completely or not at all.
# Tests: src/tool/write/contentlib_target.c, src/tool/import/contentlib_import.c

use v5.36;
use utf8;

use Fcntl qw(:mode);
use IO::Handle;
use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');
my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);
my $more = lines(item(1), item(2));

# Mode, and another inode

umask 0077;

my $inode = (stat $library)[1];
imports($directory, 'library.db', $more);
is(S_IMODE((stat $library)[2]), 0644, 'mode');
isnt((stat $library)[1], $inode, 'another file');
is(join(' ', contents($directory)), 'library.db', 'nothing beside it');

# The same content gives the same file if it is built within the same second.

my @same;

sub built ($file) { (tool('info', $file))[1] =~ /^built:\s+(\S+)/m ? $1 : '' }

for (1 .. 20) {
    @same = map { imports($directory, $_, $more) } 'first.db', 'second.db';
    last if built($same[0]) eq built($same[1]);
}

ok(slurp($same[0]) eq slurp($same[1]), 'the same file');
unlink @same;

# Places

{
    my $shell = { stdin => $more, shell => "cd '$directory'" };
    is((tool('import', '--quiet', '-o', 'relative.db', '-', $shell))[0], 0,
        'a relative path');
    ok(-f "$directory/relative.db", 'which is there');
    unlink "$directory/relative.db";
}

mkdir "$directory/real";
my $real = imports("$directory/real", 'library.db', lines(item(5)));
symlink 'real/library.db', "$directory/link.db" or die;
imports($directory, 'link.db', $more);
ok(-l "$directory/link.db", 'a symbolic link stays');
like((tool('check', $real))[1], qr/ok, 2 items/, 'its file is replaced');
unlink $real, "$directory/link.db";
rmdir "$directory/real";

# Files that cannot be written

sub fails ($path, @rest) {
    my $option = ref $rest[-1] ? pop @rest : {};
    my ($status, $out, $error) = tool('import', '-o', $path, '-', @rest,
        { stdin => $more, %$option });
    s{\Q$directory\E}{DIR}g for $out, $error;
    return "$status $out$error";
}

is(fails("$directory/none/library.db"),
    "1 contentlib: cannot create \"DIR/none/library.db\": No such file or"
    . " directory\n", 'no such directory');
is(fails("$directory"), "1 contentlib: DIR: is not a regular file\n",
    'a directory');
is(fails("$directory/new/"),
    "1 contentlib: cannot create \"DIR/new/\": Is a directory\n",
    'a slash at the end');
is(fails(''), "1 contentlib: cannot create \"\": No such file or directory\n",
    'no name');
is(fails('/dev/null'), "1 contentlib: /dev/null: is not a regular file\n",
    'a device');
like(fails("$directory/" . 'x' x $_), qr/: File name too long\n\z/,
    "a name of $_ bytes") for 252, 300;

like(fails("$directory/" . 'x/' x 2100 . 'y'), qr/\A1 contentlib: /,
    'a long path');

# Files that are no libraries

for my $bytes ('file,alt', 'x' x 68 . 'clip', "SQLite format 3\0" . "\0" x 84) {
    my $other = put("$directory/a.csv", $bytes);

    is(fails($other), "1 contentlib: DIR/a.csv: is neither empty nor a library,"
        . " and is not replaced\n", 'another file');
    is(slurp($other), $bytes, 'stays');
    is(join(' ', contents($directory)), 'a.csv library.db',
        'nothing beside it');
}

put("$directory/a.csv", '');
like(fails("$directory/a.csv"), qr/\A0 /, 'an empty file is replaced');
unlink "$directory/a.csv";

symlink 'nowhere/library.db', "$directory/dangling.db" or die;
is(fails("$directory/dangling.db"), "1 contentlib: DIR/dangling.db: is a"
    . " symbolic link to a file that does not exist\n", 'a link to no directory');
ok(-l "$directory/dangling.db", 'stays');
unlink "$directory/dangling.db";

symlink 'nothing.db', "$directory/dangling.db" or die;
is(fails("$directory/dangling.db"), "1 contentlib: DIR/dangling.db: is a"
    . " symbolic link to a file that does not exist\n", 'a link to no file');
ok(-l "$directory/dangling.db" && !-e "$directory/nothing.db", 'stays');
unlink "$directory/dangling.db";

SKIP: {
    my $user = 'setpriv --reuid=65534 --regid=65534 --clear-groups';

    skip 'needs root and setpriv', 2 if $> != 0 || system("$user true 2>&1");

    chmod 0755, "$directory";
    my $text = `$user $program import -o $directory/library.db - </dev/null 2>&1`;
    is($text =~ s/\Q$directory\E/DIR/gr, "contentlib: cannot create"
        . " \"DIR/library.db\": Permission denied\n",
        'a directory that is not writable');
    is(join(' ', contents($directory)), 'library.db', 'nothing is left there');
}

# Root follows links of its own only.

SKIP: {
    skip 'needs root', 8 if $> != 0;

    put("$directory/victim", 'x');
    symlink 'victim', "$directory/link.db" or die;
    system('chown', '-h', '65534', "$directory/link.db") == 0 or die;

    for my $file ('victim', 'nothing') {
        unlink "$directory/victim" if $file eq 'nothing';
        is(fails("$directory/link.db"), "1 contentlib: DIR/link.db: is a"
            . " symbolic link that another user owns\n", "$file: another one's link");
        ok(-l "$directory/link.db", 'stays');
        is(join(' ', contents($directory)), $file eq 'victim'
            ? 'library.db link.db victim' : 'library.db link.db',
            'nothing is made');
    }

    put("$directory/victim", 'x');

    for my $first ('link.db', "$directory/link.db") {
        symlink $first, "$directory/first.db" or die;
        is(fails("$directory/first.db"), "1 contentlib: DIR/first.db: is a"
            . " symbolic link that another user owns\n", "a link to one: $first");
        unlink "$directory/first.db";
    }

    unlink "$directory/link.db", "$directory/victim";
}

# Another process replaces the temporary file.

{
    open my $input, '|-', "exec '$program' import --quiet -o '$library' -"
        . " 2>'$directory.error'" or die;

    # more than a pipe holds: the import has its file, and reads

    $input->autoflush;
    print {$input} "\n" x 100_000;

    my ($temporary) = grep { $_ ne 'library.db' } contents($directory);

    open my $victim, '>', "$directory.victim" or die;
    chmod 0600, "$directory.victim";
    unlink "$directory/$temporary";
    symlink "$directory.victim", "$directory/$temporary" or die;

    my $old = slurp($library);

    print {$input} $more;
    close $input;

    is($? >> 8, 1, 'a temporary file that was replaced');
    is(S_IMODE((stat "$directory.victim")[2]), 0600, 'no mode is changed');
    ok(!-l $library && slurp($library) eq $old, 'nor the library');
    is(join(' ', contents($directory)), 'library.db', 'nothing beside it');
    is(slurp("$directory.error"), "contentlib: $library: its temporary file"
        . " was replaced by another process\n", 'and reported');
    unlink "$directory.victim", "$directory.error";
}

# Sidecars of SQLite

$before = slurp($library);

for my $suffix ('-journal', '-wal') {
    put("$library$suffix", 'x');
    is(fails($library), "1 contentlib: DIR/library.db: a \"$suffix\" file exists"
        . " beside it\n", "$suffix beside the library");
    ok(slurp($library) eq $before, 'the library is as it was');

    put("$library$suffix", '');
    is(fails($library) =~ s/^(0 DIR\S+ 2 items).*/$1/sr,
        '0 DIR/library.db: 2 items', "an empty $suffix does not matter");
    unlink "$library$suffix";
    put($library, $before);
}

# Signals in the middle of reading: the rest of the input never comes.  A shell
# starts background jobs with SIGINT ignored, nohup with SIGHUP.

$SIG{$_} = 'DEFAULT' for qw(INT HUP);

for my $signal (qw(INT TERM HUP)) {
    my ($pid, $input) = begin_import($library, $more);

    kill $signal, $pid;
    local $SIG{PIPE} = 'IGNORE';
    close $input;
    is($? & 127, { INT => 2, TERM => 15, HUP => 1 }->{$signal},
        "$signal: killed");
    ok(slurp($library) eq $before, "$signal: the library is as it was");
    is(join(' ', contents($directory)), 'library.db',
        "$signal: nothing is left");
}

# Signals that are ignored

for my $signal (qw(INT TERM HUP)) {
    local $SIG{PIPE} = 'IGNORE';
    local $SIG{$signal} = 'IGNORE';

    my ($pid, $input) = begin_import($library, lines(item(1)));

    kill $signal, $pid;
    sleep 0.05;
    print {$input} lines(item(2));
    close $input;
    is($?, 0, "$signal: the import goes on");
    is(join(' ', contents($directory)), 'library.db', "$signal: and ends");
}

done_testing();
