package Test::Contentlib::Source;

# The sources of the module and of the program, as text.

use v5.36;

use Cwd qw(realpath);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Find qw(find);

our @EXPORT = qw(documents source_files source_text source_functions
    without_comments layer_of);

my $ROOT = realpath(dirname(__FILE__) . '/../../../..');


# Paths from the root of the project, in order.

sub source_files ($pattern = qr/\.[ch]$/) {
    my @files = glob "$ROOT/*.c";

    find({ no_chdir => 1, wanted => sub { push @files, $_ if -f } },
        "$ROOT/src");

    return sort grep { /$pattern/ } map { s{^\Q$ROOT\E/}{}r } @files;
}

# The documentation for users.

sub documents () {
    return 'README.md', sort map { s{^\Q$ROOT\E/}{}r } glob "$ROOT/docs/*.md";
}

sub source_text ($file) {
    open my $in, '<:raw', "$ROOT/$file" or die "$file: $!\n";
    local $/;

    return scalar <$in> // '';
}

# Comments become as many lines; strings stay.

sub without_comments ($text) {
    return $text =~ s{("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+')|/\*.*?\*/}
        {$1 // $& =~ tr/\n//cdr}gesr;
}

# "text", "api" and so on; "root" for the file beside src.

sub layer_of ($file) { $file =~ m{^src/(\w+)/} ? $1 : 'root' }

# Name, first line and number of lines, from the name to the closing brace.

sub source_functions ($file) {
    my @lines = split /\n/, without_comments(source_text($file)), -1;
    my ($name, $from, @functions);

    for my $n (keys @lines) {
        if ($lines[$n] =~ /^(\w+)\(/) {
            ($name, $from) = ($1, $n);

        } elsif ($lines[$n] =~ /^\}/ && defined $name) {
            push @functions, { file => $file, name => $name,
                line => $from + 1, length => $n - $from + 1 };
            undef $name;

        } elsif ($lines[$n] =~ /^\S.*;$/) {
            undef $name;
        }
    }

    return @functions;
}

1;
