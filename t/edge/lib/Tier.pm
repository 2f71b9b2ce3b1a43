package Tier;

# Three origins and two edges with the configurations in conf, and a client.
# Each is on a machine of Machine.pm.
#
#     my $tier = Tier->new($library);
#
#     $tier->origins; $tier->edges;
#     $tier->publish($library);       # returns status, output, seconds
#     my $load = $tier->load;         # starts clients
#     my $seen = $load->stop;         # { answers, failed, slow, ... }
#
# Each text of a library must have the number of the library: "library 7" or
# "of-7".

use v5.36;

use Digest::MD5 qw(md5_hex);
use Fcntl qw(LOCK_EX);
use File::Temp ();
use List::Util qw(max shuffle);
use Time::HiRes qw(sleep time);

use Clients;
use Machine;
use Test::Contentlib;
use Test::Contentlib::Source;

my $PAUSE = 0.004;              # seconds between two requests of a client
my $HOST = 'api.example.com';
my $ITEMS = 2000;


sub new ($class, $library) {
    my $self = bless { dir => File::Temp->newdir('contentlib-XXXXXX',
        TMPDIR => 1), loads => 0 }, $class;

    chmod 0755, "$self->{dir}";
    Machine->network;

    $self->{origins} = [map { origin("o$_", "10.0.0.1$_", $library) } 1 .. 3];
    $self->{edges} = [map { edge("e$_", "10.0.0.2$_") } 1, 2];
    Machine->bare('client', '10.0.0.31')->enter;

    $_->start for $self->origins, $self->edges;
    $self->write_rsh;

    return $self;
}

sub origins ($self) { @{$self->{origins}} }

sub edges ($self) { @{$self->{edges}} }

# A machine with the shortest configuration that can include a file of conf.

sub machine ($name, $address, $inside) {
    return Machine->new(name => $name, address => $address,
        events => 'worker_connections 1024;',
        http => <<"EOF");
    access_log          off;
    keepalive_requests  1000000;

$inside
EOF
}

sub origin ($name, $address, $library) {
    my $origin = source_text('conf/origin.conf');
    my $machine = machine($name, $address, <<"EOF");
    contentlib_library  %%LIBRARY%%;

    server {
        listen  80;

$origin
    }
EOF

    link_as($library, $machine->path('library.db'));

    return $machine;
}

sub edge ($name, $address) {
    return machine($name, $address, source_text('conf/edge.conf')
        =~ s{/var/cache/nginx}{%%DIR%%}r);
}

# Copies a library, and renames the copy.

sub link_as ($library, $path) {
    system('cp', $library, "$path.other") == 0 or die "cp: $?";
    rename "$path.other", $path or die "$path: $!";
}


# The script runs a command on a machine, in place of ssh.  It fails if the
# file "away-HOST" exists, and for the command that FAULT names.

sub write_rsh ($self) {
    my $prefix = Machine->prefix;

    open my $file, '>', "$self->{dir}/rsh" or die $!;
    print $file <<"END";
#!/bin/sh
host=\$1
shift
test ! -e "$self->{dir}/away-\$host" || exit 255
echo >> "$self->{dir}/asked-\$host"
test "\$FAULT" != "\$host \$(wc -l < "$self->{dir}/asked-\$host")" || exit 255
exec ip netns exec "$prefix-\$host" sh -c "\$*"
END
    close $file or die $!;
    chmod 0755, "$self->{dir}/rsh";
}

sub away ($self, $origin, $away = 1) {
    my $file = "$self->{dir}/away-" . $origin->name;

    return unlink $file unless $away;
    open my $out, '>', $file or die "$file: $!";
}

# "fault" selects a command that fails: "o2 4" is the fourth command on o2.

sub publish ($self, $library, $patience = 10, $fault = '') {
    my $began = time;

    unlink glob "$self->{dir}/asked-*";

    my ($output, $status) = Test::Contentlib::run(sub {
        @ENV{qw(RSH CONTENTLIB PATIENCE FAULT)} = ("$self->{dir}/rsh",
            $Test::Contentlib::PROGRAM, $patience, $fault);
        exec 'sh', "$Test::Contentlib::ROOT/conf/publish", $library,
            map { $_->name . ':' . $_->path('library.db') } $self->origins;
    });

    return ($status, $output, time - $began);
}


# The addresses of requests: 7 of 10 are frequent, and the others are random.

sub uri ($n = rand) {
    my $list = '/api/v1/content_items/';
    my @hot = ($list, "$list?limit=100", "$list?tag=every", '/api/v1/tags/',
        "$list?text=library", map { ("$list$_/", "$list?offset=$_") } 1 .. 20);

    return $hot[$n * 10 * @hot / 7] if $n < 0.7;
    return $list . '?limit=10&offset=' . int rand $ITEMS - 10;
}

sub ask ($machine, $uri, @headers) {
    return $machine->get($uri, Host => $HOST, @headers);
}

# The number of the library of an answer, or undef if the answer has parts of
# several libraries.

sub number ($r) {
    my %of = map { $_ => 1 } $r->plain =~ /"(?:library |of-)(\d+)"/g;

    return keys %of == 1 ? (keys %of)[0] : undef;
}

sub load ($self, $clients = 3) {
    my $file = "$self->{dir}/load-" . ++$self->{loads};

    $self->{clients} = Clients->start($clients, sub ($go_on, $count) {
        $count->{$_} = 0 for qw(answers failed mixed slow);

        my %tags;
        my @edges = shuffle($self->edges);
        my @connections = map { connect_to($_) } @edges;

        while ($go_on->()) {
            my $n = rand @connections;

            $self->one($connections[$n], $go_on, $count, \%tags)
                or $connections[$n] = connect_to($edges[$n]);
            sleep $PAUSE;
        }

        # the clients write at the same time, so the file is locked

        open my $out, '>>', $file or die "$file: $!";
        flock $out, LOCK_EX or die "$file: $!";
        print $out map { "$_\n" } keys %tags;
        close $out or die "$file: $!";
    });
    $self->{began} = time;

    return $self;
}

sub connect_to ($edge) {
    return Test::Contentlib::Connection->new(host => $edge->address,
        port => 80, patience => 20, check => sub ($r) { });
}

# Sends a request.  Returns true if the connection can be used again.

sub one ($self, $connection, $go_on, $count, $tags) {
    my $uri = uri();
    my @gzip = rand() < 0.5 ? ('Accept-Encoding' => 'gzip') : ();
    my $began = time;
    my $r = eval {
        $connection->exchange('GET', $uri, Host => $HOST, @gzip)
    };

    # the signal that stops the client may have interrupted the request

    return 0 if !$r && !$go_on->();

    my $took = int((time - $began) * 1000);

    $count->{answers}++;
    $count->{"took $took"}++;
    $count->{slow}++ if $took > 500;

    if (!$r || $r->status != 200 || $r->problem) {
        $count->{failed}++;
        push @{$count->{faults}}, "$uri: " . ($r ? $r->status : "no answer $@")
            if @{$count->{faults} //= []} < 5;
        return $r;
    }

    my $number = number($r);

    $count->{mixed}++ unless defined $number;
    $count->{'of ' . ($number // 'several')}++;
    $tags->{join ' ', $uri, $r->header('ETag') =~ s{^W/}{}r,
        md5_hex($r->plain), $r->header('Surrogate-Key'), $number // '-'} = 1;

    return 1;
}

# Returns the counts.  "longest" is in milliseconds.  "tags" has the different
# lines of address, entity tag, digest of the body, digest and number of the
# library.

sub stop ($self) {
    my $seconds = time - $self->{began};
    my $seen = (delete $self->{clients})->stop;

    open my $in, '<', "$self->{dir}/load-$self->{loads}" or die $!;

    my %tags = map { $_ => 1 } <$in>;

    return { %$seen, tags => [keys %tags], seconds => $seconds,
        longest => max(0, map { /^took (\d+)/ } keys %$seen) };
}

1;
