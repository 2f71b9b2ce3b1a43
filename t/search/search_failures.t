#!/usr/bin/perl

# Searches, and failures.  If the library is replaced, waiting searches use the old
# one.  If the thread cannot read the library, if a process writes to it, or
# without memory for the thread, a search is a 503, and the next one gets its
# response.
# Suite: long
# Tests: src/http/ngx_http_contentlib_thread.c, src/service/contentlib_task.c,
#     src/library/contentlib_db.c

use v5.36;

use lib 't/lib';
use Errno qw(EIO ENOMEM);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;
use Time::HiRes qw(sleep);


needs_threads();

my $failing = Test::Contentlib::Failing->usable
    ? Test::Contentlib::Failing->new : undef;

# the library

{
    my $t = search_server();

    sub count () {
        my $r = $t->get('/api/v1/tags/');

        return $r->status == 200 ? $r->json->{count} : 0;
    }

    sub serves_ok ($n, $name) { ok($t->poll(sub { count() == $n }), $name) }

    sub found () {
        my $r = $t->get('/api/v1/tags/?limit=1&name=' . EVERY);

        return $r->status == 200 ? $r->json->{count} : $r->status;
    }

    for my $n (1 .. 3) {
        my @slow = start_searches($t, 60);
        my @last = map { $t->connection } 1 .. 5;

        $last[$_]->send_request('GET', '/api/v1/tags/?limit=1&name='
            . substr EVERY, $_) for keys @last;
        $t->get('/api/v1/tags/t1/');

        $t->library('library', [search_tags(10)]);
        serves_ok(10, "the library is replaced, $n");
        counts_ok('searches that waited', 0, @slow);
        counts_ok('the last ones found all of the old library', TAGS, @last);
        is(found(), 10, 'the next one does not');

        $t->library('library', [search_tags()]);
        serves_ok(TAGS, "and back, $n");
    }

    $t->expect_log(qr/contentlib: library ".*" (?:failed|was changed|cannot be)/);

    # the event loop reads a few pages; the thread fails at a later page, once

    if ($failing) {
        $t->library('library', [search_tags(TAGS - 1)]);
        serves_ok(TAGS - 1, 'the next library');

        $failing->arm(pid => ($t->worker_pids)[0], kinds => 'read', error => EIO,
            first => 200);
        is(found(), 503, 'the search fails');
        is($failing->disarm->failures, 1, 'a read has failed');
        like($t->error_log, qr/failed: disk I\/O error/, 'as the log says');
        is(found(), TAGS - 1, 'the next one finds everything');
    }

    my @slow = start_searches($t, 60);
    my $library = $t->path('library.db');

    open my $file, '+<:raw', $library or die $!;

    for (my $offset = 20 * 16384; $offset < -s $library; $offset += 16384) {
        sysseek $file, $offset, 0;
        syswrite $file, "\xff" x 600;
    }

    close $file;

    my %seen;

    for my $connection (@slow) {
        my $r = $connection->response;
        $seen{$r->status}++;
        $seen{wrong}++ if $r->status == 200 && $r->json->{count} != 0;
    }

    is($seen{wrong}, undef, 'no wrong answer');
    cmp_ok($seen{503}, '>', 0, 'but 503');
    is($seen{503} + ($seen{200} // 0), 60, 'and nothing else');

    $t->library('library', [search_tags()]);
    serves_ok(TAGS, 'the next library');
    counts_ok('is searched', 0, start_searches($t, 3));
}

exit unless $failing;

# memory

{
    my $t = search_server();
    my ($worker) = $t->worker_pids;

    $t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);
    $t->expect_log(qr/contentlib: library ".*" failed: /);

    my $right = 0;

    for my $n (1 .. 5) {
        my @slow = start_searches($t, 60);
        my %seen;

        $failing->arm(pid => $worker, kinds => 'memory', error => ENOMEM,
            chance => 30);
        sleep 0.05;
        $failing->disarm;

        for my $connection (@slow) {
            my $r = $connection->response;
            $seen{!$r ? 'closed' : $r->status != 200 ? $r->status
                : $r->json->{count}}++;
        }

        is(join(' ', grep { !/^(?:0|503|500|closed)$/ } keys %seen), '',
            "answers are right or refused, $n");
        $right += $seen{0} // 0;
        is($t->get('/api/v1/tags/?limit=1&name=' . EVERY)->json->{count}, TAGS,
            'and the next one is');
    }

    cmp_ok($right, '>', 0, 'some are right');
    is(($t->worker_pids)[0], $worker, 'the worker is the same');
    cmp_ok(figures_of($t)->{refusals}{memory}, '>', 0, 'some have failed');
}
