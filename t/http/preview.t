#!/usr/bin/perl

# The preview of a record in the page for people: what chats and search engines
# read, and what is shown without JavaScript.  All texts are escaped.
# Tests: src/http/ngx_http_contentlib_preview.c,
#     src/http/ngx_http_contentlib_page.c

use v5.36;

use lib 't/lib';
use Encode qw(decode_utf8 encode_utf8);
use Test::Contentlib;


my $hostile = encode_utf8(q(</script><script>alert(1)</script> "x" 'y' & $uri )
    . "<!--# echo var=\"uri\" --> <!-- {{7*7}} \x{e9} \x{1f389}");
my $photograph = image(1, alt_text => 'A cat, asleep',
    tags => [tag('cat'), tag('sleepy head')],
    static_image => 'https://media.example/full.jpg');

$photograph->{default_version}{picture} = [map { {
    url => "https://media.example/$_.jpg", width => $_, height => $_ / 2,
    size => $_, format => 'image/jpeg',
} } 6000, 300, 1200, 480];

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library   %%LIBRARY%%;
        contentlib_explorer  /page/index.html;
        contentlib_preview   $arg_preview  $http_x_preview;

        sub_filter       TITLE  $contentlib_preview_title;
        sub_filter       HEAD   $contentlib_preview_head;
        sub_filter       BODY   $contentlib_preview_body;
        sub_filter_once  off;

        location /api/v1/ { contentlib; }
        location /page/   { alias %%DIR%%/; default_type text/html; }

        # with SSI

        location /ssi/ {
            contentlib;
            contentlib_root      /ssi/;
            contentlib_explorer  /with/index.html;
        }

        location /with/ { alias %%DIR%%/; default_type text/html; ssi on; }
CONF
    records => [$photograph, gif(2), image(3,
        alt_text => decode_utf8($hostile),
        tags => [tag(decode_utf8($hostile), 'hostile')]),
    image(4, alt_text => ''),
        collection('c', $photograph, name => 'Cats & co',
            description => 'All <b>cats</b>'),
        collection('all', $photograph, items => [2 .. 4]),
    ],
    files => { 'index.html' => '[TITLE][HEAD][BODY]' });

my @html = (Accept => 'text/html');
my $base = 'http://localhost/api/v1';

sub preview ($path, @headers) {
    my $r = $t->get("/api/v1/$path", @headers ? @headers : @html);

    return ($r, $r->body =~ /^\[(.*)\]\[(.*)\]\[(.*)\]$/s);
}

# an item with sizes: the picture is one that chats show

my ($r, $title, $head, $body) = preview('content_items/1/');

is($r->status, 200, 'an item');
is($title, 'A cat, asleep &middot; ', 'its title');
is($head, <<"HTML", 'its head');
<link rel="canonical" href="$base/content_items/1/">
<meta name="description" content="cat, sleepy head">
<meta property="og:url" content="$base/content_items/1/">
<meta property="og:title" content="A cat, asleep">
<meta property="og:description" content="cat, sleepy head">
<meta property="og:image" content="https://media.example/480.jpg">
<meta property="og:image:width" content="480">
<meta property="og:image:height" content="240">
<meta name="twitter:title" content="A cat, asleep">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:image" content="https://media.example/480.jpg">
HTML
is($body =~ s/<ul>.*//sr, qq(<h1>A cat, asleep</h1>\n)
    . qq(<p><img alt="" src="https://media.example/480.jpg"></p>\n)
    . qq(<p><a rel="prev" href="../2/">Previous item</a></p>\n),
    'its picture, and the item before it');
like($body, qr{<li><a href="\Q$base\E/tags/sleepy-head/">sleepy head</a></li>},
    'its tags');
like($body, qr{<li><a href="[^"]+/original\.png">original</a></li>},
    'its files');

# an animation has its still; a record without a text has no title

($r, $title, $head, $body) = preview('content_items/2/');
my ($image) = $head =~ /og:image" content="([^"]*)"/;
is($image, gif(2)->{static_image}, 'the still of an animation');
unlike($head, qr/og:image:width/, 'its sizes are not known');
is(join(' ', $body =~ /<a rel="(\w+)" href="([^"]*)"/g),
    'prev ../3/ next ../1/', 'its neighbours in the list');

($r, $title, $head, $body) = preview('content_items/4/');
is($title, '', 'no text');
unlike($head, qr/title/, 'no title');
is(join(' ', $body =~ /<a rel="(\w+)" href="([^"]*)"/g), 'next ../3/',
    'the first one of the list');

# a collection, and a tag

($r, $title, $head, $body) = preview('collections/c/');
is($title, 'Cats &amp; co &middot; ', 'a collection');
like($head, qr{name="description" content="All &lt;b&gt;cats&lt;/b&gt;">},
    'its description');
like($head, qr{og:image" content="https://media\.example/480\.jpg"},
    'its preview');

($r, $title, $head, $body) = preview('tags/cat/');
is($title, 'cat &middot; ', 'a tag');
unlike($head, qr/image/, 'has no picture');

# the items of a collection, and of a tag

sub anchors ($body) {
    return join ' ', map { s{^\Q$base\E/}{}r } $body =~ /<a href="([^"]*)">/g;
}

is(anchors((preview('collections/c/'))[3]), 'content_items/1/',
    'a collection without items has its preview');
like((preview('tags/cat/'))[3], qr{<h1>cat</h1>\n<ul>\n<li><a
    [ ]href="\Q$base\E/content_items/1/">A[ ]cat,[ ]asleep</a></li>\n</ul>}x,
    'the items of a tag');
is(anchors((preview('collections/all/'))[3]), join(' ', map {
    "content_items/$_/" } reverse 2 .. 4), 'those of a collection');
like((preview('collections/all/'))[3], qr{/content_items/4/">4</a>},
    'one without a text has its identifier');
is(anchors((preview('collections/all/'))[3]),
    anchors((preview('collections/all/'))[3]), 'the cache has the same');

# an attack

($r, $title, $head, $body) = preview('content_items/3/');
is($title, $hostile =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr
    =~ s/"/&quot;/gr . ' &middot; ', 'an attack is a text');
is(join(' ', sort { $a cmp $b } "$head$body" =~ /<([a-z]\w*)/g),
    join(' ', ('a') x 7, 'h1', 'img', ('li') x 5, 'link', ('meta') x 8,
        ('p') x 3, ('ul') x 2), 'no other element');
unlike("$title$head$body", qr/<[!?]|<script/, 'no command of SSI, no script');
is($t->get('/ssi/content_items/3/', @html)->body =~ s{/ssi/}{/api/v1/}gr,
    $r->body, 'SSI changes nothing');

# it is valid: elements are closed, and no link or list is empty

for (map({ "content_items/$_/" } 1 .. 4), qw(collections/c/ collections/all/
    tags/cat/ tags/hostile/))
{
    my $html = join('', (preview($_))[2, 3]) =~ s/<(?:link|meta|img) [^<>]+>/x/gr;

    1 while $html =~ s{<(h1|p|a|li|ul)\b[^<>]*>[^<>]+</\1>}{x}g;
    like($html, qr/^[x\n]+\z/, "$_ is valid");
}

# lists have none, and what does not exist is not found

for ('', 'content_items/', 'tags/', 'search/?text=a',
    'content_items/?search=cat')
{
    ($r, $title, $head, $body) = preview($_);
    is(join(' ', $r->status, map { "[$_]" } $title, $head, $body),
        '200 [] [] []', "/$_");
}

for (qw(content_items/9/ content_items/x/ tags/none/ collections/none/
    nothing/))
{
    ($r, $title, $head, $body) = preview($_);
    is(join(' ', $r->status, map { "[$_]" } $title, $head, $body),
        '404 [] [] []', "/$_");
    is($t->head("/api/v1/$_", @html)->status, 404, 'HEAD');
}

# a page changes with its record, so it has no condition

($r) = preview('content_items/1/');
is((preview('content_items/1/', @html, 'If-None-Match' =>
    scalar $r->header('ETag')))[0]->status, 200, 'no 304');
is($r->header('Cache-Control'), undef, 'caches may store it');

# the conditions of contentlib_preview

for (['content_items/1/?preview=1'], ['content_items/1/', 'X-Preview' => 'x'],
    ['content_items/1/', 'X-Preview' => 'x', Accept => '*/*'])
{
    my ($path, @headers) = @$_;

    ($r, $title) = preview($path, 'User-Agent' => 'bot', @headers);
    like($title, qr/^A cat, asleep /, "the page: @$_");
    is($r->header('Cache-Control'), 'private, no-store', 'is not stored');
}

for (['content_items/1/'], ['content_items/1/?preview=0'],
    ['content_items/1/?preview='],
    ['content_items/1/?preview=1&format=json'])
{
    my ($path, @headers) = @$_;

    $r = $t->get("/api/v1/$path", 'User-Agent' => 'bot', @headers);
    is($r->header('Content-Type'), 'application/json', "JSON: @$_");
    is($r->header('Cache-Control'), undef, 'may be stored');
}

($r) = preview('content_items/1/?preview=1', @html);
is($r->header('Cache-Control'), undef, 'whoever requests HTML gets it');
