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

        location = /elsewhere {
            contentlib_status;
        }
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

# The status of each library, by the name of its file.

sub status_of ($t, $uri = '/status') {
    return { map { $_->{library} =~ m{([^/]+)$} => $_ }
        @{$t->get($uri)->json->{libraries}} };
}

sub figures_of ($t, $library = 'library.db') {
    return status_of($t)->{$library}{figures};
}

# The metrics that differ, and their differences, as text.  For histograms this
# is the count.  Bytes of the cache are omitted.

sub differences ($before, $after) {
    my ($from, $to) = map { flat($_) } $before, $after;

    return join ' ', map { "$_=" . ($to->{$_} - $from->{$_}) }
        grep { !/^cache_bytes/ && $to->{$_} != $from->{$_} } sort keys %$to;
}

sub flat ($figures) {
    my %flat;

    for my $name (keys %$figures) {
        my $value = $figures->{$name};

        if (!ref $value) {
            $flat{$name} = $value;

        } elsif ($value->{buckets}) {
            $flat{$name} = $value->{count};

        } else {
            my $inner = flat($value);
            $flat{"$name.$_"} = $inner->{$_} for keys %$inner;
        }
    }

    return \%flat;
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

# Prometheus's text as a hash: name and labels => number.

sub samples ($text) {
    return { map { /^([^#].*) ([\d.]+)$/ ? ($1 => $2) : () }
        split /\n/, $text };
}

1;
