package Test::Browser;

# Runs the JavaScript program that has the name of the test file.  A line of
# its output is { ok, name, more } or { result: [what, value, target, unit] }.
#
# Environment:
#     BROWSER                 firefox, or else Chromium is used
#     CHROMIUM, FIREFOX       the program, /usr/bin/chromium or firefox-esr

use v5.36;

use Exporter qw(import);
use FindBin;
use JSON::PP ();
use lib "$FindBin::Bin/../faults/lib";
use Faults qw(result);
use Test::Contentlib;
use Test::Contentlib::Demo;
use Test::More ();

our @EXPORT = qw(browser_tests explorer photograph);

my $BUILD = "$Test::Contentlib::ROOT/build/browser";


# By default, with the sample library of "make run".

sub browser_tests ($t = Test::Contentlib::Demo->new) {
    -d "$BUILD/node_modules" or die "there is no $BUILD: make browser\n";

    local $ENV{NODE_PATH} = "$BUILD/node_modules";
    local $ENV{SCREENSHOTS} = "$BUILD/screenshots";

    my $program = $0 =~ s/\.t$/.js/r;
    my $ended;

    open my $out, '-|', 'node', $program, 'http://127.0.0.1:' . $t->port
        or die "node: $!";

    while (my $line = <$out>) {
        my $output = eval { JSON::PP->new->utf8->decode($line) };

        if (!$output) {
            Test::More::diag($line);
        } elsif ($output->{end}) {
            $ended = 1;
        } elsif ($output->{result}) {
            result(@{$output->{result}});
        } else {
            Test::More::ok($output->{ok}, $output->{name})
                or Test::More::diag($output->{more} // '');
        }
    }

    Test::More::ok(close $out && $ended, "$program is complete");

    return;
}

# An item with a photograph in three sizes.

sub photograph ($id, %with) {
    my $url = "https://media.example/$id";
    my @sizes = map { {
        url => "$url-$_.jpg", width => $_, height => 2 * $_ / 3,
        size => 100 * $_, format => 'image/jpeg',
    } } 480, 1500, 6000;

    my $record = image($id, alt_text => "photograph $id",
        static_image => $sizes[-1]{url}, %with);

    $record->{default_version}{download} = [
        { platform => 'original', $sizes[-1]->%* }];
    $record->{default_version}{picture} = \@sizes;

    return $record;
}

# A server of records with the explorer, and with more directives.

sub explorer ($records, $more) {
    my $t = Test::Contentlib->new(start => 0, records => $records,
        server => <<"CONF");
        include /etc/nginx/mime.types;
        include $Test::Contentlib::ROOT/conf/explorer.conf;
        contentlib_library %%LIBRARY%%;
        $more
CONF

    symlink "$Test::Contentlib::ROOT/data/explorer", $t->path('explorer');

    return $t->start;
}

1;
