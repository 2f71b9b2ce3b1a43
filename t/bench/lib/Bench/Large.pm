package Bench::Large;

# The large library: its import, its copy to another host, and servers that have
# just opened it.

use v5.36;

use Exporter qw(import);
use File::Temp qw(tempdir);

use Bench::Statistics;
use Bench::Library;
use Bench::Server;

our @EXPORT = qw(freshly large large_import sent_by_rsync);


# Calls the code with a server that has just opened the library, and a client.

sub freshly ($code, $library = large()) {
    my $server = Bench::Server->new(library => $library);
    my $client = $server->client;

    $client->good('/api/v1/tags/?limit=1');

    my @result = $code->($server, $client);
    $server->stop;

    return wantarray ? @result : $result[0];
}

sub large () {
    state $library = warmed(large_library());

    return $library;
}

sub large_import ($name) {
    my $library = large_library();
    my $items = large_items();
    my $cost = import_cost($library);
    my $note = sprintf '%.0f s of a processor%s', $cost->{cpu},
        $cost->{new} ? '' : ', in the run that made the library';
    my ($size, $bytes) = (-s $library, large_records_size());

    return (
        { name => "$name: speed", unit => '/s', note => $note,
            value => $items / $cost->{seconds} },
        { name => "$name: memory", unit => 'MB', note => $note,
            value => $cost->{megabytes} },
        { name => "$name: file, compared with its NDJSON", unit => 'x',
            value => $size / $bytes, note => with_commas($size / 1e6)
                . ' of ' . with_commas($bytes / 1e6) . ' MB' },
    );
}

# The part of a new library that rsync sends to a host that has the library
# without the newest items.  With a batch file, rsync does not change the old
# library.

sub sent_by_rsync ($name) {
    my ($old, $new) = (large_library(), newer_library());
    my $batch = tempdir('contentlib-bench-XXXXXXXX', TMPDIR => 1,
        CLEANUP => 1);

    open my $out, '-|', 'rsync', '--no-whole-file', '--stats', '--times',
        "--only-write-batch=$batch/batch", $new, $old or die "rsync: $!";

    my $text = do { local $/; <$out> // '' };
    close $out or die "rsync failed: $text";

    my ($sent, $size) = map {
        my ($bytes) = $text =~ /^$_: ([\d,]+) bytes$/m
            or die "rsync prints: $text";
        $bytes =~ s/,//gr;
    } 'Literal data', 'Total file size';

    return { name => $name, unit => '%', value => 100 * $sent / $size,
        note => with_commas($sent / 1e6) . ' of ' . with_commas($size / 1e6)
            . ' MB, ' . with_commas(newer_items()) . ' newer items' };
}

1;
