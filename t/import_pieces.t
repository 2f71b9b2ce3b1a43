#!/usr/bin/perl

# Input that arrives byte by byte results in the same records.  Input may end
# anywhere.

use v5.36;

use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $program = $ENV{CONTENTLIB} // 'build/contentlib';
my $directory = directory();
my $library = "$directory/library.db";

# the program may close the pipe after an error

$SIG{PIPE} = 'IGNORE';

# the program reads each byte by itself

sub imported ($bytes, $from = 0) {
    unlink $library;

    my $pid = open my $input, '|-', "$program import --quiet -o $library -"
        . " 2>$directory/error" or die;

    syswrite $input, substr $bytes, 0, $from;

    for my $at ($from .. length($bytes) - 1) {
        sleep 0.002;
        syswrite $input, substr $bytes, $at, 1;
    }

    close $input;

    return ($? >> 8) . ' ' . slurp("$directory/error");
}

my $tag = '{"slug":"a","name":"\u00e9\\\\ \"[{' . "\xc3\xa9\"}";

is(imported("\xef\xbb\xbf$tag\n"), '0 ', 'a byte order mark, and a tag');
is((exported($library))[0]{name}, "\xe9\\ \"[{\xe9", 'the tag is what it was');
is(imported("{\"count\":1, \"results\" : [ $tag ] , \"next\":null}"), '0 ',
    'a page');
is((exported($library))[0]{slug}, 'a', 'its tag');
is(imported("{\"results\":[$tag]}", 9), '0 ', 'a page after half a key');

for my $start ("\xef", "\xef\xbb", "\xef\xbbx", "\xef\xbe\xbf$tag") {
    like(imported($start), qr/\A1 -:1: unexpected "[^"\n]+" where a record/,
        'no byte order mark: ' . unpack 'H6', $start);
}

# brackets and colons before "results" belong to a record, which is invalid

for my $text ('[1]', '{[1]}', '{:[1]}', '{"x":[1]}', '{"result":[1]}',
    '{x"results":[1]}', '{"a":"results":[1]}', '{ "results" [1]}')
{
    like(imported($text, length $text), qr/\A1 -:1: /, $text);
}

done_testing();
