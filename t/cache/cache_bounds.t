#!/usr/bin/perl

# The cache is compared with a list of responses in the order of their use: what
# it stores, drops and remembers, and how many bytes it counts.
# Tests: src/cache/contentlib_cache.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;
use Test::Contentlib::Status;


my $SIZE = 256 * 1024;
my $REQUESTS = $ENV{CONTENTLIB_OPERATIONS} // 4000;

# a response of more than an eighth of the size is not stored

my @items = map { image($_, alt_text => 'x' x ($_ % 20 ? 200 + $_ * 30
    : $_ % 40 ? $SIZE / 8 + 100 : $SIZE / 8 - 1000)) } 1 .. 120;

my $t = Test::Contentlib->new(workers => 1, records => \@items,
    server => <<'CONF');
        contentlib_library   %%LIBRARY%% cache=256k;
        contentlib_base_url  https://api.example;
        add_header           X-Cache $contentlib_cache_status;
        keepalive_requests   1000000;

        %%API%%
        %%STATUS%%
CONF

my $connection = $t->connection;

sub ask ($n) {
    return $connection->exchange('GET', "/api/v1/content_items/$n/");
}

sub counted () {
    my $figures = figures_of($t);

    return map { $figures->{$_}{answer} } qw(cache_entries cache_bytes);
}

is(join(' ', counted()), '0 0', 'an empty cache');

my $length = length ask(1)->body;

is(join(' ', counted()), '0 0', 'the first response is not stored');
ask(1);

my ($entries, $bytes) = counted();
my $overhead = $bytes - $length;

is($entries, 1, 'the second one is');
cmp_ok($overhead, '>', 16, 'an entry has an overhead');
cmp_ok($overhead, '<', 300, 'of some bytes');

# the bytes of all responses until the last one of each item

my $made = 2 * $length;
my %seen = (1 => $made);
my %length = (1 => $length);
my @stored = (1);

sub store ($n) {
    push @stored, $n;
    $bytes += $overhead + $length{$n};

    while ($bytes > $SIZE) {
        $bytes -= $overhead + $length{shift @stored};
    }
}

sub expected ($n) {
    if (grep { $_ == $n } @stored) {
        @stored = ((grep { $_ != $n } @stored), $n);
        return 'HIT';
    }

    my $again = defined $seen{$n} && $made - $seen{$n} <= $SIZE;

    $made += $length{$n};
    $seen{$n} = $made;
    store($n) if $again && $length{$n} <= $SIZE / 8;

    return 'MISS';
}

my (%count, @faults);

any_from(1);

for my $i (1 .. $REQUESTS) {
    my $n = 1 + any_below(any_below(2) ? 120 : 30);
    my $r = ask($n);

    $length{$n} = length $r->body;

    my $wanted = expected($n);

    $count{$wanted}++;
    push @faults, "$i: item $n is no $wanted"
        if $r->header('X-Cache') ne $wanted;
    next if $i % 50;

    my $got = join ' ', counted();

    push @faults, "$i: $got, not " . @stored . " $bytes"
        if $got ne @stored . " $bytes";
}

is(join("\n", @faults[0 .. ($#faults < 9 ? $#faults : 9)]), '',
    "$REQUESTS requests");
cmp_ok($count{$_}, '>', $REQUESTS / 5, "many: $_") for qw(HIT MISS);
