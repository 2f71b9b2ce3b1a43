#!/usr/bin/perl

# "contentlib import --from" and links to other places, or without an end.

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


my $tags = '/api/v1/tags/?limit=100';

my $next = sub ($to, $shown = $to) {
    wrong("next $to", "HOST$tags: \"next\" is \"$shown\", which is not below"
        . ' --from', says({ count => 2, next => $to }));
};

$next->($_) for 'https://other.example/api/v1/tags/', 'http://127.0.0.1/api/v1/tags/',
    'https://127.0.0.1/api/v1/tags/', '/api/v2/tags/', '/', '../../admin/',
    'file:///etc/passwd', 'http://', 'http://u:p@127.0.0.1/api/v1/tags/';
$next->("http://e\e[1m.example/", 'http://e\u001b[1m.example/');
$next->('http://h/' . 'x' x 5000, 'http://h/' . 'x' x 270 . '...');

# addresses that are nearly below the URL

for my $to ('HOST/api/v1x/', 'HOST/api/v1/../v2/', 'http://user@ADDRESS/api/v1/',
    'https://ADDRESS/api/v1/', 'http://localhost:PORT/api/v1/')
{
    my $link = sub ($host) {
        my ($address, $port) = $host =~ m{//(.*:(.*))};
        return $to =~ s/HOST/$host/r =~ s/ADDRESS/$address/r
            =~ s/PORT/$port/r;
    };

    my ($status, $out, $error) = imported(sub ($path, $n, $host) {
        return says({ count => 2, next => $link->($host) })
            ->($path, $n, $host);
    });

    my $host = service->host;
    is($error, "$host$tags: \"next\" is \"" . $link->($host) . '", which is'
        . " not below --from\n", "next $to");
    is_untouched("next $to");
}

# lists without an end

sub endless ($name, $message, $record) {
    wrong($name, "HOST$tags: the list changes while it is read (reads:"
        . " 2): $message", sub ($path, $n, $host) {
            my ($offset) = $path =~ /offset=(\d+)/;
            $offset //= 0;

            return says({ count => 1000, next => "$host/api/v1/tags/?offset="
                . ($offset + 1), results => $record->($offset) })
                ->($path, $n, $host);
        }, '--retries', 1);
}

endless('always the same', 'a record appears twice', sub ($n) { [tag('a')] });
endless('always another one', 'more than 1000 records were received',
    sub ($n) { [map { tag("t$n-$_") } 1 .. 100] });

wrong('always itself', "HOST$tags: the list changes while it is read (reads: 1):"
    . ' a record appears twice', says({ count => 5,
    next => '/api/v1/tags/?limit=100' }), '--retries', 0);
wrong('nothing, and more of it', "HOST$tags: \"next\" of a page without"
    . ' records', says({ count => 5, next => '?offset=5', results => [] }));

done_testing();
