#!/usr/bin/perl

# Values and texts that are made to be slow: each search takes no longer than
# any other.  A time is that of the processor, so that a busy machine does not
# matter.
# Tests: src/text/contentlib_term.c, src/library/contentlib_relevance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $LONGEST = 256;              # bytes of a value
my $MOST = $ENV{TEST_SANITIZE} ? 10 : 0.5;      # seconds of the processor

my @marks = ("\x{301}", "\x{323}", "\x{5b0}", "\x{64b}", "\x{3099}", "\x{93c}");
my @characters = grep { /\p{Assigned}/ && !/[\p{Cs}\p{Co}]/ }
    map { chr } 1 .. 0xd7ff, 0xe000 .. 0x1ffff;

# texts of 64 kB, or what a record has room for

my %texts = (
    'one letter' => 'a' x 60_000,
    'letters and marks' => join('', map { "a\x{301}\x{323}" } 1 .. 10_000),
    'marks' => 'a' . join('', map { $marks[$_ % @marks] } 1 .. 4_000),
    'apostrophes' => join("'", ('a', 'bc') x 8_000),
    'symbols' => '+' x 20_000,
    'long decompositions' => "\x{fdfa}" x 3_000,
    map { ("characters $_" => join '', grep { defined }
        @characters[10_000 * $_ .. 10_000 * $_ + 9_999]) } 0 .. 9,
);
my @names = sort keys %texts;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF', records => [
        contentlib_library %%DIR%%/library.db;
        contentlib_query_timeout 60s;
        %%API%%
CONF

    map { image($_ + 1, alt_text => $texts{$names[$_]}, tags => []) }
        keys @names]);

# beginnings of the texts, cut between characters, and bytes of no text

my %values = map { $_ => beginning($texts{$_}) } @names;

$values{'other marks'} = beginning(join '', map { "e$_$_$_" } @marks, @marks);
$values{'near everything'} = beginning(join ' ', map { 'a' x 20 . chr 97 + $_ }
    0 .. 25);
$values{'no UTF-8'} = join '', map { chr 0x80 + $_ % 0x80 }
    1 .. $LONGEST / 3;

sub beginning ($text) {
    utf8::encode($text);

    return substr($text, 0, $LONGEST) =~ s/[\xc0-\xff][\x80-\xbf]*\z//r;
}

sub escaped ($bytes) { $bytes =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger }

# seconds of the processor that the worker has taken, with its threads

sub processor () {
    my ($worker) = $t->worker_pids;
    my $ns = 0;

    for my $file (glob "/proc/$worker/task/*/schedstat") {
        open my $in, '<', $file or next;
        $ns += (split ' ', <$in>)[0];
    }

    return $ns / 1e9;
}

for my $name (sort keys %values) {
    for my $where ('content_items/?search', 'content_items/?text',
        'search/?text')
    {
        my $from = processor();
        my $r = $t->get("/api/v1/$where=" . escaped($values{$name}));

        is($r->status, 200, "$where: $name");
        cmp_ok(processor() - $from, '<', $MOST, 'processor time');
    }
}

is($t->get('/api/v1/content_items/?search=' . 'a' x 65_536)->status, 414,
    'nginx refuses a longer one');
