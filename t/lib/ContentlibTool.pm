package ContentlibTool;

# The program "contentlib" in tests: runs it, and makes records as its input.

use v5.36;
use utf8;

use Exporter qw(import);
use File::Basename qw(dirname);
use File::Spec;
use File::Temp;
use IPC::Open3 qw(open3);
use IO::Handle;
use JSON::PP ();
use Time::HiRes qw(sleep);

our @EXPORT = qw(
    tool directory put slurp contents
    item still tag collection json lines
    imports begin_import refuses exported digest_of
);

my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');
my $json = JSON::PP->new->canonical->utf8;

# Runs the program; the last argument may be { stdin => bytes }.  Returns exit
# status (or "signal N"), standard output and standard error.  A program that
# does not end is killed.

sub tool (@arguments) {
    my $option = ref $arguments[-1] ? pop @arguments : {};

    my $in = File::Temp->new;
    binmode $in;
    print {$in} $option->{stdin} // '';
    $in->flush;
    seek $in, 0, 0;

    my ($out, $error) = (File::Temp->new, File::Temp->new);

    my @command = ($program, @arguments);

    if ($option->{shell}) {
        @command = ('sh', '-c', "$option->{shell}; exec \"\$@\"", 'sh',
            @command);
    }

    my $pid = open3('<&' . fileno $in, '>&' . fileno $out,
        '>&' . fileno $error, @command);

    local $SIG{ALRM} = sub { kill 'KILL', $pid };
    alarm($ENV{TEST_LIMIT} // 60);
    waitpid $pid, 0;
    alarm 0;

    my $status = $? & 127 ? 'signal ' . ($? & 127) : $? >> 8;

    return ($status, slurp($out->filename), slurp($error->filename));
}

sub directory () {
    return File::Temp->newdir('contentlib-XXXXXX', TMPDIR => 1);
}

# Bytes to a file; returns its path.

sub put ($path, $bytes) {
    open my $file, '>:raw', $path or die "$path: $!";
    print {$file} $bytes;
    close $file or die "$path: $!";

    return $path;
}

sub slurp ($path) {
    open my $file, '<:raw', $path or die "$path: $!";
    local $/;

    return <$file> // '';
}

# Names of the files in a directory, hidden ones too.

sub contents ($directory) {
    opendir my $handle, "$directory" or die "$directory: $!";

    my @names = sort grep { !/^\.\.?$/ } readdir $handle;

    return @names;
}

# Records.  Arguments replace fields; undef removes them.

sub item ($id, %change) {
    my $file = "https://media.example/$id";

    return changed({
        id => $id,
        url => "https://api.example/api/v1/content_items/$id/",
        alt_text => "Item $id",
        tags => [tag('happy'), tag('blue-sky', 'Blue sky')],
        default_version => version("$file.gif", delete $change{version}),
        static_image => "$file.png",
        created => '2024-02-29T12:34:56.789012Z',
        partner_ids => ["p$id", "q$id"],
    }, %change);
}

sub version ($file, $change = undef) {
    my %size = (width => 320, height => '240', size => 12345,
        format => 'image/gif');

    return changed({
        content_type => 'G',
        content_label => 'GIF',
        download => [
            { platform => 'network_a', url => $file, %size },
            { platform => 'original', url => $file },
        ],
        picture => [{ url => $file, %size }],
        platforms => { partner => 'https://partner.example/1' },
    }, %{$change // {}});
}

sub still ($id, %change) {
    my $file = "https://media.example/$id.png";

    return item($id,
        version => {
            content_type => 'I',
            content_label => 'Static Image',
            download => [{ platform => 'original', url => $file }],
            picture => [{ url => $file }],
            platforms => {},
        },
        static_image => $file,
        created => '2019-01-02T03:04:05Z',
        partner_ids => [],
        %change);
}

sub tag ($slug, $name = $slug) {
    return { slug => $slug, name => $name };
}

sub collection ($slug, $preview, %change) {
    return changed({
        slug => $slug,
        url => "https://api.example/api/v1/collections/$slug/",
        name => ucfirst $slug,
        description => '',
        preview_image => $preview,
        display_in_library => JSON::PP::true,
        featured => JSON::PP::false,
    }, %change);
}

sub changed ($record, %change) {
    for my $name (keys %change) {
        if (defined $change{$name}) {
            $record->{$name} = $change{$name};
        } else {
            delete $record->{$name};
        }
    }

    return $record;
}

sub json ($record) {
    return ref $record ? $json->encode($record) : $record;
}

sub lines (@records) {
    return join '', map { json($_) . "\n" } @records;
}

# Imports bytes into a new library in the directory; returns its path, or dies.

sub imports ($directory, $name, $bytes, @options) {
    my $library = "$directory/$name";
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $library,
        @options, '-', { stdin => $bytes });

    die "import of $name: $status: $error" if $status;

    return $library;
}

# An import that waits for the rest of its input; returns its process, the pipe
# to it, and the name of its temporary file.

sub begin_import ($library, $bytes, @options) {
    my $directory = dirname($library);
    my %before = map { $_ => 1 } contents($directory);
    my $pid = open my $input, '|-', $program, 'import', '--quiet', '-o',
        $library, @options, '-' or die;

    $input->autoflush;
    print {$input} $bytes;

    for (1 .. 500) {
        my ($name) = grep { !$before{$_} } contents($directory);
        return ($pid, $input, $name) if $name;
        sleep 0.02;
    }

    die 'there is no temporary file';
}

# What "import" says of bytes that it refuses, without the name of the input;
# the library must stay as it is, and nothing be left beside it.

sub refuses ($directory, $library, $bytes, @options) {
    my $before = slurp($library);
    my @before = contents($directory);

    my ($status, $out, $error) = tool('import', '-o', $library, @options, '-',
        { stdin => $bytes });

    return "exit $status: $out$error" if $status ne '1' || $out ne '';
    return 'the library has changed' if slurp($library) ne $before;
    return 'files were left behind' if "@before" ne join ' ',
        contents($directory);

    chomp $error;

    return $error;
}

sub digest_of ($library) {
    return (tool('info', $library))[1] =~ /^digest:\s+(\w+)/m ? $1 : '';
}

# The records of a library.

sub exported ($library, @options) {
    my ($status, $out, $error) = tool('export', @options, $library);
    die "export of $library: $status: $error" if $status;

    return map { $json->decode($_) } split /\n/, $out;
}

1;
