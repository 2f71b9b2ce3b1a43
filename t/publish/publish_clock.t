#!/usr/bin/perl

# Files that replace the library, are damaged, or are written to: what a worker
# serves, and when it opens a file again.  The clock is simulated.
# Tests: src/service/contentlib_source.c, src/library/contentlib_file.c,
#     src/library/contentlib_vfs.c

use v5.36;

use lib 't/lib';
use POSIX qw(EACCES EIO EMFILE ENFILE ENOENT ENOMEM);
use Test::Contentlib;
use Test::Contentlib::Checksums;
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

my %check = (rarely => 3_600_000);
my @cases = qw(switched rarely storm written growing renamed lost reused damaged
    endless refused broken);

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

# damaged: not a library; endless: a schema that takes long to read; broken:
# pages of items cannot be read

my $size = unpack 'n', substr $bytes{a}, 16, 2;
my @pages = split ' ', Test::Contentlib::run(sub { exec 'sqlite3',
    $t->path('b.db'), q(SELECT pageno FROM dbstat
        WHERE name = 'item' AND pagetype = 'leaf' ORDER BY path) });

$bytes{damaged} = 'x' . substr $bytes{b}, 1;
$bytes{broken} = $bytes{b};
substr $bytes{broken}, ($_ - 1) * $size, 8, "\0" x 8
    for @pages[1 .. $#pages - 1];

$t->write_file('endless.db', $bytes{b});
edit($t->path('endless.db'), 'PRAGMA writable_schema = 1; WITH RECURSIVE n (i)'
    . ' AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) INSERT'
    . " INTO sqlite_schema SELECT 'table', 't' || i, 't' || i, 2,"
    . " 'CREATE TABLE t' || i || ' (a)' FROM n");
$bytes{endless} = $t->read_file('endless.db');
unlink $t->path('endless.db');

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
    lines($_) for qw(notice warn error crit serving);
}

$t->expect_log(qr/contentlib: library ".*" failed: /);
$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);
$failing->freeze;
$t->start;

($worker) = $t->worker_pids;

begin('switched', 'a');
publish('b');
serves($CHECK - 1, 'a', 'before the next check');
serves(1, 'b', 'the second file');
says('notice', 1, 'the second file');
is(open_libraries(), 1, 'the first file is closed');
publish($_) for 'c', 'd';
serves($CHECK, 'd', 'two at once');
says('notice', 1, 'two at once');

# a file that is written to is noticed before the next check

begin('rarely', 'a');
publish('b');
serves(3_599_999, 'a', 'before the next check');
serves(1, 'b', 'the second file');
overwrite('rarely', 200, 0, 0);
serves(0, '-', 'written to');
serves(0, '-', 'not left alone yet');
serves($CHECK, 'b', 'between two looks');

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

# written to

begin('written', 'a');
overwrite('written', 200, 0, 0);
serves($CHECK, '-', 'written to');
says('error', 1, 'written to');
is(figures_of($t, 'written.db')->{changed_in_place}, 1, 'which is counted');
publish('c');
serves($CHECK, 'c', 'and replaced');
overwrite('written', 200, 0, 0);
serves($CHECK, '-', 'written to once more');
overwrite('written', 200, 0, 0);
serves($CHECK, '-', 'and again, before the next look');
serves($CHECK, 'c', 'left alone between two looks');
says('error', 1, 'once more and again');
overwrite('written', 0, 1, 1);
serves($CHECK, 'c', 'written to, and its time was set back');
says('error', 1, 'it cannot be opened');
overwrite('written', 0, 1, 1);
serves($CHECK, 'c', 'repaired');
says('notice', 3, 'opened three times');

# a copy that takes some time

begin('growing', '', '-');

for my $part (1 .. 4) {
    $t->write_file('growing.db', substr $bytes{b}, 0,
        $part * length($bytes{b}) / 4);
    serves($CHECK, '-', "$part fourths of a copy");
}

serves($CHECK, 'b', 'left alone between two looks');
says('error', 1, 'the first part');

# renamed, and a link to itself

begin('renamed', 'a');
move('renamed', 'away');
serves($CHECK, 'a', 'moved away') for 1, 2;
says('warn', 1, 'moved away');
symlink 'renamed.db', path();
serves($CHECK, 'a', 'a link to itself') for 1, 2;
says('error', 1, 'a link to itself');
like($t->error_log, qr/Too many levels of symbolic links \(40\), the opened/,
    'the reason is logged');
move('away', 'renamed');
serves($CHECK, 'a', 'it is back');
says($_, 0, 'it is back') for qw(warn error);

# no file at first

begin('lost', '', '-');
serves($CHECK, '-', 'still none');
says('warn', 0, 'still none');
publish('b');
serves($CHECK, 'b', 'there it is');

# the file system may use the inode of a deleted file again

begin('reused', 'damaged', '-');
unlink path();
publish('b');

# where it has the inode number of the first one, it was changed in place

$failing->skip($CHECK);
$t->get('/reused/content_items/?limit=1');
serves($CHECK, 'b', 'another file');

# a file that is no library is opened once

begin('damaged', 'a');
publish('damaged');
cmp_ok(opens($CHECK), '>', 0, 'damaged: it is opened');
is(opens($_), 0, 'damaged: not opened again')
    for $CHECK, 1000, 30_000, 3_600_000;
says('error', 1, 'a damaged file');
like($t->error_log, qr/not an SQLite file \(0\), the opened file is still/,
    'the reason is logged');
chmod 0664, path();
cmp_ok(opens($CHECK), '>', 0, 'damaged: the mode is another');
says('error', 1, 'the mode is another');
publish('c');
serves($CHECK, 'c', 'another file');

# a file that takes too long to open delays requests once

begin('endless', 'a');
publish('endless');

my $before = processor_time($worker);

cmp_ok(opens($CHECK), '>', 0, 'endless: it is opened');

my $after = processor_time($worker);

cmp_ok($after - $before, '<', 1, 'it does not take long');
is(opens($_), 0, 'endless: not opened again') for $CHECK, 30_000, 3_600_000;
cmp_ok(processor_time($worker) - $after, '<', 0.1, 'other looks take no time');
says('error', 1, 'the file');
like($t->error_log, qr/cannot be served: it takes too long to open \(0\)/,
    'the reason is logged');

# what the system refuses is tried again at each look

begin('refused', 'a');

for (
    [open => EACCES], [open => EMFILE], [open => ENFILE], [open => ENOMEM],
    [open => EIO], [stat => EACCES], [stat => ENOENT], [read => EIO]
) {
    my ($kinds, $error) = @$_;

    # the response is in the cache after this

    $t->get('/refused/tags/') for 1, 2;
    publish('b');
    lines('serving');
    $failing->arm(pid => $worker, kinds => $kinds, error => $error, first => 1,
        last => $failing->EVER, skip => $CHECK);
    is($t->get('/refused/tags/')->status, 200, "refused: $kinds, $error");
    cmp_ok($failing->disarm->failures, '>', 0, 'it has failed');
    says('serving', 0, 'it has failed');
    serves($CHECK, 'b', 'at the next look');
    says('serving', 1, 'at the next look');
}

# a read that fails once, each of them

for (my $n = 1; $n < 100; $n++) {
    lines('serving');
    publish('b');
    $failing->arm(pid => $worker, kinds => 'read', error => EIO, first => $n,
        last => $n, skip => $CHECK);
    $t->get('/refused/tags/');
    last if !$failing->disarm->failures;
    serves($CHECK, 'b', "read $n has failed");
    says('serving', 1, "read $n has failed");
    cmp_ok($n, '<', 99, 'the reads end');
}

lines('error');
publish('c');

for my $look (1 .. 4) {
    $failing->arm(pid => $worker, kinds => 'open', error => EMFILE, first => 1,
        last => $failing->EVER, skip => $CHECK);
    serves(0, 'b', 'no descriptors');
    $failing->disarm;
}

says('error', 1, 'four looks without descriptors');
serves($CHECK, 'c', 'then there are');

# A page that cannot be read: requests that need it have status 503, others are
# served.  The file is not opened again.

begin('broken', 'a');
publish('broken');
serves($CHECK, '-', 'it cannot be read');
says('notice', 1, 'it was opened');
says('crit', 1, 'it cannot be read');
like($t->error_log, qr/failed: the checksum of page \d+ is wrong/, 'which page');
is($t->get('/broken/content_items/400/')->status, 200, 'what can be read');
is($t->get('/broken/tags/')->status, 200, 'is served');
is(opens(30_000, '-'), 0, 'broken: not opened again');
says('crit', 1, 'half a minute later');
is(figures_of($t, 'broken.db')->{refusals}{file}, 2, 'which is counted');
publish('c');
serves($CHECK, 'c', 'another file');
