#!/usr/bin/perl

# Files that replace the library, are damaged, or are written to: what a worker
# serves, and when it opens a file again.  The clock is simulated.

use v5.36;

use lib 't/lib';
use POSIX qw(EMFILE);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Process;
use Test::Contentlib::Status qw(figures_of);


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $CHECK = 500;

my $failing = Test::Contentlib::Failing->new;
my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        include %%DIR%%/locations.conf;
        %%STATUS%%
CONF

my %check = (closed => 3_600_000);
my @cases = qw(switched closed storm link written renamed lost alternating
    reused waits short broken alone);

$t->write_file('locations.conf', join '', map { <<"CONF" } @cases);
location /$_/ {
    contentlib;
    contentlib_library  @{[$t->dir]}/$_.db check=@{[$check{$_} // $CHECK]}ms;
    contentlib_root     /$_/;
}
CONF

for my $letter ('a' .. 'd') {
    $t->library($letter, [map { image($_, alt_text => "library $letter") }
        1 .. 400]);
}

my %bytes = map { $_ => $t->read_file("$_.db") } 'a' .. 'd';

# damaged: not a library; broken: pages of items cannot be read

my $size = unpack 'n', substr $bytes{a}, 16, 2;
my @pages = split ' ', Test::Contentlib::run(sub { exec 'sqlite3',
    $t->path('b.db'), q(SELECT pageno FROM dbstat
        WHERE name = 'item' AND pagetype = 'leaf' ORDER BY path) });

$bytes{damaged} = 'x' . substr $bytes{b}, 1;
$bytes{broken} = $bytes{b};
substr $bytes{broken}, ($_ - 1) * $size, 8, "\0" x 8
    for @pages[1 .. $#pages - 1];

my ($case, $worker, %from);

sub path ($name = $case) { $t->path("$name.db") }

sub publish ($what, $name = $case) {
    my $new = $t->write_file('new', $bytes{$what});

    rename $new, path($name) or die "$name: $!";
}

sub move ($from, $to) { rename path($from), path($to) or die "$from: $!" }

# Writes a byte, the same or another, and may restore the time of the file.

sub overwrite ($name, $offset, $change, $restore) {
    my $path = path($name);

    system('touch', '-r', $path, "$path.time") if $restore;
    open my $file, '+<:raw', $path or die "$path: $!";
    sysseek $file, $offset, 0;
    sysread $file, my $byte, 1;
    sysseek $file, $offset, 0;
    syswrite $file, $change ? $byte ^. "\1" : $byte;
    close $file;
    system('touch', '-r', "$path.time", $path) if $restore;
}

# The letter of the library that is served after so many milliseconds, or "-".

sub serves ($later, $expected, $name) {
    state $n = 0;

    $failing->skip($later) if $later;

    # another request each time, which is not in the cache

    my $r = $t->get("/$case/content_items/?limit=1&offset=200&n=" . $n++);
    my ($letter) = $r->body =~ /"library (\w)"/;

    is($r->status == 503 ? '-' : $letter, $expected, "$case: $name")
        or diag($r->status, ' ', substr $r->body, 0, 300);
}

sub open_libraries () { scalar(() = files_opened($worker, qr/$case/)) }

# How often the worker opens a file after so many milliseconds.

sub opens ($later, $expected = 'a') {
    $failing->arm(pid => $worker, kinds => 'open', last => -1,
        skip => $later);
    serves(0, $expected, "$later ms later");

    return $failing->disarm->calls;
}

# The number of lines about the file with a word, since the last call.

sub lines ($word) {
    my $log = $t->error_log;
    my $n = grep { m{/$case\.db"} && /\b$word\b/ } split /\n/,
        substr $log, $from{"$case $word"} // 0;

    $from{"$case $word"} = length $log;

    return $n;
}

sub says ($word, $n, $name) {
    is(lines($word), $n, "$case: $name: lines with \"$word\"");
}

sub begin ($name, $what, $expected = $what) {
    $case = $name;
    publish($what) if $what;
    serves(60_000, $expected, 'the first file');
    lines($_) for qw(notice warn error returning serving);
}

$t->expect_log(qr/cannot be read, returning to the previous one/);
$t->expect_log(qr/contentlib: library ".*" failed: /);
$failing->freeze;
$t->start;

($worker) = $t->worker_pids;

begin('switched', 'a');
publish('b');
serves($CHECK - 1, 'a', 'before the next check');
serves(1, 'b', 'the second file');
says('notice', 1, 'the second file');

serves(59_999, 'b', 'a minute, almost');
is(open_libraries(), 2, 'the first file is open');
serves(1, 'b', 'a minute');
is(open_libraries(), 1, 'the first file is closed');
publish($_) for 'c', 'd';
serves($CHECK, 'd', 'two at once');
says('notice', 1, 'two at once');

# the first file is also closed without a check, and without a request

begin('closed', 'a');
publish('b');
serves(3_600_000, 'b', 'the second file');
$failing->skip(60_000);
$t->get('/none');
ok($t->poll(sub { open_libraries() == 1 }),
    'closed: the first file');

# a hundred files in a second, and a check for each

begin('storm', 'a');

for my $n (1 .. 100) {
    publish($n % 2 ? 'b' : 'c');
    $failing->skip(10);
    $t->get('/storm/');
}

serves($CHECK, 'c', 'the last one');
cmp_ok(lines('notice'), '<=', 5, 'few were opened');
says('error', 0, 'many at once');

# a link to a file that cannot be read

publish('a', 'one');
publish('broken', 'two');
symlink 'one.db', $t->path('link.db');
begin('link', '', 'a');
unlink path();
symlink 'two.db', path();
serves($CHECK, 'a', 'it leads to a file that cannot be read');
says('returning', 1, 'back');
serves($CHECK, 'a', 'it is tried again');
says('returning', 1, 'back');
overwrite('one', 200, 0, 0);
serves(2 * $CHECK, '-', 'the file before was written to');
says('returning', 0, 'not back');
is(opens(0, '-'), 0, 'link: it is not opened with each request');
publish('d');

# written to

begin('written', 'a');
overwrite('written', 200, 0, 0);
serves($CHECK, '-', 'written to');
says('error', 1, 'written to');
publish('c');
serves($CHECK, 'c', 'and replaced');
overwrite('written', 200, 0, 0);
serves($CHECK, '-', 'written to once more');
move('written', 'away');
serves($CHECK, '-', 'and moved away');
move('away', 'written');
serves($CHECK, '-', 'and back');
serves($CHECK, '-', 'not left alone yet');
serves($CHECK, 'c', 'for a second');
overwrite('written', 0, 1, 1);
serves($CHECK, '-', 'written to, and its time was restored');
overwrite('written', 0, 1, 1);
serves($CHECK, '-', 'repaired');
serves($CHECK, '-', 'left alone for a moment');
serves($CHECK, 'c', 'and for a second');

# renamed, and a link to itself

begin('renamed', 'a');
move('renamed', 'away');
serves($CHECK, 'a', 'moved away') for 1, 2;
says('warn', 1, 'moved away');
symlink 'renamed.db', path();
serves($CHECK, 'a', 'a link to itself');
says('error', 0, 'not at once');
serves(10_000, 'a', 'for some time') for 1, 2;
says('error', 1, 'a link to itself');
like($t->error_log, qr/cannot be examined.*Too many.*symbolic links/,
    'the reason is logged');
move('away', 'renamed');
serves($CHECK, 'a', 'it is back');
says($_, 0, 'it is back') for qw(warn error);
unlink path();
serves($CHECK, 'a', 'gone again');
says('warn', 1, 'gone again');

# no file at first

begin('lost', '', '-');
serves($CHECK, '-', 'still none');
says('warn', 0, 'still none');
publish('b');
serves($CHECK, 'b', 'there it is');

# twice in a second, for half a minute

begin('alternating', 'a');

for my $n (0 .. 119) {
    $n % 2 ? move('away', 'alternating') : move('alternating', 'away');
    $failing->skip($CHECK);
    $t->get('/alternating/');
}

my $lines = lines('warn');

cmp_ok($lines, '>=', 2, 'alternating: some lines');
cmp_ok($lines, '<=', 7, 'alternating: few lines');
says('notice', 0, 'it comes and goes');

# the file system may use the inode of a deleted file again

begin('reused', 'damaged', '-');
unlink path();
publish('b');
serves($CHECK, 'b', 'another file');

# a damaged file is opened after half a second, one, two, up to thirty

begin('waits', 'a');
publish('damaged');
cmp_ok(opens($CHECK), '>', 0, 'waits: it is opened');

for my $wait (500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000) {
    is(opens($wait - $CHECK), 0, "waits: not before $wait ms")
        if $wait > $CHECK;
    cmp_ok(opens($wait > $CHECK ? $CHECK : $wait), '>', 0,
        "waits: after $wait ms");
}

says('error', 1, 'a damaged file');

# without descriptors, many files fail for the same reason

begin('short', 'a');

sub without_descriptors ($later, $name) {
    $failing->arm(pid => $worker, kinds => 'open', error => EMFILE, first => 1,
        last => $failing->EVER, skip => $later);
    serves(0, 'a', $name);
    $failing->disarm;
}

for my $what (qw(b c d c b)) {
    publish($what);
    without_descriptors($CHECK, 'no descriptors');
}

says('error', 1, 'no descriptors');
without_descriptors(60_000, 'for a minute');
says('error', 1, 'for a minute');
serves(30_000, 'b', 'then there are');

# a file that cannot be read is opened three times

begin('broken', 'a');
publish('broken');

for my $wait ($CHECK, 500, 1000) {
    serves($wait, 'a', 'it cannot be read');
    says('returning', 1, 'it was opened');
}

says('error', 1, 'it is not opened again');
serves(30_000, 'a', 'not opened');
serves(3_600_000, 'a', 'for good');
says('returning', 0, 'not opened');
chmod 0664, path();
serves($CHECK, 'a', 'the mode is another');
says('returning', 1, 'it is opened');
publish('c');
serves($CHECK, 'c', 'another file');

# if the previous file is written to, the broken one is opened

begin('alone', 'a');
move('alone', 'other');
publish('broken');
serves(2 * $CHECK, 'a', 'it cannot be read') for 1 .. 3;
says('returning', 3, 'it cannot be read');
is(figures_of($t, 'alone.db')->{roll_backs}, 3, 'which is counted');
overwrite('other', 100, 1, 0);
serves(0, '-', 'the file before is written to');
is(figures_of($t, 'alone.db')->{changed_in_place}, 1, 'which is counted');
publish('d');
serves($CHECK, 'd', 'another file');
