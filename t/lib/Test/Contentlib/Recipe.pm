package Test::Contentlib::Recipe;

# A file of conf/recipes in an nginx of its own, as it stands there but for
# addresses and directories:
#
#     80, 443, 8081               ports of the test: 0, 1 and 2, on 127.0.0.1
#     /srv/library/, /etc/nginx/,
#     /var/cache/nginx/,
#     /var/log/nginx/             the directory of the test
#     /usr/share/contentlib/      conf
#
#     my $t = recipe('cors', records => [...]);
#
# More arguments are those of Test::Contentlib; "replace" is a list of texts
# and what to put in their place.

use v5.36;

use Exporter qw(import);
use File::Basename qw(dirname);
use List::Util qw(pairs);
use Test::More ();

use Test::Contentlib ();
use Test::Contentlib::Source;

our @EXPORT = qw(recipe recipe_commands recipe_files refused_is);
our @EXPORT_OK = qw(placed);

my %port = (80 => '%%PORT%%', 443 => '%%PORT_1%%', 8080 => '%%PORT%%',
    8081 => '%%PORT_2%%');
my $directories =
    qr{/(?:srv/library|etc/nginx|var/cache/nginx|var/log/nginx)/};


sub recipe ($name, %arg) {
    my $text = source_text("conf/recipes/$name.conf");

    die "there is no recipe $name" unless length $text;

    for my $pair (pairs @{delete $arg{replace} // []}) {
        my ($from, $to) = @$pair;

        $text =~ s/\Q$from/$to/g or die "$name: there is no $from";
    }

    $text = placed($text);

    return Test::Contentlib->new(%arg, http => <<"EOT");
$text
EOT
}

sub placed ($text) {
    $text =~ s{^(\s*listen\s+)(?:127\.0\.0\.1:)?(\d+)\b}
        {$1 . '127.0.0.1:' . ($port{$2} // die "port $2")}gme;
    $text =~ s{(http://127\.0\.0\.1:)(\d+)\b}{$1 . ($port{$2} // $2)}ge;
    $text =~ s{$directories}{%%DIR%%/}g;
    $text =~ s{/usr/share/contentlib/}{$Test::Contentlib::ROOT/conf/}g;

    return $text;
}

# Their names.

sub recipe_files () {
    return sort map { m{([^/]+)\.conf$} }
        glob "$Test::Contentlib::ROOT/conf/recipes/*.conf";
}

# The commands that docs/recipes.md has below a heading, run in turn
# by a shell in the directory of the test: [command, what it printed, what it
# is said to print].

sub recipe_commands ($t, $heading) {
    my ($section) = source_text('docs/recipes.md')
        =~ /^## \Q$heading\E\n(.*?)(?=^\#\# |\z)/msg
        or die "docs/recipes.md has no $heading";
    my $host = 'http://127.0.0.1:' . $t->port;

    my @blocks;

    while ($section =~ /^```(\w*)\n(.*?)^```$/msg) {
        push @blocks, $2 if $1 eq '';
    }

    return map {
        my ($command, $says) = /^\$ (.*?\n)(.*)/s ? ($1, $2) : ($_, '');
        my $run = $command =~ s{http://localhost}{$host}gr
            =~ s{$directories}{$t->path('')}ger
            =~ s{ (?=data/)}{ $Test::Contentlib::ROOT/}gr;

        [$command, shell($t, $run) =~ s{\Q$host}{http://localhost}gr, $says];
    } @blocks;
}

sub shell ($t, $command) {
    return scalar Test::Contentlib::run(sub {
        $ENV{PATH} = dirname($Test::Contentlib::PROGRAM) . ":$ENV{PATH}";
        chdir $t->dir;
        exec 'sh', '-e', '-c', $command;
    });
}

# An answer of nginx in the form of the API's errors.

sub refused_is ($r, $status, $detail, $name = $r->request) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;

    return Test::More::is(
        join("\n", $r->status, $r->body,
            map { "$_: " . join ' | ', $r->header($_) }
            'Content-Type', 'X-Content-Type-Options', 'ETag'),
        join("\n", $status, $r->method eq 'HEAD' ? ''
            : "{\"detail\":\"$detail\"}",
            'Content-Type: application/json',
            'X-Content-Type-Options: nosniff', 'ETag: '), "$name: $status");
}

1;
