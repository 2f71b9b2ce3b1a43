package Test::Contentlib::Description;

# data/openapi.yaml, and servers that it describes.
#
#     my $api = Test::Contentlib::Description->new;
#     my $t = $api->serve('', 'contentlib_strict on;');
#
#     $api->ask('GET', '/api/v1/', [], 'contentlib_strict on;');
#
# t/openapi/tool.js reads YAML and schemas; "make test-extra" installs the
# packages of npm that it needs.

use v5.36;

use IPC::Open2 qw(open2);
use JSON::PP ();
use Test::Contentlib;
use Test::Contentlib::Source;

my $FILE = "$Test::Contentlib::ROOT/data/openapi.yaml";
my $TOOL = "$Test::Contentlib::ROOT/t/openapi/tool.js";
my $PACKAGES = "$Test::Contentlib::ROOT/build/openapi/node_modules";

# where the examples were taken

my $HOST = '127.0.0.1:8080';

my $json = JSON::PP->new->utf8->allow_nonref->canonical;

sub new ($class) {
    -d $PACKAGES or die "there is no $PACKAGES: make test-extra\n";

    return bless { text => $json->decode(tool('print')) }, $class;
}

sub tool ($command, $input = '') {
    local $ENV{NODE_PATH} = $PACKAGES;

    my $pid = open2(my $out, my $in, 'node', $TOOL, $command, $FILE);

    print $in $input;
    close $in;

    my $said = do { local $/; <$out> // '' };

    waitpid $pid, 0;
    die "node $TOOL $command: status $?\n" if $?;

    return $said;
}

# What a linter says.

sub complaints ($self) { return tool('lint') }

# Values that are not of their schema, and fields that no value has.  Cases
# are { name, schema, value }.

sub validate ($self, @cases) {
    return $json->decode(tool('validate', $json->encode(\@cases)));
}

sub text ($self) { $self->{text} }

sub paths ($self) { sort keys %{$self->{text}{paths}} }

# A copy without references, down to schemas and examples, which keep theirs.

sub resolved ($self, $value) {
    my $pointer = $value->{'$ref'} // return $value;
    my $found = $self->{text};

    $found = $found->{$_ =~ s{~1}{/}gr}
        // die "$pointer leads nowhere" for split m{/}, substr $pointer, 2;

    return $found;
}

sub operation ($self, $path, $method) {
    return $self->{text}{paths}{$path}{lc $method};
}

# Of the path and of the operation.

sub parameters ($self, $path, $method) {
    return map { $self->resolved($_) }
        @{$self->{text}{paths}{$path}{parameters} // []},
        @{$self->operation($path, $method)->{parameters} // []};
}

# The address of a path, with the examples of its parameters.

sub uri ($self, $path) {
    my %example = map { $_->{name} => $_->{example} }
        $self->parameters($path, 'get');

    return '/api/v1' . $path =~ s/\{(\w+)\}/$example{$1}/gr;
}


# The sample library, by a server for each configuration.

sub serve ($self, @configurations) {
    $self->{port}{$configurations[$_]} = $_ for keys @configurations;

    my $servers = join '', map { <<"CONF" } keys @configurations;
    server {
        listen 127.0.0.1:%%PORT_$_%%;

        $configurations[$_]

        %%API%%

        location = /api/v1 {
            contentlib;
        }
    }

CONF

    return $self->{server} = Test::Contentlib->new(http => <<"CONF",
    contentlib_library    %%LIBRARY%%;
    contentlib_media_url  http://$HOST/media/;

$servers
CONF
        records => source_text('data/sample/library.ndjson')
            . ($self->{more} // ''));
}

sub ask ($self, $method, $uri, $headers = [], $configuration = '') {
    return $self->{server}->request($method, $uri, [Host => $HOST, @$headers],
        undef, $self->{port}{$configuration}
            // die "no server: $configuration");
}

1;
