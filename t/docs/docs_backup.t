#!/usr/bin/perl

# The commands of "Backup" in docs/operating.md restore the whole library.
# Tests: docs/operating.md

use v5.36;

use lib 't/lib';
use File::Basename qw(dirname);
use ContentlibTool;
use Test::Contentlib;
use Test::Contentlib::Source;


my $directory = directory();
my $library = "$directory/library.db";
my ($commands) = source_text('docs/operating.md')
    =~ /^## Backup\n.*?^```\n(.*?)^```$/ms;
my ($url) = $commands =~ /--media-url (\S+)/;

is((tool('import', '-o', $library, '--media-url', $url,
    "$Test::Contentlib::ROOT/data/sample/library.ndjson"))[0], 0,
    'the sample library');

my $output = Test::Contentlib::run(sub {
    $ENV{PATH} = dirname($Test::Contentlib::PROGRAM) . ":$ENV{PATH}";
    chdir $directory;
    exec 'sh', '-e', '-c', $commands =~ s{/srv/library}{$directory}gr;
});

like($output, qr/^restored\.db: 69 items,/m, 'the restored library');
is(digest_of("$directory/restored.db"), digest_of($library),
    'has the same digest');

done_testing();
