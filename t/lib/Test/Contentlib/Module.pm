package Test::Contentlib::Module;

# What the module says itself:
#
#     my %contexts = directives();    # contentlib_root => 'http, ...'
#     my @names = variables();        # that are no directives
#
# The names are strings of the module, and "nginx -t" knows which of them are
# directives, where they are allowed, and which are variables.

use v5.36;

use Exporter qw(import);
use File::Temp qw(tempdir);
use List::Util qw(uniq);
use Test::Contentlib ();

our @EXPORT = qw(directives variables);

my $directory = tempdir(CLEANUP => 1);

my %block = (
    http => '%s',
    server => 'server { %s }',
    location => 'server { location / { %s } }',
);

my %said;

# The names that may be some, and what nginx says of each as a directive.

sub names () {
    return keys %said if %said;

    my $file = $Test::Contentlib::STATIC
        ? $ENV{NGINX_BINARY} // '/usr/sbin/nginx' : $Test::Contentlib::MODULE;

    open my $strings, '-|', 'strings', '-d', $file or die "strings: $!";

    $said{$_} = tested('http', "$_;")
        for uniq map { /^(contentlib(?:_\w+)?)$/ } <$strings>;

    return keys %said;
}

sub is_directive ($name) { $said{$name} !~ /unknown directive/ }

# What "nginx -t" prints.

sub tested ($block, $text) {
    my $load = $Test::Contentlib::STATIC ? ''
        : "load_module $Test::Contentlib::MODULE;";

    open my $file, '>', "$directory/nginx.conf" or die $!;
    print $file "$load error_log stderr; pid $directory/pid;\n",
        "events { }\nhttp {\n", sprintf($block{$block}, $text), "\n}\n";
    close $file;

    return scalar Test::Contentlib::nginx('-t', '-e', 'stderr', '-p',
        $directory, '-c', "$directory/nginx.conf");
}

sub directives () {
    return map {
        my $name = $_;
        my %in = (http => $said{$name}, map { $_ => tested($_, "$name;") }
            'server', 'location');

        $name => join ', ', grep { $in{$_} !~ /not allowed here/ }
            'http', 'server', 'location';
    } grep { is_directive($_) } names();
}

sub variables () {
    return grep { tested('server', "set \$a \"\$$_\";") !~ /unknown "\w+" var/ }
        grep { !is_directive($_) } names();
}

1;
