#!/usr/bin/perl

# Three origins and two edges, each on its own machine: libraries are
# published, and origins are killed, lose their network, and have an old
# library.  A client has no failed request and no page of two libraries.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../faults/lib",
    "$FindBin::Bin/../lib";
use List::Util qw(max sum0);
use Test::More;
use Time::HiRes qw(sleep time);
use Faults;
use Machine;
use Test::Contentlib;
use Tier;


# as docs/scaling.md says

my $LATEST = 11;                # seconds until edges have nothing old
my $LIBRARIES = 3;
my $EVENT = scaled(12, 6);      # seconds of each

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
my $now = 0;                    # the library that is served
my @all;                        # all that clients have seen


# Under load: what happens meanwhile, and what it must not do.

sub under_load ($name, $slowest, $code) {
    my $load = $tier->load;

    $code->();

    my $seen = $load->stop;

    push @all, $seen;
    diag(@{$seen->{faults}}) if @{$seen->{faults}};
    figure("$name: answers", $seen->{answers}, '>= 100');
    figure("$name: failed requests", $seen->{failed}, '= 0');
    figure("$name: pages of two libraries", $seen->{mixed}, '= 0');
    figure("$name: the longest answer", $seen->{longest}, "<= $slowest", 'ms');

    figure("$name: answers that took more than half a second",
        $seen->{slow});

    return $seen;
}

# The answers of the origins themselves, to be compared.

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

# How many addresses an edge does not answer of the library; each is asked for
# once.

sub old_answers ($number, @uris) {
    return scalar grep { (Tier::number($_) // -1) != $number } map {
        my $uri = $_;
        map { Tier::ask($_, $uri) } @edges;
    } @uris;
}

sub next_library () { $libraries[($now + 1) % $LIBRARIES] }

# It fails, and nothing has changed; "fault" as for the tier.

sub publish_in_vain ($name, $left, $fault = '') {
    my ($status, $said) = $tier->publish(next_library(), 3, $fault);

    is($status, 1, "$name: publishing fails") or diag($said);

    my $had = () = grep { (Tier::number($_) // -1) == $now }
        map { Tier::ask($_, '/api/v1/content_items/') } @$left;

    figure("$name: origins that serve what they had, of "
        . @$left, $had, '= ' . @$left);
}


figure('answers that differ between origins', differing(), '= 0');
figure('of', 42);


# publications

my @quiet = map { "/api/v1/content_items/?limit=7&offset=$_" } 1 .. 40;
my (@published, @hot, $late);

under_load('publications', 2000, sub {
    for my $n (1 .. scaled(6, 2)) {
        for my $uri (@quiet) {
            Tier::ask($_, $uri) for @edges;
        }

        my ($status, $said, $seconds) = $tier->publish(next_library());

        is($status, 0, "publication $n") or diag($said);
        $now = ($now + 1) % $LIBRARIES;
        push @published, $seconds;

        my $began = time;

        # one address that clients ask for all the time

        my $uri = '/api/v1/content_items/';

        sleep 0.05 while old_answers($now, $uri) && time < $began + 30;
        push @hot, time - $began;

        # some that nobody has asked for since

        sleep max(0, $began + $LATEST - time);
        $late += old_answers($now, @quiet);
    }
});

figure('publications', scalar @published, '>= 2');
figure('the longest of them', max(@published), '<= 10', 's');
figure('until edges serve it, asked all the time', max(@hot),
    "<= $LATEST", 's');
figure("old answers of edges $LATEST seconds later, of "
    . 2 * @quiet * @published, $late, '= 0');
figure('answers that differ between origins then', differing(), '= 0');


# one that fails when some have it already

under_load('a failed publication', 2000, sub {
    sleep 1;
    publish_in_vain('a failed publication', \@origins, 'o2 4');
    sleep 1;
});

figure('answers that differ between origins after it', differing(), '= 0');


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

# one is cut off, for those who publish, too

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

# one hears and is not heard

under_load('an origin mute', 5000, sub {
    sleep 2;
    $origins[2]->mute;
    sleep $EVENT;
    $origins[2]->repair;
    sleep 6;
});

# one has an old library, and is brought up to date

my $old = ($now + $LIBRARIES - 1) % $LIBRARIES;
my $seen = under_load('an origin with an old library', 2000, sub {
    Tier::link_as($libraries[$old], $origins[2]->path('library.db'));
    sleep $EVENT;

    my ($status, $said) = $tier->publish($libraries[$now]);

    is($status, 0, 'it is brought up to date') or diag($said);
});

figure('an origin with an old library: its answers', $seen->{"of $old"},
    '>= 1');
sleep $LATEST;
figure('old answers of edges later', old_answers($now, @quiet), '= 0');

# all at once

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

my ($status, $said) = $tier->publish($libraries[$now]);

is($status, 0, 'all together again') or diag($said);
figure('answers that differ between origins in the end', differing(), '= 0');


# of everything that clients have seen

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

figure('entity tags with two bodies', several('tag', 'body'), '= 0');
figure('entity tags with two digests', several('tag', 'digest'), '= 0');
figure('digests with two libraries', several('digest', 'number'), '= 0');
figure('answers in all', sum0(map { $_->{answers} } @all));
