package ContentlibFailing;

# The program where it is killed, or calls of it fail: t/faults/killing.c is
# loaded before it.
#
#     my $f = ContentlibFailing->new('replace');
#     my $run = $f->import(calls => 'write', at => 7, do => 'EIO');
#     is($run->{problem}, '');
#
# An import begins with what its kind says: "first", "replace" or "merge".

use v5.36;

use ContentlibTool;
use File::Spec;

my $SHIM = File::Spec->rel2abs('build/faults/killing.so');

# json-c and OpenSSL do not look at what strdup() returns

my %SIGNAL = (KILL => 9, TERM => 15, INT => 2, ENOMEM => 11);
my %OPTIONS = (first => [], replace => [], merge => ['--merge']);

sub new ($class, $kind) {
    my $directory = directory();
    my $old = lines(map { item($_) } 1 .. 20);

    # enough for json-c to need more memory than it begins with

    my $new = lines((map { item($_, alt_text => "Ein Ballon $_ " x 60,
            partner_ids => [map { "partner-$_" } 1 .. 40]) } 15 .. 35),
        collection('many', item(20, alt_text => 'Ein Ballon 20 ' x 60,
            partner_ids => [map { "partner-$_" } 1 .. 40])));

    my $self = bless { directory => $directory, kind => $kind,
        library => "$directory/library.db", input => "$directory.ndjson",
        mark => "$directory.mark" }, $class;

    put($self->{input}, $new);

    imports($directory, 'library.db', $old);
    $self->{old} = slurp($self->{library});
    $self->prepare;
    $self->{run} = [tool($self->command)];
    $self->{digest} = $self->digest // die "import: @{$self->{run}}";

    return $self;
}

sub DESTROY ($self) { unlink $self->{input}, $self->{mark} }

sub command ($self) {
    return ('import', '--quiet', '-o', $self->{library},
        @{$OPTIONS{$self->{kind}}}, $self->{input});
}

# The directory as it is before an import.

sub prepare ($self) {
    unlink map { "$self->{directory}/$_" } contents($self->{directory});
    put($self->{library}, $self->{old}) if $self->{kind} ne 'first';
    unlink $self->{mark};
}

# Of a library that "check" finds sound.

sub digest ($self) {
    my ($status) = tool('check', $self->{library});

    return if $status;
    return (tool('info', $self->{library}))[1] =~ /^digest:\s+(\w+)/m
        ? $1 : undef;
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

    return { status => $status, out => $out, error => $error,
        hit => -e $self->{mark} ? 1 : 0 };
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
    $run->{problem} &&= "$how{calls} $how{at} $how{do}: $run->{problem}";

    return $run;
}

# What must be true however it ends.

sub problem ($self, $run, $do) {
    my ($status, $state, $left, $error) = @$run{qw(status state left error)};
    my $before = $self->{kind} eq 'first' ? 'absent' : 'old';

    return "status $status, the library is $state"
        if $state ne $before && $state ne 'new';
    return "left: $left"
        if $left ne '' && ($do ne 'KILL' || $left !~ /^\.library\.db\.import-\w{6}$/);

    if ($status eq '0') {
        return 'exit 0, and nothing is new' if $state ne 'new';
        return "exit 0: $error" if $error ne '';
        return '';
    }

    if ($status =~ /^signal (\d+)/) {
        return $1 == ($SIGNAL{$do} // 0) ? '' : $status;
    }

    return "status $status: $error"
        if $status != 1 || $error !~ /\A[^\n]+\n\z/;
    return "a wrong reason: $error" if $do eq 'ENOMEM' && wrong($error);
    return "\"$error\", and it is new"
        if $state eq 'new' && $error !~ /: replaced, but /;

    return '';
}

# A file is not to blame when there is no memory to read it.

sub wrong ($error) { $error =~ /not the schema|a row is missing/ }

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

    } elsif ($run->{status} ne 'signal ' . ($SIGNAL{$how->{do}} // 0)
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
