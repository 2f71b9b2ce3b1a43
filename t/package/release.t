#!/usr/bin/perl

# "make release" without a release, root, namespaces or a mirror: one line says
# why, and nothing is made.
# Tests: t/release

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put);
use Test::Contentlib;
use Test::Contentlib::Service;
use Test::More;


my $directory = directory();
my $script = "$Test::Contentlib::ROOT/t/release/run";
my $as = 'setpriv --reuid=65534 --regid=65534 --clear-groups';

sub output_of (@command) {
    my ($text, $status) = Test::Contentlib::run(sub {
        chdir '/';
        exec @command;
    });

    return $text =~ s/^make: \*\*\*.*\n//mgr . $status;
}

sub release (@arguments) {
    return output_of('make', '--no-print-directory', '-C',
        $Test::Contentlib::ROOT, "BUILD=$directory/build", 'release',
        @arguments);
}

# The user may not be able to read the directory of the script.

sub script_as ($user, @arguments) {
    return output_of('sh', '-c', "exec $user sh -s @arguments < $script");
}

for (['', 'RELEASE='], ['sarge', 'RELEASE=sarge'], ['../..', 'RELEASE=../..']) {
    my ($name, @variable) = @$_;

    is(release(@variable), "make release: unknown release "
        . "\"$name\": set RELEASE=bookworm or RELEASE=trixie\n2",
        "release \"$name\"");
}

SKIP: {
    skip 'needs setpriv', 2 if $> == 0 && system("$as true 2>/dev/null");

    $as = '' if $> != 0;

    is(script_as($as, 'trixie', $_),
        "make release: only root can make a tree of Debian\n1",
        "not root: $_") for qw(debootstrap --able);
}

SKIP: {
    my $bounded = 'setpriv --bounding-set=-sys_admin';

    skip 'needs root and setpriv', 1
        if $> != 0 || system("$bounded true 2>/dev/null");

    like(script_as($bounded, 'trixie', '--able'),
        qr/\Amake release: no namespaces for a tree of Debian: .+\n1\z/,
        'no namespaces');
}

# what apt has as sources

sub sources (@lines) {
    put("$directory/sources.list", join '', map { "$_\n" } @lines);
    put("$directory/apt.conf", <<"CONF");
Dir::Etc::sourcelist "$directory/sources.list";
Dir::Etc::sourceparts "/dev/null";
Acquire::http::Proxy "DIRECT";
CONF
    local $ENV{APT_CONFIG} = "$directory/apt.conf";

    return release('RELEASE=trixie');
}

SKIP: {
    my $why = qx(sh $script trixie --able 2>&1);

    skip $why, 4 if $?;
    skip 'needs apt', 4 unless -x '/usr/lib/apt/apt-helper';

    my $other = Test::Contentlib::Service->new(sub (@) {
        return { body => "Origin: Other\n" };
    });

    is(sources(), "make release: no mirror of trixie: apt has none\n2",
        'apt has no source');
    is(sources("deb [trusted=yes] @{[$other->host]}/other bookworm main"),
        "make release: no mirror of trixie: apt has none\n2",
        'a source of others');
    is(join(' ', $other->requests), '/other/dists/trixie/InRelease',
        'it was asked');

    my $address = $other->host;

    undef $other;
    like(sources("deb $address/debian bookworm main"),
        qr{\Amake\ release:\ no\ mirror\ of\ trixie:\ E:\ Failed\ to\ fetch\ 
            \Q$address\E/debian/dists/trixie/InRelease\ .+\n2\z}x,
        'a mirror that does not respond');
}

# In the tree, TESTS may be empty.

for my $tests ('', 't/api') {
    my ($files) = output_of('env', "TESTS=$tests", 'make', '-n', '-C',
        $Test::Contentlib::ROOT, 'test') =~ /^prove -j \d+ (.*)$/m;
    my $count = split / /, $files // '';

    ok($tests ? ($files // '') eq $tests : $count > 100, "make test TESTS=$tests");
}

ok(!-e "$directory/build", 'nothing was made');
done_testing();
