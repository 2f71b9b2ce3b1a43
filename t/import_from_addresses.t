#!/usr/bin/perl

# The addresses that "contentlib import --from" follows, and the addresses that
# it accepts as URL.

use v5.36;

use lib 't/lib';
use ContentlibFailing;
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


my $directory = directory();

# redirects

right('a redirect below the root', sub ($path, $n, $host) {
    return $path =~ m{^/api/v1/tags/} ? { status => 302,
        headers => { Location => '../labels/?limit=10' } }
        : page($path =~ s/labels/tags/r, $host, @lists);
});

my $tags = '/api/v1/tags/?limit=100';

sub led ($to) {
    return sub ($path, $n, $host) {
        return { status => 301, headers => { Location => $to } };
    };
}

wrong("a redirect to $_->[0]", "HOST$tags: redirects to \"$_->[1]\","
    . ' which is not below --from', led($_->[0]))
    for ['https://other.example/api/v1/tags/', 'https://other.example/api/v1/tags/'],
        ['//127.0.0.2/api/v1/tags/', 'http://127.0.0.2/api/v1/tags/'],
        ['/api/v2/tags/', 'HOST/api/v2/tags/'],
        ['/api/v1/../../x', 'HOST/x'],
        ['file:///etc/passwd', 'file:///etc/passwd'],
        ['//u@127.0.0.1/api/v1/', 'http://u@127.0.0.1/api/v1/'],
        ['//:p@127.0.0.1/api/v1/', 'http://:p@127.0.0.1/api/v1/'];
wrong('a circle', "HOST$tags: too many redirects", led($tags));

# no server, and values that are no URL

my ($status, $out, $error) = tool('import', '-o', "$directory/none.db", '--from',
    'http://127.0.0.1:1/api/v1/');
like("$status$out$error", qr{^1http://127\.0\.0\.1:1/api/v1/tags/\?limit=100: Failed to connect [^\n]+\n\z},
    'nobody there');

($status, $out, $error) = tool('import', '-o', "$directory/none.db", '--from',
    'https://127.0.0.1:1/api/v1');
like("$status$out$error", qr{^1https://127\.0\.0\.1:1/api/v1/tags/\?limit=100: Failed to connect [^\n]+\n\z},
    'nor with TLS');

for my $case (['ftp://h/', 'is not an http(s) address'],
    ['api.example/api/v1/', 'is not an http(s) address'],
    ['http://', 'is not an address'],
    ['', 'is not an http(s) address'],
    ['http://u:p@h/', 'has a user name or a password'],
    ['http://:p@h/', 'has a user name or a password'],
    ['http://h/?x=1', 'has a query or a fragment'],
    ['http://h/#x', 'has a query or a fragment'],
    ['http://h/a%2Eb/', 'has an encoded "/", "." or "\\"'],
    ['http://h/' . 'x' x 3000, 'is too long'])
{
    ($status, $out, $error) = tool('import', '-o', "$directory/none.db", '--from',
        $case->[0]);
    like("$status$out$error", qr{^1contentlib: --from "\Q@{[substr $case->[0], 0, 200]}\E[^"]*" \Q$case->[1]\E\n\z},
        substr $case->[0], 0, 40);
}

for my $case (['--rate', '0', '0.001 to 10000'], ['--rate', 'x', '0.001 to 10000'],
    ['--rate', 'nan', '0.001 to 10000'], ['--rate', '', '0.001 to 10000'],
    ['--retries', '-1', '0 to 100'], ['--retries', '101', '0 to 100'],
    ['--timeout', '0', '1 to 3600'], ['--max-pages', '0', '1 to 999999'],
    ['--max-pages', '1e6', '1 to 999999'])
{
    ($status, $out, $error) = tool('import', '-o', "$directory/none.db", '--from',
        'http://h/', $case->[0], $case->[1]);
    is("$status$out$error", "1contentlib: $case->[0] is not a number from"
        . " $case->[2]\n", "$case->[0] $case->[1]");
}

is(join(' ', contents($directory)), '', 'nothing is left');

# Sanitizers have an allocator of their own.

SKIP: {
    skip 'the program has a sanitizer in it', 1
        if slurp($ENV{CONTENTLIB} // 'build/contentlib') =~ /__asan_init/;

    my $f = ContentlibFailing->new('replace');
    my @said = map { $f->run({ calls => 'malloc', at => $_, do => 'ENOMEM' },
        'import', '-o', $f->{library}, '--retries', 0, '--from',
        'http://127.0.0.1:1/api/v1/')->{error} } 1 .. 20;

    is(join('', grep { /is not|has an/ } @said), '',
        'without memory the address is not called wrong');
}

done_testing();
