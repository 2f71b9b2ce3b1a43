#!/usr/bin/perl

# A new library replaces the old one by rename: all workers serve it, and no
# response fails, is incomplete or mixes both.
# Tests: src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep time);
use Test::Contentlib;
use Test::Contentlib::Process;


my $t = Test::Contentlib->new(start => 0, workers => 2, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;
        contentlib_base_url https://api.example;
        keepalive_requests 1000000;

        location /api/v1/ {
            contentlib;
            add_header X-Generation $contentlib_generation always;
        }
CONF

# each text contains the letter of its library

sub records ($n) {
    return map { image($_, alt_text => "library $n", tags => ["of-$n"]) }
        1 .. 40;
}

my @pids;
my $uri = '/api/v1/content_items/';

$t->library('library', [records(0)]);
$t->start;
@pids = $t->worker_pids;

my $first = $t->get($uri);

is($first->json->{results}[0]{alt_text}, 'library 0', 'the first library');
$t->get($uri) for 1 .. 4;

# publications in turn, with requests on keepalive connections all the time

my @connections = map { $t->connection } 1 .. 4;
my (%etag, %digest, %seen, @faults, $asked);

sub ask ($connection) {
    my $r = $connection->exchange('GET', $uri);
    my %texts = map { $_->{alt_text} => 1, "library "
        . ($_->{tags}[0]{slug} =~ s/of-//r) => 1 } @{$r->json->{results}};

    $asked++;
    push @faults, 'status ' . $r->status if $r->status != 200;
    push @faults, 'mixed: ' . join ' ', sort keys %texts if keys %texts != 1;

    my ($n) = %texts;

    $seen{$n}++;
    $etag{$r->header('ETag')}{$r->body} = 1;
    $digest{$r->header('X-Generation')}{$n} = 1;

    return $n;
}

for my $n (1 .. 12) {
    $t->library('library', [records($n)]);

    my ($until, %new) = (time + 1);

    while (time < $until && keys %new < @connections) {
        for my $i (keys @connections) {
            $new{$i} = 1 if ask($connections[$i]) eq "library $n";
        }
    }

    is(scalar keys %new, scalar @connections,
        "library $n is served everywhere within a second");
}

is(join("\n", @faults), '', "no fault in $asked answers");
is(scalar(grep { keys %$_ != 1 } values %etag), 0,
    'an entity tag has one body');
is(scalar(grep { keys %$_ != 1 } values %digest), 0,
    'a digest has one library');
cmp_ok(scalar keys %seen, '>=', 12, 'all of them were seen');

# idle workers open the new library, too, and close the old one

# all workers serve the last library

sleep 0.5;

my $lines = () = $t->error_log =~ /serving library/g;

$t->library('library', [records(13)]);
ok($t->poll(sub {
    (() = $t->error_log =~ /serving library/g) == $lines + 2
}, 2), 'both workers went over without being asked');

is(deleted_files($_), 0, 'no file of the past is open') for @pids;

is("@{[$t->worker_pids]}", "@pids", 'all that without a reload');
