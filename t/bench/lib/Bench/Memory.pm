package Bench::Memory;

# The memory of a worker: after its start, in use, and after many different
# requests.

use v5.36;

use Exporter qw(import);
use List::Util qw(max);

use Bench::Statistics;
use Bench::Library;
use Bench::Load;
use Bench::Pages;
use Bench::Server;

our @EXPORT = qw(memory_rows memory_table);

my %TARGETS = ('256k' => 64, '32m' => 50);      # megabytes
my $CHUNK = 10;             # seconds of one run of wrk


sub distinct () { $ENV{BENCH_DISTINCT} // 10_000_000 }

sub memory_rows () {
    return map { memory_row($_) } sort keys %TARGETS;
}

sub memory_row ($cache) {
    my $server = Bench::Server->new(library => small_library(),
        cache => $cache);
    my $empty = $server->memory;
    my $file = pages_list($server);

    load({ name => 'pages', server => $server, script => 'pages.lua',
        args => sub () { (fresh_seed(), $file) } }, 2 * seconds());

    my $warm = $server->memory;
    my $requests = ask_distinct($server, $file);
    my $after = $server->memory;

    $server->stop;

    my $target = $TARGETS{$cache};

    return { cache => $cache, empty => $empty, warm => $warm,
        after => $after, requests => $requests, target => $target,
        met => max($warm->{rss}, $after->{rss}) <= $target };
}

sub ask_distinct ($server, $file) {
    my $requests = 0;

    while ($requests < distinct()) {
        my $from = $requests + 1;

        $requests += load({ name => 'distinct requests', server => $server,
            script => 'distinct.lua',
            args => sub () { (fresh_seed(), $file, $from) } },
            $requests ? $CHUNK : 1)->{requests};
    }

    return $requests;
}


sub memory_table (@rows) {
    my @lines = ('| cache | after the start | after random pages'
        . ' | after distinct requests | number of distinct requests'
        . ' | target | met |',
        '|---|---|---|---|---|---|---|');

    for my $row (@rows) {
        my @cells = ("`$row->{cache}`",
            (map { sprintf '%.1f MB (%.1f)', @{$row->{$_}}{qw(rss private)} }
                qw(empty warm after)),
            with_commas($row->{requests}),
            sprintf('<= %.0f MB', $row->{target}),
            $row->{met} ? 'yes' : '**no**');

        push @lines, '| ' . join(' | ', @cells) . ' |';
    }

    return join '', map { "$_\n" } @lines;
}

1;
