package ContentlibFailing;

# The program where it is killed, or calls of it fail: t/faults/killing.c is
# loaded before it.
#
#     my $f = ContentlibFailing->new('replace');
#     my $run = $f->import(calls => 'write', at => 7, do => 'EIO');
#     is($run->{problem}, '');
#
# The kinds of imports: "first", "replace", "merge", "dry run", "from" a
# service, and "again" from the same service, with the pages of an interrupted
# import.

use v5.36;

use ContentlibTool;
use File::Path qw(make_path remove_tree);
use File::Spec;
use Test::Contentlib::Service;

my $SHIM = File::Spec->rel2abs('build/faults/killing.so');

my %SIGNAL = (KILL => 9, TERM => 15, INT => 2);

# this uses what strdup() returns without a check

my $LIBRARIES = qr{/libjson-c\.so};

sub new ($class, $kind) {
    my $directory = directory();
    my $old = lines(map { item($_) } 1 .. 4);

    # enough for json-c to need more memory than it begins with

    my $new = lines((map { item($_, alt_text => "Ein Ballon $_ " x 60,
            partner_ids => [map { "partner-$_" } 1 .. 40]) } 4 .. 6),
        collection('many', item(4, alt_text => 'Ein Ballon 4 ' x 60,
            partner_ids => [map { "partner-$_" } 1 .. 40])));

    my $self = bless { directory => $directory, kind => $kind,
        library => "$directory/library.db", cache => "$directory.cache",
        map { $_ => "$directory.$_" } qw(input ids mark places) }, $class;

    put($self->{input}, $new);
    put($self->{ids}, "3\n77\n");
    $self->{service} = service() if $kind =~ /from|again/;

    imports($directory, 'library.db', $old);
    $self->{old} = slurp($self->{library});
    $self->prepare;
    $self->{run} = [tool($self->command)];
    $self->{digest} = $self->digest // die "import: @{$self->{run}}";
    $self->{after} = $self->state;
    $self->{pages} = $self->pages if $kind eq 'again';

    return $self;
}

sub DESTROY ($self) {
    unlink @$self{qw(input ids mark places)};
    remove_tree($self->{cache});
}

# Two pages of tags.

sub service () {
    return Test::Contentlib::Service->new(sub ($path, $n, $headers) {
        return page($path, "http://$headers->{host}", size => 2,
            tags => [tag('happy'), tag('blue-sky', 'Blue sky'), tag('x')],
            content_items => [item(1)]);
    });
}

# The pages of the service, but for the last one.

sub pages ($self) {
    my @command = $self->command;

    tool(@command, '--max-pages', 3);

    return { map { $_ => slurp("$self->{cache}/$_") }
        contents($self->{cache}) };
}

sub command ($self) {
    my %options = (
        first => [$self->{input}],
        replace => [$self->{input}],
        merge => ['--merge', $self->{input}],
        'dry run' => ['--merge', '--dry-run', '--delete', $self->{ids},
            $self->{input}],
        map { $_ => ['--from', $self->{service}->root, '--retries', 0,
            '--cache', $self->{cache}] } $self->{service} ? qw(from again) : (),
    );

    return ('import', '--quiet', '-o', $self->{library},
        @{$options{$self->{kind}}});
}

# The directory as it is before an import.

sub prepare ($self) {
    unlink map { "$self->{directory}/$_" } contents($self->{directory});
    put($self->{library}, $self->{old}) if $self->{kind} ne 'first';
    unlink $self->{mark};
    remove_tree($self->{cache});

    if ($self->{pages}) {
        make_path($self->{cache});
        put("$self->{cache}/$_", $self->{pages}{$_}) for keys %{$self->{pages}};
    }
}

# Of a library that "check" finds sound.

sub digest ($self) {
    my ($status) = tool('check', $self->{library});

    return if $status;
    return digest_of($self->{library}) || undef;
}

sub state ($self) {
    return 'absent' unless -e $self->{library};
    return 'old' if $self->{kind} ne 'first'
        && slurp($self->{library}) eq $self->{old};

    my $digest = $self->digest // return 'broken';

    return $digest eq $self->{digest} ? 'new' : 'wrong';
}

# Runs the program: status, output, errors, and whether the call was reached.

sub run ($self, $how, @command) {
    unlink $self->{mark};

    local %ENV = (%ENV, LD_PRELOAD => $SHIM, KILLING_CALLS => $how->{calls},
        KILLING_AT => $how->{at}, KILLING_DO => $how->{do},
        KILLING_MARK => $self->{mark}, ASAN_OPTIONS => 'detect_leaks=0');

    my ($status, $out, $error) = tool(@command);

    my $hit = -e $self->{mark} ? 1 : 0;
    my $caller = $hit ? slurp($self->{mark}) : '';

    return { status => $status, out => $out, error => $error, hit => $hit,
        ended => $status eq 'signal ' . ($SIGNAL{$how->{do}} // 0)
            || $status =~ /^signal/ && $caller =~ $LIBRARIES ? 1 : 0 };
}

# The numbers of the calls with call stacks that no places before had, in the
# import, or in a command that only reads; "by" is who calls.

sub places ($self, $calls, %with) {
    state %known;
    local $ENV{KILLING_PLACES} = $self->{places};

    unlink $self->{places};
    $self->prepare;
    put($self->{library}, $self->{old}) if $with{command};
    $self->run({ calls => $calls, at => 0, do => '' }, $with{command}
        ? ($with{command}, $self->{library}) : $self->command);

    my @lines = map { [split ' ', $_, 3] } grep { !m{/libcrypto\.so} }
        split /\n/, slurp($self->{places});
    my $by = $with{by} // qr//;

    return map { $_->[0] } grep { $_->[2] =~ $by && !$known{"@$_[1, 2]"}++ }
        @lines;
}

sub import ($self, @how) {
    return if !ref $self;

    my %how = @how;

    $self->prepare;

    my $run = $self->run(\%how, $self->command);

    $run->{state} = $self->state;
    $run->{left} = join ' ', grep { $_ ne 'library.db' }
        contents($self->{directory});
    $run->{problem} = $self->problem($run, $how{do});
    $run->{problem} &&= "$self->{kind}: $how{calls} $how{at} $how{do}:"
        . " $run->{problem}";

    return $run;
}

# What must be true however it ends.

sub problem ($self, $run, $do) {
    my ($status, $state, $left, $error, $out)
        = @$run{qw(status state left error out)};
    my $before = $self->{kind} eq 'first' ? 'absent' : 'old';

    return "status $status, the library is $state"
        if $state ne $before && $state ne 'new';
    return "left: $left"
        if $left ne '' && ($do ne 'KILL' || $left !~ /^\.library\.db\.tmp$/);

    if ($status eq '0') {
        return "exit 0, and the library is $state" if $state ne $self->{after};
        return "exit 0: $error" if $error ne '' || $out ne $self->{run}[1];
        return '';
    }

    return $run->{ended} ? '' : $status if $status =~ /^signal/;

    return "status $status: $error"
        if $status != 1 || $error !~ /\A[^\n]+\n\z/;
    return "a wrong reason: $error" if $do eq 'ENOMEM' && wrong($error);
    return "\"$error\", and it is new"
        if $state eq 'new' && $error !~ /: replaced, but /;

    return '';
}

# A file is not to blame when there is no memory to read it.

sub wrong ($error) {
    return $error =~ /is not what|does not match|checksum|is missing/;
}

# A command that only reads: what it says, or an error, and no change.

sub reads ($self, $how, @command) {
    $self->prepare;
    put($self->{library}, $self->{old});

    my $run = $self->run($how, @command, $self->{library});
    my $expected = $self->{said}{"@command"}
        //= (tool(@command, $self->{library}))[1];

    $run->{problem} = '';

    if ($run->{status} eq '0') {
        $run->{problem} = "exit 0: $run->{error}"
            if $run->{out} ne $expected || $run->{error} ne '';

    } elsif (!$run->{ended}
        && ($run->{status} ne '1' || $run->{error} !~ /^[^\n]+\n\z/m))
    {
        $run->{problem} = "status $run->{status}: $run->{error}";

    } elsif ($how->{do} eq 'ENOMEM' && wrong($run->{error})) {
        $run->{problem} = "a wrong reason: $run->{error}";
    }

    $run->{problem} = 'the library has changed'
        if slurp($self->{library}) ne $self->{old};
    $run->{problem} = 'something is left'
        if "@{[contents($self->{directory})]}" ne 'library.db';
    $run->{problem} &&= "@command: $how->{calls} $how->{at} $how->{do}:"
        . " $run->{problem}";

    return $run;
}

1;
