package Test::Contentlib::Requests;

# Requests of all kinds, the same in every run, and the library for them.

use v5.36;

use Exporter qw(import);
use List::Util qw(uniq);
use Test::Contentlib::Api;
use Test::Contentlib::Corpus;

our @EXPORT = qw(any any_below any_bytes any_from any_uri request_records);


my $seed = 1;

# Begins again, with other requests for another number.

sub any_from ($number) { $seed = $number % 2**31 }

# A number from 0 on.

sub any_below ($n) {
    $seed = ($seed * 1103515245 + 12345) % 2**31;

    return ($seed >> 8) % $n;
}

# One of the values.

sub any (@values) { $values[any_below(scalar @values)] }

sub any_bytes ($n) { join '', map { chr any_below(256) } 1 .. $n }

sub request_records ($n = 150) {
    my @items = corpus($n);
    my @names = ('Ärger', 'a b', 'x&y', '100%', 'é');

    push @items, image(1000 + $_, tags => ['odd', $names[$_]])
        for keys @names;

    return (@items, map { collection("c$_", $items[$_ * 3],
        display => $_ % 3, featured => $_ % 2,
        $_ % 4 ? () : (items => [$_, $_ + 1])) } 1 .. 40);
}

my @filters = uniq map { api_selecting($_) } api_paths();
my @values = ('', 'tag', 'tag 7', 'happy day', 'happy-day', 'HAPPY', 'Item',
    'number 1', '1', 'every', 'none', '%C3%84rger', '%C3%A4rger', 'a+b',
    'x%26y', '100%25', '_', '%FF', 'odd', 'c3', 'I', '-items');

sub argument () {
    my $kind = any(1 .. 6);

    return any('limit', 'offset') . '='
        . any(0, 1, 2, 5, 9, 10, 30, 100, 149, 1000, '', 'x', '-1', '007')
        if $kind <= 2;
    return any(@filters) . '=' . any(@values) =~ s/ /+/gr if $kind <= 4;
    return any('format', 'format=', 'format=json', 'format=api', 'format=xml')
        if $kind == 5;
    return any('x=1', 'x', 'host=one', 'host=two', 'b=2', 'a=%zz', '=1');
}

sub path () {
    return any('', 'tags/', 'collections/', 'search/', 'content_items/',
        'content_items/', 'content_items/',
        'content_items/' . any(1 .. 152, 1001 .. 1006) . '/',
        'tags/tag-' . any(1 .. 152) . '/', 'tags/' . any('every', 'odd') . '/',
        'collections/c' . any(1 .. 42) . '/');
}

# An address with up to three arguments, and more of them.

sub any_uri (@more) {
    my $uri = '/api/v1/' . path();
    my @arguments = ((map { argument() } 1 .. any(0 .. 3)), @more);

    return @arguments ? "$uri?" . join('&', @arguments) : $uri;
}

1;
