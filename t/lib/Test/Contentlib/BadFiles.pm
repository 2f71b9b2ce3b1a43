package Test::Contentlib::BadFiles;

# Files that are no library, or none that can be served, made of a good one.
#
#     for my $file (bad_files($good, $dir)) {     # those, and other things
#         $file->{place}->($path);
#         ...
#         $file->{clear}->($path);
#     }
#
# "place" puts it where it would be published, by one rename; "level" and
# "gone" are those of the line that a worker writes when it begins with it,
# and when it had a good one before.

use v5.36;

use Exporter qw(import);
use IO::Socket::UNIX;
use POSIX qw(mkfifo);
use Test::Contentlib::Checksums;

our @EXPORT = qw(bad_files);


sub bad_contents ($good) {
    my $page = unpack 'n', substr $good, 16, 2;

    # the checksums are right

    my $patched = sub ($offset, $bytes) {
        return checksummed(substr($good, 0, $offset) . $bytes
            . substr($good, $offset + length $bytes));
    };

    # the text of the schema has the first of the words

    my $replaced = sub ($from, $to) {
        my $bytes = $good;
        substr $bytes, index($bytes, $from), length $from, $to;

        return checksummed($bytes);
    };

    return {
        empty => '',
        text => "This is not a database.\n" x 1000,
        header => substr($good, 0, 100),
        cut_header => substr($good, 0, 50),
        one_page => substr($good, 0, $page),
        truncated => substr($good, 0, length($good) - $page),
        half => substr($good, 0, $page * int(length($good) / $page / 2)),
        torn => substr($good, 0, length($good) - 1),
        tail => $good . "\0" x $page,
        magic => $patched->(0, 'SQLite format 4'),
        page_size_odd => $patched->(16, pack 'n', 3000),
        page_size_other => $patched->(16, pack 'n', $page == 512 ? 1024
            : 512),
        page_count => $patched->(28, pack 'N', 7),
        wal => substr($good, 0, 18) . "\2\2" . substr($good, 20),
        version_9 => $patched->(18, "\x09\x09"),
        utf_16 => $patched->(56, pack 'N', 2),
        application_id => $patched->(68, 'other'),
        user_version_0 => $patched->(60, pack 'N', 0),
        user_version_5 => $patched->(60, pack 'N', 5),
        user_version_next => $patched->(60, pack 'N', $FORMAT + 1),
        user_version_huge => $patched->(60, "\xff\xff\xff\xff"),
        table_name => $replaced->('CREATE TABLE item (',
            'CREATE TABLE itex ('),
        column_name => $replaced->('longest_alt_text ', 'longest_alt_tex1 '),
        table_to_view => $replaced->('CREATE TABLE tag (',
            'CREATE VIEW  tag ('),
        page_type => $patched->(100, "\x02"),
        first_page_garbage => $patched->(100, 'x' x ($page - 100)),
        rest_garbage => substr($good, 0, $page) . 'x' x (length($good)
            - $page),
        rest_zeros => substr($good, 0, $page) . "\0" x (length($good)
            - $page),
        encrypted => join('', map { chr(($_ * 7919 >> 4) % 256) }
            1 .. length $good),
    };
}

# "$dir" is one to work in, on the same file system.

sub bad_files ($good, $dir) {
    my %contents = %{bad_contents($good)};

    return (map { my $name = $_;
        bad($name, sub ($path) { write_bytes($path, $contents{$name}) })
    } sort keys %contents), special_files($good, $dir);
}

sub bad ($name, $make, %more) {
    return { name => $name, level => 'error', gone => 'error',
        place => sub ($path) {
            unlink "$path.new";
            $make->("$path.new");
            rename "$path.new", $path or die "$path: $!";
        },
        clear => sub ($path) { }, %more };
}

sub special_files ($good, $dir) {
    mkdir "$dir/closed";
    write_bytes("$dir/closed/library.db", $good);
    chmod 0700, "$dir/closed";
    mkdir "$dir/directory";     # not "$dir", which changes with each file

    my @files = (
        bad('nowhere', sub ($new) { symlink 'nowhere', $new },
            level => 'warn', gone => 'warn'),
        bad('loop', sub ($new) { symlink $new =~ s/\.new$//r, $new }),
        bad('long_name', sub ($new) { symlink 'x' x 300, $new }),
        bad('below_a_file', sub ($new) { symlink '/dev/null/x', $new }),
        bad('directory', sub ($new) { symlink "$dir/directory", $new }),
        bad('fifo', sub ($new) { mkfifo($new, 0666) }),
        bad('device', sub ($new) { symlink '/dev/zero', $new }),
        bad('socket', sub ($new) {
            IO::Socket::UNIX->new(Local => $new, Listen => 1)
        }),
        bad('sparse', sub ($new) {
            write_bytes($new, $good);
            truncate $new, 2 ** 40;
        }),
        map { with_sidecar($good, $_) } 'journal', 'wal',
    );

    # for who is root everything can be read

    return @files if $>;

    return @files,
        bad('unreadable', sub ($new) {
            write_bytes($new, $good);
            chmod 0600, $new;
        }),
        bad('closed', sub ($new) { symlink "$dir/closed/library.db", $new });
}

sub with_sidecar ($good, $suffix) {
    return bad("with_$suffix", sub ($new) { write_bytes($new, $good) },
        place => sub ($path) {
            write_bytes("$path-$suffix", 'x' x 512);
            write_bytes("$path.new", $good);
            rename "$path.new", $path or die "$path: $!";
        },
        clear => sub ($path) { unlink "$path-$suffix" });
}

sub write_bytes ($path, $bytes) {
    open my $file, '>:raw', $path or die "$path: $!";
    print $file $bytes;
    close $file or die "$path: $!";
}

1;
