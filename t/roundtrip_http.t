#!/usr/bin/perl

# 20,000 generated items of both types, with and without each optional field,
# are imported and read along "next".  The results equal the bytes of the
# input.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use HTTP::Tiny;
use Test::Contentlib;


my $items = $ENV{TEST_ROUNDTRIP_ITEMS} // 20_000;
my $generator = "$FindBin::Bin/../build/bench/corpus";

plan skip_all => "$generator is not built" unless -x $generator;

my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library   %%DIR%%/corpus.db;
        contentlib_base_url  https://api.example;

        %%API%%
CONF

my $corpus = $t->path('corpus.ndjson');

is(system("$generator $items > $corpus"), 0, 'generated');

# the media addresses are stored relative, and the recorded URL completes them

my ($said, $status) = Test::Contentlib::program('import', '--quiet', '-o',
    $t->path('corpus.db'), '--media-url', 'https://media.example/library/',
    $corpus);

is($status, 0, 'imported') or diag $said;

$t->start;

my $http = HTTP::Tiny->new(keep_alive => 1, timeout => 20);

sub walk ($list, $limit) {
    my $link = "https://api.example/api/v1/$list/?limit=$limit";
    my ($bytes, $count, $pages) = ('', undef, 0);

    while ($link) {
        $link =~ s{^https://api\.example}{http://127.0.0.1:@{[$t->port]}}
            or die $link;

        my $r = $http->get($link);
        my ($n, $next, $results) = $r->{content}
            =~ /\A\{"count":(\d+),"next":(null|"[^"]*"),"previous":(?:null|"[^"]*"),"results":\[(.*)\]\}\z/s
            or die "$link: $r->{status} " . substr $r->{content}, 0, 200;

        $count //= $n;
        die "count changes: $n" if $n != $count;

        $bytes .= ($bytes eq '' ? '' : ',') . $results;
        $link = $next eq 'null' ? undef : $next =~ s/"//gr;
        $pages++;
    }

    return ($bytes, $count, $pages);
}

# the input: tags by first appearance

my (%records, @tags, %seen);

open my $in, '<:raw', $corpus or die $!;

while (my $line = <$in>) {
    chomp $line;

    if ($line =~ /^\{"id":/) {
        push @{$records{content_items}}, $line;

        my ($list) = $line =~ /"tags":\[(.*?)\],"default_version"/s or die;

        for my $tag ($list =~ /(\{"slug":"[^"]*","url":"[^"]*","name":"(?:[^"\\]|\\.)*"\})/g) {
            push @tags, $tag unless $seen{$tag}++;
        }

    } elsif ($line =~ /"preview_image":/) {
        push @{$records{collections}}, $line;
    }
}

close $in;

$records{tags} = \@tags;

is(scalar @{$records{content_items}}, $items, "$items items in");

for my $list (qw(content_items tags collections)) {
    my ($bytes, $count, $pages) = walk($list, 100);
    my $wanted = join ',', @{$records{$list}};

    is($count, scalar @{$records{$list}}, "$list: count");
    is($pages, int((@{$records{$list}} + 99) / 100) || 1, "$list: pages");
    ok($bytes eq $wanted, "$list: the bytes of the input")
        or diag(first_difference($bytes, $wanted));
}

# the record at an address equals the record in the list

my $step = int($items / 200) || 1;

for (my ($i, $wrong) = (0, 0); ; $i += $step) {

    if ($i >= $items) {
        is($wrong, 0, 'single items');
        last;
    }

    my ($id) = $records{content_items}[$i] =~ /^\{"id":(\d+)/;
    my $r = $http->get("http://127.0.0.1:@{[$t->port]}/api/v1/content_items/$id/");

    $wrong++ if $r->{content} ne $records{content_items}[$i];
}


sub first_difference ($got, $wanted) {
    my $at = 0;

    $at++ while $at < length $got && $at < length $wanted
        && substr($got, $at, 1) eq substr($wanted, $at, 1);

    return "at $at: got    " . substr($got, $at, 200) . "\n"
        . "        wanted " . substr($wanted, $at, 200);
}
