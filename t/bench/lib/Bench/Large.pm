package Bench::Large;

# The large library: single requests that are all different, mostly to a worker
# that has just opened the library.

use v5.36;

use Exporter qw(import);
use File::Temp qw(tempdir);
use List::Util qw(max min);
use POSIX qw(floor);

use Bench::Statistics;
use Bench::Library;
use Bench::Load;
use Bench::Sample;
use Bench::Server;

our @EXPORT = qw(freshly large first_pages popular_tag broad_partial
    broad_search large_import sent_by_rsync);

my $LIST = '/api/v1/content_items/';
my $OTHERS = 5;             # further pages in each run


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

sub first_cost ($uri) {
    return freshly(sub ($server, $client) { $client->cost($server, $uri) });
}

# Single requests vary more than runs of wrk, so they are repeated more often.

sub repeats () { 3 * runs() }

sub ratios ($costs, $yardsticks) {
    return map { $costs->[$_]{cpu} / $yardsticks->[$_]{cpu} } keys @$costs;
}

sub ratio_row ($name, $costs, $yardsticks, %more) {
    my @ratios = ratios($costs, $yardsticks);

    return single_row($name, $costs, unit => 'x', value => median(@ratios),
        low => min(@ratios), high => max(@ratios), %more);
}


sub first_pages ($name) {
    my $last = $LIST . '?offset=' . (large_items() - 30);
    my (@first, @last);

    for (1 .. repeats()) {
        push @first, first_cost($LIST);
        push @last, first_cost($last);
    }

    return (single_row("$name: first page", \@first),
        ratio_row("$name: last page", \@last, \@first));
}


# The costs of the first page of all items, of the first page of a filter, and
# of another page of the filter.  The worker has not read the items before.

sub filtered ($query, $count) {
    my (@unfiltered, @first, @others);

    for (1 .. repeats()) {
        push @unfiltered, first_cost($LIST);

        my ($first, $other) = freshly(sub ($server, $client) {
            return ($client->cost($server, "$LIST?$query"),
                other_page($server, $client, $query, $count));
        });

        push @first, $first;
        push @others, $other;
    }

    return (\@unfiltered, \@first, \@others);
}

# The median of the costs of some pages.

sub other_page ($server, $client, $query, $count) {
    my @costs = map {
        $client->cost($server, "$LIST?$query&offset="
            . (30 + floor(rand($count - 60))))
    } 1 .. $OTHERS;

    return (sort { $a->{cpu} <=> $b->{cpu} } @costs)[$OTHERS / 2];
}

sub filter_rows ($name, $query) {
    my $count = count($query);
    my ($unfiltered, $first, $others) = filtered($query, $count);
    my $note = with_commas($count) . ' items';

    return (
        single_row("$name: first page", $first, note => $note),
        single_row('first page of all items', $unfiltered, yardstick => 1),
        ratio_row("$name: another page", $others, $unfiltered,
            note => $note),
    );
}

sub popular_tag ($name) {
    my ($tag) = frequent_tags(large());

    return filter_rows($name, "tag-slug=$tag->{slug}");
}

sub broad_partial ($name) { filter_rows($name, 'tag-partial=a') }

sub broad_search ($name) { filter_rows($name, 'search=a') }

sub count ($query) {
    return freshly(sub ($server, $client) {
        my $body = $client->good("$LIST?limit=1&$query")->body;
        return $body =~ /^\{"count":(\d+)/ ? $1 : die 'no count';
    });
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
