#!/usr/bin/perl

# Reloads, upgrades and returns, and crashes of workers, under load and while
# libraries are published.
#
# A client with a connection per request must not lose a request.  A client
# with a keepalive connection may lose a request when a worker closes the
# connection.  The API must not lose more of them than a location with
# "return".
# Tests: src/http/ngx_http_contentlib_process.c,
#     src/http/ngx_http_contentlib_library.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use File::Copy qw(copy);
use Time::HiRes qw(sleep time);

use Clients;
use Faults;
use Test::Contentlib;
use Test::Contentlib::Upgrade;


# The test crashes workers with SIGSEGV, which a sanitizer must not report.

BEGIN {
    $ENV{ASAN_OPTIONS} = join ':', $ENV{ASAN_OPTIONS} // 'detect_leaks=0',
        'handle_segv=0';
}

my $IDLE = 2;                           # seconds until an idle worker exits

my $t = Test::Contentlib::Upgrade->new(start => 0, http => <<'CONF');
    contentlib_library  %%LIBRARY%% check=50ms;
    contentlib_base_url https://api.example;
    keepalive_requests  1000000;
    access_log          off;
    add_header          X-Worker $pid;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%
        location /constant { return 200 "a constant"; }
    }
CONF

# two libraries, published in turn

my $uri = '/api/v1/content_items/?limit=10';

for my $n (0, 1) {
    $t->library("version$n", [map { image($_, alt_text => "library $n") }
        1 .. 60]);
}

sub publish ($n) {
    my $new = $t->path('library.new');

    copy($t->path("version$n.db"), $new) or die "$new: $!";
    rename $new, $t->path('library.db') or die "$new: $!";
}

publish(0);
$t->start;

# the bodies of both

my %known = map {
    my ($n, $body) = ($_);

    publish($n);
    $t->poll(sub {
        $body = $t->get($uri)->body;
        return $body =~ /library $n"/;
    });

    $body => 1;
} 0, 1;

# one connection for each request

sub one_shot ($go_on, $count) {
    while ($go_on->()) {
        my $r = eval { $t->get($uri) };

        last unless $go_on->();
        $count->{asked}++;

        next if $r && $r->status == 200 && $known{$r->body};

        $count->{failed}++;
        push @{$count->{faults}}, $r ? 'status ' . $r->status : "lost: $@"
            unless $count->{failed} > 5;
    }
}

# Sends requests on a keepalive connection, and opens another one if it is
# closed.

sub keepalive ($path) {
    return sub ($go_on, $count) {
        my ($connection, $worker);

        while ($go_on->()) {
            $connection //= $t->connection;

            my $r = eval { $connection->exchange('GET', $path) };

            last unless $go_on->();
            $count->{asked}++;

            if (!$r) {
                $count->{lost}++;
                $count->{'lost with ' . ($worker // 'nobody')}++;
                undef $connection;
                undef $worker;
                next;
            }

            $worker = $r->header('X-Worker');
            $count->{wrong}++ if $r->status != 200
                || $path eq $uri && !$known{$r->body};

            undef $connection if ($r->header('Connection') // '') eq 'close';
        }
    };
}

sub publisher ($go_on, $count) {
    while ($go_on->()) {
        publish($count->{published}++ % 2);
        sleep 0.1;
    }
}

# Runs the code under all kinds of load, and returns the counts of the clients.

sub under_load ($code) {
    my %load = (publisher => Clients->start(1, \&publisher),
        one_shot => Clients->start(2, \&one_shot),
        keepalive => Clients->start(2, keepalive($uri)),
        constant => Clients->start(2, keepalive('/constant')));

    sleep 0.3;
    $code->();
    sleep 0.3;

    return map { $_ => $load{$_}->stop } keys %load;
}

sub load_results ($what, %seen) {
    my ($ours, $constant) = @seen{qw(keepalive constant)};
    my ($lost, $base) = map { $_->{lost} // 0 } $ours, $constant;

    result("$what: publishes meanwhile", $seen{publisher}{published}, '>= 1');
    result("$what: connections of one request", $seen{one_shot}{asked});
    result("$what: failed connections of one request",
        $seen{one_shot}{failed} // 0, '= 0');
    diag($_) for @{$seen{one_shot}{faults}};
    result("$what: requests on keepalive connections", $ours->{asked});
    result("$what: wrong answers on keepalive connections",
        $ours->{wrong} // 0, '= 0');
    result("$what: lost, of $constant->{asked} for a constant", $base);

    # The target is the number for the constant, plus three standard deviations
    # of the difference.

    result("$what: lost by the API", $lost,
        '<= ' . int($base + 3 * sqrt(2 * $base + 1)));
}

# Reloads

my ($reloads, $longest) = (scaled(200, 3), 0);

sub gone ($pid) {
    return !-e "/proc/$pid" || Test::Contentlib::Upgrade::process_state($pid)
        eq 'Z';
}

sub reload_timed ($patience) {
    my @old = $t->worker_pids;
    my $start = time;

    $t->reload or return $patience;
    $t->poll(sub { !grep { !gone($_) } @old }, $patience);

    return time - $start;
}

load_results("$reloads x HUP", under_load(sub {
    reload_timed(10) for 1 .. $reloads;
}));

for (1 .. scaled(20, 3)) {
    my $seconds = reload_timed(10);

    $longest = $seconds if $seconds > $longest;
}

result('longest life of an idle worker after HUP', int($longest * 1000),
    '<= ' . $IDLE * 1000, 'ms');

# Upgrades, and returns to the old binary

my $upgrades = scaled(20, 2);
my $unfinished = 0;

load_results("$upgrades x USR2", under_load(sub {
    for (1 .. $upgrades) {
        $unfinished++ unless $t->roll_back($t->upgrade);
        $unfinished++ unless $t->finish_upgrade($t->upgrade);
    }
}));
result('upgrades not finished', $unfinished, '= 0');

# Crashes

my ($crashes, $back) = (scaled(100, 5), 0);
my %victims;

$t->expect_log(qr/exited on signal 11/);

sub crash () {
    my @pids = $t->worker_pids;
    my $victim = $pids[rand @pids];
    my $start = time;

    kill 'SEGV', $victim;
    $victims{$victim} = 1;

    # wait until a new worker answers

    my %old = map { $_ => 1 } @pids;

    $t->poll(sub {
        my $r = eval { $t->get($uri) };

        return $r && $r->status == 200 && !$old{$r->header('X-Worker')};
    });

    my $seconds = time - $start;

    $back = $seconds if $seconds > $back;
}

my %seen = do {
    my %load = (publisher => Clients->start(1, \&publisher),
        keepalive => Clients->start(6, keepalive($uri)));

    for (1 .. $crashes) {
        sleep 0.1;
        crash();
    }

    map { $_ => $load{$_}->stop } keys %load;
};

my $others = 0;

for my $key (grep { /^lost with/ } keys %{$seen{keepalive}}) {
    my ($pid) = $key =~ /(\d+)$/;

    $others += $seen{keepalive}{$key} if $pid && !$victims{$pid};
}

result("$crashes x SEGV: requests", $seen{keepalive}{asked});
result("$crashes x SEGV: lost with the worker", $seen{keepalive}{lost} // 0);
result("$crashes x SEGV: lost with other workers", $others, '= 0');
result("$crashes x SEGV: wrong answers", $seen{keepalive}{wrong} // 0, '= 0');
result("$crashes x SEGV: until a new worker serves", int($back * 1000),
    '<= 1000', 'ms');
