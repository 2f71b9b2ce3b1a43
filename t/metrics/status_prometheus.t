#!/usr/bin/perl

# The numbers of the text for Prometheus are those of the JSON.
# t/extra/promtool.t checks the form of the text.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = status_server();
my $text = $t->get('/status?format=prometheus')->body;
my $status = status_of($t);

# all metrics

my $samples = samples($text);
my $dir = $t->dir;
my %path = ('library.db' => "$dir/library.db",
    'a "b" \\ c.db' => "$dir/a \\\"b\\\" \\\\ c.db");

my %label = (refusals => ['reason'], rendered => ['record'],
    requests => ['endpoint', 'status'],
    map { $_ => ['kind'] } qw(cache_hits cache_misses cache_bytes
        cache_entries));

sub take ($name, $library, $labels, $value) {
    my @labels = ("library=\"$path{$library}\"", @$labels);
    my $key = "contentlib_$name\{" . join(',', @labels) . '}';

    is(delete $samples->{$key} // 'none', $value, $key);
}

# labels and number of each value of a metric

sub values_of ($value, @names) {
    return [[], $value] unless ref $value;

    my $name = shift @names;

    return map {
        my $of = $_;
        map { [["$name=\"$of\"", @{$_->[0]}], $_->[1]] }
            values_of($value->{$of}, @names);
    } sort keys %$value;
}

for my $library (sort keys %path) {
    my $json = $status->{$library};
    my $figures = $json->{figures};

    for my $name (sort keys %$figures) {
        my $value = $figures->{$name};
        my $ending = $name =~ /^cache_(?:bytes|entries)$/ ? '' : '_total';

        if (ref $value && $value->{buckets}) {
            take("${name}_bucket", $library, ["le=\"$_\""],
                $value->{buckets}{$_}) for sort keys %{$value->{buckets}};
            take("${name}_count", $library, [], $value->{count});
            take("${name}_sum", $library, [],
                sprintf '%.6f', $value->{sum});
            next;
        }

        take("$name$ending", $library, @$_)
            for values_of($value, @{$label{$name} // []});
    }

    take($_, $library, [], $json->{$_})
        for qw(workers workers_serving items tags collections);
    take('switched_timestamp_seconds', $library, [], $json->{switched});
    take('generation_workers', $library, ["digest=\"$json->{digest}\""], 1);
}

is(join("\n", sort keys %$samples), '', 'and nothing else');

my $first = $status->{'library.db'}{figures};

is($first->{requests}{content_items}{200}, 2, 'requests were counted');
cmp_ok($first->{gzip_saved_bytes}, '>', 1000, 'bytes were');
cmp_ok($first->{sqlite_seconds}{sum}, '>', 0, 'and times');

is_deeply(status_of($t, '/elsewhere'), status_of($t), 'one page at two places');
