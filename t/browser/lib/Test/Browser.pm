package Test::Browser;

# Runs the program in JavaScript that bears the name of the test file, which
# prints { ok, name, more }, or { figure: [what, value, target, unit] }, a line
# each.
#
# Environment:
#     CHROMIUM                the browser, /usr/bin/chromium

use v5.36;

use Exporter qw(import);
use FindBin;
use JSON::PP ();
use lib "$FindBin::Bin/../faults/lib";
use Faults qw(figure);
use Test::Contentlib;
use Test::More ();

our @EXPORT = qw(browser_tests explorer_conf);

my $BUILD = "$Test::Contentlib::ROOT/build/browser";


sub browser_tests ($t, @arguments) {
    -d "$BUILD/node_modules" or die "there is no $BUILD: make browser\n";

    local $ENV{NODE_PATH} = "$BUILD/node_modules";
    local $ENV{SCREENSHOTS} = "$BUILD/screenshots";

    my $program = $0 =~ s/\.t$/.js/r;
    my $ended;

    open my $out, '-|', 'node', $program, 'http://127.0.0.1:' . $t->port,
        @arguments or die "node: $!";

    while (my $line = <$out>) {
        my $said = eval { JSON::PP->new->utf8->decode($line) };

        if (!$said) {
            Test::More::diag($line);
        } elsif ($said->{end}) {
            $ended = 1;
        } elsif ($said->{figure}) {
            figure(@{$said->{figure}});
        } else {
            Test::More::ok($said->{ok}, $said->{name})
                or Test::More::diag($said->{more} // '');
        }
    }

    Test::More::ok(close $out && $ended, "$program came to its end");

    return;
}

# The explorer beside a library of a test: to be called before nginx starts.

sub explorer_conf ($t) {
    symlink "$Test::Contentlib::ROOT/data/explorer", $t->path('explorer');

    return "include $Test::Contentlib::ROOT/conf/explorer.conf;";
}

1;
