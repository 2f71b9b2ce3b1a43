#!/usr/bin/perl

# The examples in data/openapi.yaml equal the responses of the sample.
# Tests: data/openapi.yaml

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Description;


my $api = Test::Contentlib::Description->new;
my $components = $api->text->{components};
my $examples = $components->{examples};

my %configurations = map { $_->{'x-configuration'} // '' => 1 }
    values %$examples;
my $t = $api->serve(sort keys %configurations);

# each example belongs to a response

my (%used, @cases);

for my $name (sort keys %{$components->{responses}}) {
    my $content = $components->{responses}{$name}{content}
        {'application/json'} // next;

    for my $reference (values %{$content->{examples}}) {
        my ($example) = $reference->{'$ref'} =~ m{^#/components/examples/(.*)$}
            or die "an example of $name";

        $used{$example} = 1;
        push @cases, { name => $example, value => $examples->{$example}{value},
            schema => "#/components/responses/$name/content/"
                . 'application~1json/schema' };
    }

    cmp_ok(scalar values %{$content->{examples}}, '>', 0, "$name has one");
}

is(join(' ', sort keys %used), join(' ', sort keys %$examples),
    'all are used');
is_deeply($api->validate(@cases)->{faults}, [], 'all are of their schemas');

# A request cannot cause these errors.

my @asked = grep { $examples->{$_}{'x-request'} } sort keys %$examples;

is(join(' ', grep { !$examples->{$_}{'x-request'} } sort keys %$examples),
    'busy failure too_slow', 'nearly all have a request');

for my $name (@asked) {
    my $example = $examples->{$name};
    my ($line, @headers) = split /\n/, $example->{'x-request'};
    my ($method, $uri) = $line =~ /^(\w+) (\S+)$/ or die "$name: $line";
    my $r = $api->ask($method, $uri, [map { split /: / } @headers],
        $example->{'x-configuration'} // '');

    is_deeply($r->json, $example->{value}, "$name: $line")
        or diag("answered: ", $r->body);
}
