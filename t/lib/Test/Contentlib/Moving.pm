package Test::Contentlib::Moving;

# Shared by the tests of "contentlib import --from": a service with some lists,
# and an import that replaces a library.

use v5.36;

use ContentlibTool;
use Exporter qw(import);
use Test::More;
use Test::Contentlib::Service;

our @EXPORT = qw(@lists service imported right wrong is_right
    is_untouched says);

my @tags = map { tag("t$_") } 1 .. 5;
my @items = map { item($_, tags => [@tags]) } reverse 1 .. 30;
my @collections = (collection('c', $items[3]));

our @lists = (tags => \@tags, content_items => \@items,
    collections => \@collections, size => 10);

my $directory = directory();
my $wanted = lines(exported(imports($directory, 'wanted.db',
    lines(@tags, @items, @collections))));
my $library = imports($directory, 'library.db', lines(item(77)));
my $old = slurp($library);
my $service;

sub service () { $service }

# The handler is asked first, and may leave the answer to the lists.

sub imported ($handler, @options) {
    $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        my $host = 'http://' . $headers->{host};
        return $handler->($path, $n, $host) // page($path, $host, @lists);
    });

    return tool('import', '--quiet', '-o', $library, '--from', $service->root,
        @options);
}

sub right ($name, $handler, @options) {
    my ($status, $out, $error) = imported($handler, @options);

    is("$status$out$error", '0', $name);
    is_right($name, $library);
    put($library, $old);
}

sub is_right ($name, $path) {
    ok(-s $path && lines(exported($path)) eq $wanted,
        "$name: the right records");
}

sub wrong ($name, $message, $handler, @options) {
    my ($status, $out, $error) = imported($handler, @options);

    my $host = $service->host;
    is("$status$out$error", '1' . $message =~ s/HOST/$host/gr . "\n", $name);
    is_untouched($name);
}

sub is_untouched ($name) {
    ok(slurp($library) eq $old, "$name: the old library is there");
    is(join(' ', contents($directory)), 'library.db wanted.db',
        "$name: and nothing beside it");
}

# A handler that answers with one body, or with a page of other members.

sub says ($body, %more) {
    return sub ($path, $n, $host) {
        return { %more, body => ref $body ? json({ count => 1, next => undef,
            previous => undef, results => [tag('a')], %$body }) : $body };
    };
}

1;
