#!/usr/bin/perl

# The examples of clients in README.md and docs/api.md print the same descriptions.
# Tests: README.md, docs/api.md

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::More;


my $t = Test::Contentlib->new(
    records => source_text('data/sample/library.ndjson'));
my $host = 'http://127.0.0.1:' . $t->port;

# how each language is run, and a command that has it do nothing

my %language = (
    '' => [['sh', '-c'], 'exit 0'],
    js => [['node', '--input-type=module', '-e'], 'await fetch; 0'],
    python => [['python3', '-c'], 'import requests'],
);

my %example = (source_text('README.md') . source_text('docs/api.md'))
    =~ /^```(js|python|)\n((?:curl|let|import) (?:(?!```).)*content_items.*?)^```$/msg;

is(join(' ', sort keys %example), ' js python', 'the examples');

my @texts = map { $_->{alt_text} }
    $t->get('/api/v1/content_items/?search=cat&limit=100')->json->{results}->@*;

cmp_ok(scalar @texts, '>', 3, 'there are some');

for my $name (sort keys %language) {
    my ($run, $nothing) = $language{$name}->@*;

    SKIP: {
        skip "$run->[0] is not installed", 1
            if system("$run->[0] " . join(' ', map { "'$_'" } @$run[1 .. $#$run],
                $nothing) . ' >/dev/null 2>&1');

        my $command = $example{$name} =~ s{http://127\.0\.0\.1:8080}{$host}gr;
        my $output = Test::Contentlib::run(sub {
            exec @$run, $command;
        });

        utf8::decode($output);
        is($output, join('', map { "$_\n" } @texts), "$run->[0]");
    }
}
