package Test::Contentlib::Upgrade;

# An nginx that can be upgraded while it runs: as Test::Contentlib, but nobody's
# child, since nginx takes no USR2 while its parent is there.
#
#     my $old = $t->upgrade;          # two masters with their workers
#     $t->finish_upgrade($old);       # WINCH and QUIT to the old one, or
#     $t->roll_back($old);            # HUP to the old one, QUIT to the new one

use v5.36;

use parent 'Test::Contentlib';

use POSIX ();


# A process in between lives until nginx has started.  The group is its own.

sub launch ($self) {
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;

        my $nginx = fork // POSIX::_exit(127);

        $self->become_nginx unless $nginx;
        $self->poll(sub {
            waitpid($nginx, POSIX::WNOHANG) || -s $self->path('nginx.pid')
        });
        POSIX::_exit($? ? 1 : 0);
    }

    $self->{group} = $pid;
    waitpid $pid, 0;
    $self->poll(sub { $self->read_file('nginx.pid') =~ /\n/ }) unless $?;

    return int($self->read_file('nginx.pid') || $pid);
}

sub group ($self, $pid) { $self->{group} }

# Nobody may have waited for it.

sub ended ($self, $pid) {
    my $state = process_state($pid);

    $? = 0;

    return !defined $state || $state eq 'Z';
}

sub group_ended ($self, $pid) {
    return !grep { $_->{group} == $self->{group} && $_->{state} ne 'Z' }
        map { /(\d+)/ ? process($1) : () } glob '/proc/[0-9]*';
}

sub process ($pid) {
    open my $file, '<', "/proc/$pid/stat" or return;
    my ($state, undef, $group) = (<$file> // '') =~ /\) (\w) (\d+) (\d+)/
        or return;

    return { state => $state, group => $group };
}

sub process_state ($pid) {
    my $process = process($pid) // return;

    return $process->{state};
}

# A sanitizer must come along: nginx keeps few variables.

sub globals ($self, $text) {
    return $self->SUPER::globals($text) . join '', map { "\nenv $_;" }
        qw(LD_PRELOAD ASAN_OPTIONS LSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS);
}

# Starts a second master, which is the one from now on; returns the old one.

sub upgrade ($self) {
    my $old = $self->{pid};

    kill 'USR2', $old;

    $self->poll(sub {
        my $pid = $self->read_file('nginx.pid');

        return 0 unless $pid =~ /^\d+\n/ && $pid != $old;
        $self->{pid} = int $pid;
        return $self->worker_pids >= $self->{workers};
    }) or die "no upgrade:\n", $self->error_log;

    return $old;
}

sub workers_of ($self, $master) {
    local $self->{pid} = $master;

    return grep { $_ != $self->read_file('nginx.pid') } $self->worker_pids;
}

sub finish_upgrade ($self, $old) {
    kill 'WINCH', $old;

    my $idle = $self->poll(sub { !$self->workers_of($old) });

    kill 'QUIT', $old;

    return $idle && $self->poll(sub {
        $self->ended($old) && !-e $self->path('nginx.pid.oldbin')
    });
}

# After WINCH, or without it.

sub roll_back ($self, $old) {
    my $new = $self->{pid};

    kill 'HUP', $old;
    $self->poll(sub { $self->workers_of($old) >= $self->{workers} });
    kill 'QUIT', $new;
    $self->{pid} = $old;

    return $self->poll(sub {
        $self->ended($new) && $self->read_file('nginx.pid') eq "$old\n"
    });
}

1;
