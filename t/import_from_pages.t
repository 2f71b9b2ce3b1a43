#!/usr/bin/perl

# "contentlib import --from" and pages in other forms than those of this
# module: many pages per list, line breaks, any entity tag.

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


sub with (%change) {
    return sub ($path, $n, $host) {
        return { %{page($path, $host, @lists)}, %change };
    };
}

right('pages of two, all lists', sub ($path, $n, $host) {
    return page($path, $host, @lists, size => 2);
});

for my $behind ("\n", "\r\n", "\n\n") {
    right('line breaks behind them', sub ($path, $n, $host) {
        my $page = page($path, $host, @lists);
        return { body => $page->{body} . $behind };
    });
}

right("a tag of $_ bytes", with(headers => { ETag => '"' . 'x' x ($_ - 2)
    . '"' })) for 2, 512, 513, 4000;

# collections, the list that is read last, over more than one page

my %all = @lists;
my @collections = map { collection("c$_", $all{content_items}[7]) } 1 .. 25;
my $directory = directory();
my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    return page($path, "http://$headers->{host}", @lists,
        collections => \@collections);
});

my ($status, $out, $error) = tool('import', '-o', "$directory/library.db",
    '--quiet', '--from', $service->root);
is("$status$out$error", '0', 'collections over three pages');
is((grep { $_->{preview_image} } exported("$directory/library.db")), 25,
    'all of them');

done_testing();
