#!/usr/bin/perl

# data/openapi.yaml is valid, and has exactly the addresses, parameters and
# errors of the module.
# Tests: data/openapi.yaml

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Api;
use Test::Contentlib::Description;
use Test::Contentlib::Source;


my $api = Test::Contentlib::Description->new;
my $strict = 'contentlib_strict on;';

is($api->complaints, '', 'the linter has nothing to say');

my $t = $api->serve('', $strict);


# Addresses

my @lists = sort keys %{$api->ask('GET', '/api/v1/')->json};
my @paths = $api->paths;
my %answers = map { $_ => $api->ask('OPTIONS', "/api/v1/$_/1/")->status } @lists;

is(join(' ', sort map { s/\{\w+\}/1/r } @paths),
    join(' ', sort '/', map({ "/$_/" } @lists),
        map { "/$_/1/" } grep { $answers{$_} == 200 } @lists),
    'a path for each list of the root, and for its records');

for my $path (@paths) {
    is(join(' ', sort grep { $_ ne 'parameters' }
        keys %{$api->text->{paths}{$path}}), 'get',
        "$path: methods");

    like($api->ask('GET', $api->uri($path))->header('Allow'),
        qr/^GET, HEAD, OPTIONS$/, "$path: Allow");
}


# Parameters: all names that the sources read

my %known = map { $_ => 1 } grep { /^[a-z][a-z_-]+$/ }
    map { source_text($_) =~ /"([^"\n]*)"/g }
        source_files(qr{^src/(?:api|service)/.*\.c$});

sub query_parameters ($path, $method) {
    return map { $_->{name} => $_->{schema} } grep { $_->{in} eq 'query' }
        $api->parameters($path, $method);
}

my %documented = map { query_parameters($_, 'get') } @paths;

my @read = map { source_text($_) =~ /_args_value\([^"]*"([\w-]+)"\)/g }
    source_files(qr{^src/(?:api|service)/.*\.c$});

is(join(' ', grep { !$known{$_} } sort keys %documented), '',
    'the sources have the documented ones');
is(join(' ', grep { !$documented{$_} } @read), '',
    'and read no others by name');

# those that t/lib/Test/Contentlib/Api.pm reads, without a parser

is_deeply([sort(api_paths())], [sort @paths], 'Api.pm: paths');

for my $path (@paths) {
    my @own = grep { $_->{in} eq 'query' } $api->parameters($path, 'get');

    is(join(' ', api_parameters($path)), join(' ', map { $_->{name} } @own),
        "Api.pm: parameters of $path");
    is(join(' ', api_filters($path)), join(' ', map { $_->{name} }
        grep { $_->{schema}{maxLength} } @own), "Api.pm: filters of $path");
    is(api_example($path, $_->{name}), "$_->{name}=" . $_->{example} =~ tr/ /+/r,
        'Api.pm: an example') for @own;
}

my $schemas = $api->text->{components}{schemas};

is(join(' ', sort(api_fields($_))), join(' ', sort keys
    %{$schemas->{$_}{properties}}), "Api.pm: fields of $_")
    for grep { $schemas->{$_}{properties} } sort keys %$schemas;

# each documented parameter is rejected if it is malformed, except "ordering" and
# "counts"

sub refused ($method, $uri, $name, $value) {
    my $r = $api->ask($method, "$uri?$name=$value", [], $strict);

    return $r->status == 404 && $name eq 'format'
        || $r->status == 400 && ($method eq 'HEAD'
            || exists $r->json->{$name});
}

for my $path (@paths) {
    my %schema = query_parameters($path, 'get');

    for my $method ('GET', 'HEAD', 'OPTIONS') {
        my @refused = grep {
            refused($method, $api->uri($path), $_,
                /^(?:format|limit|offset)$/ ? 'x' : 'x' x 257)
        } sort keys %known;

        is("@refused", $method eq 'OPTIONS' ? 'format'
            : join(' ', sort grep { !/^(?:ordering|counts)$/ } keys %schema),
            "$method $path: its parameters, and no other string of the sources");
    }
}

# each example of a parameter has matches, except that no item lacks tags

for my $path (@paths) {
    for my $parameter (grep { $_->{schema}{maxLength} && $_->{in} eq 'query' }
        $api->parameters($path, 'get'))
    {
        my $query = "$parameter->{name}=$parameter->{example}" =~ tr/ /+/r;
        my $found = $api->ask('GET', $api->uri($path) . "?$query")->json;

        my $n = ref $found eq 'ARRAY' ? @$found : $found->{count};

        ok($parameter->{name} eq 'without' ? $n == 0 : $n > 0,
            "$path: $query finds what it should");
    }
}

# the limits of parameters

for my $path (@paths) {
    my %schema = query_parameters($path, 'get');
    my $uri = $api->uri($path);
    my $many = $path eq '/search/' ? "$uri?text=a&" : "$uri?";

    for my $name (sort grep { $schema{$_}{maxLength} } keys %schema) {
        my $longest = 'x' x $schema{$name}{maxLength};

        ok(!refused('GET', $uri, $name, $longest),
            "$path: $name at its longest");
        ok(refused('GET', $uri, $name, "x$longest"), 'and above');
    }

    for my $value (@{$schema{format}{enum}}) {
        ok(!refused('GET', $uri, 'format', $value), "$path: format=$value");
    }

    my $limit = $schema{limit} // next;

    if ($path =~ /tags|search/) {
        my ($some, $all) = map {
            my $found = $api->ask('GET', "$many$_")->json;
            scalar @{ref $found eq 'ARRAY' ? $found : $found->{results}};
        } '', 'limit=100000';

        is($some, $limit->{default}, "$path: the default of limit");
        is($all, $limit->{maximum}, "$path: its maximum");
    }

    for my $name (grep { $schema{$_} } qw(limit offset)) {
        my $least = $schema{$name}{minimum};

        ok(!refused('GET', $uri, $name, $least), "$path: least $name");
        ok(refused('GET', $uri, $name, $least - 1), 'and below');
    }
}


# Errors: the examples have all sentences of the sources, and no others.  The
# descriptions of endpoints are not errors.

my %described = map { $api->ask('OPTIONS', $api->uri($_))->json->{description}
    => 1 } @paths;
my %sentence = map { $_ => 1 } grep { !$described{$_} }
    map { source_text($_) =~ s/"\s*\n\s*"//gr =~ /"([A-Z][^"\\%]+\.)"/g }
        source_files(qr{^src/(?:api|service)/.*\.c$});

my $responses = $api->operation('/', 'get')->{responses};
my %shown;

for my $status (grep { $_ >= 400 } keys %$responses) {
    my $response = $api->resolved($responses->{$status});
    my $examples = $response->{content}{'application/json'}{examples};

    for my $example (map { $api->resolved($_) } values %$examples) {
        $shown{$_} = 1 for map { ref ? @$_ : $_ } values %{$example->{value}};
    }
}

delete $shown{'Method "POST" not allowed.'};
cmp_ok(scalar keys %sentence, '>=', 9, 'sentences are found');
is_deeply([sort keys %shown], [sort keys %sentence], 'each has an example');


# Schemas do not allow other fields

my @open;

sub look ($schema, $pointer) {
    if (ref $schema eq 'ARRAY') {
        look($schema->[$_], "$pointer/$_") for keys @$schema;
    }

    return unless ref $schema eq 'HASH';

    push @open, $pointer if ($schema->{type} // '') eq 'object'
        && !exists $schema->{additionalProperties};
    look($schema->{$_}, "$pointer/$_") for keys %$schema;
}

look($api->text->{components}{schemas}, '');
is("@open", '', 'all objects are closed');
