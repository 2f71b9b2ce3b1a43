#!/usr/bin/perl

# The root of the API: the addresses of the four lists.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(1)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /elsewhere/ {
            contentlib;
            contentlib_root      /elsewhere/;
            contentlib_base_url  https://media.example/library;
        }
CONF

sub root ($prefix, $query = '') {
    return '{' . join(',', map { qq("$_":"$prefix$_/$query") }
        qw(content_items collections tags search)) . '}';
}

my $local = 'http://localhost/api/v1/';

answer_is($t->get('/api/v1/'), 200, root($local));
answer_is($t->get('/api/v1/?format=api'), 200, root($local, '?format=api'));
answer_is($t->get('/api/v1/?format=json'), 200, root($local, '?format=json'));
answer_is($t->get('/api/v1/?format='), 200, root($local, '?format='));
answer_is($t->get('/api/v1/?limit=abc&offset=5&text=x&unknown=1'), 200,
    root($local), 'no other parameter has an effect');
answer_is($t->get('/elsewhere/'), 200,
    root('https://media.example/library/elsewhere/'), 'another root');
answer_is($t->get('/elsewhere/?format=api'), 200,
    root('https://media.example/library/elsewhere/', '?format=api'));
answer_is($t->get('/elsewhere/api/v1/'), 404, '{"detail":"Not found."}',
    'the root of another location');
