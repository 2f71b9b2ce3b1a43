package Test::Contentlib::Shipped;

# A configuration of conf, or a block of a chapter, in an nginx of its own, as it
# stands there but for addresses and directories (see Recipe.pm):
#
#     my $t = shipped('conf/site.conf', records => [...]);
#
# Its library and the directory "media" are in the directory $t->home.  A server
# has port 0, also one of HTTPS, which is served without TLS.  More arguments are
# those of Test::Contentlib.

use v5.36;

use Exporter qw(import);
use File::Temp qw(tempdir);

use Test::Contentlib ();
use Test::Contentlib::Checksums qw(edit);
use Test::Contentlib::Demo ();
use Test::Contentlib::Recipe qw(placed);
use Test::Contentlib::Source;

our @EXPORT = qw(configurations shipped home);


# Texts of servers: files of conf, and blocks of the documentation.

sub configurations () {
    my $root = $Test::Contentlib::ROOT;
    my %text = map { $_ => source_text($_) } map { s{^\Q$root\E/}{}r }
        map { glob "$root/conf/$_" } qw(*.conf container/*.conf recipes/*.conf);

    for my $file (documents()) {
        my @blocks = source_text($file) =~ /^```nginx\n(.*?)^```$/msg;

        $text{"$file:$_"} = $blocks[$_] for keys @blocks;
    }

    return %text;
}

# The directory in which the configuration finds /srv/library.

sub home ($t) { $t->{home} // $t->dir }

sub shipped ($name, %arg) {
    return demo(%arg) if $name eq 'conf/nginx.conf';

    my $text = {configurations()}->{$name} // die "there is no $name";
    my $main = '';

    # the inside of "http" of a whole configuration

    if ($text =~ s/^(.*?)^http \{\n(.*)^\}$/$2/ms) {
        ($main) = $1 =~ /^(thread_pool .*)$/m;
        $text =~ s/^\s*(?:\w+_temp_path|access_log)\s.*\n//mg;
        $text =~ s/^\s*include\s+mime\.types;\n//m;
    }

    # without TLS

    if ($text =~ s/^\s*ssl_.*\n//mg) {
        $text =~ s/^\s*listen\s+80;\n//m;
        $text =~ s/\b443\s+ssl\b.*;/80;/;
    }

    # locations alone

    $text = "contentlib_library /srv/library/library.db;\n"
        . "server {\nlisten 80;\n$text\n}" if $text !~ /^\s*server \{/m;

    return Test::Contentlib->new(%arg, main => $main, http => placed($text));
}

# "make run" with a library and its media.  "edit" is SQL that changes the
# library.

sub demo (%arg) {
    my $home = tempdir('contentlib-XXXXXXXX', TMPDIR => 1, CLEANUP => 1);
    my $library = "$home/library.db";

    chmod 0755, $home;
    mkdir "$home/media";

    Test::Contentlib::program('import', '--quiet', '-o', $library,
        '--allow-empty', input($home, $arg{records} // []));
    edit($library, $arg{edit}) if $arg{edit};

    my $t = Test::Contentlib::Demo->new(library => $library,
        media => "$home/media");

    $t->{home} = $home;

    return $t;
}

sub input ($home, $records) {
    open my $file, '>:raw', "$home/library.ndjson" or die $!;
    print $file Test::Contentlib::Corpus::records_text(@$records);
    close $file or die $!;

    return "$home/library.ndjson";
}

1;
