#!/usr/bin/perl

# contentlib_partner: the word in "partner_ids" and in "platforms".

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = (gif(3, partner_ids => ['a', 'b', 'c']), image(2),
    gif(1, partner_ids => ['"one"']));

my $t = Test::Contentlib->new(records => \@items, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /other/ {
            contentlib;
            contentlib_root     /other/;
            contentlib_partner  gifhost;
        }
CONF

for my $item (@items) {
    answer_is($t->get("/api/v1/content_items/$item->{id}/"), 200,
        item_json($item));
    answer_is($t->get("/other/content_items/$item->{id}/"), 200,
        item_json($item, root => '/other/', partner => 'gifhost'));
}

like($t->get('/other/content_items/3/')->body,
    qr/"platforms":\{"gifhost":"[^"]+"\}.*"gifhost_ids":\["a","b","c"\]\}$/,
    'both places');
like($t->get('/other/content_items/2/')->body,
    qr/"platforms":\{\}\},.*"gifhost_ids":\[\]\}$/, 'a static image');
