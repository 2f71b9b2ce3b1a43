package Test::Contentlib::Searches;

# Searches that take long: all names of many tags are compared, since the index
# finds trigrams of the value in all names.
#
#     my $t = search_server();
#
#     my @slow = start_searches($t, 20);      # connections that wait
#     counts_ok('an answer', 0, @slow);

use v5.36;

use Exporter qw(import);
use Test::More;

use Test::Contentlib;
use Test::Contentlib::Api;
use Test::Contentlib::Source;
use Test::Contentlib::Status;

our @EXPORT = qw(TAGS EVERY absent with_threads needs_threads search_server
    search_tags slow_uri start_searches searches_of counts_ok priorities
    filters);

use constant TAGS => 20_000;
use constant EVERY => 'filler+filler';      # a part of all names

my $filler = 'filler ' x 60;
my @names = map { my $first = $_; map { "$first$_" } 'a' .. 'z' }
    qw(q s t u v w x y z j);
my $next = 0;


# Whether nginx is built with threads; a test file that wants them.

sub with_threads () {
    return scalar(Test::Contentlib::nginx('-V')) =~ /--with-threads/;
}

sub needs_threads () {
    plan(skip_all => 'nginx is built without threads') unless with_threads();
}

# A server of one worker without a cache.  "class" is that of the server,
# "hasty" the timeout below /hasty/, "cache" the size of a cache, "more" are
# further directives; other arguments are those of new().

sub search_server (%arg) {
    my $class = delete $arg{class} // 'Test::Contentlib';
    my $timeout = ($ENV{TEST_PATIENCE} // 60) . 's';
    my $hasty = delete $arg{hasty} // '20ms';
    my $cache = delete $arg{cache} // 'off';
    my $more = delete $arg{more} // '';

    return $class->new(workers => 1, records => [search_tags()],
        server => <<"CONF", %arg);
        contentlib_library       %%LIBRARY%% cache=$cache check=50ms;
        contentlib_query_timeout $timeout;
        keepalive_requests       1000000;
        $more

        %%API%%

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout $hasty;
        }

        %%STATUS%%

        location /page {
            ssi       on;
            ssi_types *;
            root      %%DIR%%;
        }
CONF
}

# An address for each filter of each list, and whether conf/searches.conf counts
# it as a search.

sub filters () {
    my ($names) = source_text('conf/searches.conf') =~ /\(\?:([\w|-]+)\)=/;

    return map {
        my $path = $_;

        map { '/api/v1' . $path . '?' . api_example($path, $_) =>
            /^(?:$names)$/ ? 1 : 0 } api_filters($path);
    } api_paths();
}

# How many searches were completed.

sub searches_of ($t) { figures_of($t)->{searches} }

sub search_tags ($n = TAGS) {
    return map { tag("$filler$_", "t$_") } 1 .. $n;
}

# The priorities of the threads of a process, and how many have each: the nice
# value and the number of the scheduling policy, such as "0 0".

sub priorities ($pid) {
    my %threads;

    for my $path (glob "/proc/$pid/task/*/stat") {
        open my $file, '<', $path or next;

        # the fields 19 and 41; the second one is the name in brackets

        $threads{join ' ', (split / /, <$file> =~ s/^.*\) //r)[16, 38]}++;
    }

    return \%threads;
}

# A value that is no part of a name.  The letters, one or two, are between the
# trigrams for which the index is asked.

sub absent ($letters) {
    my $value = 'filler ' x 6;

    substr $value, 3, length $letters, $letters;

    return substr($value, 0, 40) =~ tr/ /+/r;
}

# A search that nothing matches; each call gives another one.

sub slow_uri ($root = '/api/v1/') {
    return "${root}tags/?limit=1&name=" . absent($names[$next++ % @names]);
}

# Each on a connection of its own, when the library is served.  They have come
# in when a later request is answered.

sub start_searches ($t, $n, $root = '/api/v1/') {
    my $quick = sub { $t->get('/api/v1/tags/t1/')->status == 200 };

    $t->poll($quick);

    my @connections = map { $t->connection } 1 .. $n;

    $_->send_request('GET', slow_uri($root)) for @connections;
    $quick->() for 1, 2;

    return @connections;
}

sub counts_ok ($name, $count, @connections) {
    my %seen;

    for my $connection (@connections) {
        my $r = $connection->response;
        $seen{$r ? $r->status == 200 ? $r->json->{count} : $r->status
            : 'closed'}++;
    }

    is_deeply(\%seen, { $count => scalar @connections }, $name);
}

1;
