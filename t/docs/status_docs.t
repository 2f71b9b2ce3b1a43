#!/usr/bin/perl

# The metrics in the sources equal those in the documentation.

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Source;


my $header = source_text('src/metrics/contentlib_metrics.h');
my $source = source_text('src/metrics/contentlib_metrics.c');
my ($section) = source_text('docs/operating.md')
    =~ /^## Status\n(.*?)(?=^## |\z)/ms;
my $alerts = source_text('conf/alerts.yml');

# the rows of the table of metrics, and the labels

my $table = $header =~ s/\\?\n */ /gr =~ s/ +/ /gr;
my @metrics;

for my $row (split / M\(/, $table) {
    my %metric;

    @metric{qw(key place outer inner type)} = $row
        =~ /^(\w+), [^,]+, (\w+), (\w+), (\w+), (\w+), "/ or next;
    push @metrics, \%metric;
}

my %label = map { /^(\w+)\[[^]]*\] = \{\s*"(\w+)"/ ? ($1 => $2) : () }
    split /const char \*const\s+contentlib_metrics_/, $source;

cmp_ok(scalar @metrics, '>=', 10, 'metrics are found');

# a row of the table for each that is counted, with its labels

my %row;

while ($section =~ /^\| (`[^|]*`) \| *([^|]*?) *\| (.+) \|$/mg) {
    my ($names, $labels, $text) = ($1, $2, $3);

    $row{$_} = { labels => $labels, text => $text } for $names =~ /`(\w+)`/g;
}

for my $metric (grep { $_->{place} eq 'COUNTED' } @metrics) {
    my $key = $metric->{key};
    my $row = delete $row{$key};

    ok($row, "$key is in docs/operating.md") or next;
    is($row->{labels}, join(', ', map { "`$_`" } grep { $_ }
        map { $label{$metric->{$_}} } qw(outer inner)), 'with its labels');
}

is(join(' ', sort keys %row), '', 'and no others');

# every value of a label is documented

for my $values ($source =~ /_(?:reasons|kinds|records|results)\[\] = \{(.*?)\n\}/msg) {
    my (undef, @values) = $values =~ /"(\w+)"/g;

    like($section, qr/`$_`/, "$_ is in the chapter") for @values;
}

# the alerts

my @names = $alerts =~ /alert: (\w+)/g;

is(join(' ', sort $section =~ /^\| `(Contentlib\w+)`/mg),
    join(' ', sort @names), 'they are those of docs/operating.md');

my %ends = (COUNTER => ['_total'], GAUGE => [''],
    TIMESTAMP => ['_timestamp_seconds'],
    HISTOGRAM => ['_bucket', '_sum', '_count']);

my %known = map {
    my $name = "contentlib_$_->{key}";

    map { ("$name$_" => 1) } @{$ends{$_->{type}}};
} @metrics;

ok($known{$_}, "$_ is a metric")
    for map { /\b(contentlib_\w+)/g } $alerts =~ /expr: (.*)/g;

done_testing();
