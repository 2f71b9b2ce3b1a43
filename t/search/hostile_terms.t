#!/usr/bin/perl

# A library that an attacker has filled with terms which are nearly the one that
# a client searches for: the search does not keep them in memory.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


plan(skip_all => 'memory is different with sanitizers') if $ENV{TEST_SANITIZE};

my $CHARACTERS = 500;                       # so $CHARACTERS ** 2 terms

my $t = Test::Contentlib->new(start => 0, workers => 1, http => <<'CONF');
    contentlib_library        %%LIBRARY%%;
    contentlib_query_timeout  60s;

    server {
        listen 127.0.0.1:%%PORT%%;
        %%API%%
    }
CONF

$t->library('library', [image(1, alt_text => 'word')]);

edit($t->path('library.db'), <<"SQL");
CREATE TEMP TABLE digit AS WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL
    SELECT i + 1 FROM n WHERE i < $CHARACTERS - 1)
    SELECT char(0x4e00 + i) AS c FROM n;
INSERT INTO posting SELECT 10, 'a' || one.c || other.c || '字字字字字字字字字字字',
    0, (SELECT positions FROM posting WHERE kind = 10)
    FROM digit AS one, digit AS other;
SQL
checksum_file($t->path('library.db'));
$t->start;

my ($worker) = $t->worker_pids;

sub peak () {
    open my $file, '<', "/proc/$worker/status" or die "status: $!";

    return (map { /^VmHWM:\s+(\d+) kB$/ ? $1 : () } <$file>)[0];
}

# all terms are read for the first value, too, but none is near

sub finds ($value) {
    utf8::encode($value);

    my $r = $t->get('/api/v1/content_items/?search='
        . $value =~ s/([^a-z])/sprintf '%%%02X', ord $1/ger);

    is($r->status, 200, $value);

    return $r->json->{count};
}

is(finds('a' . '木' x 13), 0, 'no near term');

my $before = peak();

is(finds('axy' . '字' x 11), 1, 'many near terms');

cmp_ok(peak() - $before, '<=', 4096, 'kilobytes more');
