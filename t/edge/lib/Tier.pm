package Tier;

# Three origins and two edges with the files in conf, on machines of their own,
# a client, and what the answers tell it.
#
#     my $tier = Tier->new($library);
#
#     $tier->origins; $tier->edges;
#     $tier->publish($library);       # exit status, what was said, seconds
#     my $load = $tier->load;         # clients who ask
#     my $seen = $load->stop;         # { answers, failed, slow, ... }
#
# Every text of a library must tell which one it is: "library 7", "of-7".

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

my $PAUSE = 0.004;              # of a client, between two requests
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

# What is in conf, with as little around it as there can be.

sub machine ($name, $address, $inside) {
    return Machine->new(name => $name, address => $address,
        config => <<"EOF");
%%GLOBALS%%

events {
    worker_connections  1024;
}

http {
    %%GLOBALS_HTTP%%

    access_log          off;
    keepalive_requests  1000000;

$inside
}
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

# A copy of a file that is there at once.

sub link_as ($library, $path) {
    system('cp', $library, "$path.other") == 0 or die "cp: $?";
    rename "$path.other", $path or die "$path: $!";
}


# What stands for ssh; a machine is out of reach when a file says so.

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

# "fault" is a command on an origin that is not run: "o2 4".

sub publish ($self, $library, $patience = 10, $fault = '') {
    my $began = time;

    unlink glob "$self->{dir}/asked-*";

    my ($said, $status) = Test::Contentlib::run(sub {
        @ENV{qw(RSH CONTENTLIB PATIENCE FAULT)} = ("$self->{dir}/rsh",
            $Test::Contentlib::PROGRAM, $patience, $fault);
        exec 'sh', "$Test::Contentlib::ROOT/conf/publish", $library,
            map { $_->name . ':' . $_->path('library.db') } $self->origins;
    });

    return ($status, $said, time - $began);
}


# Addresses: some that everybody asks for, some that are new each time.

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

# Which library an answer is of; nothing if it is of several.

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

        # all at once: clients end together, and lines must not be torn

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

# One request; whether the connection may be used again.

sub one ($self, $connection, $go_on, $count, $tags) {
    my $uri = uri();
    my @gzip = rand() < 0.5 ? ('Accept-Encoding' => 'gzip') : ();
    my $began = time;
    my $r = eval {
        $connection->exchange('GET', $uri, Host => $HOST, @gzip)
    };

    # a signal that ends the client may have been in the way

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

# "longest" in milliseconds; "tags" are lines of address, tag, body, digest and
# number, each once.

sub stop ($self) {
    my $seconds = time - $self->{began};
    my $seen = (delete $self->{clients})->stop;

    open my $in, '<', "$self->{dir}/load-$self->{loads}" or die $!;

    my %tags = map { $_ => 1 } <$in>;

    return { %$seen, tags => [keys %tags], seconds => $seconds,
        longest => max(0, map { /^took (\d+)/ } keys %$seen) };
}

1;
