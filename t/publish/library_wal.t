#!/usr/bin/perl

# Libraries in WAL mode, and with the files of WAL mode beside them: not
# served, not written to, and no files are created.
# Tests: src/library/contentlib_db_open.c, src/library/contentlib_file.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @users = $> ? '' : ('root', 'nobody');
my $user = 'setpriv --reuid=nobody --regid=65534 --clear-groups';

my $source = Test::Contentlib->new(start => 0, server => '',
    records => [corpus(5)]);
my $good = $source->read_file('library.db');

# a library in WAL mode, with the files of a process that has it open

my $wal = $source->write_file('wal.db', $good);
open my $sqlite, '|-', 'sqlite3', $wal or die $!;
$sqlite->autoflush;
print $sqlite "PRAGMA journal_mode = wal; UPDATE meta SET built = 1;\n";
$source->poll(sub { -s "$wal-wal" && -e "$wal-shm" });

my %part = map { $_ => $source->read_file("wal.db$_") } '', '-wal', '-shm';

close $sqlite;

my %files = (
    wal => { '' => $part{''} },
    wal_open => \%part,
    wal_empty => { %part, '-wal' => '' },
    wal_without_shm => { %part{'', '-wal'} },
    stale_wal => { '' => $good, '-wal' => $part{'-wal'} },
    stale_both => { %part, '' => $good },
    stale_journal => { '' => $good, '-journal' => 'x' x 4096 },
    empty_wal => { '' => $good, '-wal' => '' },
);

my %fit = (empty_wal => 1);

sub contents ($t) {
    return join ' ', map { my $name = $_;
        map { "$name/$_=" . length $t->read_file("$name/$_") }
            sort map { m{([^/]+)$} } glob $t->path("$name/*") }
        sort keys %files;
}

for my $case (map { my $who = $_; map { [$who, $_] } 0777, 0555 } @users) {
    my ($who, $mode) = @$case;
    my $what = sprintf '%s, directory %04o', $who || 'this user', $mode;
    my $locations = join '', map { <<"CONF" } sort keys %files;
        location /$_/ {
            contentlib;
            contentlib_root /$_/;
            contentlib_library %%DIR%%/$_/library.db;
        }
CONF

    my $group = $who eq 'root' ? 'root' : 'nogroup';
    my $t = Test::Contentlib->new(start => 0, server => $locations,
        main => $who ? "user $who $group;" : '');

    $t->expect_log(qr/cannot be served/);

    for my $name (sort keys %files) {
        mkdir $t->path($name);
        $t->write_file("$name/library.db$_", $files{$name}{$_})
            for keys %{$files{$name}};
        chmod 0666, glob $t->path("$name/*");
        chmod $mode, $t->path($name);
    }

    my $before = contents($t);

    $t->start;

    for my $name (sort keys %files) {
        my $status = $fit{$name} ? 200 : 503;

        is($t->get("/$name/$_")->status, $status, "$what: $name: $_")
            for 'content_items/', 'tags/?name=a';
    }

    is(contents($t), $before, "$what: nothing beside them");

    my $as = $who eq 'nobody' ? $user : '';
    my $program = $ENV{CONTENTLIB}
        // "$Test::Contentlib::ROOT/build/contentlib";

    for my $name (sort keys %files) {
        my @status = map {
            system("$as $program $_ @{[$t->path($name)]}/library.db"
                . ' >/dev/null 2>&1') ? 1 : 0
        } qw(info check export);

        is("@status", $fit{$name} ? '0 0 0' : '1 1 1',
            "$what: the program and $name");
    }

    is(contents($t), $before, "$what: nothing beside them");
    is($t->read_file("$_/library.db"), $files{$_}{''}, "$what: $_ is the same")
        for sort keys %files;

    chmod 0755, map { $t->path($_) } keys %files;
}
