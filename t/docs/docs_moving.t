#!/usr/bin/perl

# The commands of docs/moving.md: a service is imported, served at another
# address, and compared with the new one.  The service is another server here.

use v5.36;

use lib 't/lib';
use File::Basename qw(dirname);
use Test::Contentlib;
use Test::Contentlib::Source;


my $t = Test::Contentlib->new(http => <<'CONF',
    server {
        listen  127.0.0.1:%%PORT%%;
        %%API%%
    }

    server {
        listen               127.0.0.1:%%PORT_1%%;
        contentlib_library   new.db;
        contentlib_base_url  http://127.0.0.1:%%PORT%%;
        %%API%%
    }

    contentlib_library  %%LIBRARY%%;
CONF
    records => source_text('data/sample/library.ndjson'),
    import => ['--media-url', 'https://media.example.com/']);

my ($old, $new) = map { 'http://127.0.0.1:' . $t->port($_) } 0, 1;
my $text = source_text('docs/moving.md');
my ($first, $second) = map { (/^```\n(.*?)^```\n/msg)[-1] }
    map { s/^```\w+\n.*?^```\n//msgr }
    $text =~ /^## (?:In three commands|Comparing)\n(.*?)(?=^## |\z)/msg;
my ($import, undef, $again) = split /\n/, $first;

sub shell ($command) {
    local $ENV{no_proxy} = '*';

    return scalar Test::Contentlib::run(sub {
        $ENV{PATH} = dirname($Test::Contentlib::PROGRAM) . ":$ENV{PATH}";
        chdir $t->dir;
        exec 'sh', '-e', '-c', $command
            =~ s{https://api\.example\.com}{$old}gr
            =~ s{http://127\.0\.0\.1:80[89]0}{$new}gr;
    });
}

sub digest ($output) { $output =~ /, (\w{64})$/m ? $1 : $output }

my $imported = digest(shell($import =~ s/-o library\.db/-o new.db/r));

$t->poll(sub { $t->request('GET', '/api/v1/tags/', [], undef, 1)->status == 200 });

like($imported, qr/^\w{64}$/, 'the service is imported');
is(digest(shell($again)), $imported, 'the new service has the same records');

# the script that compares responses

my @paths = ('/api/v1/', '/api/v1/content_items/?text=a&limit=7&offset=7',
    '/api/v1/search/?text=ha', '/api/v1/collections/');

$t->write_file('paths.txt', join '', map { "$_\n" } @paths);
is(shell($second), '', 'the same responses');

$t->write_file('paths.txt', "/api/v1/tags/\n/api/v1/status\n");
$t->library('new', [], '--allow-empty');
$t->poll(sub { $t->request('GET', '/api/v1/tags/', [], undef, 1)->json->{count}
    == 0 });
is(shell($second), "/api/v1/tags/\n", 'another one is named');
