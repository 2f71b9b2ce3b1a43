package Test::Contentlib::Process;

# What /proc tells of a process.

use v5.36;

use Exporter qw(import);

our @EXPORT = qw(deleted_files open_files proportional_size);


# How many files it has open that have no name any more.  One that is open
# twice is one.

sub deleted_files ($pid, $name = 'library.db') {
    my %files;

    for my $fd (glob "/proc/$pid/fd/*") {
        next unless (readlink $fd // '') =~ m{/\Q$name\E \(deleted\)$};

        my ($device, $inode) = stat $fd or next;

        $files{"$device $inode"} = 1;
    }

    return scalar keys %files;
}

sub open_files ($pid) { scalar(() = glob "/proc/$pid/fd/*") }

# In KiB: what it shares with others counts in part.

sub proportional_size ($pid) {
    open my $file, '<', "/proc/$pid/smaps_rollup" or return;
    local $/;
    my ($size) = <$file> =~ /^Pss: +(\d+) kB/m;

    return $size;
}

1;
