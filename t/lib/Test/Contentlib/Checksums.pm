package Test::Contentlib::Checksums;

# The checksums of the pages of a library file, for tests that change pages, and
# the number of its format.
#
#     $bytes = checksummed($bytes);         # right again, whatever changed
#     my $printed = edit($path, $sql);      # what sqlite3 prints of a change
#     checksum_file($path);                 # after another change

use v5.36;

use Exporter qw(import);
use Compress::Raw::Zlib qw(crc32);
use File::Basename qw(dirname);

our @EXPORT = qw(checksummed checksum_file edit $PAGE $FORMAT);

our $PAGE = 16384;

# the number of the format of a library

our $FORMAT = do {
    open my $schema, '<', dirname(__FILE__) . '/../../../../data/schema.sql'
        or die "schema.sql: $!";
    join('', <$schema>) =~ /^PRAGMA user_version = (\d+);/m or die;
    $1;
};

my $RESERVED = 8;

# src/library/contentlib_vfs.h describes the checksums

sub checksummed ($bytes) {
    my $data = $PAGE - $RESERVED;

    for my $number (1 .. length($bytes) / $PAGE) {
        my $at = ($number - 1) * $PAGE;
        my $crc = crc32(substr($bytes, $at, $data) . pack 'V', $number);
        substr $bytes, $at + $data, $RESERVED, pack 'VV', $crc, 0;
    }

    return $bytes;
}

# A newer shell protects the schema and the tables of an index.

my @UNPROTECTED = map { ('-cmd', $_) } '.output /dev/null',
    '.dbconfig defensive off', '.output';

sub edit ($path, $sql) {
    open my $sqlite, '-|', 'sh', '-c', 'exec sqlite3 "$@" 2>&1', 'sh',
        @UNPROTECTED, $path, $sql or die "sqlite3: $!";
    my $printed = join '', <$sqlite>;
    close $sqlite;

    checksum_file($path);

    return $printed;
}

sub checksum_file ($path) {
    open my $file, '+<:raw', $path or die "$path: $!";
    my $bytes = do { local $/; <$file> };
    seek $file, 0, 0;
    print $file checksummed($bytes);
    close $file or die "$path: $!";
}

1;
