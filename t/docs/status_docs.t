#!/usr/bin/perl

# The metrics that a server shows equal those in the documentation, and the
# alerts use no others.
# Tests: docs/operating.md, conf/alerts.yml, src/metrics/contentlib_metrics.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::Contentlib::Status;


my $text = status_server()->get('/status')->body;
my ($section) = source_text('docs/operating.md')
    =~ /^## Status\n(.*?)(?=^## |\z)/ms;
my $alerts = source_text('conf/alerts.yml');

# the labels of each metric, apart from the library, and their values

my %metrics = map { $_ => '' } $text =~ /^# TYPE (\w+) /mg;
my (%known, %values);

for my $sample (samples($text)) {
    my ($name, $labels) = @$sample;
    my ($metric) = grep { exists $metrics{$_} } $name,
        $name =~ s/_(?:bucket|sum|count)$//r;
    my ($library, @others) = @$labels;

    is($library->[0], 'library', "$name: the first label") if !$known{$name}++;
    $metrics{$metric} = join ', ', map { "`$_->[0]`" } @others
        if $name !~ /_(?:sum|count)$/;
    $values{$_->[1]} = 1
        for grep { $_->[0] =~ /^(?:reason|kind|record)$/ } @others;
}

# a row of the table for each, which asks a question

my %rows;

while ($section =~ /^\| (`contentlib_[^|]*`) \| *([^|]*?) *\| (.+) \|$/mg) {
    my ($names, $labels, $question) = ($1, $2, $3);

    like($question, qr/\?/, "$names: a question");
    $rows{$_} = $labels for $names =~ /`(\w+)`/g;
}

is_deeply(\%metrics, \%rows, 'the metrics and their labels');
like($section, qr/`$_`/, "$_ is in the chapter") for sort keys %values;

# the alerts

my (undef, @alerts) = split /^ +- alert: /m, $alerts;

cmp_ok(scalar @alerts, '>', 4, 'alerts are found');
like($_, qr/^ +summary: '.{20}/m, s/\n.*//sr . ': a summary') for @alerts;
ok($known{$_}, "$_ is a metric")
    for map { /\b(contentlib_\w+)/g } $alerts =~ /expr: (.*)/g;
