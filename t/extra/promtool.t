#!/usr/bin/perl

# promtool accepts the text of contentlib_status and the rules of
# conf/alerts.yml, and each alert is sent when it should be, and only then.
# Tests: conf/alerts.yml, src/metrics/contentlib_metrics.c

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::Contentlib::Status;


my $t = status_server();
my $text = $t->get('/status')->body;
my ($output, $exit) = promtool($text, 'check', 'metrics');

is($output, '', 'no message about the metrics');
is($exit, 0, 'they are accepted');

my $alerts = source_text('conf/alerts.yml');
my @names = $alerts =~ /alert: (\w+)/g;

($output, $exit) = promtool($alerts, 'check', 'rules', '/dev/stdin');
is($exit, 0, 'the rules are accepted') or diag($output);

# Series that fire an alert, and series that do not

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
        ["contentlib_refusals_total{$library,reason=\"file\"}",
            '0 0 0 1x20', '0x30'],
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

# The number of alerts with this name that promtool reports at this time.

sub fires ($column, $name, $time, @series) {
    my $input = join '', map {
        "      - series: '$_->[0]'\n        values: '$_->[$column]'\n" } @series;

    my ($output) = promtool(<<"YAML", 'test', 'rules', '/dev/stdin');
rule_files: [$FindBin::Bin/../../conf/alerts.yml]
tests:
  - interval: 1m
    input_series:
$input
    alert_rule_test:
      - eval_time: $time
        alertname: $name
        exp_alerts: []
YAML

    return $output =~ /SUCCESS/ ? 0 : $output =~ /got:\[\s*0:/ ? 1 : $output;
}

for my $case (@cases) {
    is(fires(1, @$case), 1, "$case->[0]: when it should");
    is(fires(2, @$case), 0, "$case->[0]: and not otherwise");
}

# what nginx shows of a file that is no library fires an alert, too

my $broken = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%
        %%STATUS%%
CONF

$broken->expect_log(qr/contentlib: library ".*" cannot be served/);
$broken->write_file('library.db', 'no library');
$broken->start;

my $r = $broken->get('/status');
my @series = map { [s/ [^ ]*$//r, s/.* (.*)/${1}x10/r] }
    grep { !/^#/ } split /\n/, $r->body;

is($r->status, 200, 'a file that is no library: Prometheus has the metrics');
is(fires(1, 'ContentlibNotServed', '4m', @series), 1, 'and the alert');
