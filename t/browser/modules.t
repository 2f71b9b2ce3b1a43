#!/usr/bin/perl

# The modules of the explorer: each export is imported by another module, each
# import exists, and the whole is small.
# Tests: data/explorer

use v5.36;

use FindBin;
use lib qw(t/browser/lib t/faults/lib t/lib);
use Compress::Zlib qw(memGzip);
use Faults qw(result);
use Test::Contentlib::Source;
use Test::More;


my $directory = "$FindBin::Bin/../../data/explorer";
my %text = map { s{.*/}{}r => source_text('data/explorer/' . s{.*/}{}r) }
    glob "$directory/*";
my (%exported, %exported_by, %imported);

for my $file (grep { /\.js$/ } sort keys %text) {
    for ($text{$file} =~ /^export (?:async )?(?:const|function) (\w+)/mg) {
        $exported{"$_ of $file"} = 1;
        $exported_by{$file}{$_} = 1;
    }
}

for my $file (grep { /\.js$/ } sort keys %text) {
    my $text = $text{$file};

    my @imports = $text =~ /^import \{([^}]+)\}\s+from '\.\/([^']+)';$/mg;

    # modules that are loaded when they are used

    for my $from ($text =~ /import\('\.\/([^']+)'\)/g) {
        $imported{"$_ of $from"} = 1 for grep { $exported_by{$from}{$_} }
            $text =~ /\w+/g;
    }

    while (my ($names, $from) = splice @imports, 0, 2) {
        for my $name ($names =~ /\w+/g) {
            $imported{"$name of $from"} = 1;
            cmp_ok(scalar(() = $text =~ /\b$name\b/g), '>', 1,
                "$file uses $name");
        }
    }

    unlike($text, qr/CustomEvent|dispatchEvent/, "$file: no other events");
}

cmp_ok(scalar keys %exported, '>', 50, 'exports');
is(join(', ', grep { !$imported{$_} } sort keys %exported), '',
    'each export is imported');
is(join(', ', grep { !$exported{$_} } sort keys %imported), '',
    'each import exists');

is(join(', ', grep { $text{$_} =~ /history\.(?:push|replace)State\(.*to\.href/s }
    sort keys %text), 'navigation.js', 'one module opens addresses');

my $all = join '', map { $text{$_} } grep { /\.(?:js|css)$/ } sort keys %text;

result('scripts and styles, compressed', length memGzip($all), undef,
    'bytes');
my %first = map { $_ => 1 } $text{'index.html'} =~ m{"/explorer/\w+/([^"]+)"}g;
my $first = join '', map { $text{$_} } grep { /\.(?:js|css)$/ && $first{$_} }
    sort keys %text;

result('of these in a first view', length memGzip($first), '<= 30000',
    'bytes');
result('lines of data/explorer', scalar(() = join('', values %text) =~ /\n/g));

done_testing();
