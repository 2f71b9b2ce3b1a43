package Test::Contentlib::Hosts;

# Hosts with a library each, for conf/publish: directories, an nginx with
# conf/origin.conf in each, and a program that stands for ssh.
#
#     my $hosts = Test::Contentlib::Hosts->new(qw(a b c));
#
#     my ($status, $said) = $hosts->publish($hosts->library(1),
#         fault => 'b 4 after');
#     $hosts->have(0, 'all as before');
#
# The text of a library is its number.
#
# A fault is one command on one host: "before" it is not run, "after" it is, but
# said to have failed, "from" there is no host any more; and others, see below.

use v5.36;

use File::Temp ();
use Test::More ();

use ContentlibTool qw(put);
use Test::Contentlib;
use Test::Contentlib::Source;

# "spoil" changes the copy, "term" ends the publication while the others have
# not done it yet

my $RSH = <<'END';
#!/bin/sh

host=$1
shift

hosts=${0%/*}
HOME=$hosts/$host
export HOME
PATH=$PATH:/usr/sbin

echo >> "$HOME/asked"
n=$(wc -l < "$HOME/asked")

if test "$host" = "$FAULT_HOST"; then
    test "$FAULT" != from || test $n -lt "$FAULT_N" || exit 255
    test "$FAULT $FAULT_N" != "before $n" || exit 255
elif test "$FAULT $FAULT_N" = "term $n"; then
    sleep 0.3
fi

sh -c "$*" || exit

if test "$host $n" = "$FAULT_HOST $FAULT_N"; then
    case $FAULT in
    after) exit 255 ;;
    spoil) echo >> "$HOME/library.db.new" ;;
    term) kill -TERM "$PUBLISHER" ;;
    esac
fi

exit 0
END


sub new ($class, @names) {
    my $dir = File::Temp->newdir('contentlib-XXXXXX', TMPDIR => 1);
    my $self = bless { dir => $dir, hosts => {}, names => \@names }, $class;

    put("$dir/rsh", $RSH);
    chmod 0755, "$dir", "$dir/rsh";
    $self->{hosts}{$_} = $self->host($_) for @names;

    return $self;
}

sub host ($self, $name) {
    my $home = "$self->{dir}/$name";
    my $origin = source_text('conf/origin.conf');

    mkdir $home or die "$home: $!";

    my $t = Test::Contentlib->new(start => 0, server => <<"EOF");
        contentlib_library $home/library.db check=50ms;
$origin
EOF

    put("$home/.curlrc", 'connect-to = "::127.0.0.1:' . $t->port
        . "\"\n");

    return $t;
}

sub start ($self) { $_->start for values %{$self->{hosts}} }

sub names ($self) { @{$self->{names}} }

sub nginx ($self, $name) { $self->{hosts}{$name} }

sub path ($self, $name) { "$self->{dir}/$name/library.db" }

# Names of files, without those of this.

sub files ($self, $name) {
    return join ' ', map { s{.*/}{}r } sort glob "$self->{dir}/$name/lib*";
}

sub library ($self, $n) {
    my $path = "$self->{dir}/library-$n.db";

    return $path if -e $path;

    my ($any) = values %{$self->{hosts}};
    my $library = $any->library("library-$n",
        [image(1, alt_text => "library $n")]);

    rename $library, $path or die "$path: $!";

    return $path;
}

# Which library each host serves, and which one its file is.

sub served ($self) {
    return join '', map {
        my $r = $self->{hosts}{$_}->get('/api/v1/content_items/1/');
        number($r->body);
    } $self->names;
}

sub stored ($self) {
    return join '', map {
        number(scalar Test::Contentlib::program('export', $self->path($_)));
    } $self->names;
}

sub number ($text) { $text =~ /"library (\d)"/ ? $1 : '-' }

# Asserts that all have one library, and nothing beside it but the old one.

sub have ($self, $n, $name) {
    my @names = $self->names;
    my ($any) = values %{$self->{hosts}};
    my $all = $n x @names;

    Test::More::is($self->stored, $all, "$name: the files");
    Test::More::ok($any->poll(sub { $self->served eq $all }, 5),
        "$name: what is served");
    Test::More::is($self->files($_) =~ s/ library\.db\.old//r, 'library.db',
        "$name: nothing beside it on $_") for @names;
}

# The exit status, and what was said.  "to" are other names and paths.

sub publish ($self, $library, %with) {
    my ($host, $n, $fault) = split ' ', $with{fault} // '- 0 -';

    unlink glob "$self->{dir}/*/asked";

    my ($said, $status) = Test::Contentlib::run(sub {
        $ENV{PUBLISHER} = $$;
        @ENV{qw(FAULT_HOST FAULT_N FAULT)} = ($host, $n, $fault);
        @ENV{qw(RSH CONTENTLIB)} = ("$self->{dir}/rsh",
            $Test::Contentlib::PROGRAM);
        $ENV{PATIENCE} = $with{patience} // 10;

        # a pipe whose reader has ended

        if ($with{unread}) {
            open STDERR, '|-', 'true';
            sleep 1;
        }

        exec 'sh', "$Test::Contentlib::ROOT/conf/publish", $library,
            @{$with{to} // [map { "$_:" . $self->path($_) } $self->names]};
    });

    return ($status, $said);
}

1;
