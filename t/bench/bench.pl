#!/usr/bin/perl

# Runs the workloads of "make bench", and prints a table of the workloads and a
# table of memory.  Both are stored in build/bench.md.  The exit status is 1 if
# a target is not met or a workload failed.
#
#     BENCH=REGEX         the workloads whose names match.  The default is all
#                         except those of the large libraries; BENCH=. is all.
#                         BENCH=growth takes an hour and 60 GB of the disk
#     BENCH_RUNS=5        the number of runs of each side of a comparison
#     BENCH_SECONDS=3     the duration of a run
#     BENCH_ITEMS=N       the items of the large library, 1,000,000.  The
#                         library of Chinese and Japanese texts has a tenth,
#                         that of "growth" ten times as many
#     BENCH_DISTINCT=N    the requests before memory is read, 10,000,000
#     BUILD               the build directory
#     NGINX_BINARY, CONTENTLIB, CONTENTLIB_MODULE as for the tests
#
# t/bench/corpus.c makes the libraries.  They are stored in build/bench-data
# until the importer or the generator is newer.
#
# The result of a workload is the processor time of the worker for one request:
# the difference of /proc/PID/schedstat, divided by the number of requests of
# wrk.  This time depends on the machine, so it is compared with the time for a
# static file in the same worker, in the configuration in which nginx serves it
# fastest on the loopback interface: no sendfile, one output buffer of 256k, an
# open_file_cache, no log.  wrk has 16 connections and one thread.  The two
# sides run in turns after a warm-up.  The ratio is the median of the ratios of
# the pairs, and the table also has the least and the greatest ratio.  A row
# "against" is the other side.
#
# Some workloads send single requests to an nginx that was just started.  Then
# the time is that of all threads of the worker, and the latency is measured by
# the client.
#
# Bodies are compared before the measurement.  An error of wrk, or a response
# of another size, is a failure of the workload.
#
# BENCH=. BENCH_ITEMS=50000 BENCH_RUNS=3 BENCH_SECONDS=1 BENCH_DISTINCT=100000
# is a short run, which shows that everything works.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";

use File::Spec;

# nginx runs in another directory, so the paths must be absolute.

BEGIN {
    my $root = "$FindBin::Bin/../..";

    $ENV{BUILD} //= "$root/build";
    $ENV{$_} = File::Spec->rel2abs($ENV{$_})
        for grep { defined $ENV{$_} } qw(BUILD CONTENTLIB CONTENTLIB_MODULE);
}

use POSIX qw(strftime);

use Bench::Statistics;
use Bench::Growth;
use Bench::Hot;
use Bench::Large;
use Bench::Library;
use Bench::Load;
use Bench::Memory;
use Bench::Random;
use Bench::Searches;
use Bench::Suggestions;
use Bench::Table;

$SIG{$_} = sub { exit 2 } for qw(INT TERM HUP);
$SIG{PIPE} = 'IGNORE';
binmode $_, ':encoding(UTF-8)' for *STDOUT, *STDERR;
$| = 1;

my $BUILD = $ENV{BUILD};
my $SELECTED = $ENV{BENCH} // '^(?!large|growth)';

# Name, function, and the targets of the rows: ratios, or values in the unit of
# the row.  Times are in microseconds.  Rows of the other side have no target.

my @workloads = (
    ['default page', \&hot_page, '<= 1.0'],
    ['default page, gzip', \&hot_page_gzip, '<= 1.0'],
    ['one item', \&hot_item, '<= 1.0'],
    ['304 on If-None-Match', \&not_modified, '<= 1.0'],
    ['any page', \&any_page, '<= 3.0'],
    ['any page, cache=off', \&any_page_uncached, '<= 3.0'],
    ['any page, cache=off, against many files', \&any_page_files],
    ['any page, gzip, never requested before', \&any_page_gzip, '<= 180',
        '<= 1.35'],
    ['one item, random id, cache=off', \&any_item, '<= 1.6'],
    ['default page, cache=off', \&hot_uncached],
    ['suggestions, p99 of the query time', \&suggestions, '<= 1000'],
    ['large: any page', \&any_page_large, '<= 3.5'],
    ['large: text, words', \&words, '<= 600', '<= 4000'],
    ['large: text, two words', \&word_pairs, '<= 1000', '<= 60000'],
    ['large: text, three characters of a word', \&pieces, '<= 1000',
        '<= 15000'],
    ['large: text, four to six characters of a word', \&longer_pieces,
        '<= 6000', '<= 90000'],
    ['large: text, one and two characters', \&short_values, '<= 5000',
        '<= 50000'],
    ['large: text, Chinese and Japanese, one to four characters',
        \&chinese_values, '<= 5000', '<= 50000'],
    ['large: search, words', \&search_words, '<= 700', '<= 3000'],
    ['large: search, two words', \&search_pairs, '<= 1500', '<= 8000'],
    ['large: search, two letters', \&search_beginnings, '<= 800',
        '<= 3000'],
    ['large: search, a wrong letter', \&search_typos, '<= 15000',
        '<= 60000'],
    ['large: search, frequent words', \&frequent_words, '<= 1000', '<= 4000'],
    ['large: search, frequent words with a wrong letter', \&frequent_typos,
        '<= 4000', '<= 15000'],
    ['large: text, two frequent words', \&frequent_pairs, '<= 3000',
        '<= 30000'],
    ['large: import', \&large_import, '>= 9091', '<= 256', '<= 1.2'],
    ['large: sent by rsync for newer items', \&sent_by_rsync, '<= 12'],
    ['growth: import', \&growth_import, '<= 2700'],
    ['growth', \&growth_requests, '<= 1.2', '<= 1.2', '<= 1.2', '<= 1.2',
        '<= 12', '<= 12', '<= 12'],
    ['growth: memory of a worker', \&growth_memory],
    ['growth: until a publication is live', \&growth_publication],
);


sub is_selected ($name) { $name =~ /$SELECTED/i }

sub rows_of ($name, $code, @targets) {
    print STDERR "measuring: $name\n";

    my @rows = eval { $code->($name) };

    return { name => $name, failed => 1, note => reason($@) } if $@;

    judge($_, shift @targets) for grep { !$_->{yardstick} } @rows;

    return @rows;
}

sub reason ($error) {
    print STDERR "FAILED: $error";

    return $error =~ s/ at \S+ line \d+\.?$//mr =~ s/[\s|]+/ /gr;
}

sub memory_of ($name) {
    print STDERR "measuring: $name\n";

    my @rows = eval { memory_rows() };

    return (memory_table(@rows), !grep { !$_->{met} } @rows) unless $@;
    return ('**failed**: ' . reason($@) . "\n", 0);
}

# The date, the machine, and the settings of the run.

sub heading () {
    my $cores = () = slurp('/proc/cpuinfo') =~ /^processor/mg;
    my ($load) = slurp('/proc/loadavg') =~ /^(\S+)/;

    return strftime('%Y-%m-%d %H:%M', localtime) . ', ' . $cores
        . ' cores, load ' . $load . ' at the end; ' . runs() . ' runs of '
        . seconds() . ' s; the large library has '
        . with_commas(large_items()) . " items.\n";
}

sub slurp ($path) {
    open my $file, '<', $path or return '';
    local $/;

    return scalar <$file> // '';
}

sub store ($text) {
    open my $file, '>:encoding(UTF-8)', "$BUILD/bench.md"
        or die "$BUILD/bench.md: $!";
    print $file $text;
    close $file or die "$BUILD/bench.md: $!";
}


my @selected = grep { is_selected($_->[0]) } @workloads;
my $memory = is_selected('memory');

die "no workload is named $SELECTED\n" unless @selected || $memory;

my @rows = map { rows_of(@$_) } @selected;
my $good = !grep { $_->{failed} || ($_->{met} // 1) == 0 } @rows;
my @tables = @rows ? table(@rows) : ();

if ($memory) {
    my ($table, $met) = memory_of('memory');

    push @tables, $table;
    $good &&= $met;
}

my $text = join "\n", heading(), @tables;

store($text);
print "\n$text";

exit($good ? 0 : 1);
