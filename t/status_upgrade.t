#!/usr/bin/perl

# Another nginx takes over: each counts for itself, from the beginning on, and
# nothing of the other one is lost while it runs.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Status;
use Test::Contentlib::Upgrade;


plan(skip_all => 'signals get lost under valgrind') if $ENV{TEST_VALGRIND};

my $t = Test::Contentlib::Upgrade->new(records => [image(1)], workers => 1,
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
        }

        location = /status {
            contentlib_status;
        }
CONF

sub ask () { $t->get('/api/v1/content_items/1/')->status }

# the workers that there are, and what they have counted

sub counted () {
    my %counted;

    for (1 .. 40) {
        my $page = $t->get('/status')->json;

        $counted{$page->{pid}}
            = $page->{libraries}[0]{figures}{requests}{content_item}{200};
    }

    return \%counted;
}

ask() for 1 .. 5;

my ($first) = keys %{counted()};

is_deeply(counted(), { $first => 5 }, 'the first');

my $old = $t->upgrade;

ok($t->poll(sub { keys %{counted()} == 2 }), 'both answer');

my ($second) = grep { $_ != $first } keys %{counted()};

is_deeply(counted(), { $first => 5, $second => 0 }, 'the second begins');
ask() for 1 .. 20;

my $both = counted();

is($both->{$first} + $both->{$second}, 25, 'each counts its own');

ok($t->finish_upgrade($old), 'the first one goes');
$t->poll(sub { keys %{counted()} == 1 });
is_deeply(counted(), { $second => $both->{$second} }, 'the second stays');
