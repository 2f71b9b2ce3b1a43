#!/usr/bin/perl

# "contentlib import --from": pages that are larger than the buffer of the
# importer, and arrive in parts of any length.

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

for my $part (10, 1000, 7001, 16_383, 100_000) {
    my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        my $r = page($path, "http://$headers->{host}", @lists);
        my $body = join '', map { sprintf "%x\r\n%s\r\n", length, $_ }
            unpack "(a$part)*", $r->{body};

        return { raw => "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n"
            . "Connection: close\r\n\r\n${body}0\r\n\r\n" };
    });

    my ($status, $out, $error) = tool('import', '--quiet', '-o', $copy,
        '--from', $service->root);

    is("$status$error", '0', "parts of $part bytes");
    ok(lines(exported($copy)) eq $wanted, 'all records');
}

done_testing();
