package Test::Contentlib::Api;

# The names of the API, in the order of data/openapi.yaml:
#
#     api_paths()                 '/', '/content_items/', ...
#     api_parameters('/tags/')    'format', 'name', ... of the query
#     api_selecting('/tags/')     'name', 'ordering': those for records
#     api_filters('/tags/')       'name': those with a maximum length
#     api_example('/tags/', 'name')   'name=good': with its example
#     api_fields('Tag')           'slug', 'url', 'name'
#
# This is no parser of YAML: blocks have an indentation, and what is in braces
# stands on one line.  t/extra/openapi.t compares the names with those of a
# parser.

use v5.36;

use Exporter qw(import);
use Test::Contentlib::Source;

our @EXPORT = qw(api_paths api_parameters api_selecting api_filters api_example
    api_fields);

my (%text, %below);

read_lines(source_text('data/openapi.yaml'));

# The text of each key, and what is below it, by the keys above.

sub read_lines ($file) {
    my @above = [-1, ''];
    my $long = 1e9;

    for my $line (grep { /\S/ } split /\n/, $file) {
        my $indent = length $line =~ s/\S.*//r;

        next if $indent > $long;

        $long = 1e9;
        pop @above while $above[-1][0] >= $indent;

        if ($line =~ /^ *- (.*)/) {
            push @{$below{$above[-1][1]}}, $1;

        } elsif ($line =~ /^ *("?)([^\s"{#][^\s"]*)\1:(?: (.*))?$/) {
            my ($key, $value) = ($2, $3 // '');

            push @{$below{$above[-1][1]}}, $key;
            push @above, [$indent, "$above[-1][1] $key"];
            $text{$above[-1][1]} = $value =~ s/^(["'])(.*)\1$/$2/r;
            $long = $indent if $value =~ /^[|>]/;
        }
    }
}

sub api_paths () { @{$below{' paths'}} }

# The components of the parameters of a path.

sub parameters ($path) {
    return grep { $text{"$_ in"} eq 'query' }
        map { m{/parameters/(\w+)"} ? " components parameters $1" : () }
        map { @{$below{" paths $path $_"} // []} } 'parameters',
            'get parameters';
}

sub api_parameters ($path) { map { $text{"$_ name"} } parameters($path) }

sub api_selecting ($path) {
    return grep { !/^(?:format|limit|offset)$/ } api_parameters($path);
}

sub api_filters ($path) {
    return map { $text{"$_ name"} }
        grep { $text{"$_ schema"} =~ /\bmaxLength:/ } parameters($path);
}

sub api_example ($path, $name) {
    my ($found) = grep { $text{"$_ name"} eq $name } parameters($path);

    return "$name=" . $text{"$found example"} =~ tr/ /+/r;
}

sub api_fields ($schema) {
    return @{$below{" components schemas $schema properties"}};
}

1;
