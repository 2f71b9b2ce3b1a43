#!/usr/bin/perl

# "contentlib import --from --cache": what was interrupted is continued, what
# is there is asked about, and what is damaged is fetched again.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use ContentlibTool;
use Digest::SHA qw(sha256_hex);
use Test::More;
use Test::Contentlib::Moving;
use Test::Contentlib::Service;
use Time::HiRes qw(sleep);


my $directory = directory();
my $library = "$directory/library.db";
my $cache = "$directory/kept";
my $hold = put("$directory/hold", '');
my $third = '/api/v1/content_items/?limit=10&offset=20';

# It has entity tags, and stands still at the third page while there is a file.

my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    sleep 0.02 while $path eq $third && -e $hold;

    my $r = page($path, "http://$headers->{host}", @lists);
    my $tag = '"' . sha256_hex($r->{body}) . '"';
    $r->{headers} = { ETag => $tag };

    return ($headers->{'if-none-match'} // '') eq $tag
        ? { status => 304, body => '', headers => { Location => '/' } } : $r;
});

my $seen = 0;

sub requests () {
    my @all = $service->requests;
    my @new = @all[$seen .. $#all];
    $seen = @all;

    return map { s{/api/v1/}{}r =~ s/ .*/ if/r } @new;
}

my @arguments = ('import', '-o', $library, '--cache', $cache, '--from',
    $service->root);

sub imported_ok ($name) {
    my ($status, $out, $error) = tool(@arguments);

    is("$status$error", '0', $name);
    is_right($name, $library);
    unlink $library;

    return $out;
}

# killed at the third page

my $pid = fork // die "fork: $!";

if (!$pid) {
    open STDOUT, '>', '/dev/null';
    exec File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib'),
        @arguments or die;
}

for (1 .. 500) {
    last if grep { $_ eq $third } $service->requests;
    sleep 0.02;
}

kill 'KILL', $pid;
waitpid $pid, 0;
unlink $hold;

my @items = map { "content_items/?limit=$_" } '100', '10&offset=10',
    '10&offset=20';

is(join(' ', requests()), join(' ', 'tags/?limit=100', @items),
    'killed at the third page');
ok(!-e $library, 'no library');
unlink glob "$directory/.library.db.*";

# continued: what is missing, and whether the list is still the one it was

my $out = imported_ok('continued');

my @again = map { "$_ if" } 'tags/?limit=100', $items[0];

is(join(' ', requests()), join(' ', $items[2], 'collections/?limit=100',
    @again), 'what is missing is asked for');
like($out, qr{/api/v1/: 4 requests, 2 unchanged, 3 pages kept before}, 'told so');
is(join(' ', contents($directory)), 'kept', 'nothing beside it');

# another run asks about everything

$out = imported_ok('again');

is(join(' ', requests()), join(' ', (map { "$_ if" } 'tags/?limit=100', @items,
    'collections/?limit=100'), @again), 'all pages are asked about');
like($out, qr{: 7 requests, 7 unchanged, 0 pages kept before}, 'told so');

# names are safe, whatever the addresses are

is(scalar(grep { !/^[0-9a-f]{64}\.(?:page|json)$/ } contents($cache)), 0,
    'names of files');
is(scalar(contents($cache)), 10, 'two for each page');

# damage

my @pages = sort glob "$cache/*.page";
my @about = sort glob "$cache/*.json";

put($pages[0], substr slurp($pages[0]), 10);
put($pages[1], '');
unlink $pages[2];
put($about[3], '{"etag":');
put($about[4], '[]');

imported_ok('damaged');
is((grep { !/ if$/ } requests()), 5, 'damaged pages are fetched');

# neither what is larger than a page may be, nor what is no file

truncate $pages[0], 64 * 1024 * 1024 + 1 or die "truncate: $!";
unlink $about[1];
mkdir $about[1] or die "mkdir: $!";

my ($status, $said, $error) = tool(@arguments);
is("$status$error", "1contentlib: cannot write \"$about[1]\": Is a directory\n",
    'a directory in place of a file');
rmdir $about[1];
requests();

imported_ok('too large');
is((-s $pages[0]) < 64 * 1024, 1, 'a page that is too large is fetched');
requests();

# a walk that was begun, and a list that has changed since: it is read anew

put("$cache/walk", 'another');

for my $path (@about) {
    put($path, slurp($path) =~ s/"walk":"[^"]*"/"walk":"another"/r);
}

my $older = sha256_hex($service->root . 'content_items/?limit=100');
my $page = slurp("$cache/$older.page");
my $was = sha256_hex($page);
$page =~ s/"count":30/"count":29/ or die;
put("$cache/$older.page", $page);
put("$cache/$older.json", slurp("$cache/$older.json")
    =~ s/"digest":"$was"/'"digest":"' . sha256_hex($page) . '"'/er
    =~ s/"etag":"[^,]*",/"etag":"",/r);

imported_ok('changed since');
my @asked = requests();
is("@asked[0, 1]", "$again[0] $items[0]", 'all lists begin anew');
is(scalar(grep { /content_items/ } @asked), 4, 'all of it');

# a page that is wrong is not the one that is kept

my $wrong = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    return { body => '<html></html>' } if $path =~ /collections/ && !$n;
    return page($path, "http://$headers->{host}", @lists);
});

@arguments = ('import', '-o', $library, '--cache', "$directory/wrong",
    '--from', $wrong->root);

($status, $said, $error) = tool(@arguments);
is("$status$said$error", '1' . $wrong->root . "collections/?limit=100:1: is not"
    . " a page\n", 'a wrong page');
imported_ok('a right one');

# directories

($status, $said, $error) = tool('import', '-o', $library, '--cache',
    "$directory/none/kept", '--from', $service->root);
is("$status$error", "1contentlib: cannot create \"$directory/none/kept\": No"
    . " such file or directory\n", 'no place for the directory');

($status, $said, $error) = tool('import', '-o', $library, '--cache',
    put("$directory/file", ''), '--from', $service->root);
is("$status$error", "1contentlib: cannot read \"$directory/file/walk\": Not a"
    . " directory\n", 'a file');

# names too long for the walk, for the one it is written by, and for a page

for my $case ([4092, 'read', 'the walk'], [4088, 'write', 'the walk'],
    [4040, 'read', 'a page'])
{
    my ($len, $what, $name) = @$case;
    my $long = long("$directory", $len);

    ($status, $said, $error) = tool('import', '-o', $library, '--cache',
        $long, '--from', $service->root);
    like("$status$error", qr{^1contentlib: cannot $what "/[^"]+": File name too long\n\z},
        "$what $name");
}

done_testing();

# A directory whose path has so many bytes.

sub long ($path, $len) {
    while (length $path < $len) {
        my $more = $len - length($path) - 1;
        $path .= '/' . 'x' x ($more > 250 ? $more > 252 ? 250 : 240 : $more);
        mkdir $path or $! eq 'File exists' or die "mkdir: $!";
    }

    return $path;
}
