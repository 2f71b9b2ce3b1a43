#!/usr/bin/perl

# Mutated libraries: flipped bits, swapped pages, trees with loops, huge lengths.
# Each is opened as in the module, and gets all kinds of requests.  Each response
# is valid JSON or an error, within a short time.  "contentlib check" finds all
# mutations that change a response.
#
#     SEED=2             other mutants
#     MUTANT=4711        this one only

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use Faults;
use List::Util qw(max sum0);
use Test::More;
use Time::HiRes qw(sleep);
use Test::Contentlib;

my $seed = $ENV{SEED} // 1;
my $program = "$Test::Contentlib::ROOT/build/faults/mutants";
my @columns = qw(accepted requests ok not_found unavailable failed sound
    missed stretch opening longest);

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_query_timeout 1s;
        include %%DIR%%/libraries.conf;
CONF


# Runs the program over a range, and goes on behind a mutant that ends it.
# Returns the figures and what it died of.

sub mutants ($command, $first, $last) {
    my (%figures, @deaths);

    while ($first <= $last) {
        my $errors = $t->path('errors');

        open my $out, '-|', "$program $command $seed $first $last 2>$errors"
            or die "$program: $!";

        while (<$out>) {
            $first = $1 if /^begin (\d+)$/;
            next unless s/^end \d+ //;

            my %one;
            @one{@columns} = split;
            $figures{mutants}++;
            push @{$figures{$_}}, $one{$_} for keys %one;
        }

        last if close $out;

        my ($why) = grep { /DOES NOT HOLD|Sanitizer|runtime error/ }
            split /\n/, $t->read_file('errors');

        push @deaths, $why // ($? == 14 << 8 || ($? & 127) == 14
            || $? >> 8 == 142 ? 'hangs' : "status $?");
        diag "$command $seed, mutant $first: $deaths[-1]";
        last unless defined $first;
        $first++;
    }

    return (\%figures, @deaths);
}

sub of ($how, $figures, $what) { $how->(0, @{$figures->{$what} // []}) }

sub report ($figures, @deaths) {
    my %kind;

    for (@deaths) {
        $kind{/JSON/ ? 'json' : /Sanitizer|runtime error/ ? 'sanitizer'
            : /hangs/ ? 'hangs' : 'crashes'}++;
    }

    figure('mutants', $figures->{mutants} // 0);
    figure('libraries opened', of(\&sum0, $figures, 'accepted'));
    figure('requests', of(\&sum0, $figures, 'requests'));
    figure('answers 200', of(\&sum0, $figures, 'ok'));
    figure('answers 500', of(\&sum0, $figures, 'failed'));
    figure('crashes', $kind{crashes} // 0, '= 0');
    figure('sanitizer reports', $kind{sanitizer} // 0, '= 0');
    figure('hangs', $kind{hangs} // 0, '= 0');
    figure('answers that are not JSON', $kind{json} // 0, '= 0');
    figure('libraries sound to "check"', of(\&sum0, $figures, 'sound'));
    figure('other libraries among them', of(\&sum0, $figures, 'missed'),
        '= 0');
    figure('longest stretch', of(\&max, $figures, 'stretch') / 1000,
        '<= 50', 'ms');
    figure('longest opening', of(\&max, $figures, 'opening') / 1000,
        '<= 300', 'ms');
    figure('longest request', of(\&max, $figures, 'longest') / 1000,
        '<= 1300', 'ms');
}

if (defined $ENV{MUTANT}) {
    report(mutants('mutate', $ENV{MUTANT}, $ENV{MUTANT}));
    exit;
}

diag "SEED=$seed";

# cut, or with a tail: never opened

my ($figures, @deaths) = mutants('length', 0, scaled(2200, 200) - 1);

figure('files cut or with a tail', $figures->{mutants});
figure('opened', of(\&sum0, $figures, 'accepted'), '= 0');
figure('sound to "check"', of(\&sum0, $figures, 'sound'), '= 0');
figure('deaths', scalar @deaths, '= 0');

report(mutants('mutate', 0, scaled(10000) - 1));

# the same through nginx, published by rename: ten libraries at a time

my $libraries = 10;

$t->write_file('libraries.conf', join '', map { <<"CONF" } 1 .. $libraries);
location /$_/ {
    contentlib;
    contentlib_root /$_/;
    contentlib_library @{[$t->dir]}/$_.library check=50ms;
}
CONF

$t->expect_log(qr/contentlib: library ".*" (?:cannot be served|failed): /);
$t->expect_log(qr/cannot be read, returning to the previous one/);
$t->start;

my ($pid) = $t->worker_pids;
my (%answers, $problems);

for my $round (1 .. scaled(30)) {
    my $last = $round * $libraries * 3;
    my $first = $last - $libraries + 1;

    my $connection = $t->connection;
    my %kind = `$program write $seed $first $last @{[$t->dir]}` =~ /\w+/g;

    die "$program: $?" if $?;
    $connection->{check} = sub ($r) { };
    rename $t->path(($first + $_ - 1) . '.db'), $t->path("$_.library")
        for 1 .. $libraries;

    sleep 0.3;

    for my $n (1 .. $libraries) {
        for my $uri (qw(content_items/ collections/ tags/ search/?text=cat
            content_items/?text=party content_items/?tag-partial=x
            content_items/?search=ca content_items/?collection=c-1
            content_items/?content_type=I tags/?ordering=-items))
        {
            my $r = $connection->exchange('GET', "/$n/$uri");

            $answers{$r->status}++;

            # a record is sent as it is stored, if its checksum is correct

            next if $r->status == 200 && $kind{$first + $n - 1} eq 'forged';
            next if eval { $r->json; 1 } && $r->status =~ /^(?:200|50[03])$/;

            diag "mutant @{[$first + $n - 1]}, $uri: ", $r->status, " $@";
            $problems++;
        }
    }
}

figure("answers $_ of nginx", $answers{$_}) for sort keys %answers;
figure('answers that are neither JSON nor an error', $problems // 0, '= 0');
figure('workers that ended', ($t->worker_pids)[0] == $pid ? 0 : 1, '= 0');
