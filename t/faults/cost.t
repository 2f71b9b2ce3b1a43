#!/usr/bin/perl

# While many clients send the most expensive requests, other clients get their
# responses in the usual time.  All responses have status 200, or 503 in time.
# Tests: src/library/contentlib_filter.c, src/library/contentlib_relevance.c,
#     src/http/ngx_http_contentlib_wait.c

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../bench/lib";
use Test::More;

use Bench::Statistics;
use Bench::Library;
use Bench::Sample;
use Faults;
use Faults::Attack;
use Faults::Attacks;
use Faults::Server;


my @SIZES = $Faults::SCALE < 0.5 ? (20_000, 100_000) : (100_000, 1_000_000);
my $ONLY = $ENV{COST_ONLY} // '.';
my $SECONDS = scaled(8, 2);
my $CONNECTIONS = 200;
my $TIMEOUT = 2000;         # contentlib_query_timeout
my $SLACK = 500;


for my $size (@SIZES) {
    my $library = warmed(Bench::Library::library($size));
    my @ids = (item_ids($library))[map { 20 * $_ } 0 .. 199];

    for my $cache ('32m', 'off') {
        my @attacks = attacks($library);

        while (my ($name, $attack) = splice @attacks, 0, 2) {
            my $title = with_commas($size) . " items, cache=$cache, $name";

            next unless $title =~ /$ONLY/;
            run($title, $library, $cache, { %$attack, ids => \@ids });
        }
    }
}

done_testing;


sub run ($title, $library, $cache, $list) {
    my $server = Faults::Server->new(library => $library, cache => $cache);

    $list->{file} = $server->write_file('list',
        join '', map { "$_\n" } @{$list->{lines}});

    my $result = attack($server, $list, $CONNECTIONS, $SECONDS);

    report($title, $result);
    judge($title, $result);

    $server->stop;
}

sub report ($title, $result) {
    my ($counts, $kinds) = ($result->{counts}, $result->{canary}{kinds});

    diag(sprintf "%s: %.0f/s; %s; canary %s", $title, $result->{wrk}{rate},
        join(' ', map { "$_ x $counts->{$_}" } sort keys %$counts),
        join ', ', map {
            sprintf '%s %.1f/%.1f', $_, milliseconds(50, @{$kinds->{$_}}),
                milliseconds(99, @{$kinds->{$_}})
        } sort keys %$kinds);
}

sub judge ($title, $result) {
    my $wrk = $result->{wrk};
    my $counts = $result->{counts};
    my %kinds = %{$result->{canary}{kinds}};
    my @pages = @{delete $kinds{page}};
    my @us = map { @$_ } values %kinds;
    my @others = grep { /^\d/ && !/^(?:200|204|499|503)$/ } keys %$counts;

    # without a cache, a page waits for the pages of the attack

    my @targets = $title =~ /cache=off/ ? () : ('<= 2', '<= 20');

    result("$title: canary p50", milliseconds(50, @us), '<= 2', 'ms');
    result("$title: canary p99", milliseconds(99, @us), '<= 20', 'ms');
    result("$title: canary p50, pages", milliseconds(50, @pages),
        $targets[0], 'ms');
    result("$title: canary p99, pages", milliseconds(99, @pages),
        $targets[1], 'ms');
    result("$title: longest answer", $wrk->{max} / 1000,
        '<= ' . ($TIMEOUT + $SLACK), 'ms');
    result("$title: answers 200", ($counts->{200} // 0) / $SECONDS, undef,
        '/s');
    result("$title: answers 503", ($counts->{503} // 0) / $SECONDS, undef,
        '/s');

    is(join(', ', @others), '', "$title: no other answers");
    is(join("\n", @{$result->{canary}{failed}}), '',
        "$title: the canary has no failed request");
    is($wrk->{$_}, 0, "$title: no errors, $_") for qw(connect read timeout);
}

sub milliseconds ($percent, @us) { percentile($percent, @us) / 1000 }
