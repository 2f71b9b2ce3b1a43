#!/usr/bin/perl

# contentlib_gzip and conditions: each form of an answer has a strong tag of
# its own, and is not modified for whoever holds a form that it could have.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my @items = corpus(40);
my $t = Test::Contentlib->new(workers => 1, start => 0,
    records => [@items, collection('c', $items[0])], server => <<'CONF');
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%%;
        contentlib_gzip      on;

        location /api/v1/ {
            contentlib;
        }

        location /once/ {
            rewrite ^/once/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_library  %%DIR%%/once.db cache=off;
        }
CONF

$t->write_file('once.db', $t->read_file('library.db'));
$t->start;

my $connection = $t->connection;
my $early = 'Mon, 28 Sep 1970 06:00:00 GMT';
my %tagged;

# nginx closes a connection after a 412

sub ask ($method, $uri, $gzip, @headers) {
    my $r = $connection->exchange($method, $uri, @headers,
        $gzip ? ('Accept-Encoding' => 'gzip') : ());

    $connection = $t->connection if $r->status == 412;

    return $r;
}

# a 304 says what a 200 would, and nothing about a body

sub not_modified_ok ($r, $etag, $name) {
    my @faults = map { my $value = $r->header($_);
        defined $value ? "$_: $value" : () }
        qw(Content-Encoding Content-Length Content-Type Transfer-Encoding);
    my $vary = join ' | ', sort $r->header('Vary');

    is(join(', ', $r->status, $r->header('ETag') // 'no tag', $vary, @faults),
        "304, $etag, Accept | Accept-Encoding", $name);
}

sub tag_ok ($uri, $gzip, $method, $etag, $wanted, @headers) {
    my $r = ask($method, $uri, $gzip, @headers);
    my $name = "$method $uri: @headers" . ($gzip ? ' (gzip)' : '');

    return not_modified_ok($r, $etag, $name) if $wanted == 304;

    is($r->status, $wanted, "$wanted: $name");
    is($r->header('ETag'), $etag, 'its own tag') if $wanted == 200;
}

for my $path ('content_items/', 'content_items/7/', 'collections/', 'tags/',
    'tags/every/', 'content_items/?tag=happy+day&limit=3')
{
    my $plain = ask('GET', "/api/v1/$path", 0);
    my $blocks = ask('GET', "/once/$path", 1);
    my ($first, $whole) = map { ask('GET', "/api/v1/$path", 1) } 1 .. 2;
    my ($i, $b, $w) = map { $_->header('ETag') } $plain, $blocks, $whole;
    my $date = $plain->header('Last-Modified');

    is($first->header('ETag'), $b, "/$path: the first is of blocks");
    like($i, qr/^"[0-9a-f]{32}"$/, 'a strong tag, as it is');
    like($b, qr/^"[0-9a-f]{32}-b"$/, 'of blocks');
    like($w, qr/^"[0-9a-f]{32}-w"$/, 'whole');

    push @{$tagged{$_->header('ETag')}}, $_->body
        for $plain, $blocks, $first, $whole;

    # before and after an answer is kept: what would be sent, to whom

    for (["/api/v1/$path", $w], ["/once/$path", $b]) {
        my ($uri, $own) = @$_;

        for my $method ('GET', 'HEAD') {
            tag_ok($uri, 1, $method, $$_[0], 304, 'If-None-Match' => $$_[1])
                for [$b, $b], [$w, $w], [$b, "W/$b"], [$w, "W/$w"],
                    [$b, '*'], [$w, "\"x\", $w"], [$b, "W/\"y\",$b , $i"],
                    [$b, "$w, $b"], [$w, "$i,$w"];

            tag_ok($uri, 1, $method, $own, 200, 'If-None-Match' => $_)
                for $i, "W/$i", "$i, \"x\"", '', $b =~ s/-b"/"/r,
                    $b =~ s/-b"/-i"/r, $b =~ tr/"//dr, $w =~ s/-w"/-W"/r;

            tag_ok($uri, 0, $method, $i, 304, 'If-None-Match' => $_)
                for $i, "W/$i", '*', "$b, $w, $i";

            tag_ok($uri, 0, $method, $i, 200, 'If-None-Match' => $_)
                for $b, $w, "$b, $w", $i =~ s/"$/-b"/r, $i =~ s/"$/-w"/r;

            # what is left to nginx: it knows the tag of this answer only

            tag_ok($uri, 1, $method, $own, @$_)
                for [200, 'If-Modified-Since' => $date],
                    [200, 'If-Modified-Since' => $early],
                    [200, 'If-None-Match' => '"x"',
                        'If-Modified-Since' => $date],
                    [200, 'If-Match' => $own], [200, 'If-Match' => '*'],
                    [412, 'If-Match' => $i], [412, 'If-Match' => "W/$own"],
                    [412, 'If-Match' => $own eq $b ? $w : $b],
                    [200, 'If-Unmodified-Since' => $date],
                    [412, 'If-Unmodified-Since' => $early],
                    [304, 'If-Match' => $own, 'If-None-Match' => $own],
                    [200, 'If-Match' => $own, 'If-Modified-Since' => $date];
        }
    }
}

# one tag, one sequence of bytes

for my $etag (sort keys %tagged) {
    my %bodies = map { $_ => 1 } @{$tagged{$etag}};

    is(scalar keys %bodies, 1, "$etag stands for one body");
}

is(scalar keys %tagged, 18, 'tags of three forms of six answers');

# short answers are compressed whole at once

is(ask('GET', "/once/$_", 1)->header('ETag'),
    ask('GET', "/api/v1/$_", 1)->header('ETag'), "/$_: whole")
    for '', 'search/', 'search/?text=tag';

# a 304 does not make an answer kept: the next one is of blocks

my $uri = '/api/v1/content_items/?limit=11';
my $etag = ask('GET', "/once/content_items/?limit=11", 1)->header('ETag');

not_modified_ok(ask('GET', $uri, 1, 'If-None-Match' => $etag), $etag,
    'before anybody asked') for 1 .. 3;
is(ask('GET', $uri, 1)->header('ETag'), $etag, 'then the first');
