#!/usr/bin/perl

# Mutated libraries: flipped bits, swapped pages, trees with loops, huge
# lengths.  Each is opened as in the module, and all kinds of requests are
# sent.  Each response is valid JSON or an error, within a short time.
# "contentlib check" finds all mutations that change a response.
#
#     SEED=2             makes other mutants
#     MUTANT=4711        tests only this mutant
# Tests: src/library/contentlib_db_open.c, src/library/contentlib_vfs.c,
#     src/tool/check/contentlib_check.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use Faults;
use List::Util qw(max sum0);
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


# Runs the program for a range of mutants.  If a mutant ends the program, runs
# the program again for the following mutants.  Returns the results, and the
# reasons for which the program ended.

sub mutants ($command, $first, $last) {
    my (%results, @deaths);

    while ($first <= $last) {
        my $errors = $t->path('errors');

        open my $out, '-|', "$program $command $seed $first $last 2>$errors"
            or die "$program: $!";

        while (<$out>) {
            $first = $1 if /^begin (\d+)$/;
            next unless s/^end \d+ //;

            my %one;
            @one{@columns} = split;
            $results{mutants}++;
            push @{$results{$_}}, $one{$_} for keys %one;
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

    return (\%results, @deaths);
}

sub of ($how, $results, $what) { $how->(0, @{$results->{$what} // []}) }

sub report ($results, @deaths) {
    my %kind;

    for (@deaths) {
        $kind{/JSON/ ? 'json' : /Sanitizer|runtime error/ ? 'sanitizer'
            : /hangs/ ? 'hangs' : 'crashes'}++;
    }

    result('mutants', $results->{mutants} // 0);
    result('libraries opened', of(\&sum0, $results, 'accepted'));
    result('requests', of(\&sum0, $results, 'requests'));
    result('answers 200', of(\&sum0, $results, 'ok'));
    result('answers 500', of(\&sum0, $results, 'failed'));
    result('crashes', $kind{crashes} // 0, '= 0');
    result('sanitizer reports', $kind{sanitizer} // 0, '= 0');
    result('hangs', $kind{hangs} // 0, '= 0');
    result('answers that are not JSON', $kind{json} // 0, '= 0');
    result('libraries that "check" accepts', of(\&sum0, $results, 'sound'));
    result('libraries that "check" accepts, with other responses',
        of(\&sum0, $results, 'missed'), '= 0');
    result('longest stretch', of(\&max, $results, 'stretch') / 1000,
        '<= 50', 'ms');
    result('longest opening', of(\&max, $results, 'opening') / 1000,
        '<= 300', 'ms');
    result('longest request', of(\&max, $results, 'longest') / 1000,
        '<= 1300', 'ms');
}

if (defined $ENV{MUTANT}) {
    report(mutants('mutate', $ENV{MUTANT}, $ENV{MUTANT}));
    exit;
}

diag "SEED=$seed";

# files that are cut or extended are never opened

my ($results, @deaths) = mutants('length', 0, scaled(2200, 200) - 1);

result('files that were cut or extended', $results->{mutants});
result('opened', of(\&sum0, $results, 'accepted'), '= 0');
result('accepted by "check"', of(\&sum0, $results, 'sound'), '= 0');
result('ends of the program', scalar @deaths, '= 0');

report(mutants('mutate', 0, scaled(10000) - 1));

# nginx serves mutants, ten at a time, published by rename.  If the checksums of
# a mutant are correct, the module sends the records as they are stored, also if
# they are not JSON.  These mutants have libraries of their own.

my $libraries = 10;

$t->write_file('libraries.conf',
    join '', map { <<"CONF" } 1 .. 2 * $libraries);
location /$_/ {
    contentlib;
    contentlib_root /$_/;
    contentlib_library @{[$t->dir]}/$_.library check=50ms;
}
CONF

$t->expect_log(qr/contentlib: library ".*" (?:cannot be served|failed): /);
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

    my @published = map { $kind{$_} eq 'forged' ? $libraries + $_ - $first + 1
        : $_ - $first + 1 } $first .. $last;

    rename $t->path(($first + $_) . '.db'), $t->path("$published[$_].library")
        for keys @published;

    sleep 0.3;

    for my $n (@published) {
        for my $uri (qw(content_items/ collections/ tags/ search/?text=cat
            content_items/?text=party content_items/?tag-partial=x
            content_items/?search=ca content_items/?collection=c-1
            content_items/?content_type=I tags/?ordering=-items))
        {
            my $r = $connection->exchange('GET', "/$n/$uri");

            $answers{$r->status}++;

            next if $r->status == 200 && $n > $libraries;
            next if eval { $r->json; 1 } && $r->status =~ /^(?:200|50[03])$/;

            diag "mutants $first to $last, /$n/$uri: ", $r->status, " $@";
            $problems++;
        }
    }
}

result("answers $_ of nginx", $answers{$_}) for sort keys %answers;
result('answers that are neither JSON nor an error', $problems // 0, '= 0');
result('workers that ended', ($t->worker_pids)[0] == $pid ? 0 : 1, '= 0');
