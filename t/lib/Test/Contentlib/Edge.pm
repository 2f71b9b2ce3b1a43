package Test::Contentlib::Edge;

# One nginx that is an edge by conf/edge.conf, and its origins by
# conf/origin.conf: two that serve, and a dead one.
#
#     my $t = edge(age => 60, records => [...]);
#
#     cached($t->get($uri));      # X-Cache
#     asked($t, $uri);            # what the origins have answered: "200 304"
#     asked($t, $uri, 2);         # nginx logs an answer after it was sent:
#                                 # waits for two
#
# "age" is how many seconds an answer is new, and as many it may be stale.

use v5.36;

use Exporter qw(import);

use Test::Contentlib;
use Test::Contentlib::Source;

our @EXPORT = qw(edge cached asked);


sub edge (%with) {
    my $edge = source_text('conf/edge.conf')
        =~ s/10\.0\.0\.1([123])/127.0.0.1:%%PORT_$1%%/gr
        =~ s/listen\K +80;/ 127.0.0.1:%%PORT%%;/r
        =~ s{/var/cache/nginx}{%%DIR%%}r;
    my $origin = source_text('conf/origin.conf')
        =~ s/(age|revalidate)=5/$1=$with{age}/gr;

    return Test::Contentlib->new(%with, http => <<"EOF");
    contentlib_library   %%LIBRARY%% check=50ms;
    contentlib_explorer  /page;

    log_format asked '\$request_uri \$status';

    server {
        listen      127.0.0.1:%%PORT_1%%;
        access_log  %%DIR%%/dead.log asked;
        return      444;
    }

    server {
        listen      127.0.0.1:%%PORT_2%%;
        listen      127.0.0.1:%%PORT_3%%;
        access_log  %%DIR%%/origin.log asked;

        location = /page { return 200 "a page"; }
        location = /busy { return 503; }

$origin
    }

$edge
EOF
}

sub cached ($r) { $r->header('X-Cache') // '' }

sub asked ($t, $uri, $least = 0) {
    my @statuses;

    $t->poll(sub {
        @statuses = $t->read_file('origin.log') =~ /^\Q$uri\E (\d+)$/mg;
        return @statuses >= $least;
    });

    return "@statuses";
}

1;
