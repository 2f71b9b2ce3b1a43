#!/usr/bin/perl

# "make image" that fails or is killed at any step leaves nothing behind, and
# the next run makes the image.  buildah and debootstrap are replaced.
# Suite: long
# Tests: conf/container, Makefile

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put slurp);
use Test::Contentlib;
use Test::Contentlib::Service;
use Test::More;


plan skip_all => 'only root makes an image' if $>;
plan skip_all => 'needs apt' unless -x '/usr/lib/apt/apt-helper';

my $directory = directory();
my $state = "$directory/state";
my $image = "$directory/build/image";
my $mirror = Test::Contentlib::Service->new(sub (@) {
    return { body => "Origin: Debian\n" };
});

mkdir "$directory/$_" for qw(bin state tmp);

# A container and an image are a file.  $FAIL names the command that fails, or
# that kills the script.

program('buildah', <<'END');
while [ "${1#--}" != "$1" ]; do
    test "$1" = --storage-driver || mkdir -p "$2"
    shift 2
done
command=$1
eval "last=\${$#}"

fails() {
    test "$FAIL" != "$command" || exit 1
    test "$FAIL" != "kill $command" || { kill -KILL $PPID; exit 1; }
}

case $command in
    inspect) test -e "$STATE/image" ;;
    from) test ! -e "$STATE/base" || { echo "base is already in use"; exit 1; }
        echo > "$STATE/base"; fails ;;
    add | config) test -e "$STATE/base" && fails ;;
    commit) fails; mv "$STATE/base" "$STATE/image" ;;
    bud) echo > "$STATE/working"; fails; rm "$STATE/working" ;;
    push) last=${last#docker-archive:}
        echo "${last##*:}" > "${last%:*}"; fails ;;
    rm) rm -f "$STATE/base" "$STATE/working" ;;
    rmi) test "$last" = --prune ;;
    *) exit 1 ;;
esac
END

program('debootstrap', <<'END');
while [ "${1#--}" != "$1" ]; do shift; done
mkdir -p "$2/etc/apt/apt.conf.d"
test "$FAIL" != debootstrap
END

put("$directory/sources.list",
    "deb [trusted=yes] @{[$mirror->host]}/debian trixie main\n");
put("$directory/apt.conf", <<"CONF");
Dir::Etc::sourcelist "$directory/sources.list";
Dir::Etc::sourceparts "/dev/null";
Acquire::http::Proxy "DIRECT";
CONF

for my $step (qw(debootstrap from add commit bud push), 'kill add', 'kill bud',
    'kill push')
{
    unlink glob "$state/*" if $step ne 'push';

    built($step);
    isnt($?, 0, "$step: fails");
    is(left(), '', "$step: nothing is left") unless $step =~ /kill/;

    my ($text, $status) = built('');
    is($status, 0, "$step: the next run succeeds") or diag($text);
    is($text, ($step =~ /push|bud/ ? '' : "a tree of trixie\n")
        . "the image\n$image/contentlib.tar\n", "$step: with an image");
    is(left(), '', "$step: and leaves nothing");
}

is(slurp("$image/contentlib.tar"), "contentlib\n", 'the archive');

done_testing();


sub program ($name, $commands) {
    put("$directory/bin/$name", "#!/bin/sh\n$commands");
    chmod 0755, "$directory/bin/$name";
}

sub built ($fail) {
    return Test::Contentlib::run(sub {
        %ENV = (%ENV, FAIL => $fail, STATE => $state,
            BUILD => "$directory/build", TMPDIR => "$directory/tmp",
            APT_CONFIG => "$directory/apt.conf",
            PATH => "$directory/bin:$ENV{PATH}");
        chdir $Test::Contentlib::ROOT;
        exec 'sh', 't/image/build';
    });
}

# Containers, trees and parts of an archive.

sub left () {
    return join ' ', grep { !m{/(?:image|build\.log|lock|packages|storage
            |runroot|contentlib\.tar)$}x }
        map { glob "$_/*" } $state, $image, "$directory/tmp";
}
