#!/usr/bin/perl

# The metrics that the sources have are those of docs/operating.md, and
# those that the alerts are made of; and the alerts do what they say.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib::Source;
use Test::Contentlib::Status;


my $header = source_text('src/metrics/contentlib_metrics.h');
my $source = source_text('src/metrics/contentlib_metrics.c');
my $page = source_text('src/metrics/contentlib_metrics_page.c');
my ($section) = source_text('docs/operating.md')
    =~ /^## Status\n(.*?)(?=^## |\z)/ms;
my $alerts = source_text('conf/alerts.yml');

# the rows of the table of metrics, and the labels

my $table = $header =~ s/\\?\n */ /gr =~ s/ +/ /gr;
my @metrics;

for my $row (split / M\(/, $table) {
    my %metric;

    @metric{qw(key place outer inner type name)} = $row
        =~ /^(\w+), [^,]+, (\w+), (\w+), (\w+), "(\w+)", "(\w+)"/ or next;
    push @metrics, \%metric;
}

my %label = map { /^(\w+)\[\] = \{\s*"(\w+)"/ ? ($1 => $2) : () }
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
    is($metric->{name}, $key . ($metric->{type} eq 'counter' ? '_total' : ''),
        'with its name');
}

is(join(' ', sort keys %row), '', 'and no others');

# every value of a label is told

for my $values ($source =~ /_(?:reasons|kinds|records|results)\[\] = \{(.*?)\n\}/msg) {
    my (undef, @values) = $values =~ /"(\w+)"/g;

    like($section, qr/`$_`/, "$_ is told") for @values;
}

# the alerts

my ($said, $status) = promtool($alerts, 'check', 'rules', '/dev/stdin');

is($status, 0, 'the rules are rules') or diag($said);

my @names = $alerts =~ /alert: (\w+)/g;

is(join(' ', sort $section =~ /^\| `(Contentlib\w+)`/mg),
    join(' ', sort @names), 'they are those of docs/operating.md');

my %known = map {
    my $name = "contentlib_$_->{name}";

    $_->{type} eq 'histogram'
        ? map { ("${name}_$_" => 1) } qw(bucket sum count) : ($name => 1);
} @metrics;

$known{$_} = 1 for $page =~ /# HELP (contentlib_\w+) /g;

ok($known{$_}, "$_ is a metric")
    for map { /\b(contentlib_\w+)/g } $alerts =~ /expr: (.*)/g;

# what makes each of them, and what does not

my $library = 'library="/l.db",instance="a"';

my @cases = (
    ['ContentlibNotServed', '4m',
        ["contentlib_workers{$library}", '4x10', '4x10'],
        ["contentlib_workers_serving{$library}", '3x10', '4x10']],
    ['ContentlibRefuses', '20m',
        ["contentlib_refusals_total{$library,reason=\"busy\"}",
            '0+12x30', '0+1x30']],
    ['ContentlibRejected', '5m',
        ["contentlib_rejected_total{$library}", '2 2 2 3x20', '2x30']],
    ['ContentlibFileBroken', '5m',
        ["contentlib_roll_backs_total{$library}", '0 0 0 1x20', '0x30'],
        ["contentlib_changed_in_place_total{$library}", '0x30', '0x30']],
    ['ContentlibGenerations', '10m',
        ["contentlib_generation_workers{$library,digest=\"1\"}", '2x20',
            '2x20'],
        ["contentlib_generation_workers{library=\"/l.db\",instance=\"b\","
            . 'digest="2"}', '2x20', '2 2 _x20']],
    ['ContentlibSlow', '30m',
        ["contentlib_query_seconds_bucket{$library,le=\"0.25\"}", '0+90x40',
            '0+100x40'],
        ["contentlib_query_seconds_bucket{$library,le=\"1\"}", '0+100x40',
            '0+100x40'],
        ["contentlib_query_seconds_bucket{$library,le=\"+Inf\"}", '0+100x40',
            '0+100x40']],
);

is(join(' ', sort map { $_->[0] } @cases), join(' ', sort @names),
    'a case for each');

# How many alerts of the name there are then, as promtool sees it.

sub fires ($column, $name, $time, @series) {
    my $input = join '', map {
        "      - series: '$_->[0]'\n        values: '$_->[$column]'\n" } @series;

    my ($said) = promtool(<<"YAML", 'test', 'rules', '/dev/stdin');
rule_files: [$FindBin::Bin/../conf/alerts.yml]
tests:
  - interval: 1m
    input_series:
$input
    alert_rule_test:
      - eval_time: $time
        alertname: $name
        exp_alerts: []
YAML

    return $said =~ /SUCCESS/ ? 0 : $said =~ /got:\[\s*0:/ ? 1 : $said;
}

for my $case (@cases) {
    is(fires(1, @$case), 1, "$case->[0]: when it should");
    is(fires(2, @$case), 0, "$case->[0]: and not otherwise");
}

done_testing();
