#!/usr/bin/perl

# A search in the thread ends at the time of its deadline: there is one
# response, and the connection stays.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;
use Time::HiRes qw(sleep);


needs_threads();

my $ROUNDS = 150;
my @TIMEOUTS = (4, 6, 8, 10, 12, 14, 16, 20, 24, 30);

my $locations = join "\n", map { <<"CONF" } @TIMEOUTS;
        location /t$_/ {
            contentlib;
            contentlib_root           /t$_/;
            contentlib_query_timeout  ${_}ms;
        }
CONF

my $t = Test::Contentlib->new(workers => 1, records => [
    (map { gif($_) } 1 .. 1000), search_tags()], server => <<"CONF");
        contentlib_library        %%LIBRARY%% cache=off;
        contentlib_max_page_size  1000;
        contentlib_query_timeout  30s;
        contentlib_gzip           on;

        %%API%%

$locations
        location /page {
            ssi       on;
            ssi_types *;
            root      %%DIR%%;
        }
CONF

mkdir $t->path('page');

srand 1;

my %seen;

for my $round (1 .. $ROUNDS) {
    my $timeout = $TIMEOUTS[rand @TIMEOUTS];
    my $letter = ('a' .. 'z')[rand 26];
    my $search = $round % 2 ? slow_uri("/t$timeout/")
        : "/t$timeout/search/?text=" . absent($letter . ('a' .. 'z')[rand 26]);

    $t->write_file('page/index.html', qq(A<!--# include virtual="$search" -->)
        . 'B<!--# include virtual="/api/v1/tags/?limit=1&name='
        . absent("z$letter") . '" -->'
        . 'C');

    my ($page, @others) = map { $t->connection } 1 .. 3;

    $_->exchange('GET', '/api/v1/tags/t1/') for $page, @others;
    $page->send_request('GET', '/page/index.html');
    sleep 0.001 * rand 12;
    $_->send_request('GET', "/api/v1/content_items/?limit=1000&n=$round",
        ['Accept-Encoding' => 'gzip']) for @others;

    my $r = eval { $page->response };

    $seen{!$r ? 'closed' : $r->body =~ /\AA.*B.*C\Z/s ? 'whole' : 'cut'}++;
    $_->response for @others;
}

is_deeply(\%seen, { whole => $ROUNDS }, 'whole responses');
