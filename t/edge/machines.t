#!/usr/bin/perl

# Three origins and two edges, each on its own machine: libraries are
# published, and origins are killed, lose their network, and have an old
# library.  A client has no failed request and no page of two libraries.
# Tests: conf/edge.conf, conf/origin.conf, conf/publish

use v5.36;

use lib qw(t/edge/lib t/faults/lib t/lib);
use List::Util qw(max sum0);
use Time::HiRes qw(sleep time);
use Faults;
use Machine;
use Test::Contentlib;
use Tier;


# The time is in docs/scaling.md.

my $LATEST = 11;                # seconds until edges send no old response
my $LIBRARIES = 3;
my $EVENT = scaled(12, 6);      # seconds of each failure

my $maker = Test::Contentlib->new(start => 0, server => '');
my @libraries = map {
    my $n = $_;

    $maker->library("library-$n", [map {
        image($_, alt_text => "library $n", tags => ["of-$n", 'every'])
    } 1 .. 2000]);
} 0 .. $LIBRARIES - 1;

my $tier = Tier->new($libraries[0]);
my @origins = $tier->origins;
my @edges = $tier->edges;
my $now = 0;                    # the number of the library that is served
my @all;                        # the results of all clients


# Runs the code under load, and checks that no request fails.

sub under_load ($name, $slowest, $code) {
    my $load = $tier->load;

    $code->();

    my $seen = $load->stop;

    push @all, $seen;
    diag(@{$seen->{faults}}) if @{$seen->{faults}};
    result("$name: answers", $seen->{answers}, '>= 100');
    result("$name: failed requests", $seen->{failed}, '= 0');
    result("$name: pages of two libraries", $seen->{mixed}, '= 0');
    result("$name: the longest answer", $seen->{longest}, "<= $slowest", 'ms');

    result("$name: answers that took more than half a second",
        $seen->{slow});

    return $seen;
}

# The number of addresses for which the origins send different responses.

sub differing () {
    my @uris = map { Tier::uri($_ / 60) } 0 .. 41;
    my $differing = 0;

    for my $uri (@uris) {
        my %heads = map { $_->head_text . $_->body => 1 }
            map { Tier::ask($_, $uri) } @origins;

        $differing++ if keys %heads != 1;
    }

    return $differing;
}

# The number of responses of the edges that are not from the library.

sub old_answers ($number, @uris) {
    return scalar grep { (Tier::number($_) // -1) != $number } map {
        my $uri = $_;
        map { Tier::ask($_, $uri) } @edges;
    } @uris;
}

sub next_library () { $libraries[($now + 1) % $LIBRARIES] }

# A publication that must fail and change nothing.  "fault" is an argument of
# publish() in Tier.pm.

sub publish_in_vain ($name, $left, $fault = '') {
    my ($status, $output) = $tier->publish(next_library(), 3, $fault);

    is($status, 1, "$name: publishing fails") or diag($output);

    my $had = () = grep { (Tier::number($_) // -1) == $now }
        map { Tier::ask($_, '/api/v1/content_items/') } @$left;

    result("$name: origins that serve the previous library, of "
        . @$left, $had, '= ' . @$left);
}


result('answers that differ between origins', differing(), '= 0');
result('addresses that were compared', 42);


# publications

my @quiet = map { "/api/v1/content_items/?limit=7&offset=$_" } 1 .. 40;
my (@published, @hot, $late);

under_load('publications', 2000, sub {
    for my $n (1 .. scaled(6, 2)) {
        for my $uri (@quiet) {
            Tier::ask($_, $uri) for @edges;
        }

        my ($status, $output, $seconds) = $tier->publish(next_library());

        is($status, 0, "publication $n") or diag($output);
        $now = ($now + 1) % $LIBRARIES;
        push @published, $seconds;

        my $began = time;

        # one address that clients ask for all the time

        my $uri = '/api/v1/content_items/';

        sleep 0.05 while old_answers($now, $uri) && time < $began + 30;
        push @hot, time - $began;

        # addresses that were not requested since the publication

        sleep max(0, $began + $LATEST - time);
        $late += old_answers($now, @quiet);
    }
});

result('publications', scalar @published, '>= 2');
result('the longest publication', max(@published), '<= 10', 's');
result('time until edges serve it, with requests all the time', max(@hot),
    "<= $LATEST", 's');
result("old answers of edges $LATEST seconds later, of "
    . 2 * @quiet * @published, $late, '= 0');
result('answers that differ between origins after publications',
    differing(), '= 0');


# a publication that fails after some origins have the new library

under_load('a failed publication', 2000, sub {
    sleep 1;
    publish_in_vain('a failed publication', \@origins, 'o2 4');
    sleep 1;
});

result('answers that differ between origins after it', differing(), '= 0');


# an origin is killed

under_load('an origin killed', 2000, sub {
    sleep 2;
    $origins[1]->kill;
    sleep $EVENT / 2;
    publish_in_vain('an origin killed', [@origins[0, 2]]);
    sleep $EVENT / 2;
    $origins[1]->start;
    sleep 6;
});

# an origin has no network, also for publications

under_load('an origin cut off', 5000, sub {
    sleep 2;
    $origins[0]->cut;
    $tier->away($origins[0]);
    sleep $EVENT / 2;
    publish_in_vain('an origin cut off', [@origins[1, 2]]);
    sleep $EVENT / 2;
    $origins[0]->repair;
    $tier->away($origins[0], 0);
    sleep 6;
});

# an origin receives packets, and its packets are lost

under_load('an origin mute', 5000, sub {
    sleep 2;
    $origins[2]->mute;
    sleep $EVENT;
    $origins[2]->repair;
    sleep 6;
});

# an origin has an old library, and then a publication replaces it

my $old = ($now + $LIBRARIES - 1) % $LIBRARIES;
my $seen = under_load('an origin with an old library', 2000, sub {
    Tier::link_as($libraries[$old], $origins[2]->path('library.db'));
    sleep $EVENT;

    my ($status, $output) = $tier->publish($libraries[$now]);

    is($status, 0, 'a publication replaces it') or diag($output);
});

result('an origin with an old library: its answers', $seen->{"of $old"},
    '>= 1');
sleep $LATEST;
result('old answers of edges later', old_answers($now, @quiet), '= 0');

# three failures at once

under_load('killed, cut off and old at once', 8000, sub {
    sleep 2;
    Tier::link_as($libraries[$old], $origins[2]->path('library.db'));
    $origins[0]->cut;
    $origins[1]->kill;
    sleep $EVENT;
    $origins[0]->repair;
    $origins[1]->start;
    sleep 6;
});

my ($status, $output) = $tier->publish($libraries[$now]);

is($status, 0, 'a publication to all origins') or diag($output);
result('answers that differ between origins in the end', differing(), '= 0');


# The number of keys that have several values in the results of all clients.

sub several ($key, $value) {
    my %values;

    for my $line (map { @{$_->{tags}} } @all) {
        my ($uri, $tag, $body, $digest, $number) = split ' ', $line;
        my %field = (tag => "$uri $tag", body => $body, digest => $digest,
            number => $number);

        $values{$field{$key}}{$field{$value}} = 1;
    }

    return scalar grep { keys %$_ != 1 } values %values;
}

result('entity tags with two bodies', several('tag', 'body'), '= 0');
result('entity tags with two digests', several('tag', 'digest'), '= 0');
result('digests with two libraries', several('digest', 'number'), '= 0');
result('answers in all', sum0(map { $_->{answers} } @all));
