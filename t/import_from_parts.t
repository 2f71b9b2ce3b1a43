#!/usr/bin/perl

# "contentlib import --from": pages that are larger than the buffer of the
# importer, and arrive in parts of any length; a long string in short parts does
# not take more time than short ones.

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Service;


$ENV{no_proxy} = '*';

my $directory = directory();
my $copy = "$directory/copy.db";
my @items = map { item($_, alt_text => "$_ " . 'x' x 5000) } reverse 1 .. 200;
my @lists = (content_items => \@items, tags => [], collections => []);
my $wanted = lines(exported(imports($directory, 'wanted.db', lines(@items))));

# Imports the lists in parts, with a value of "previous"; returns the seconds of
# the processor.

sub imported ($name, $part, $previous, @lists) {
    my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        my $r = page($path, "http://$headers->{host}", @lists);
        my $body = join '', map { sprintf "%x\r\n%s\r\n", length, $_ }
            unpack "(a$part)*",
            $r->{body} =~ s/"previous":\Knull/$previous/r;

        return { raw => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
            . "Connection: close\r\n\r\n${body}0\r\n\r\n" };
    });

    my @before = times;
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $copy,
        '--from', $service->root);
    my @after = times;

    is("$status$error", '0', $name);

    return $after[2] + $after[3] - $before[2] - $before[3];
}

for my $part (10, 1000, 7001, 16_383, 100_000) {
    imported("parts of $part bytes", $part, 'null', @lists);
    ok(lines(exported($copy)) eq $wanted, 'all records');
}

# as many bytes in one string, and in short ones

my @few = (content_items => [item(1)]);
my $text = 'x' x 97;
my $short = imported('short strings', 1, json([($text) x 1000]), @few);
my $long = imported('a long string', 1, '"' . $text x 1000 . '"', @few);

cmp_ok($long, '<', 5 * $short, 'a long string in parts of one byte')
    or diag sprintf '%.2f s and %.2f s', $long, $short;

done_testing();
