#!/usr/bin/perl

# "contentlib import --from" and a list that changes while it is read: the list
# is read again, until --retries is reached.

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;


my %all = @lists;
my @items = @{$all{content_items}};
my $first = '/api/v1/content_items/?limit=100';
my $second = '/api/v1/content_items/?limit=10&offset=10';
my $third = '/api/v1/content_items/?limit=10&offset=20';

sub shown ($path, $host, @shown) {
    return page($path, $host, @lists, content_items => \@shown);
}

# A list that changes before the first request for the second page, and whether
# entity tags show the change.

sub before ($name, $because, @before) {
    my $handler = sub ($path, $n, $host) {
        return shown($path, $host, @before) if $path eq $first && $n == 0;
        return undef;
    };

    right($name, $handler);
    is((grep { $_ eq $first } service->requests), 3, "$name: read twice");
    is((grep { m{/tags/} } service->requests), 3, "$name: the tags, too");

    # a list that always changes

    my $reads = 0;

    wrong("$name, always", "HOST$first: the list changes while it is read"
        . " (reads: 2): $because", sub ($path, $n, $host) {
            return shown($path, $host, @before) if $path eq $first && !$n++;
            return shown($path, $host, $path eq $first ? @before : @items);
        }, '--retries', 1);
}

my $more = item(31, tags => []);

before('one more on top', '"count" changed from 29 to 30', @items[1 .. 29]);
before('one less', '"count" changed from 31 to 30', $more, @items);
before('another one in place of the last', 'a record appears twice',
    @items[1 .. 10], @items[11 .. 29], $more);

# Only the first page shows the change.

my $quiet = sub ($path, $n, $host) {
    return shown($path, $host, $more, @items[1 .. 29])
        if $path eq $first && $n == 0;
    return undef;
};

right('another one on top', $quiet);
is((grep { $_ eq $first } service->requests), 4,
    'another one on top: looked at once more each time');

# A list changes while the program reads the next list.

right('another tag by now', sub ($path, $n, $host) {
    return page($path, $host, @lists, tags => [@{$all{tags}}[0 .. 3]])
        if $path =~ /tags/ && $n == 0;
    return undef;
});
is((grep { $_ eq $second } service->requests), 2,
    'another tag by now: all is read again');

# Of all that is read, only the last walk counts for --max-pages: 5 MiB.

sub large ($page) {
    $page->{body} =~ s/\{/'{' . ' ' x 900_000/e;

    return $page;
}

right('large pages are read twice', sub ($path, $n, $host) {
    return large($path eq $first && $n == 0
        ? shown($path, $host, @items[1 .. 29]) : page($path, $host, @lists));
}, '--max-pages', 5);
is((grep { $_ eq $first } service->requests), 3, 'large pages: so they were');

# Only the entity tags show a change of a record in the middle.

sub tagged ($tag, $r) {
    return { %$r, headers => { ETag => $tag } };
}

my $edited = sub ($path, $n, $host) {
    return tagged('"old"', shown($path, $host, @items[0 .. 14],
        item(15, tags => []), @items[16 .. 29]))
        if $path =~ /content_items/ && $n == 0 && $path ne $third;
    return tagged('"new"', page($path, $host, @lists));
};

right('a record is edited', $edited);
is((grep { /^\Q$second\E(?: "old")?$/ } service->requests), 2,
    'a record is edited: read twice');

wrong('a tag that is another each time', "HOST$first: the list changes while"
    . ' it is read (reads: 1): the first page has changed',
    sub ($path, $n, $host) {
        return tagged(qq("$n"), page($path, $host, @lists))
            if $path =~ /content_items/;
        return undef;
    }, '--retries', 0);

wrong('a page that is short', "HOST$first: the list changes while it is"
    . ' read (reads: 1): a page has 9 records, the previous pages have 10',
    sub ($path, $n, $host) {
        my $r = page($path, $host, @lists);
        $r->{body} =~ s/,"results":\[\{.*?"url":"[^"]*"\},(?=\{"alt)/,"results":[/s
            if $path eq $second;
        return $r;
    }, '--retries', 0);

wrong('a page that is long', "HOST$first: the list changes while it is"
    . ' read (reads: 1): a page has 11 records, the previous pages have 10',
    sub ($path, $n, $host) {
        return page($path =~ s/=10&/=11&/r, $host, @lists, size => 11)
            if $path eq $second;
        return page($path, $host, @lists);
    }, '--retries', 0);

wrong('a last page that is short', "HOST$first: the list changes while it"
    . ' is read (reads: 1): 29 of 30 records were received', sub ($path, $n, $host) {
        my $r = page($path, $host, @lists);
        $r->{body} =~ s/,"results":\[\{.*?"url":"[^"]*"\},(?=\{"alt)/,"results":[/s
            if $path eq $third;
        return $r;
    }, '--retries', 0);

# If the preview of a collection has changed, reading again does not help.

wrong('a preview that is older', 'HOST/api/v1/collections/?limit=100:1:'
    . ' collection "c": "preview_image" differs from content item 27 at'
    . " HOST$first:1", sub ($path, $n, $host) {
        return page($path, $host, @lists,
            collections => [collection('c', item(27, tags => []))]);
    });

done_testing();
