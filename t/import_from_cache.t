#!/usr/bin/perl

# "contentlib import --from --cache" continues an interrupted import,
# revalidates stored pages, and downloads damaged pages again.

use v5.36;

use lib 't/lib';
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

# A service with entity tags, which waits at the third page while a file exists.

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

# while it waits for the third page, no other import can use the directory; then
# it is killed

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

my @other = tool(@arguments);

is("$other[0]$other[2]", "1contentlib: $cache/pages.db: database is locked\n",
    'another import has it');

kill 'KILL', $pid;
waitpid $pid, 0;
unlink $hold;

my @items = map { "content_items/?limit=$_" } '100', '10&offset=10',
    '10&offset=20';

is(join(' ', requests()), join(' ', 'tags/?limit=100', @items),
    'killed at the third page');
ok(!-e $library, 'no library');
unlink glob "$directory/.library.db.*";

# continued: missing pages are requested, and first pages are revalidated

my $out = imported_ok('continued');

my @again = map { "$_ if" } 'tags/?limit=100', $items[0];

is(join(' ', requests()), join(' ', $items[2], 'collections/?limit=100',
    @again), 'what is missing is asked for');
like($out, qr{/api/v1/: 4 requests, 2 unchanged, 3 pages from the cache}, 'the numbers are reported');
is(join(' ', contents($directory)), 'kept', 'nothing beside it');

# another run revalidates all pages

$out = imported_ok('again');

is(join(' ', requests()), join(' ', (map { "$_ if" } 'tags/?limit=100', @items,
    'collections/?limit=100'), @again), 'all pages are asked about');
like($out, qr{: 7 requests, 7 unchanged, 0 pages from the cache}, 'the numbers are reported');

# damage of pages

is(join(' ', contents($cache)), 'pages.db', 'one file');

my $db = "$cache/pages.db";

sub sql ($text) {
    open my $out, '-|', 'sqlite3', $db, $text or die "sqlite3: $!";
    local $/;

    return scalar <$out> // '';
}

sql(<<'SQL');
    UPDATE body SET data = substr(data, 1, 10) WHERE page = 1;
    UPDATE body SET data = x'' WHERE page = 2;
    DELETE FROM page WHERE id = 3;
    DELETE FROM body WHERE page = 4;
    UPDATE page SET hash = hash + 1 WHERE id = 5;
SQL

imported_ok('damaged pages');
is((grep { !/ if$/ } requests()), 5, 'damaged pages are fetched');

# damage of the file: pages are downloaded again

my $whole = slurp($db);
my $size = 4096;

for my $n (0 .. length($whole) / $size - 1) {
    my $bytes = $whole;
    substr $bytes, $n * $size, $size, "\xa5" x $size;
    put($db, $bytes);
    imported_ok("page $n of the file is overwritten");
}

put($db, $whole);
sql('UPDATE body SET data = zeroblob(300000) WHERE part = 0');
imported_ok('a part that is too long');

my $header = $whole;
substr $header, 18, 1, "\x05";
put($db, $header);
imported_ok('a file that says it is read only');

put($db, substr $whole, 0, length($whole) / 2);
imported_ok('half of the file');
put($db, 'no database');
imported_ok('another file');
is(sql('PRAGMA integrity_check'), "ok\n", 'it is a database again');

# other files in the directory

open my $other, '|-', 'sqlite3', $db or die "sqlite3: $!";
print {$other} "BEGIN EXCLUSIVE;\n.shell touch $directory/locked\n";
$other->flush;
sleep 0.02 until -e "$directory/locked";

my ($status, $said, $error) = tool(@arguments);
is("$status$error", "1contentlib: $db: database is locked\n",
    'another program has it');
close $other;
unlink "$directory/locked", $db;
mkdir $db or die "mkdir: $!";

($status, $said, $error) = tool(@arguments);
is("$status$error", "1contentlib: cannot create \"$db\": Is a directory\n",
    'a directory in place of the file');
rmdir $db;

# an interrupted import, and a list that has changed since: it is read again

imported_ok('from the beginning');
requests();

my $older = "SELECT id FROM page WHERE address LIKE '%content_items/?limit=100'";

sql(<<"SQL");
    UPDATE body SET data = CAST(replace(CAST(data AS TEXT), '"count":30',
        '"count":29') AS BLOB) WHERE page = ($older);
    UPDATE page SET walk = (SELECT number FROM walk);
    UPDATE page SET tag = '' WHERE id = ($older);
SQL

my $hash = hash(pack 'H*', sql("SELECT group_concat(hex(data), '') FROM"
    . " (SELECT data FROM body WHERE page = ($older) ORDER BY part)")
    =~ s/\s//r);
sql("UPDATE page SET hash = $hash WHERE id = ($older)");

imported_ok('changed since');
my @asked = requests();
is("@asked[0, 1]", "$again[0] $items[0]", 'all lists begin anew');
is(scalar(grep { /content_items/ } @asked), 4, 'all of it');

# an invalid page does not replace the stored page

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

# what was read before an interruption may have changed, also in the last list

my $late = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    return { status => 404 } if $path =~ /tags/ && $n == 1;
    return page($path, "http://$headers->{host}", @lists,
        $path =~ /collections/ && !$n
            ? (collections => [collection('old', $lists[3][0])]) : ());
});

@arguments = ('import', '-o', $library, '--cache', "$directory/late",
    '--from', $late->root);

($status, $said, $error) = tool(@arguments);
is("$status$error", '1' . $late->root . "tags/?limit=100: status 404\n",
    'interrupted after the last list');
imported_ok('the last list has changed');

# an import that --max-pages ends can be continued

@arguments = ('import', '-o', $library, '--cache', "$directory/short",
    '--from', $service->root);
requests();

($status, $said, $error) = tool(@arguments, '--max-pages', 3);
is("$status$error", "1contentlib: --from has more than 3 pages (--max-pages)\n",
    'more pages than --max-pages');
imported_ok('with more');
is(scalar(grep { !/ if$/ } requests()), 5, 'each page is asked for once');

# directories

($status, $said, $error) = tool('import', '-o', $library, '--cache',
    "$directory/none/kept", '--from', $service->root);
is("$status$error", "1contentlib: cannot create \"$directory/none/kept\": No"
    . " such file or directory\n", 'no place for the directory');

($status, $said, $error) = tool('import', '-o', $library, '--cache',
    put("$directory/file", ''), '--from', $service->root);
is("$status$error", "1contentlib: cannot create \"$directory/file/pages.db\": Not a"
    . " directory\n", 'a file');

# names too long for the system, and for SQLite

for my $case ([4090, qr/cannot create "[^"]+": File name too long/],
    [600, qr/[^:]+: unable to open database file/])
{
    my ($len, $message) = @$case;

    ($status, $said, $error) = tool('import', '-o', $library, '--cache',
        long("$directory", $len), '--from', $service->root);
    like("$status$error", qr/^1contentlib: $message\n\z/,
        "a directory of $len bytes");
}

done_testing();

# FNV-1a of 64 bits, with a sign.

sub hash ($bytes) {
    use integer;
    no warnings qw(portable);
    my $hash = 0xcbf29ce484222325;

    $hash = ($hash ^ $_) * 0x100000001b3 for unpack 'C*', $bytes;

    return $hash;
}

# A directory whose path has this number of bytes.

sub long ($path, $len) {
    while (length $path < $len) {
        my $more = $len - length($path) - 1;
        $path .= '/' . 'x' x ($more > 250 ? $more > 252 ? 250 : 240 : $more);
        mkdir $path or $! eq 'File exists' or die "mkdir: $!";
    }

    return $path;
}
