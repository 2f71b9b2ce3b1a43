#!/usr/bin/perl

# contentlib_gzip: one library and one cache with several base URLs and other
# settings.  A response with one setting is never sent for another.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use List::Util qw(shuffle);
use Test::More;
use Test::Contentlib;


my %views = (
    plain => '',
    string => 'contentlib_numbers string;',
    partner => 'contentlib_partner other;',
    media => 'contentlib_media_url https://cdn.example/m/;',
    host => 'contentlib_base_url https://$arg_host.example;',
    small => 'contentlib_page_size 5;',
    off => 'contentlib_gzip off;',
);

# what the bytes of a record must be

my %wanted = (
    plain => {},
    string => { numbers => 'string' },
    partner => { partner => 'other' },
    media => { media_url => 'https://cdn.example/m' },
    small => {},
    off => {},
);

my $locations = join '', map { <<"CONF" } sort keys %views;
        location /$_/ {
            rewrite ^/$_/(.*) /api/v1/\$1 break;
            contentlib;
            $views{$_}
        }
CONF

my @items = corpus(30);
my $t = Test::Contentlib->new(workers => 1,
    import => ['--media-url', 'https://media.example/files/'],
    records => [@items, map { collection("c$_", $items[$_]) } 1 .. 5],
    server => <<"CONF");
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%% cache=4m;
        contentlib_gzip      on;

$locations
CONF

my @connections = map { $t->connection } 1 .. 2;
my ($seed, %body, %faults, %forms);

sub ask ($view, $path, $gzip) {
    my $host = $view =~ s/^host-// ? "host=$view" : '';
    my $uri = ($host ? '/host/' : "/$view/") . $path;

    $uri .= ($path =~ /\?/ ? '&' : '?') . $host if $host;

    return $connections[$gzip]->exchange('GET', $uri,
        $gzip ? ('Accept-Encoding' => 'gzip') : ());
}

# In two hosts: what differs is the variable of the base address only.

my @views = ((grep { $_ ne 'host' } sort keys %views), 'host-a', 'host-b');
my @paths = ('', 'content_items/', 'content_items/?limit=3&tag=every',
    'content_items/29/', 'content_items/30/', 'content_items/?text=number+1',
    'content_items/?format=json&limit=3', 'content_items/29/?format=json',
    'collections/', 'collections/c2/', 'tags/every/', 'tags/?name=tag',
    'search/?text=tag');

# the single records are what the shapes say they are

for my $view (sort keys %wanted) {
    my %with = (base_url => 'https://api.example', %{$wanted{$view}});

    for my $gzip (0, 1, 1, 1) {
        for my $n (0, 1) {
            my $r = ask($view, 'content_items/' . (30 - $n) . '/', $gzip);

            ok($r->plain eq item_json($items[$n], %with),
                "$view, item " . (30 - $n) . ", gzip $gzip");
        }
    }
}

# all else in any order, several times, in both forms

$seed = srand;

for my $job (shuffle map { my $view = $_;
    map { my $path = $_; map { [$view, $path, $_] } 0, 0, 1, 1, 1 } @paths }
    @views)
{
    my ($view, $path, $gzip) = @$job;
    my $r = ask($view, $path, $gzip);
    my $coding = $r->header('Content-Encoding') // 'none';
    my $name = "$view /$path";

    $body{$name} //= $r->plain;
    $faults{$name} .= "status " . $r->status . "\n" if $r->status != 200;
    $faults{$name} .= "gzip $gzip: another body\n"
        if $r->plain ne $body{$name};
    $faults{$name} .= "gzip $gzip: $coding\n"
        if $coding ne ($gzip && $view ne 'off' ? 'gzip' : 'none');

    push @{$forms{$r->header('ETag') =~ s{^W/}{}r}{$r->plain}}, $name;
}

is($faults{$_} // '', '', $_) for sort keys %body;

# one tag, one answer

is_deeply([map { join ' and ', map { @$_ } values %$_ }
    grep { keys %$_ > 1 } values %forms], [], 'no two bodies have one tag');
cmp_ok(scalar keys %forms, '>', 70, 'many tags');

# where views differ, so do the bodies

for my $path ('content_items/', 'content_items/29/', 'collections/') {
    my %seen = map { $body{"$_ /$path"} => 1 }
        qw(plain string partner media host-a host-b);

    is(scalar keys %seen, 6, "/$path: six different bodies");
    ok($body{"off /$path"} eq $body{"plain /$path"}, 'off: the plain one');
}

diag("order: $seed") if %faults;
