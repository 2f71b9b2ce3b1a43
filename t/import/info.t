#!/usr/bin/perl

# "contentlib info": names and values, aligned.
# Tests: src/tool/info/contentlib_info.c, src/tool/export/contentlib_digest.c

use v5.36;
use utf8;

use Test::More;
use Time::Local qw(timegm);

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

sub info ($library, @options) {
    my ($status, $out, $error) = tool('info', @options, $library);
    is("$status$error", '0', 'info');

    return map { /^(.*?):? {2,}(\S.*)$/ ? ($1, $2) : ($_, '') }
        map { s/^(bytes of \S+:?) /$1  /r } split /\n/, $out;
}

my $library = imports($directory, 'library.db',
    lines(item(1, created => '2024-02-29T12:34:56.789012Z'),
    item(2, created => '1969-12-31T23:59:59.9Z', alt_text => 'ÉTÉ ß'),
    collection('best', item(1))), '--media-url', 'https://media.example/');

my %info = info($library);

is(keys %info, 9, 'nine lines');

%info = info($library, '--sizes');

is($info{items}, 2, 'items');
is($info{tags}, 2, 'tags');
is($info{collections}, 1, 'collections');
is($info{'oldest item'}, '1969-12-31T23:59:59Z', 'the oldest item');
is($info{'newest item'}, '2024-02-29T12:34:56Z', 'the newest item');
is($info{'media URL'}, 'https://media.example/', 'media URL');
is($info{'longest alt text'}, length 'eetee ss', 'longest alt text, folded');
is($info{'longest tag name'}, length 'blue-sky', 'longest tag name');
is($info{bytes}, -s $library, 'bytes');
like($info{digest}, qr/^[0-9a-f]{64}$/, 'digest');

my ($year, $month, $day, $hour, $minute, $second) = $info{built}
    =~ /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z$/;
my $age = time - timegm($second, $minute, $hour, $day, $month - 1, $year);

ok($age >= 0 && $age < 60, 'built just now');

my $sum = 0;
$sum += $info{$_} for grep { /^bytes of / } keys %info;

cmp_ok($sum, '<=', -s $library, 'the tables fit into the file');
cmp_ok($sum, '>=', (-s $library) - 2 * 16384, 'and fill it');
ok($info{"bytes of $_"}, "bytes of $_")
    for qw(item tag collection item_text word posting);

my ($status, $out) = tool('info', '--sizes', $library);
my %column = map { /^(\S.*? +)\S+$/ ? (length $1, 1) : () } split /\n/, $out;
is(keys %column, 1, 'aligned');

# An empty library

%info = info(imports($directory, 'empty.db', ''));

is($info{items}, 0, 'no items');
is($info{$_}, '-', "no $_") for 'oldest item', 'newest item', 'media URL';

# No library

($status, $out, my $error) = tool('info', "$directory/none.db");
is("$status$out$error", "1contentlib: cannot open \"$directory/none.db\": No"
    . " such file or directory\n", 'no file');

($status, $out, $error) = tool('info', put("$directory/text.db", 'hello'));
is("$status$out", '1', 'no library');
like($error, qr/^contentlib: cannot open "\Q$directory\E\/text\.db": /,
    'no library: message');

done_testing();
