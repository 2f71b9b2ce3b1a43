package Test::Contentlib::Trials;

# One request again and again, with another call of the system failing each
# time, until it is over without a failure.
#
#     my $trials = Test::Contentlib::Trials->new(test => $t,
#         failing => $failing);
#     $trials->run({ uri => '/api/v1/tags/' }, kinds => 'memory',
#         error => ENOMEM);
#     say $trials->tried, $trials->ended;
#     is($trials->faults, '');
#
# Each trial may give the answer as it ever was, an honest failure, or nothing;
# the request after it must be answered as ever.  Each has a host name of its
# own, for which nothing has been kept yet.

use v5.36;

use Test::Contentlib::Connection;

my $PATIENCE = 10;
my $MOST = 50_000;              # calls of a request: it is not over, ever

my $UNAVAILABLE = '{"detail":"The library is not available."}';


# test      one worker
# failing
# step      tries each so many-th call for memory only

sub new ($class, %arg) {
    my ($worker) = $arg{test}->worker_pids;

    return bless {
        step => 1, %arg, worker => $worker, hosts => 0, trials => 0,
        ended => 0, loops => 0, faults => [], outcomes => {},
    }, $class;
}

# A request: method, uri, headers (a list); and
#     prime     how often it was answered before
#     known     whether the tag of the last of these answers is sent along
#     before    code that is run before it
#     versions  the number of answers it has, if "before" changes it in turn,
#               and returns the number of the one it must now have
#     after     milliseconds that pass before the next request
#     step      tries each so many-th call only, of those for memory

sub run ($self, $case, %failure) {
    my @expected;

    for (1 .. $case->{versions} // 1) {
        my ($version, $answer) = $self->expected($case);
        $expected[$version] = $answer;
        $self->{statuses}{substr $answer, 0, 3} = 1;
    }

    my $forever = delete $failure{forever};
    my $n = 1;

    $self->{loops}++;

    while ($n < $MOST) {
        my $failures = $self->trial($case, \@expected, %failure, first => $n,
            last => $forever ? $self->{failing}->EVER : $n);

        if (!$failures) {
            $self->{ended}++;
            last;
        }

        $n += $failure{kinds} eq 'memory'
            ? $self->{step} * ($case->{step} // 1) : 1;
    }

    return $n;
}

sub tried ($self) { $self->{trials} }

sub loops ($self) { $self->{loops} }

# Those that came to an end without a failure.

sub ended ($self) { $self->{ended} }

# How many were "right", "unavailable", "refused" (by nginx itself), "closed".

sub outcomes ($self) { %{$self->{outcomes}} }

# The statuses of the answers without a failure.

sub statuses ($self) { sort keys %{$self->{statuses}} }

sub faults ($self) {
    my $workers = join ' ', $self->{test}->worker_pids;

    return join "\n", @{$self->{faults}},
        $workers eq $self->{worker} ? () : 'the worker has died';
}


# What it is answered, with nothing failing, and which of its versions it is.

sub expected ($self, $case) {
    my ($host, $version) = $self->prepare($case);
    my $answer = $self->ask($case, $host);

    $self->{failing}->skip($case->{after}) if $case->{after};

    return ($version, $answer);
}

sub prepare ($self, $case) {
    my $host = sprintf 'h%07d.example', ++$self->{hosts};
    my $version = $case->{before} ? $case->{before}->() : 0;

    $self->{tag} = undef;
    $self->ask($case, $host) for 1 .. $case->{prime} // 0;
    $self->{tag} = $self->{last_tag} if $case->{known};

    return ($host, $version);
}

sub trial ($self, $case, $expected, %failure) {
    my $failing = $self->{failing};
    my ($host, $version) = $self->prepare($case);

    $self->connect unless $self->{connection};
    $failing->arm(%failure, pid => $self->{worker});

    my $answer = $self->ask($case, $host);
    my $failures = $failing->disarm->failures;
    my $outcome = outcome($answer, $case,
        $failures ? @$expected : $expected->[$version]);

    $self->{trials}++;
    $self->{outcomes}{$outcome}++;
    $self->fault($case, \%failure, "the answer is $outcome", $answer)
        if $outcome =~ /^not|cut|hung/ || !$failures && $outcome ne 'right';

    $failing->skip($case->{after}) if $case->{after};
    $answer = $self->ask($case, $host, 1);
    $outcome = outcome($answer, $case, $expected->[$version]);
    $self->fault($case, \%failure, "the next one is $outcome", $answer)
        if $outcome ne 'right';

    return $failures;
}

sub fault ($self, $case, $failure, $what, $answer) {
    my $how = join ' ', map { "$_=$failure->{$_}" } sort keys %$failure;

    push @{$self->{faults}}, "$case->{uri}: $how: $what: "
        . substr $answer // '', 0, 400;
}

sub outcome ($answer, $case, @expected) {
    return 'closed' unless defined $answer;
    return 'right' if grep { $answer eq $_ } @expected;

    my ($status) = $answer =~ /^(\d+)/ or return $answer;
    my ($body) = $answer =~ /\n\n(.*)/s;
    my $head = ($case->{method} // 'GET') eq 'HEAD';

    return 'unavailable' if $status == 503
        && $answer =~ m{^Content-Type: application/json$}m
        && $answer =~ /^Retry-After: 1$/m && $answer !~ /^ETag/m
        && $body eq ($head ? '' : $UNAVAILABLE);

    return 'refused' if $status == 500
        && ($head || $body =~ /^<html>.*<title>500 .*<\/html>\s*\z/s);

    return 'not right';
}


# The answer as a text in which nothing changes from one host to another; or
# "cut", "hung"; undef when the connection is closed.

sub ask ($self, $case, $host, $again = 0) {
    $self->connect unless $self->{connection};

    my $connection = $self->{connection};
    my $method = $case->{method} // 'GET';
    my $r = eval {
        $connection->send_request($method, $case->{uri},
            [Host => $host, 'If-None-Match' => $self->{tag},
            @{$case->{headers} // []}]);
        $connection->response($method);
    };

    if ($@) {
        delete $self->{connection};
        return "hung: $@";
    }

    if (!$r) {
        delete $self->{connection};
        return 'cut' if length $connection->{buffer};
        return $again ? $self->ask($case, $host) : undef;
    }

    $self->{last_tag} = $r->header('ETag');
    delete $self->{connection} if ($r->header('Connection') // '') eq 'close';

    return text($r, $host);
}

sub connect ($self) {
    $self->{connection} = Test::Contentlib::Connection->new(
        port => $self->{test}->port, patience => $PATIENCE,
        check => sub ($r) { });
}

sub text ($r, $host) {
    my $length = $r->header('Content-Length');
    my $whole = $r->method eq 'HEAD' || $r->status == 304
        || defined $length && $length == length $r->body;
    my $body = $whole ? eval { $r->plain } : undef;

    return 'cut' unless defined $body;

    # a compressed one is longer for one host than for another

    my $changing = $r->header('Content-Encoding')
        ? qr/^(?:Content-Length: .*\n)/m : qr/(?!)/;
    my $head = $r->head_text =~ s/^(ETag: ).*/$1/mr =~ s/$changing//r;

    return "$head\n\n$body" =~ s/\Q$host/HOST/gr;
}

1;
