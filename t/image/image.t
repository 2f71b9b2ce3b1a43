#!/usr/bin/perl

# The command of the image, as its user, in its file system, with a library in
# /srv/library: requests, the health check, and the end by its signal.  The
# processes have namespaces of their own.
# Tests: conf/container

use v5.36;

use Cwd qw(realpath);
use Fcntl qw(LOCK_EX LOCK_NB);
use File::Path qw(make_path remove_tree);
use FindBin;
use JSON::PP qw(decode_json);
use Test::More;


my $root = realpath("$FindBin::Bin/../..");
my $build = realpath($ENV{BUILD} // "$root/build");
my $scratch = "$build/image/test";
my $limit = 40_000_000;                      # bytes without the base

plan skip_all => 'only root mounts the image' if $>;

$ENV{BUILD} = $build;
chdir $root;

# "make image" removes all containers

open my $lock, '>', "$build/image/lock" or BAIL_OUT('make image');
flock $lock, LOCK_EX | LOCK_NB or BAIL_OUT('another one makes the image');

my $container = buildah('from', '--pull-never', 'localhost/contentlib');
my $tree = buildah('mount', $container);
my $config = decode_json(buildah('inspect', '--type', 'image',
    'localhost/contentlib'))->{Docker}{config};

END { buildah('rm', $container) if $container }

ok(-s "$build/image/contentlib.tar", 'there is an archive');
is($config->{User}, 'www-data', 'the user');
is($config->{StopSignal}, 'SIGQUIT', 'the signal that stops it');
is(join(' ', keys $config->{ExposedPorts}->%*), '8080/tcp', 'the port');

my $added = size_of('localhost/contentlib') - size_of('localhost/debian:trixie');

cmp_ok($added, '<=', $limit, "$added bytes without the base");
is(qx(find $tree -xdev -name '*.deb' -o -xdev -path '*/bin/gcc*'), '',
    'nothing is left of the build');

# without a library, then with one that the program of the image makes

remove_tree($scratch);
make_path("$scratch/answers");

my @health = $config->{Healthcheck}{Test}->@*;
my %answer = served(<<'END');
get early http://127.0.0.1:8080/api/v1/tags/
in_image "${health[@]}"; echo $? > $answers/early_health
in_image contentlib import -o library.db records/library.ndjson \
    > $answers/import 2>&1
sleep 2
get items 'http://127.0.0.1:8080/api/v1/content_items/?limit=1'
get page -H Accept:text/html http://127.0.0.1:8080/api/v1/tags/
get media http://127.0.0.1:8080/media/$(jq -r \
    '.results[0].default_version.picture[0].url' $answers/items \
    | sed 's|.*/media/||')
in_image "${health[@]}"; echo $? > $answers/health
get status http://127.0.0.1:8081/status
END

is(shift @health, 'CMD', 'the health check is a command');
is(decode_json($answer{early})->{detail} ? 1 : 0, 1,
    'without a library: an error in JSON');
isnt($answer{early_health}, "0\n", 'and unhealthy');
like($answer{import}, qr/^library\.db: 69 items,/, 'the program imports');
is(decode_json($answer{items})->{count}, 69, 'the library is served');
like($answer{page}, qr/<!doctype html>/i, 'browsers have the explorer');
like($answer{media}, qr/\A(?:GIF8|\x89PNG|RIFF|<svg|<\?xml)/, 'media');
is($answer{health}, "0\n", 'healthy');
like($answer{status}, qr/^contentlib_workers_serving\{.*\} [1-9]/m, 'the metrics');
like($answer{stdout}, qr{"GET /api/v1/content_items/\?limit=1 HTTP}, 'the log');
unlike($answer{stderr}, qr/emerg|alert|crit/, 'no alert') or diag($answer{stderr});
is($answer{end}, "0\n", 'it stops');

done_testing();


sub buildah (@arguments) {
    open my $out, '-|', 't/image/buildah', @arguments or die "buildah: $!";
    my $said = join '', <$out>;

    close $out or BAIL_OUT("buildah @arguments");

    return $said =~ s/\n\z//r;
}

sub size_of ($image) {
    my $listed = decode_json(buildah('images', '--json', '--no-trunc', $image));
    my $size = $listed->[0]{size};
    my %unit = (B => 1, KB => 1e3, MB => 1e6, GB => 1e9);
    my ($number, $unit) = $size =~ /^([\d.]+) ?(\w+)$/;

    return $number * $unit{uc $unit};
}

# Starts the command of the image, runs commands in its namespaces, and stops
# it.  Returns the files in $scratch/answers.

sub served ($commands) {
    my $answers = "$scratch/answers";
    my $quoted = sub (@words) { join ' ', map { "'" . s/'/'\\''/gr . "'" } @words };
    my ($ignored, @check) = $config->{Healthcheck}{Test}->@*;
    my $health = $quoted->(@check);
    my $command = $quoted->($config->{Cmd}->@*);

    open my $script, '>', "$scratch/script" or die "$scratch/script: $!";
    print $script <<"END";
answers=$answers
owner=\$(stat -c uid=%u,gid=%g $tree/srv/library)
health=($health)
ip link set lo up
mount -t proc proc $tree/proc
mount --bind /dev $tree/dev
mount -t tmpfs -o mode=1777 tmpfs $tree/tmp
mount -t tmpfs -o mode=755,\$owner tmpfs $tree/srv/library
mkdir $tree/srv/library/media $tree/srv/library/records
mount --bind $root/data/sample/media $tree/srv/library/media
mount --bind $root/data/sample $tree/srv/library/records
in_image() {
    env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \\
        chroot --userspec=$config->{User} $tree \\
        sh -c 'cd $config->{WorkingDir} && exec "\$@"' sh "\$@"
}
get() {
    curl -s -m 5 --retry 20 --retry-connrefused --retry-delay 1 \\
        -o \$answers/\$1 "\${\@:2}"
}
touch \$answers/stdout \$answers/stderr
chown --from=root --reference=$tree/srv/library \$answers/std*
in_image $command > \$answers/stdout 2> \$answers/stderr &
$commands
kill -QUIT \$(cat $tree/tmp/nginx.pid)
wait \$!; echo \$? > \$answers/end
END
    close $script or die "$scratch/script: $!";

    system(qw(timeout 120 unshare --net --mount --pid --fork --kill-child bash),
        "$scratch/script");

    return map { s{.*/}{}r => slurp($_) } glob "$answers/*";
}

sub slurp ($path) {
    open my $file, '<:raw', $path or return '';
    local $/;

    return scalar <$file> // '';
}
