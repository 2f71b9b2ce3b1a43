package Bench::Library;

# The libraries of the benchmarks. t/bench/corpus.c makes the records.  The
# libraries are stored in build/bench-data until the importer or the generator
# is newer.

use v5.36;

use Exporter qw(import);
use File::Copy qw(copy);
use File::Path qw(make_path);

our @EXPORT = qw(small_library large_library newer_library chinese_library
    frequent_library growth_library
    tags_library large_items newer_items growth_items warmed import_cost
    large_records_size url_encode);

my $BUILD = $ENV{BUILD};
my $DATA = "$BUILD/bench-data";
my $GENERATOR = "$BUILD/bench/corpus";
my $IMPORTER = $ENV{CONTENTLIB} // "$BUILD/contentlib";

my $SMALL = 20_000;
my $TAGS = 20_000;

my %imported;


sub large_items () { $ENV{BENCH_ITEMS} // 1_000_000 }

sub newer_items () { int large_items() / 1000 }

sub growth_items () { 10 * large_items() }

sub small_library () { library($SMALL) }

sub large_library () { library(large_items()) }

# The large library with some newer items, which were imported over it: so its
# tags keep their numbers.

sub newer_library () {
    return library_over(large_library(), '-n', newer_items(), large_items());
}

# Texts in Chinese and Japanese.

sub chinese_library () { library('-c', int large_items() / 10) }

# Texts of few words, which are in many of them, as in captions.

sub frequent_library () { library('-f', large_items()) }

# Ten times as many items as the large library.

sub growth_library () { library(growth_items()) }

# The library for suggestions has as many tags as items.

sub tags_library () { library($SMALL, $TAGS) }

# The library that is imported from the generator with these arguments.

sub library (@arguments) { library_over(undef, @arguments) }

# The same, imported over a copy of the old library.

sub library_over ($old, @arguments) {
    my $path = join('-', "$DATA/library", map { s/^-//r } @arguments) . '.db';

    unless (is_current($path)) {
        copy($old, $path) or die "$path: $!" if defined $old;
        import_library($path, @arguments);
    }

    return $path;
}

sub is_current ($path) {
    return -e $path && -s "$path.import"
        && !grep { (stat)[9] > (stat $path)[9] } $GENERATOR, $IMPORTER;
}

# The file "LIBRARY.import" has the times and the memory of the import.

sub import_library ($path, @arguments) {
    print STDERR "importing: corpus @arguments\n";
    make_path($DATA);

    my @command = ('bash', '-o', 'pipefail', '-c', <<'SH', 'import');
library=$1 importer=$2
shift 2
"$@" | /usr/bin/time -f '%e %U %S %M' -o "$library.import" \
    "$importer" import --quiet -o "$library" -
SH

    if (system @command, $path, $IMPORTER, $GENERATOR, @arguments) {
        unlink $path, "$path.import";
        die "import of $path failed";
    }

    $imported{$path} = 1;
}

# Reads the file, so that it is in the page cache of the system.

sub warmed ($path) {
    open my $file, '<:raw', $path or die "$path: $!";
    1 while sysread $file, my $buffer, 1 << 20;

    return $path;
}

# The seconds, the processor time and the peak memory of the import, and
# whether this run has imported the library.

sub import_cost ($path) {
    open my $file, '<', "$path.import" or die "$path.import: $!";
    my ($seconds, $user, $system, $kb) = <$file>
        =~ /^([\d.]+) ([\d.]+) ([\d.]+) (\d+)$/ or die 'no numbers';

    return { seconds => $seconds, cpu => $user + $system,
        megabytes => $kb / 1024,
        new => $imported{$path} // 0 };
}

# The size of the records that the large library is imported from.

sub large_records_size () {
    open my $out, '-|', 'bash', '-o', 'pipefail', '-c',
        '"$1" "$2" | wc -c', 'corpus', $GENERATOR, large_items()
        or die "bash: $!";
    my ($bytes) = <$out> =~ /^(\d+)$/ or die 'no size';
    close $out or die 'the generator failed';

    return $bytes;
}

sub url_encode ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ger;
}

1;
