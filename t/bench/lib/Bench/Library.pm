package Bench::Library;

# The libraries that are measured with, made by t/bench/corpus.c and kept
# under build/bench-data until the importer or the generator is newer, and
# what there is to ask for in them.

use v5.36;

use Exporter qw(import);
use File::Path qw(make_path);
use List::Util qw(uniq);

our @EXPORT = qw(small_library large_library tags_library large_items
    import_figures query alt_words alt_pairs parts_of url_encode);

my $BUILD = $ENV{BUILD};
my $DATA = "$BUILD/bench-data";
my $GENERATOR = "$BUILD/bench/corpus";
my $IMPORTER = $ENV{CONTENTLIB} // "$BUILD/contentlib";

my $SMALL = 20_000;
my $TAGS = 20_000;

my %imported;


sub large_items () { $ENV{BENCH_ITEMS} // 1_000_000 }

sub small_library () { library($SMALL) }

sub large_library () { library(large_items()) }

# As many tags as items, for suggestions.

sub tags_library () { library($SMALL, $TAGS) }

sub library ($items, @tags) {
    my $path = join('-', "$DATA/library", $items, @tags) . '.db';

    import_library($path, $items, @tags) unless is_current($path);

    return $path;
}

sub is_current ($path) {
    return -e $path && -s "$path.import"
        && !grep { (stat)[9] > (stat $path)[9] } $GENERATOR, $IMPORTER;
}

# Figures of the import stand beside the library.

sub import_library ($path, $items, @tags) {
    print STDERR "importing $items items\n";
    make_path($DATA);

    my @command = ('bash', '-o', 'pipefail', '-c', <<'SH', 'import');
library=$1 importer=$2
shift 2
"$@" | /usr/bin/time -f '%e %M' -o "$library.import" \
    "$importer" import --quiet -o "$library" -
SH

    if (system @command, $path, $IMPORTER, $GENERATOR, $items, @tags) {
        unlink $path, "$path.import";
        die "import of $path failed";
    }

    $imported{$path} = 1;
}

# Seconds, megabytes at the peak, and whether that was just now.

sub import_figures ($path) {
    open my $file, '<', "$path.import" or die "$path.import: $!";
    my ($seconds, $kb) = <$file> =~ /^([\d.]+) (\d+)$/ or die 'no figures';

    return { seconds => $seconds, megabytes => $kb / 1024,
        new => $imported{$path} // 0 };
}


# Rows of a statement, as lists; one of a single column as values.

sub query ($library, $sql) {
    open my $out, '-|', 'sqlite3', '-readonly', '-separator', "\t", $library,
        $sql or die "sqlite3: $!";
    binmode $out, ':encoding(UTF-8)';
    chomp(my @lines = <$out>);
    close $out or die "sqlite3 failed on $library";

    return map { my @row = split /\t/, $_, -1; @row > 1 ? \@row : $_ } @lines;
}

# Some thousand alt texts, spread over the library.

sub alt_texts ($library) {
    my ($items) = query($library, 'SELECT items FROM meta');
    my $every = int($items / 4000) + 1;

    return query($library,
        "SELECT alt_text FROM item WHERE position % $every = 0");
}

# Their words, and words that stand side by side.

sub alt_words ($library) {
    return sort { $a cmp $b } uniq grep { /^\p{L}+$/ }
        map { split / / } alt_texts($library);
}

sub alt_pairs ($library) {
    return sort { $a cmp $b } uniq
        map { /(?<!\S)(?=(\p{L}+ \p{L}+)(?!\S))/g } alt_texts($library);
}

# All parts of so many characters or more, words themselves included.

sub parts_of ($least, @words) {
    my %parts;

    for my $word (@words) {
        for my $from (0 .. length($word) - $least) {
            $parts{substr $word, $from, $_} = 1
                for $least .. length($word) - $from;
        }
    }

    return sort keys %parts;
}

sub url_encode ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9_.~-])/sprintf '%%%02X', ord $1/ger;
}

1;
