#!/usr/bin/perl

# systemd accepts the units in conf/systemd, and nginx.service has few rights.
# The example for cron runs the command of the timer.
# Tests: conf/systemd

use v5.36;

use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::Contentlib;
use Test::Contentlib::Source;


my $service = '/usr/lib/systemd/system/nginx.service';

plan(skip_all => 'no nginx.service of Debian') unless -r $service;

my $root = tempdir(CLEANUP => 1);
my $units = "$root/etc/systemd/system";
my $conf = "$FindBin::Bin/../../conf/systemd";

sub run (@command) {
    return scalar Test::Contentlib::run(sub { exec @command });
}

is(run('install', '-D', '-m', '644', '-t', @$_), '', "install in $_->[0]")
    for ["$units/nginx.service.d", "$conf/contentlib.conf"],
    [$units, $service, glob "$conf/contentlib-*"];

is(run('systemd-analyze', 'verify', "$units/$_"), '', "$_ is sound")
    for 'nginx.service', map { ("$_.service", "$_.timer") }
        'contentlib-import', 'contentlib-pictures';

# Without the file, the exposure of nginx.service is 9.6.

my ($level) = run('systemd-analyze', 'security', '--offline=true',
    "--root=$root", 'nginx.service') =~ /exposure level for .*: ([\d.]+)/;

cmp_ok($level // 10, '<=', 3, 'how much nginx.service is exposed');

# The commands are in two files.

my ($started) = source_text('conf/systemd/contentlib-import.service')
    =~ /^ExecStart=(.*)$/m;

like(source_text('docs/operating.md'), qr/^\S+ \* \* \* \*  library  \Q$started\E >/m,
    'the line for cron is that of the unit');

my ($command) = source_text('docs/pictures.md')
    =~ /^(contentlib-pictures .*?) \| contentlib import -o/m;

like(source_text('conf/systemd/contentlib-pictures.service'),
    qr/^ExecStart=sh -c '\Q$command\E > (\S+) && contentlib import .* \1 &&/m,
    'the command for pictures is that of the chapter');

done_testing();
