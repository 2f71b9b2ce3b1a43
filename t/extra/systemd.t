#!/usr/bin/perl

# systemd accepts the units in conf/systemd, and nginx.service has few rights.
# The example for cron runs the command of the timer.

use v5.36;

use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Test::Contentlib::Source;


my $service = '/usr/lib/systemd/system/nginx.service';

plan(skip_all => 'no nginx.service of Debian') unless -r $service;

my $root = tempdir(CLEANUP => 1);
my $units = "$root/etc/systemd/system";
my $conf = "$FindBin::Bin/../../conf/systemd";

sub run (@command) {
    open my $out, '-|', 'sh', '-c', 'exec "$@" 2>&1', 'sh', @command or die $!;
    local $/;

    my $said = <$out> // '';
    close $out;

    return $said;
}

is(run('install', '-D', '-m', '644', '-t', @$_), '', "install in $_->[0]")
    for ["$units/nginx.service.d", "$conf/contentlib.conf"],
    [$units, $service, glob "$conf/contentlib-import.*"];

is(run('systemd-analyze', 'verify', "$units/$_"), '', "$_ is sound")
    for 'nginx.service', 'contentlib-import.service',
    'contentlib-import.timer';

# Without the file, the exposure of nginx.service is 9.6.

my ($level) = run('systemd-analyze', 'security', '--offline=true',
    "--root=$root", 'nginx.service') =~ /exposure level for .*: ([\d.]+)/;

cmp_ok($level // 10, '<=', 3, 'how much nginx.service is exposed');

# The command is in two files.

my ($started) = source_text('conf/systemd/contentlib-import.service')
    =~ /^ExecStart=(.*)$/m;

like(source_text('docs/operating.md'), qr/^\S+ \* \* \* \*  library  \Q$started\E >/m,
    'the line for cron is that of the unit');

done_testing();
