#!/usr/bin/perl

# Responses have the statuses, headers and bodies of data/openapi.yaml, and
# everything in it occurs.
# Tests: data/openapi.yaml

use v5.36;

use lib 't/lib';
use List::Util qw(uniq);
use Test::Contentlib;
use Test::Contentlib::Api;
use Test::Contentlib::Description;


my $api = Test::Contentlib::Description->new;

my $gzip = 'contentlib_gzip on;';
my $strict = 'contentlib_strict on;';
my $numbers = 'contentlib_numbers string;';
my $none = 'contentlib_library none.db;';

# a picture of which only the address is known

$api->{more} = '{"id":1,"alt_text":"A dot","tags":[],"default_version":'
    . '{"content_type":"I","download":[{"platform":"original","url":"a.png"}]},'
    . '"created":"2024-01-01T00:00:00Z"}' . "\n";

my $t = $api->serve('', $gzip, $strict, $numbers, $none);

# headers of nginx itself, and Content-Type, which the media type documents

my %own = map { $_ => 1 } qw(Server Date Connection Content-Type);

my (@faults, @cases, %met);

sub look ($path, $method, $uri, $headers = [], $configuration = '') {
    my $r = $api->ask($method, $uri, $headers, $configuration);
    my $name = join ' ', $method, substr($uri, 0, 80), @$headers,
        $configuration, $r->status;
    my $response = $api->operation($path, 'get')->{responses}{$r->status};

    if (!$response) {
        push @faults, "$name: no such status";
        return $r;
    }

    my $pointer = $response->{'$ref'};
    my $met = $met{join ' ', $path, lc $method, $r->status} //= {};

    $response = $api->resolved($response);
    push @faults, map { "$name: $_" }
        header_faults($r, $response->{headers}, $met);

    my ($type, @more) = keys %{$response->{content} // {}};

    return $r if $method eq 'HEAD';

    if (!$type) {
        push @faults, "$name: a body" if length $r->body;
        return $r;
    }

    push @faults, "$name: another type"
        if @more || $r->header('Content-Type') ne $type;
    push @cases, { name => $name, value => $r->json,
        schema => "$pointer/content/" . $type =~ s{/}{~1}r . '/schema' };

    return $r;
}

sub header_faults ($r, $documented, $met) {
    my %sent;

    push @{$sent{$_->[0]}}, $_->[1] for @{$r->headers};

    my @faults = map { "$_ is not documented" }
        grep { !$documented->{$_} && !$own{$_} } sort keys %sent;

    for my $name (sort keys %$documented) {
        my $header = $api->resolved($documented->{$name});

        if (!$sent{$name}) {
            push @faults, "no $name" if $header->{required};
            next;
        }

        my $value = join ', ', @{$sent{$name}};

        $value += 0 if $header->{schema}{type} eq 'integer';
        $met->{$name} = 1;
        push @cases, { name => "$name: $value", value => $value,
            schema => "$documented->{$name}{'$ref'}/schema" };
    }

    return @faults;
}

# each status of each address and method

my @filters = uniq map { api_filters($_) } api_paths();

for my $path ($api->paths) {
    my $uri = $api->uri($path);
    my $long = join '&', map { "$_=" . 'x' x 257 } @filters;

    for my $method ('GET', 'HEAD') {
        my $r = look($path, $method, $uri);
        my $tag = $r->header('ETag');

        look($path, $method, $uri, ['If-None-Match' => $tag]) if $tag;

        look($path, $method, $uri, ['Accept-Encoding' => 'gzip'], $gzip);
        look($path, $method, $uri =~ s{/$}{}r);
        look($path, $method, "$uri?" . join '&', 1 .. 65);
        look($path, $method, "$uri?format=xml");
        look($path, $method, "$uri?limit=x&offset=-1&$long", [], $strict);
        look($path, $method, $uri, [Accept => 'text/plain']);
        look($path, $method, $uri, [], $none);
    }

    look($path, 'POST', $uri);
}

# A request cannot cause status 500.

my @unmet;

for my $path ($api->paths) {
    my $responses = $api->operation($path, 'get')->{responses};

    for my $status (sort grep { $_ != 500 } keys %$responses) {
        for my $method ($status == 405 ? 'post' : qw(get head)) {
            my $key = join ' ', $path, $method, $status;

            push @unmet, map { "$key: $_" } grep { !$met{$key}{$_} }
                sort keys %{$api->resolved($responses->{$status})->{headers}};
        }
    }
}

is(join("\n", @faults), '', 'statuses, headers and types are documented');
is(join("\n", @unmet), '', 'and those that are documented are sent');
cmp_ok(scalar keys %met, '>', 100, 'there are some');

# all records, and some other requests

my %list = map { $_ => $api->uri("/$_/") } qw(content_items collections tags);

for my $list (sort keys %list) {
    for my $query ('', 'format=api', 'format=json', 'limit=7', 'offset=20',
        'offset=1000')
    {
        look("/$list/", 'GET', "$list{$list}?$query");
    }

    for my $offset (0, 100) {
        look("/$list/", 'GET', "$list{$list}?limit=100&offset=$offset", [],
            $_) for '', $numbers;
    }
}

look('/content_items/', 'GET', "$list{content_items}?$_")
    for map({ ("$_=none", api_example('/content_items/', $_)) }
        api_filters('/content_items/')), 'tag=happy&limit=2&offset=3',
    'search=happ';
look('/tags/', 'GET', "$list{tags}?$_")
    for 'name=a', 'name=none', 'ordering=name', 'ordering=-items&name=a',
        'counts=items';
look('/tags/', 'GET', "$list{tags}?offset=-1", [], $strict);
look('/search/', 'GET', $api->uri('/search/') . "?$_")
    for 'text=ha', 'text=none', 'limit=50', 'text=a&limit=50';

my $result = $api->validate(@cases);

is(join("\n", @{$result->{faults}}), '', scalar(@cases) . ' values are valid');
is(join("\n", @{$result->{unseen}}), '', 'all fields have been answered');
