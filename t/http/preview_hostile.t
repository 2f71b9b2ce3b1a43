#!/usr/bin/perl

# Hostile texts in the preview of a record: markup, commands of SSI and of
# templates, variables, 48,000 bytes, and bytes of a library that an attacker has
# changed.  They stay texts, on each request, from the cache, too.
# Tests: src/http/ngx_http_contentlib_preview.c

use v5.36;
use utf8;

use lib 't/lib';
use Encode qw(decode_utf8);
use Test::Contentlib;
use Test::Contentlib::Checksums;


my %text = (
    1 => '</script><script>alert(1)</script>',
    2 => '</title></noscript><img src=x onerror=alert(1)>',
    3 => q("><svg/onload=alert(1)> ' onmouseover='alert(1)),
    4 => '<!--#include virtual="/etc/passwd" --><!--# exec cmd="id" -->',
    5 => '$uri $document_root ${host} $contentlib_preview_body TITLE BODY',
    6 => "\x{1} \x{7f} \x{fffe} \x{2028} \x{202e}gpj.exe",
    7 => "&lt;b&gt; &amp; &#60; \\u003cb\\u003e",
    8 => '<"&>' x 12_000,
    9 => 'plain asleep',
);

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library   %%LIBRARY%%;
        contentlib_explorer  /page/index.html;

        sub_filter       TITLE  $contentlib_preview_title;
        sub_filter       HEAD   $contentlib_preview_head;
        sub_filter       BODY   $contentlib_preview_body;
        sub_filter_once  off;

        location /api/v1/ { contentlib; }
        location /page/   { alias %%DIR%%/; default_type text/html; ssi on; }

        location /changed/ {
            contentlib;
            contentlib_root     /changed/;
            contentlib_library  %%DIR%%/changed.db;
        }
CONF
    start => 0,
    records => [map { my $id = $_; (image($id, alt_text => $text{$id},
        tags => $id == 8 ? [] : [tag(substr($text{$id}, 0, 200), "t$id")]),
        $id == 8 ? () : collection("c$id", image($id, alt_text => $text{$id},
            tags => [tag(substr($text{$id}, 0, 200), "t$id")]),
            name => substr($text{$id}, 0, 200), description => $text{$id}))
    } sort keys %text],
    files => { 'index.html' => '[TITLE|HEAD|BODY]' });

# six bytes that are not UTF-8, with the beginning of an element; a record that
# is no JSON; and values of other types

$t->write_file('changed.db', $t->read_file('library.db'));
edit($t->path('changed.db'), <<'SQL');
UPDATE item SET record = CAST(replace(record, 'asleep',
    CAST(x'c3ff3c62fe80' AS TEXT)) AS TEXT) WHERE id = 9;
UPDATE item SET record = replace(record, '"alt_text":', '{alt_text":')
    WHERE id = 8;
UPDATE item SET record = replace(replace(record, '"download":[',
    '"download":5,"x":['), '"picture":[', '"picture":{},"y":[') WHERE id = 6;
UPDATE item SET record = replace(record, '"default_version":{',
    '"default_version":[],"z":{') WHERE id = 5;
SQL
$t->start;

sub preview ($path) {
    my $r = $t->get($path, Accept => 'text/html');

    return ($r->status, $r->body =~ /^\[(.*?)\|(.*)\|(.*)\]$/s);
}

sub escaped ($text) {
    return $text =~ s/&/&amp;/gr =~ s/</&lt;/gr =~ s/>/&gt;/gr
        =~ s/"/&quot;/gr;
}

# What is left of HTML without the elements that a preview has.

sub others ($html) {
    return join ' ', $html =~ s{</?(?:h1|p|ul|li)>|</?a\b[^<>]*>
        |<(?:link|meta|img)\ [a-z:]+="[^"<>]*"\ [a-z:]+="[^"<>]*">}{}gxr
        =~ /[<>]\S*/g;
}

for my $id (sort keys %text) {
    my $wanted = escaped($text{$id});

    for my $path ("content_items/$id/", $id == 8 ? () : ("collections/c$id/",
        "tags/t$id/"))
    {
        my $own = $path =~ /^content/ ? $wanted
            : escaped(substr $text{$id}, 0, 200);

        for my $time ('at first', 'again', 'from the cache') {
            my ($status, @html) = preview("/api/v1/$path");
            my ($title, $head, $body) = map { decode_utf8($_) } @html;

            is($status, 200, "$path $time");
            ok($title eq "$own &middot; ", 'the title is the text');
            ok(index($body, "<h1>$own</h1>") >= 0, 'so is the heading');
            is(others("$head$body"), '', 'no other element');
            ok($body =~ m{</ul>\n\z}, 'the list is whole');
        }
    }
}

# a library that was changed

$t->expect_log(qr/contentlib: library ".*" failed: /);

my ($status, $title, $head, $body) = preview('/changed/content_items/9/');

is($status, 200, 'bytes that are not UTF-8');
like($title, qr/^plain [^<]*&lt;b/, 'are a text');
is(others("$head$body"), '', 'no other element');
is((preview('/changed/content_items/8/'))[0], 503, 'a record that is no JSON');
is((preview("/changed/content_items/$_/"))[0], 200, "item $_ is served")
    for 5, 6, 7;
