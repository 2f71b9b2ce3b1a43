#!/usr/bin/perl

# conf/recipes/brand.conf, and the commands of docs/recipes.md.
# Tests: conf/recipes/brand.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


# records of a service that calls its partner "rival"

my @items = (gif(2), image(1));
my $records = records_text(@items) =~ s/"partner(?=_ids"|":)/"rival/gr;

like($records, qr/"rival":".*"rival_ids":/s, 'records with a brand');

my $t = recipe('brand', records => $records,
    import => ['--partner', 'rival']);

for my $item (@items) {
    my $path = "content_items/$item->{id}/";

    answer_is($t->get("/api/v1/$path"), 200,
        item_json($item, partner => 'gifhost'));
    answer_is($t->get("/neutral/v1/$path"), 200,
        item_json($item, root => '/neutral/v1/'));
}

# platforms

my ($command) = recipe_commands($t, 'Brand names');

is($command->[1] =~ s/^\S+: (69 items),.*/$1/sr, '69 items', 'it imports');

sub platforms ($items) {
    return join ' ', map { map { $_->{platform} }
        @{$_->{default_version}{download}} } @$items;
}

# each worker opens the new library when it looks for it

sub records ($path, $n) {
    my $page;

    ok($t->poll(sub {
        $page = $t->get("/api/v1/$path")->json;
        $page->{count} == $n;
    }), "$path is served");

    return $page->{results};
}

is(platforms(records('content_items/?limit=100', 69)),
    join(' ', ('photogram clips network_c original') x 69), 'of items');
is(platforms([map { $_->{preview_image} } @{records('collections/', 14)}]),
    join(' ', ('photogram clips network_c original') x 14),
    'of the previews of collections');
