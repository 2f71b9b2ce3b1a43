#!/usr/bin/perl

# "contentlib import --from --cache" continues an interrupted import, and
# fetches damaged pages again.
# Suite: long
# Tests: src/tool/from/contentlib_from.c

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;
use Time::HiRes qw(sleep);


my $directory = directory();
my $library = "$directory/library.db";
my $cache = "$directory/kept";
my $hold = put("$directory/hold", '');
my $third = 'content_items/?limit=10&offset=20';
my @pages = ('tags/?limit=100', 'content_items/?limit=100',
    'content_items/?limit=10&offset=10', $third, 'collections/?limit=100');

# A service that waits at the third page of items while a file exists.

my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    sleep 0.02 while $path eq "/api/v1/$third" && -e $hold;

    return page($path, "http://$headers->{host}", @lists);
});

my $seen = 0;

sub requests () {
    my @all = map { s{/api/v1/}{}r } $service->requests;
    my @new = @all[$seen .. $#all];
    $seen = @all;

    return join ' ', @new;
}

my @arguments = ('import', '-o', $library, '--cache', $cache, '--from',
    $service->root);

sub imported_ok ($name, @more) {
    my ($status, $out, $error) = tool(@arguments, @more);

    is("$status$error", '0', $name);
    is_right($name, $library);
    is(join(' ', contents($cache)), '', "$name: no pages are left");
    unlink $library;

    return $out;
}

# The pages of an import that is complete, but for the library.

sub pages () {
    is((tool(@arguments, '--dry-run'))[0], 0, 'a dry run');
    is(join(' ', contents($cache)), join(' ', map { "page-$_" } 1 .. @pages),
        'keeps the pages');
    requests();
}

# killed at a page

my $pid = fork // die "fork: $!";

if (!$pid) {
    open STDOUT, '>', '/dev/null';
    exec File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib'),
        @arguments or die;
}

for (1 .. 500) {
    last if grep { /\Q$third\E/ } $service->requests;
    sleep 0.02;
}

kill 'KILL', $pid;
waitpid $pid, 0;
unlink $hold;

is(requests(), "@pages[0 .. 3]", 'killed at the third page of items');
ok(!-e $library, 'no library');
unlink glob "$directory/.library.db.*";

my $out = imported_ok('continued');

is(requests(), "@pages[3, 4]", 'what is missing is asked for');
like($out, qr{/api/v1/: 2 requests, 3 pages from the cache$}m, 'reported');

imported_ok('again');
is(requests(), "@pages", 'a complete import leaves nothing to continue');

# damaged and foreign files: from there on, pages are fetched

pages();
imported_ok('undamaged');
is(requests(), '', 'nothing is asked for');

for my $case (
    ['a byte of the address', sub ($bytes) { $bytes =~ s/.(?=\n)/x/r }],
    ['cut', sub ($bytes) { substr $bytes, 0, length($bytes) / 2 }],
    ['cut in the address', sub ($bytes) { substr $bytes, 0, 20 }],
    ['cut behind the address', sub ($bytes) { $bytes =~ s/\n\K.*//sr }],
    ['without its last byte', sub ($bytes) { $bytes =~ s/\}[^}]*\z//r }],
    ['a line before it', sub ($bytes) { "\n$bytes" }],
    ['empty', sub ($bytes) { '' }],
    ['another file', sub ($bytes) { "no page\n" }],
    ['a large file', sub ($bytes) { 'x' x 70_000_000 }],
    ['another page', sub ($bytes) { slurp("$cache/page-2") }])
{
    my ($name, $damage) = @$case;

    pages();
    put("$cache/page-3", $damage->(slurp("$cache/page-3")));
    imported_ok("damaged: $name");
    is(requests(), "@pages[2 .. 4]", 'fetched again');
}

pages();
unlink "$cache/page-1";
imported_ok('without the first page');
is(requests(), "@pages", 'all are of one time');

my $other = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    return page($path, "http://$headers->{host}", tags => [tag('x')]);
});

is((tool('import', '--dry-run', '-o', $library, '--cache', $cache, '--from',
    $other->root))[0], 0, 'the pages of another service');
imported_ok('are not taken');
is(requests(), "@pages", 'all are fetched');

# Pages that contradict each other, and a list that has changed, are not kept:
# the next import fetches all of them.

for my $case (
    ['a list that changes', qr/: the list has changed while it was read /, sub ($page) { $page->{body} =~ s/"count":30/"count":29/ }],
    ['a record that appears twice', qr/:1: content item 30: was already given/,
        sub ($page) { $page->{body} =~ s/"id":20,/"id":30,/ }],
    ['a record with an error', qr/:1: content item: "id" is not/,
        sub ($page) { $page->{body} =~ s/"id":20,/"id":"x",/ }])
{
    my ($name, $message, $change) = @$case;

    my $moving = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        my $page = page($path, "http://$headers->{host}", @lists);
        $change->($page) if $path =~ /offset=10/ && !$n;
        return $page;
    });

    local $arguments[-1] = $moving->root;
    my ($status, $said, $error) = tool(@arguments);

    is($status, 1, "$name: an error");
    like($error, $message, "$name: the message");
    is(join(' ', contents($cache)), '', "$name: no pages");
    imported_ok("$name: again");
}

# errors behind the last page: the service may be better the next time

put($library, slurp(imports($directory, 'other.db', lines(item(1)))));

my $empty = put("$directory/empty", '');
my $nothing = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    return page($path, "http://$headers->{host}", -e $empty ? () : @lists);
});

for my $case (['no records', $nothing, []],
    ['another file', $service, [put("$directory/x.ndjson",
        lines(collection('x', item(1), items => [4711])))]])
{
    my ($name, $from, $more) = @$case;

    local $arguments[-1] = $from->root;

    is((tool(@arguments, @$more))[0], 1, "$name: an error");
    is(join(' ', contents($cache)), '', "$name: no pages");
    unlink $empty;
    imported_ok("$name: again");
    imports($directory, 'library.db', lines(item(1)));
}

# directories

sub cannot ($name, $path, $reason, @more) {
    my ($status, $said, $error) = tool('import', '-o', $library, '--cache',
        $path, '--from', $service->root, @more);

    like("$status$error", qr/^1contentlib: cannot $reason\n\z/, $name);
}

my $long = $directory;
$long .= '/' . 'x' x 250 while length $long < 4200;

cannot('no place for the directory', "$directory/none/kept",
    qr{create "[^"]+/none/kept": No such file or directory});
cannot('a file', put("$directory/file", ''),
    qr{write "[^"]+/file/page-1": Not a directory});
cannot('a long name', $long, qr/create "[^"]+": File name too long/);

mkdir "$directory/full";
symlink '/dev/full', "$directory/full/page-1";
cannot('a full disk', "$directory/full",
    qr{write "[^"]+/full/page-1": No space left on device});

done_testing();
