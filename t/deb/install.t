#!/usr/bin/perl

# The packages in a fresh Debian with nginx: installed from the repository of
# "make dist", used, removed, purged.  nginx runs in a separate network namespace.
# Tests: conf/debian

use v5.36;

use Cwd qw(realpath);
use File::Path qw(remove_tree);
use File::Temp qw(tempdir);
use FindBin;
use JSON::PP qw(decode_json);
use Test::More;


plan skip_all => 'only root makes a tree' if $>;

my $build = realpath($ENV{BUILD} // "$FindBin::Bin/../../build");
my $tree = "$build/package/tree";
my $site = '/etc/nginx/sites-available/contentlib';
my $module = 'libnginx-mod-http-contentlib';
my $tools = 'contentlib-tools';
my $suite = qx(. /etc/os-release && echo \$VERSION_CODENAME);

chomp $suite;

fresh_tree();
publish();

my $before = files_of('etc', 'usr/lib/nginx', 'usr/share/nginx');

# installed, without a site that uses the module

install_packages();
ok(-l "$tree/etc/nginx/modules-enabled/50-mod-http-contentlib.conf",
    'the module is enabled');
ok(-e "$tree$site", 'a site is there');
ok(!-e "$tree/etc/nginx/sites-enabled/contentlib", 'and not enabled');
ok(-s "$tree/usr/share/man/$_.gz", "manual page $_")
    for qw(man1/contentlib.1 man1/contentlib-pictures.1
        man5/ngx_http_contentlib_module.5);
configuration_is_fine('installed');
like(in_tree('contentlib --version'), qr/^contentlib \d/, 'the program runs');

my %answer = served(nginx => 'http://127.0.0.1/');

like($answer{nginx}, qr/Welcome to nginx/, 'nginx serves its page');

# the site is enabled with the commands in its comments

my @commands = slurp("$tree$site") =~ /^ *\# {5}(?!.*systemctl)(\S.*)$/mg;

is(scalar @commands, 5, 'the commands in the site') or diag("@commands");
push @commands, shift @commands;
$commands[-1] =~ s{\Q../sites\E}{/etc/nginx/sites};
run_in_tree(join("\n", 'set -e', @commands));
configuration_is_fine('the site is enabled');

my $api = 'http://127.0.0.1:8080/api/v1';

%answer = served(
    items => "$api/content_items/?limit=1",
    browser => "-H Accept:text/html $api/tags/",
    script => 'http://127.0.0.1:8080/explorer/explorer.js',
    description => "$api/openapi.yaml",
    nginx => 'http://127.0.0.1/');

my $items = decode_json($answer{items});

is($items->{count}, 69, 'the sample is served');
like($answer{browser}, qr/<!doctype html>/i, 'browsers have the explorer');
is($answer{script}, slurp("$FindBin::Bin/../../data/explorer/explorer.js"),
    'and its script');
like($answer{description}, qr/^openapi: 3/m, 'the description of the API');

my $address = $items->{results}[0]{default_version}{picture}[0]{url};

%answer = served(picture => $address);
like($address, qr{^http://127\.0\.0\.1:8080/media/}, 'media are of the site');
ok(length $answer{picture}, 'a picture is served');
unlike($answer{picture}, qr/<html>/, 'and is one');

# installed again, as by an upgrade

run_in_tree("apt-get install -q -y --reinstall $module $tools");
ok(-l "$tree/etc/nginx/sites-enabled/contentlib",
    'an upgrade leaves the site enabled');
configuration_is_fine('upgraded');

# without the program and the explorer

run_in_tree("apt-get remove -q -y $tools");
configuration_is_fine('without the program');
%answer = served(items => "$api/content_items/?limit=1");
is(decode_json($answer{items})->{count}, 69, 'the library is served');

# the module is removed while the site is enabled

run_in_tree("apt-get remove -q -y $module");
configuration_is_fine('removed');
%answer = served(nginx => 'http://127.0.0.1/');
like($answer{nginx}, qr/Welcome to nginx/, 'nginx serves its page');

install_packages();
ok(-l "$tree/etc/nginx/modules-enabled/50-mod-http-contentlib.conf",
    'enabled again');
run_in_tree($commands[-1]);
configuration_is_fine('installed again');

run_in_tree("apt-get purge -q -y $module $tools");
configuration_is_fine('purged');
is(files_of('etc', 'usr/lib/nginx', 'usr/share/nginx'), $before,
    'nginx and /etc have the same files as before');
is(join(' ', grep { !m{^\./(?:srv|dist|proc|var/log|var/lib/apt)/|/contentlib\.(?:asc|list)$} } split /\n/,
    qx(cd $tree && find . -xdev -name '*contentlib*')), '',
    'no file of ours is left');

done_testing();


sub fresh_tree () {
    my $log = "$build/package/debootstrap.log";

    remove_tree($tree);
    mkdir "$build/package";

    diag("debootstrap $suite");
    system("debootstrap --variant=minbase $suite $tree > $log 2>&1") == 0
        or BAIL_OUT("debootstrap failed, see $log");

    # packages must not start services

    spew("$tree/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n");
    chmod 0755, "$tree/usr/sbin/policy-rc.d";
    run_in_tree('apt-get update -q && apt-get install -q -y nginx');
    configuration_is_fine('nginx');
}

# The repository, signed by a key of this test, as README.md has it.

sub publish () {
    local $ENV{GNUPGHOME} = tempdir(CLEANUP => 1);
    local $ENV{BUILD} = $build;

    system("gpg --batch --quiet --passphrase '' --quick-generate-key"
        . ' builder@example.com 2>/dev/null') == 0 or BAIL_OUT('no key');

    # what cannot be signed is not built

    my $run = "cd '$FindBin::Bin/../..' && sh t/dist/run";

    like(qx(export DIST_KEY=none; $run --able 2>&1),
        qr/^make dist: gpg has no secret key "none": /, 'the key is looked for');

    my $said = qx($run $suite 2>&1);

    is($?, 0, 'make dist') or diag($said);
    system('gpgconf --kill all');
    like(qx(cd $build/dist && sha256sum -c SHA256SUMS 2>&1),
        qr/pool.*_amd64\.deb: OK\n(?!.*FAILED)/s, 'the checksums');

    system("cp -r $build/dist $tree/dist") == 0 or BAIL_OUT('make dist');

    my ($commands) = slurp("$FindBin::Bin/../../README.md")
        =~ /^```\n(curl [^`]*?\/keyrings\/.*?)^apt-get install/ms;

    $commands =~ s{https://\S*?(?=/contentlib\.asc)}{file:///dist}g;
    $commands =~ s{https://\S*?(?=/apt )}{file:///dist}g;

    my @lists = glob "$tree/dist/apt/dists/*/main/binary-*/Packages*";

    cmp_ok(scalar @lists, '>=', 2, 'lists of packages');
    run_in_tree('apt-get install -q -y --no-install-recommends curl');

    # lists that were changed are not used

    system('cp', $_, "$_.right") for @lists;
    spew($_, slurp("$_.right") . "\n") for @lists;
    like(in_tree("$commands\napt-cache policy $tools"),
        qr/Hash Sum mismatch(?!.*Candidate: \d)/s, 'changed lists');
    rename "$_.right", $_ for @lists;
    run_in_tree($commands);
}

sub install_packages () {
    run_in_tree("apt-get install -q -y --no-install-recommends $module $tools");
}

# Returns standard output and standard error.  $? is the status.

sub in_tree ($command) {
    local %ENV = (PATH => '/usr/sbin:/usr/bin:/sbin:/bin',
        DEBIAN_FRONTEND => 'noninteractive', LC_ALL => 'C.UTF-8');

    open my $out, '-|', 'chroot', $tree, 'sh', '-c', "exec 2>&1\n$command"
        or die "chroot: $!";
    local $/;
    my $said = <$out> // '';

    close $out;

    return $said;
}

sub run_in_tree ($command) {
    my $said = in_tree($command);

    ok($? == 0, $command =~ s/\n/; /gr) or diag($said);
}

sub configuration_is_fine ($when) {
    my $said = in_tree('nginx -t');

    ok($? == 0, "$when: nginx -t") or diag($said);
    unlike($said, qr/warn|emerg/, "$when: without a warning");
}

# Starts nginx and sends requests: name => arguments of curl.

sub served (%asked) {
    my $dir = "$build/package/answers";
    my $patience = '--retry 20 --retry-connrefused --retry-delay 1';

    remove_tree($dir);
    mkdir $dir;

    my $script = join "\n", 'ip link set lo up', "chroot $tree nginx",
        map { "curl -s -m 5 $patience -o $dir/$_ $asked{$_}" } sort keys %asked;

    system(qw(timeout 120 unshare --net --pid --fork --kill-child sh -c),
        $script);

    return map { $_ => slurp("$dir/$_") } keys %asked;
}

sub files_of (@directories) {
    @directories = grep { -e "$tree/$_" } @directories;

    return qx(cd $tree && find @directories -printf '%p %y %l\\n' | sort)
        =~ s/^\S+\.(?:cache|dpkg-\w+) .*\n//mgr;
}

sub slurp ($path) {
    open my $file, '<:raw', $path or return '';
    local $/;

    return scalar <$file> // '';
}

sub spew ($path, $text) {
    open my $file, '>', $path or die "$path: $!";
    print $file $text;
    close $file or die "$path: $!";
}
