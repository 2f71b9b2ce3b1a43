#!/usr/bin/perl

# In all pairs of many requests, responses with the same entity tag have the
# same body, with any content of the cache.  The entity tag is a digest of the
# cache key.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $requests = 1500;
my $t = Test::Contentlib->new(workers => 1, records => [request_records()],
    server => <<'CONF');
        contentlib_library        %%LIBRARY%%;
        contentlib_base_url       https://$http_x_base;
        keepalive_requests        1000000;
        contentlib_page_size      10;
        contentlib_max_page_size  10;

        %%API%%

        location /api/v1/x/ {
            contentlib;
            contentlib_root     /api/v1/x/;
            contentlib_numbers  string;
        }
CONF

# differences of requests that change the response, and others that do not

sub uri () {
    my $uri = any_uri(any([], [], ['a=1'], ['a=1', 'b=2'], ['b=2', 'a=1'],
        ['a=1%26b=2'], ['a=1%26b%3D2'], ['a=1&a='], ['ab=1'], ['a=b1'],
        ['limit=5&limit='], ['text=a&text='], ['%61=1'], ['a=+'], ['a=%20'],
        ['limit=10'], ['offset=0'], ['limit=010&offset=-1'], ['&&'],
        ['text='], ['tag=']
        )->@*);

    $uri =~ s{^/api/v1/}{/api/v1/x/} unless any_below(6);

    return $uri;
}

my $connection = $t->connection;
my (%body, %alike, @faults);

for my $n (1 .. $requests) {
    my $uri = uri();
    my $base = any('a.example', 'a.example', 'a.example/api', 'a.example/v1');

    for my $time (1 .. any(1, 3)) {
        my $r = $connection->exchange('GET', $uri, 'X-Base' => $base);
        my $tag = $r->header('ETag') // last;

        push @faults, "$uri, $base: $tag, as $alike{$tag}[0]"
            if ($body{$tag} //= $r->body) ne $r->body;
        push @{$alike{$tag}}, "$uri, $base" if $time == 1;
    }
}

is(join("\n", @faults), '', 'one tag, one body');

# that equal requests have equal tags is what a cache is worth

my %tags;

push @{$tags{$body{$_}}}, $_ for keys %body;

my @many = grep { @{$tags{$_}} > 1 && !/^\[|"next":null,"previous":null/ }
    sort keys %tags;

is(scalar @many, 0, 'one body, one tag, where it shows what was asked for')
    or diag(join "\n", map { map { $alike{$_}[0] } @{$tags{$_}} } @many);

my $shared = grep { @$_ > 1 } values %alike;

cmp_ok(scalar keys %body, '>', 300, keys(%body) . ' different answers');
cmp_ok($shared, '>', 50, "$shared of them by several addresses");
