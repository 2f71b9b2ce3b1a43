#!/usr/bin/perl

# Last-Modified is the time when the library was made.

use v5.36;

use lib 't/lib';
use Time::Local qw(timegm);
use Test::Contentlib;


my $before = time;
my $t = Test::Contentlib->new(start => 0);

$t->library('library', [corpus(3)]);
my $after = time;

# the times of the file do not matter

utime 1e9, 1e9, $t->path('library.db');
$t->start;

sub seconds ($date) {
    my @months = qw(Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec);
    my %month = map { $months[$_] => $_ } keys @months;

    $date =~ /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/
        or return 0;

    return timegm($6, $5, $4, $1, $month{$2}, $3);
}

my $date = $t->get('/api/v1/content_items/')->header('Last-Modified');

cmp_ok(seconds($date), '>=', $before, "$date: not before the import");
cmp_ok(seconds($date), '<=', $after, "$date: not after the import");

for my $path ('', 'content_items/1/', 'content_items/?tag=none', 'tags/',
    'tags/every/', 'collections/', 'search/')
{
    is($t->get("/api/v1/$path")->header('Last-Modified'), $date, "/$path");
}

is($t->head('/api/v1/tags/')->header('Last-Modified'), $date, 'HEAD');
is($t->get('/api/v1/none/')->header('Last-Modified'), undef,
    'not on a 404');

# handled by nginx

is($t->get('/api/v1/tags/')->header('Cache-Control'), undef,
    'no Cache-Control');
