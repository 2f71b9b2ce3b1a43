#!/usr/bin/perl

# Upgrade of the binary: the new and the old workers count separately.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;
use Test::Contentlib::Upgrade;


plan(skip_all => 'signals get lost under valgrind') if $ENV{TEST_VALGRIND};

my $t = Test::Contentlib::Upgrade->new(records => [image(1)], workers => 1,
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%
        %%STATUS%%
CONF

sub ask () { $t->get('/api/v1/content_items/1/')->status }

# The counters of the workers.  Repeats the request until all workers have
# responded.

sub counted ($workers) {
    my %counted;

    $t->poll(sub {
        my $page = $t->get('/status')->json;

        $counted{$page->{pid}}
            = $page->{libraries}[0]{figures}{requests}{content_item}{200};

        return keys %counted == $workers;
    });

    return \%counted;
}

ask() for 1 .. 5;

my ($first) = keys %{counted(1)};

is_deeply(counted(1), { $first => 5 }, 'the first');

my $old = $t->upgrade;
my ($second) = grep { $_ != $first } keys %{counted(2)};

is_deeply(counted(2), { $first => 5, $second => 0 }, 'the second begins');
ask() for 1 .. 20;

my $both = counted(2);

is($both->{$first} + $both->{$second}, 25, 'each counts its own');

ok($t->finish_upgrade($old), 'the first one goes');
is_deeply(counted(1), { $second => $both->{$second} }, 'the second stays');
