#!/usr/bin/perl

# "make install" installs the files of the Debian packages, and "make uninstall"
# leaves nothing behind.
# Suite: long
# Tests: conf/install, conf/debian

use v5.36;

use lib 't/lib';
use ContentlibTool qw(directory put slurp);
use Test::Contentlib;
use Test::Contentlib::Source;
use Test::More;


umask 077;

my $directory = directory();
my $etc = "$directory/etc/nginx";
my $share = "$directory/usr/share/contentlib";

sub make (@arguments) {
    my ($text, $status) = Test::Contentlib::run(sub {
        exec 'make', '-C', $Test::Contentlib::ROOT, '--no-print-directory',
            "DESTDIR=$directory", @arguments;
    });

    is($status, 0, "make @arguments") or diag($text);

    return $text;
}

# Kinds, modes, targets and names below the directory.

sub tree () {
    my @lines = split /\n/,
        qx(cd $directory && find . -mindepth 1 -printf '%y %m %l %P\\n' | sort);

    return wantarray ? @lines : join "\n", @lines;
}

# what was there before

system('mkdir', '-p', "$directory/usr/bin", "$etc/sites-enabled",
    "$directory/usr/share/man/man1", "$directory/usr/share/doc");
put("$directory/usr/bin/other", '');

my $before = tree();

make('install');

my %installed = map { my ($kind, $mode, $target, $name) = split / /, $_, 4;
    ($name => "$kind $mode$target") } tree();

is(delete $installed{'etc/nginx/modules-enabled/50-mod-http-contentlib.conf'},
    'l 777/usr/share/nginx/modules-available/mod-http-contentlib.conf',
    'the module is enabled');
delete $installed{'usr/bin/other'};

# the packages have these files, and each file is in one package

my %list = map { $_ => [source_text($_) =~ /^(\S+)$/mg] }
    map { s{^.*/(?=conf/)}{}r }
    glob "$Test::Contentlib::ROOT/conf/debian/*.install";

is(scalar keys %list, 2, 'two packages');

my @files = sort grep { $installed{$_} !~ /^d/ } keys %installed;
my %found;

for my $file (@files) {
    my @in = grep { $file =~ m{^\Q$_\E(?:/|$)} } map { @$_ } values %list;

    is(scalar @in, 1, "$file is in a package");
    is($installed{$file}, $file =~ m{^usr/bin/} ? 'f 755' : 'f 644',
        "$file: mode");
    $found{$_} = 1 for @in;
}

ok($found{$_}, "there are files of $_") for map { @$_ } values %list;

is(join(' ', map { "$_ $installed{$_}" } grep { $installed{$_} =~ /^d/ }
    grep { $before !~ / \Q$_\E$/m } sort keys %installed),
    join(' ', map { "$_ d 755" } qw(etc/nginx/modules-enabled
        etc/nginx/sites-available usr/lib usr/lib/nginx usr/lib/nginx/modules
        usr/share/contentlib usr/share/contentlib/explorer usr/share/man/man5
        usr/share/nginx usr/share/nginx/modules-available)),
    'directories');

# what they contain

my %same = (
    map({ ("share/contentlib/$_" => "data/$_") } qw(openapi.yaml schema.sql)),
    map({ ("share/contentlib/$_" => "conf/$_") } qw(media.conf searches.conf)),
    map({ ("share/contentlib/$_" => "data/$_") }
        map { s{.*(?=explorer/)}{}r }
        glob "$Test::Contentlib::ROOT/data/explorer/*"),
    'bin/contentlib' => 'build/contentlib',
    'bin/contentlib-pictures' => 'conf/contentlib-pictures',
    'lib/nginx/modules/ngx_http_contentlib_module.so'
        => 'build/ngx_http_contentlib_module.so',
);

for my $file (sort keys %same) {
    ok(slurp("$directory/usr/$file") eq source_text($same{$file}),
        "$file: content");
}

is(slurp("$etc/sites-available/contentlib"), source_text('conf/site.conf'),
    'the site');
like(slurp("$share/explorer.conf"),
    qr{alias +/usr/share/contentlib/explorer/;}, 'explorer.conf');
is(slurp("$directory/usr/share/nginx/modules-available/"
    . 'mod-http-contentlib.conf'),
    "load_module modules/ngx_http_contentlib_module.so;\n", 'the module');
like(slurp("$directory/usr/share/man/$_"), qr/^\.TH/m, "manual page $_")
    for qw(man1/contentlib.1 man1/contentlib-pictures.1
        man5/ngx_http_contentlib_module.5);

# installed again, and removed while the site is enabled

my $after = tree();

make('install');
is(scalar tree(), $after, 'a second time');

symlink '../sites-available/contentlib', "$etc/sites-enabled/contentlib";
make('uninstall');
is(scalar tree(), $before, 'nothing is left, and what was there is');
make('uninstall');
is(scalar tree(), $before, 'nothing is there');

# a site that the operator has changed stays

make('install');
put("$etc/sites-available/contentlib", 'changed');
like(make('install'), qr{^kept: \Q$etc\E/sites-available/contentlib}m,
    'the site stays');
like(make('uninstall'), qr{^kept: \Q$etc\E/sites-available/contentlib}m,
    'and is not removed');
is(join("\n", grep { !/sites-available/ } tree()), $before, 'all else is');
is(slurp("$etc/sites-available/contentlib"), 'changed', 'unchanged');
unlink "$etc/sites-available/contentlib";

# another prefix, and no program for manual pages

like(make('install', 'LOWDOWN=', 'PREFIX=/usr/local'),
    qr/^no manual pages: apt-get install lowdown$/m, 'no manual pages');

my $local = "$directory/usr/local";

is(join(' ', glob "$local/share/man/*"), '', 'are installed');
is(slurp("$local/share/nginx/modules-available/mod-http-contentlib.conf"),
    "load_module /usr/local/lib/nginx/modules/"
    . "ngx_http_contentlib_module.so;\n", 'the module of another prefix');
like(slurp("$local/share/contentlib/explorer.conf"),
    qr{alias +/usr/local/share/contentlib/explorer/;}, 'its explorer');
like(slurp("$etc/sites-available/contentlib"),
    qr{^ *include +/usr/local/share/contentlib/$_;}m, "its site: $_")
    for 'explorer\[\.\]conf', 'media\.conf', 'searches\.conf';

make('uninstall', 'PREFIX=/usr/local');
is(scalar tree(), $before, 'nothing is left');

done_testing();
