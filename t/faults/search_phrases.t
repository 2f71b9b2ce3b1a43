#!/usr/bin/perl

# The waiting time of other requests while one connection searches English
# sentences for phrases of frequent words.

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/$_" } qw(lib ../lib ../bench/lib);
use List::Util qw(max);
use Test::More;

BEGIN { $ENV{BUILD} //= "$FindBin::Bin/../../build" }

use Bench::Statistics;
use Bench::Library;
use Faults;
use Faults::Attacks;
use Faults::Canary;
use Faults::Server;


my $ITEMS = scaled(1_000_000, 20_000);
my $VALUES = scaled(500, 50);
my $ROUNDS = 10;            # without a cache; p99 needs many requests
my $URI = '/api/v1/content_items/?limit=1&text=';
my $QUIET = 5;              # seconds without a search

my $library = Bench::Library::library($ITEMS);
my $server = Faults::Server->new(library => $library, cache => 'off');
my $client = $server->client;
my @values = phrases(common_words($library));
my (@us, %status);

$client->timed_get($URI . 'the');

my $before = canary_while(sub () { sleep $QUIET });
my $result = canary_while(\&search);

$server->stop;

my $name = with_commas($ITEMS) . ' items';

canary_results("$name, nothing is searched", $before);
canary_results($name, $result, '<= 1', '<= 5');
result("$name: search p50", percentile(50, @us) / 1000, undef, 'ms');
result("$name: search p99", percentile(99, @us) / 1000, undef, 'ms');
result("$name: searches with status 503", $status{503} // 0, '= 0');

is(join("\n", map { @{$_->{failed}} } $before, $result), '',
    'the canary has no failed request');
is(join(' ', sort grep { !/^(?:200|503)$/ } keys %status), '',
    'no other answers');

done_testing;


sub canary_while ($code) {
    my $canary = Faults::Canary->new(port => $server->port('probe'),
        requests => [[root => '/api/v1/', 200]])->start;

    $code->();

    return $canary->stop;
}

sub search () {
    for my $value ((@values[0 .. $VALUES - 1]) x $ROUNDS) {
        my ($r, $us) = $client->timed_get($URI . url_encode($value));

        push @us, $us;
        $status{$r->status}++;
    }
}

sub canary_results ($name, $result, @targets) {
    my @us = @{$result->{us}};

    for my $percent (50, 99) {
        result("$name: canary p$percent", percentile($percent, @us) / 1000,
            shift @targets, 'ms');
    }

    result("$name: canary, the longest", max(@us) / 1000, undef, 'ms');
}

# Phrases such as "the and the and th".

sub phrases (@words) {
    return map {
        my $one = $_;
        map { "$one $_ $one $_ " . substr $one, 0, 2 } @words;
    } @words;
}
