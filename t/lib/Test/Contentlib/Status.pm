package Test::Contentlib::Status;

# The page of "contentlib_status" of a server under test, and promtool.

use v5.36;

use Exporter qw(import);
use File::Temp ();
use Test::Contentlib;

our @EXPORT = qw(status_server status_of figures_of differences promtool
    samples);


# A server with two libraries, each of which has had requests of all endpoints.

sub status_server () {
    my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }

        location /other/ {
            contentlib;
            contentlib_root     /other/;
            contentlib_library  "%%DIR%%/a \"b\" \\ c.db";
        }

        %%STATUS%%
CONF

    $t->library($_, [corpus(40), collection('c', image(100))])
        for 'library', 'a "b" \\ c';
    $t->start;

    for my $uri ('/content_items/', '/content_items/3/', '/tags/?name=a',
        '/search/?text=it', '/none/', '/collections/', '/')
    {
        $t->get("/api/v1$uri", 'Accept-Encoding' => $_)
            for 'gzip', 'identity';
        $t->get("/other$uri");
    }

    return $t;
}

# Prometheus's text as a list of samples: name, labels, number.  A label is a
# pair, and the first one is the library.

sub samples ($text) {
    return map {
        my ($name, $labels, $number) = /^(\w+)\{(.*)\} ([\d.]+)$/
            or die "not a sample: $_";

        [$name, [map { [/^(\w+)="(.*)"$/s] }
            $labels =~ /(\w+="(?:[^"\\]|\\.)*")/g], $number];
    } grep { !/^#/ } split /\n/, $text;
}

# The metrics of each library, by the name of its file: {items},
# {requests}{tags}{200}, {query_seconds_count}.

sub status_of ($t, $uri = '/status') {
    my %status;

    for my $sample (samples($t->get($uri)->body)) {
        my ($name, $labels, $number) = @$sample;
        my ($library, @others) = map { $_->[1] } @$labels;
        my $at = \$status{$library =~ s{.*/}{}r}
            {$name =~ s/^contentlib_(.*?)(?:_total)?$/$1/r};

        $at = \$$at->{$_} for @others;
        $$at = $number;
    }

    return \%status;
}

sub figures_of ($t, $library = 'library.db') {
    return status_of($t)->{$library};
}

# The metrics that differ, and their differences, as text.  Of histograms this
# is the count.  Bytes of the cache are omitted.

sub differences ($before, $after) {
    my ($from, $to) = map { flat($_) } $before, $after;

    return join ' ', map { s/_count$//r . '='
            . ($to->{$_} - ($from->{$_} // 0)) }
        grep { !/^cache_bytes|_bucket\.|_sum$/ && $to->{$_} != ($from->{$_} // 0) }
        sort keys %$to;
}

sub flat ($figures) {
    return { map {
        my $name = $_;
        my $inner = ref $figures->{$name} ? flat($figures->{$name}) : undef;

        $inner ? map { ("$name.$_" => $inner->{$_}) } keys %$inner
            : ($name => $figures->{$name});
    } keys %$figures };
}

# What "promtool ARGUMENTS" says of a text, and its exit status.

sub promtool ($text, @arguments) {
    my $file = File::Temp->new;

    print $file $text;
    close $file;

    return Test::Contentlib::run(sub {
        open STDIN, '<', $file->filename;
        exec 'promtool', @arguments;
    });
}

1;
