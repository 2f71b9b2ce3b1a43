package Test::Contentlib::Process;

# The state of a process in /proc.

use v5.36;

use Exporter qw(import);

our @EXPORT = qw(deleted_files files_opened open_files peak_size
    processor_time proportional_size);


# The names of the files that it has open, each once: one that is open twice
# is one.

sub files_opened ($pid, $pattern) {
    my %files;

    for my $fd (glob "/proc/$pid/fd/*") {
        my $name = readlink $fd // next;
        my ($device, $inode) = stat $fd or next;

        $files{"$device $inode"} = $name if $name =~ $pattern;
    }

    return sort values %files;
}

# How many of them have no name any more.

sub deleted_files ($pid, $name = 'library.db') {
    return scalar(() = files_opened($pid, qr{/\Q$name\E \(deleted\)$}));
}

sub open_files ($pid) { scalar(() = glob "/proc/$pid/fd/*") }

# In KiB: what it shares with others counts in part.

sub proportional_size ($pid) {
    open my $file, '<', "/proc/$pid/smaps_rollup" or return;
    local $/;
    my ($size) = <$file> =~ /^Pss: +(\d+) kB/m;

    return $size;
}

# In seconds: what it has used of the processor.

sub processor_time ($pid) {
    open my $file, '<', "/proc/$pid/stat" or return;
    my ($user, $system) = <$file> =~ /\) \S+(?: \S+){10} (\d+) (\d+)/;

    return ($user + $system) / 100;
}

# In KiB: the most that it has had.

sub peak_size ($pid) {
    open my $file, '<', "/proc/$pid/status" or return;
    local $/;
    my ($size) = <$file> =~ /^VmHWM:\s+(\d+) kB/m;

    return $size;
}

1;
