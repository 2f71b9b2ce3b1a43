#!/usr/bin/perl

# The programs that make previews of links get the page of an item or a
# collection, with a title, a description and a picture that they can show, from
# the configuration of "make run".  The headers are those that they document or
# send.
# Tests: conf/explorer.conf, src/http/ngx_http_contentlib_preview.c

use v5.36;

use lib 't/lib';
use Encode qw(decode_utf8);
use Test::Contentlib;
use Test::Contentlib::Demo;


my %bots = (
    Twitterbot => ['Twitterbot/1.0', 'text/html, application/xhtml+xml'],
    Slackbot => ['Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        '*/*'],
    Discordbot => ['Mozilla/5.0 (compatible; Discordbot/2.0;'
        . ' +https://discordapp.com)', undef],
    WhatsApp => ['WhatsApp/2.23.20.0', '*/*'],
    Facebook => ['facebookexternalhit/1.1'
        . ' (+http://www.facebook.com/externalhit_uatext.php)', '*/*',
        Range => 'bytes=0-524287'],
    LinkedInBot => ['LinkedInBot/1.0 (compatible; Mozilla/5.0;'
        . ' Apache-HttpClient +http://www.linkedin.com)', 'text/html, */*'],
    TelegramBot => ['TelegramBot (like TwitterBot)', undef],
    Googlebot => ['Mozilla/5.0 (compatible; Googlebot/2.1;'
        . ' +http://www.google.com/bot.html)', 'text/html,application/xhtml+xml,'
        . 'application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8'],
);

my $t = Test::Contentlib::Demo->new;
my $host = '127.0.0.1:' . $t->port;
my @host = (Host => $host);
my $base = "http://$host/api/v1";

sub list ($query) {
    return $t->get("/api/v1/$query", @host)->json->{results}->@*;
}

my ($gif) = list('content_items/?content_type=G&limit=1');
my ($still) = list('content_items/?content_type=I&limit=1');
my ($collection) = list('collections/?limit=1');

# The width of a PNG file.

sub width ($url) {
    my $file = $t->get($url =~ s{^http://\Q$host\E}{}r, @host)->body;

    return $file =~ /^\x89PNG/ ? unpack 'x16 N', $file : 0;
}

for my $record ($gif, $still, $collection) {
    my $path = $record->{url} =~ s{^http://\Q$host\E}{}r;
    my $title = $record->{alt_text} // $record->{name};
    my $item = $record->{preview_image} // $record;
    my $title_html = $title =~ s/&/&amp;/gr =~ s/"/&quot;/gr;

    for my $bot (sort keys %bots) {
        my ($agent, $accept, @more) = $bots{$bot}->@*;
        my $r = $t->get($path, @host, 'User-Agent' => $agent,
            defined $accept ? (Accept => $accept) : (), @more);
        my %field = decode_utf8($r->body)
            =~ /<meta (?:property|name)="([^"]*)" content="([^"]*)">/g;

        is(join(' ', $r->status, $r->header('Content-Type')),
            '200 text/html; charset=utf-8', "$bot: $path");
        is($field{'og:title'}, $title_html, 'the title');
        cmp_ok(length($field{'og:description'} // ''), '>', 3,
            'a description');
        is($field{'og:url'}, "$base" . $path =~ s{^/api/v1}{}r, 'the address');
        is($field{'twitter:card'}, 'summary_large_image', 'a large picture');
        is($field{'og:image'}, $item->{static_image}, 'the picture');
    }

    cmp_ok(width($item->{static_image}), '>=', 200, 'its width');
}

# lists, programs and formats as before

my @bot = (@host, 'User-Agent' => 'WhatsApp/2.23.20.0', Accept => '*/*');

is($t->get('/api/v1/content_items/?format=json', @bot)
    ->header('Content-Type'), 'application/json', 'JSON if it is requested');
is($t->get('/api/v1/content_items/', @host, 'User-Agent' => 'curl/8.0',
    Accept => '*/*')->header('Content-Type'), 'application/json', 'curl');
like(join(', ', $t->get($gif->{url} =~ s{^http://\Q$host\E}{}r, @bot)
    ->header('Cache-Control')), qr/private, no-store/, 'no cache keeps it');
