#!/usr/bin/perl

# The library is a symbolic link that is changed hundreds of times: no response
# fails or mixes libraries, and the last library is served.
# Tests: src/service/contentlib_source.c, src/library/contentlib_file.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;


my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library %%DIR%%/current/library.db check=50ms;

        %%API%%
CONF

# a relative link to a directory, as many tools make it

for my $n (0 .. 2) {
    mkdir $t->path("release-$n") or die $!;
    $t->library("release-$n/library", [map {
        image($_, alt_text => "library $n", tags => ["of-$n"])
    } 1 .. 30]);
}

sub switch_to ($n) {
    symlink "release-$n", $t->path('next') or die $!;
    rename $t->path('next'), $t->path('current') or die $!;
}

switch_to(0);
$t->start;

my @pids = $t->worker_pids;

ok($t->poll(sub { 2 == (() = $t->error_log =~ /serving library/g) }),
    'all workers serve the first');

my @files = map { open_files($_) } @pids;
my $connection = $t->connection;
my ($failed, $mixed) = (0, 0);

for my $n (1 .. 500) {
    switch_to($n % 3);

    my $r = $connection->exchange('GET', '/api/v1/content_items/');
    my %of = map { $_ => 1 } $r->body =~ /"(?:library |of-)(\d+)"/g;

    $failed++ if $r->status != 200;
    $mixed++ if keys %of != 1;
}

is($failed, 0, 'no answer fails');
is($mixed, 0, 'none is of two libraries');

switch_to(1);
ok($t->poll(sub {
    for (1 .. 4) {
        return 0 if $t->get('/api/v1/content_items/')->body
            !~ /"library 1"/;
    }
    return 1;
}, 2), 'the last one is served');
undef $connection;

ok($t->poll(sub { open_files($pids[$_]) <= $files[$_] }, 10),
    'no descriptor stays open') for keys @pids;
