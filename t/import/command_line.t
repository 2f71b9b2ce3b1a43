#!/usr/bin/perl

# The command line: help, version, and what is wrong with the arguments.
# Tests: src/tool/contentlib_main.c, src/tool/contentlib_message.c

use v5.36;
use utf8;

use Test::More;

use lib 't/lib';
use ContentlibTool;
use Test::Contentlib::Source;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $file = put("$directory/file.ndjson", lines(item(1)));

# Help and version go to the standard output.

for my $case (['--help'], ['-h'], ['import', '--help'], ['import', '-h'],
    ['help'], ['help', 'import'], ['check', '--help'], ['info', '--help'], ['export', '--help'],
    ['import', '-o', $library, $file, '--help'])
{
    my ($status, $out, $error) = tool(@$case);
    my $command = $case->[0] =~ /^(?:-|help)/ ? 'import' : $case->[0];

    is("$status$error", '0', "@$case");
    like($out, qr/^usage: contentlib $command /, "@$case: text");
    is((grep { length > 80 } split /\n/, $out), 0, "@$case: width");
}

# The version is the newest one in docs/changes.md and of the Debian packages.

my ($version) = source_text('docs/changes.md') =~ /^## ([\d.]+)$/m;

is(join('', (tool('--version'))[0, 1, 2]), "0contentlib $version\n",
    '--version');
is((source_text('conf/debian/changelog') =~ /^contentlib \((.*?)\)/)[0],
    $version, 'version of the packages');

# Every option of the synopsis has a line.

like((tool('import', '--help'))[1], qr/^\s+(?:-., )?\Q$_\E\b/m, "import $_")
    for qw(-o --media-url --partner --format --tag-separator --max-errors --merge --keep-ids --delete --allow-empty
        --dry-run --quiet --from --header --cache --rate --retries --timeout --max-pages);
like((tool('check', '--help'))[1], qr/^\s+--media\b/m, 'check --media');
like((tool('info', '--help'))[1], qr/^\s+--sizes\b/m, 'info --sizes');
like((tool('help', 'export'))[1], qr/^usage: contentlib export /, 'help export');
like((tool('export', '--help'))[1], qr/^\s+\Q$_\E\b/m, "export $_")
    for qw(--base-url --media-url --partner --members);

# Errors go to the standard error, with exit status 2.

my $from = '--header, --cache, --rate, --retries, --timeout and --max-pages'
    . ' require --from';

my @cases = (
    [[], 'a command is missing'],
    [[''], 'unknown command ""'],
    [['publish'], 'unknown command "publish"'],
    [['help', 'publish'], 'unknown command "publish"'],
    [["\e[2J"], 'unknown command "\u001b[2J"'],
    [['-o', $library], 'unknown command "-o"'],
    [['import'], '-o is missing', 'import'],
    [['import', '-o', $library], 'a file is missing', 'import'],
    [['import', '-o', $library, '--delete', 'x', $file], '--delete requires --merge', 'import'],
    [['import', '-o', $library, '--merge', '--keep-ids', $file], '--keep-ids and --merge exclude each other', 'import'],
    [['import', '-o', $library, '--format', 'xml', $file], '--format is json, csv or tsv, not "xml"', 'import'],
    (map { [['import', '-o', $library, $_, 1, $file], $from, 'import'] }
        qw(--header --cache --rate --retries --timeout --max-pages)),
    [['import', '-o', $library, ('--header', 'X: y') x 17], 'too many --header', 'import'],
    [['import', '-o', $library, '--header'], 'a value is missing for "--header"', 'import'],
    [['import', '-o'], 'a value is missing for "-o"', 'import'],
    [['import', '-o', $library, '--base-url', 'x', $file], 'unknown option "--base-url"', 'import'],
    [['import', '-o', $library, '--nothing', $file], 'unknown option "--nothing"', 'import'],
    [['import', '-o', $library, '-x', $file], 'unknown option "-x"', 'import'],
    [['import', '-o', $library, '--merge=yes', $file], 'unknown option "--merge=yes"', 'import'],
    [['check'], 'the library is missing', 'check'],
    [['check', $library, 'b'], 'more than one library "b"', 'check'],
    [['check', '-o', $library], 'unknown option "-o"', 'check'],
    [['info'], 'the library is missing', 'info'],
    [['export'], 'the library is missing', 'export'],
);

for my $case (@cases) {
    my ($arguments, $message, $command) = @$case;
    my ($status, $out, $error) = tool(@$arguments);

    is("$status$out", '2', $message);
    is($error, "contentlib: $message\ntry \"contentlib "
        . ($command ? "$command " : '') . "--help\"\n", "$message: text");
}

# Options in other places and forms

my $other = "$directory/other.db";

for my $case (
    ['import', $file, '-o', $other, '--quiet'],
    ['import', "-o$other", '--quiet', $file],
    ['import', "--output=$other", '--quiet', $file],
    ['import', '--output', $other, '--quiet', '--', $file],
    ['import', '--qui', '-o', $other, $file],
) {
    my ($status, $out, $error) = tool(@$case);
    is("$status$out$error", '0', join ' ', map { s{.*/}{}r } @$case);
}

# --partner

for my $name ('', 'a b', "a\n", 'é', 'x' x 65, 'a/b') {
    my ($status, $out, $error) = tool('import', '--partner', $name, '-o',
        $other, $file);
    is("$status$out$error", "1contentlib: --partner is not a name of letters,"
        . " digits, \"_\" and \"-\"\n", '--partner ' . $name =~ s/\W/?/gr);
    is(join('', tool('export', '--partner', $name, $library)),
        "$status$out$error", 'export says the same');
}

# The reader of the output closes the pipe.

for my $command (['export', $library], ['info', $library], ['check', $library],
    ['--help'], ['import', '--help'], ['--version'])
{
    is((tool(@$command, { shell => "exec >$_" }))[0], 1, "$command->[0] >$_")
        for grep { !m{/dev} || -c } '/dev/full', '&-';
}

# The output is not buffered, so it fails before the end.  A shared object is
# preloaded for this, which AddressSanitizer refuses.

for my $command (['info', $library], ['check', $library],
    ['import', '-o', $other, $file])
{
    next if $ENV{TEST_SANITIZE};

    my ($status, $out, $error) = tool(@$command,
        { shell => 'exec >/dev/full stdbuf -o0 "$@"' });

    is($status, 1, "$command->[0], without a buffer");
    like($error, qr/cannot write.*: No space left on device$/, 'the reason');
}

# The library is new when the summary is printed.

for my $shell ('exec >/dev/full', 'exec >&-') {
    unlink $other;
    my ($status, $out, $error) = tool('import', '-o', $other, $file,
        { shell => $shell });

    like("$status$error", qr/\A1contentlib: replaced, but cannot write/,
        "import: $shell");
    is((tool('check', $other))[0], 0, 'the library is there');
}

my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');
my $large = imports($directory, 'large.db',
    lines(map { item($_, alt_text => "x $_ " x 1000) } 1 .. 300));

`{ $program export $large 2>$directory/error; echo \$? >$directory/status; } | head -c 10`;
is(slurp("$directory/status") . slurp("$directory/error"),
    "0\n", 'a reader that went away is no error');

`{ sleep 0.1; $program info $library 2>$directory/error; echo \$? >$directory/status; } | true`;
is(slurp("$directory/status") . slurp("$directory/error"), "0\n",
    'nor is one that was never there');

# an error is an error, even if nobody reads the notes before it

my $columns = join ',', 'file', map { "unused$_" } 1 .. 12;
my @tables = map { put("$directory/$_.csv", "$columns\n$_.gif\n") } 1 .. 60;

`{ sleep 0.1; $program import -o $library @tables missing.csv 2>$directory/error; echo \$? >$directory/status; } | true`;
is(slurp("$directory/status") . slurp("$directory/error"),
    "1\nmissing.csv: cannot open: No such file or directory\n",
    'a failed import');

done_testing();
