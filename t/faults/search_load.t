#!/usr/bin/perl

# Many clients search at the same time, each for another value: the latency of
# other requests while libraries are published, and the memory of the worker.
# Tests: src/http/ngx_http_contentlib_thread.c,
#     src/http/ngx_http_contentlib_wait.c, src/service/contentlib_task.c

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/$_" } qw(lib ../lib ../bench/lib);
use File::Copy qw(copy);
use List::Util qw(max shuffle);
use POSIX qw(WNOHANG);
use Test::More;
use Time::HiRes qw(sleep time);

BEGIN { $ENV{BUILD} //= "$FindBin::Bin/../../build" }

use Bench::Statistics;
use Bench::Library;
use Bench::Sample;
use Faults;
use Faults::Attack;
use Faults::Canary;
use Faults::Server;


my $ITEMS = '/api/v1/content_items/?limit=1&';
my $PUBLISHED = scaled(100_000, 20_000);
my $LARGE = scaled(1_000_000, 20_000);
my $SEARCHES = scaled(100_000, 1000);
my $SECONDS = scaled(20, 4);
my $PAUSE = 20;                 # seconds
my $CLIENTS = 8;
my $PAGES = 5000;

published($_) for 200, 1000, 4000;
memory_of_connections(2000);
memory_of_searches($_) for 1, 32;

done_testing;


# Filters with parts of two or three characters that many items have.

sub broad ($library, $n) {
    my @tags = shuffled(parts_of(2, 3, map { $_->{name} }
        frequent_tags($library)));
    my @texts = shuffled(parts_of(2, 3, alt_words($library)));
    my @words = shuffled(grep { length > 2 } alt_words($library));

    return map {
        my ($tag, $text, $one, $two) = map { url_encode($_) }
            $tags[$_ % @tags], $texts[$_ / @tags % @texts],
            $words[$_ % @words], $words[$_ / @words % @words];

        $_ % 2 ? "${ITEMS}tag-partial=$tag&text=$text"
            : "${ITEMS}search=$one+$two";
    } 0 .. $n - 1;
}

sub shuffled (@values) {
    srand 1;

    return shuffle sort { $a cmp $b } @values;
}

sub server ($library, %arg) {
    return Faults::Server->new(library => $library, cache => '32m', %arg);
}

sub list_of ($server, @lines) {
    return { lines => \@lines, file => $server->write_file('list',
        join '', map { "$_\n" } @lines) };
}

# Runs wrk in a child process, and calls the code until wrk ends.

sub meanwhile ($server, $list, $connections, $code) {
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        open STDOUT, '>', '/dev/null';
        exec wrk_command($server, $list, $connections, $SECONDS)
            or POSIX::_exit(127);
    }

    $code->() until waitpid $pid, WNOHANG;
    is($?, 0, "$connections connections");
}


# The library is a symbolic link, which the test switches between two files.
# nginx takes 512 ready connections from the system at a time.  With many more
# of them any request waits, also for nginx's own response without a library,
# which another client requests meanwhile.

sub published ($connections) {
    my $library = Bench::Library::library($PUBLISHED);
    my $name = with_commas($PUBLISHED) . " items, $connections connections, "
        . 'a publication each second';
    my $copy = "$library.copy";
    my $link = "$library.link";
    my $n = 0;

    copy($library, $copy) or die "$copy: $!";
    publish($link, $library);

    my $server = server($link);
    my $list = list_of($server, broad($library, 20_000));

    my ($pages, $others) = map {
        Faults::Canary->new(port => $server->port('probe'), requests => $_)
            ->start
    } [map { [page => '/api/v1/content_items/?offset='
        . int(rand $PUBLISHED - 100), 200] } 1 .. $PAGES],
        [[other => '/ready', 204]];

    meanwhile($server, $list, $connections, sub () {
        sleep 1;
        publish($link, $n++ % 2 ? $library : $copy);
    });

    my ($page, $other) = map { $_->stop } $pages, $others;
    my @failed = map { @{$_->{failed}} } $page, $other;

    $server->stop;
    unlink $copy, $link;

    for ([50, 5], [99, 50]) {
        my ($percent, $most) = @$_;
        my ($ms, $loop) = map { percentile($percent, @{$_->{us}}) / 1000 }
            $page, $other;

        result("$name: nginx's own response, p$percent", $loop, undef, 'ms');
        result("$name: a page that is not cached, p$percent", $ms,
            "<= $most", 'ms');
        result("$name: of it, beyond nginx's own response, p$percent",
            $ms - $loop, "<= $most", 'ms');
    }

    result("$name: requests that failed", scalar @failed, '= 0');
    is(join("\n", @failed), '', 'no other answers');
}

sub publish ($link, $library) {
    unlink "$link.new";
    symlink $library, "$link.new" or die "$link: $!";
    rename "$link.new", $link or die "$link: $!";
}


sub memory_of_connections ($connections) {
    my $library = Bench::Library::library($LARGE);
    my $name = with_commas($LARGE) . " items, $connections connections";
    my $server = server($library);
    my $list = list_of($server, broad($library, 20_000));
    my $peak = 0;

    meanwhile($server, $list, $connections, sub () {
        $peak = max($peak, $server->memory->{rss});
        sleep 0.05;
    });

    sleep $PAUSE;

    my $after = $server->memory->{rss};

    $server->stop;

    result("$name: memory of the worker at the peak", $peak, '<= 160', 'MB');
    result("$name: memory of the worker $PAUSE s later", $after, '<= 100',
        'MB');
}


sub memory_of_searches ($threads) {
    my $library = Bench::Library::library($LARGE);
    my $name = with_commas($LARGE) . ' items, ' . with_commas($SEARCHES)
        . " different searches, threads=$threads";
    my $server = server($library, threads => $threads);
    my @lines = broad($library, $SEARCHES);
    my @pids = map { search_in_child($server, $_, @lines) } 1 .. $CLIENTS;
    my $failed = 0;

    for my $pid (@pids) {
        waitpid $pid, 0;
        $failed++ if $?;
    }

    my $memory = $server->memory->{rss};

    $server->stop;

    is($failed, 0, "$name: no other answers");
    result("$name: memory of the worker", $memory,
        $threads == 1 ? '<= 64' : '<= 128', 'MB');
}

# Sends the part of the searches that belongs to the n-th client.

sub search_in_child ($server, $n, @lines) {
    my $pid = fork // die "fork: $!";

    return $pid if $pid;

    my $ok = eval {
        my $client = $server->client;

        for my $i (grep { $_ % $CLIENTS == $n - 1 } keys @lines) {
            my ($r) = $client->timed_get($lines[$i]);

            die "$lines[$i]: ", $r->status
                unless $r->status =~ /^(?:200|503)$/;
        }

        1;
    };

    warn $@ unless $ok;
    POSIX::_exit($ok ? 0 : 1);
}
