#!/usr/bin/perl

# The Debian packages, without building them: control, documents, manual pages,
# the site.  t/package/install.t has the lists of files.
# Tests: conf/debian, conf/man

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Shipped;
use Test::Contentlib::Source;


my $debian = 'conf/debian';
my $program = $Test::Contentlib::PROGRAM;

chdir $Test::Contentlib::ROOT;

my ($version) = source_text("$debian/changelog") =~ /\A\w+ \(([\d.]+)\)/;

is(scalar Test::Contentlib::program('--version'), "contentlib $version\n",
    'the version');

# the packages of the Makefile, without those of build-essential

my ($makefile) = source_text('Makefile')
    =~ /^BUILD_PACKAGES = ((?:.*\\\n)*.*)/m;
my $control = source_text("$debian/control");
my %given = map { $_ => 1 } qw(gcc make libc6-dev);
my @wanted = grep { !$given{$_} } $makefile =~ /[\w-]+/g;

cmp_ok(scalar @wanted, '>', 5, 'packages are found');
like(source_text('README.md'), qr/`\Q@{[$makefile =~ m{[\w-]+}g]}\E`/,
    'they are those of README.md');
like($control, qr/^[ \w:-]*\s\Q$_\E\b/m, "it builds with $_") for @wanted;

# dpkg finds the names of the libraries, which differ between releases

unlike(source_text('README.md'), qr/\blib[a-z0-9-]*\d(?:t64)?\b(?!-)/,
    'README.md names none');
is(join(' ', $control =~ /^Depends: (.*)$/mg),
    join(' ', ('${misc:Depends}, ${shlibs:Depends}') x 2), 'dependencies');

# what contentlib-pictures needs, without which "contentlib" runs

my ($pictures) = source_text('Makefile') =~ /^PICTURES_PACKAGES = (.*)$/m;

is(join(', ', split ' ', $pictures), ($control =~ /^Recommends: (lib.*)$/m)[0],
    'the tools recommend what contentlib-pictures needs');

# only architectures with 64 bits

my %bits = cputable() =~ /^([\w-]+)\t.*?\t(\d+)\t\w+$/mg;
my @architectures = map { [split] } $control =~ /^Architecture: (.*)$/mg;

is(scalar @architectures, 2, 'architectures of both packages');
cmp_ok(scalar @$_, '>=', 2, 'more than one') for @architectures;
is($bits{$_}, 64, "$_ has 64 bits") for map { @$_ } @architectures;

sub cputable () {
    open my $file, '<', '/usr/share/dpkg/cputable' or die "cputable: $!";
    local $/;

    return scalar <$file>;
}

for my $list (glob "$debian/*.{examples,docs}") {
    ok(-e, "$list: $_ is there") for source_text($list) =~ /^(\S+)/mg;
}

# manual pages

my %page = map { $_ => scalar Test::Contentlib::run(sub {
    exec $^X, 'conf/man/manual', '.', $_, $program;
}) } qw(contentlib contentlib-pictures ngx_http_contentlib_module);

for my $name (sort keys %page) {
    like($page{$name}, qr/\A# NAME\n\n\Q$name\E - \S/, "$name: a name");
    unlike($page{$name}, qr/^\||\]\(/m, "$name: no tables, no links");
}

for my $directive (source_text('docs/directives.md') =~ /^## (contentlib\w*)$/mg) {
    like($page{ngx_http_contentlib_module},
        qr/^## \Q$directive\E\n\n\*\*Syntax:\*\* `\Q$directive\E[ ;]/m,
        "$directive has its section");
}

like($page{'contentlib-pictures'}, qr/^`--thumbnails N\[,N\]`$/m,
    'the options of contentlib-pictures');
like($page{ngx_http_contentlib_module},
    qr/`contentlib_numbers integer \| string;`/, 'alternatives are kept');

my ($usage) = Test::Contentlib::program('--help');
my %command = map { $_ => 1 } grep { $_ ne 'help' }
    $usage =~ /^.*  ?contentlib ([a-z]+)/mg;

is(scalar keys %command, 4, 'commands are found');

for my $name (sort keys %command) {
    my ($help) = Test::Contentlib::program($name, '--help');

    like($page{contentlib}, qr/^## $name\n\n```\n\Q$help\E```\n/m,
        "$name has its section");
}

# the site serves

like(source_text('conf/site.conf'), qr/^\s*listen\s+127\.0\.0\.1:\d+;/m,
    'the site listens on loopback');

my $t = shipped('conf/site.conf', records => [image(7)]);

mkdir $t->path('media');
$t->write_file('media/file.txt', 'a file');

is($t->get('/api/v1/content_items/')->json->{count}, 1, 'the API');
is($t->get('/media/file.txt')->body, 'a file', 'media');
is($t->get('/api/v1')->status, 301, 'an address without its slash');
is($t->get('/api/v1/', 'Accept-Encoding' => 'gzip')
    ->header('Content-Encoding'), 'gzip', 'compressed');
