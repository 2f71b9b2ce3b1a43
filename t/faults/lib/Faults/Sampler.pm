package Faults::Sampler;

# A client that stores its responses during an attack.  They are compared with
# the responses of a server without an attack.

use v5.36;

use Digest::MD5 qw(md5_hex);
use POSIX ();
use Time::HiRes qw(sleep);

my $PAUSE = 0.02;
my $BUSY = qr/^\{"detail":"The [^"]+\."\}$/;


sub start ($class, $server, $list) {
    my $self = bless { file => "$server->{dir}/samples" }, $class;

    $self->{pid} = fork // die "fork: $!";
    return $self if $self->{pid};

    POSIX::nice(10);
    open my $file, '>', $self->{file} or die "$self->{file}: $!";
    eval { sample($file, $server, $list); 1 } or print $file "- - - $@\n";
    close $file;
    POSIX::_exit(0);
}

# Returns samples [uri, milliseconds, status, rest].  With status 200, the rest
# is the digest of the body.  Otherwise it is the problem, or empty.

sub stop ($self) {
    kill 'TERM', $self->{pid};
    waitpid $self->{pid}, 0;

    open my $file, '<', $self->{file} or die "$self->{file}: $!";
    chomp(my @lines = <$file>);

    return [map { [split / /, $_, 4] } @lines];
}

sub sample ($file, $server, $list) {
    my $client = client($server, $list);
    my $term = POSIX::SigSet->new(POSIX::SIGTERM);
    my $pending = POSIX::SigSet->new;

    # the signal must not interrupt a request

    POSIX::sigprocmask(POSIX::SIG_BLOCK, $term);
    srand;

    until (POSIX::sigpending($pending)
           && $pending->ismember(POSIX::SIGTERM))
    {
        my $line = $list->{lines}[rand @{$list->{lines}}];
        my $uri = $line =~ s/\{(\d+)\}/int rand $1/ger;
        my ($r, $us) = ask($client, $list, $uri);

        print $file join(' ', $uri, int($us / 1000), $r->status, rest($r)),
            "\n";
        sleep $PAUSE;
    }
}

sub client ($server, $list) {
    return $server->client($list->{gzip} ? 'gzip' : 'plain');
}

sub ask ($client, $list, $uri) {
    return $client->timed_get($uri,
        $list->{gzip} ? ('Accept-Encoding' => 'gzip') : ());
}

sub rest ($r) {
    return md5_hex($r->plain) if $r->status == 200;

    return $r->status == 503 && $r->body =~ $BUSY
        && ($r->header('Retry-After') // '') =~ /^[1-9]\d*$/ ? ''
        : 'not the answer of a busy server: ' . substr $r->body, 0, 100;
}


# The errors in the samples.  Up to "most" samples with status 200 are
# requested again from the reference server.

sub wrong ($samples, $reference, $list, $most) {
    my $client = client($reference, $list);
    my @good = grep { $_->[2] eq '200' } @$samples;
    my @wrong = map { "$_->[0]: $_->[2] $_->[3]" }
        grep { $_->[2] !~ /^20[04]$/ && length $_->[3] } @$samples;

    for my $sample (@good > $most ? @good[-$most .. -1] : @good) {
        my ($r) = ask($client, $list, $sample->[0]);

        push @wrong, "$sample->[0]: different from the reference"
            if $r->status != 200 || rest($r) ne $sample->[3];
    }

    return @wrong;
}

1;
