package ContentlibPictures;

# contentlib-pictures in tests: makes pictures, runs the script, and reads its
# table.  Without exiftool or vipsthumbnail, a test is skipped.

use v5.36;

use Compress::Zlib qw(compress crc32);
use ContentlibTool qw(put slurp);
use Exporter qw(import);
use File::Basename qw(dirname);
use File::Path qw(make_path);
use File::Temp;
use Test::More;

our @EXPORT = qw(png chunk jpeg tagged script table rows);

my $script = 'conf/contentlib-pictures';

plan(skip_all => 'no exiftool') unless eval { require Image::ExifTool };
plan(skip_all => 'no vipsthumbnail')
    if system 'vipsthumbnail --version > /dev/null 2>&1';

# Bytes of a picture with some colours.

sub png ($width, $height) {
    my $row = "\0" . pack 'C*', map { map { $_ % 256 } $_ * 7, 255 - $_, $_ * 3 } 1 .. $width;

    return join '', "\x89PNG\r\n\x1a\n", chunk(IHDR => pack 'NNC5', $width,
        $height, 8, 2, 0, 0, 0), chunk(IDAT => compress($row x $height)),
        chunk(IEND => '');
}

sub chunk ($type, $bytes) {
    return pack('N', length $bytes) . $type . $bytes
        . pack 'N', crc32($type . $bytes);
}

# A file with these tags of exiftool; returns its path.

sub jpeg ($path, $width, $height, %tags) {
    state %made;

    $made{"$width $height"} //= do {
        my $in = File::Temp->new;

        put($in->filename, png($width, $height));
        qx(vipsthumbnail stdin --size '$width>' -o .jpg < @{[$in->filename]});
    };

    make_path(dirname($path));
    put($path, $made{"$width $height"});

    return tagged($path, %tags);
}

sub tagged ($path, %tags) {
    my $exiftool = Image::ExifTool->new;

    return $path unless %tags;

    $exiftool->Options(PrintConv => 0, IPTCCharset => 'UTF8');
    $exiftool->SetNewValue($_ => $tags{$_}) for sort keys %tags;
    open my $in, '<:raw', $path or die "$path: $!";
    $exiftool->WriteInfo($in, \my $bytes) == 1
        or die "$path: " . $exiftool->GetValue('Error');
    close $in;

    return put($path, $bytes);
}

# Status, standard output and standard error.  A script that does not end is
# killed, with its workers.

sub script (@arguments) {
    my ($out, $error) = (File::Temp->new, File::Temp->new);
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        setpgrp 0, 0;
        open STDOUT, '>', $out->filename;
        open STDERR, '>', $error->filename;
        exec { $^X } $^X, $script, @arguments;
    }

    local $SIG{ALRM} = sub { kill KILL => -$pid };

    alarm($ENV{TEST_LIMIT} // 120);
    waitpid $pid, 0;
    alarm 0;

    my $status = $? & 127 ? 'signal ' . ($? & 127) : $? >> 8;

    return ($status, slurp($out->filename), slurp($error->filename));
}

# The table of a run without an error, and its rows as hashes.

sub table (@arguments) {
    my ($status, $out, $error) = script(@arguments);

    is("$status$error", '0', "contentlib-pictures @arguments"
        =~ s{\S*contentlib-\w+}{DIR}gr);

    return $out;
}

sub rows ($table) {
    my @rows = map { [map { s/""/"/gr } /"((?:[^"]|"")*)"[,\n]/g] }
        $table =~ /((?:"(?:[^"]|"")*",)*"(?:[^"]|"")*"\n)/g;
    my $names = shift @rows;

    return map { my %row; @row{@$names} = @$_; \%row } @rows;
}

1;
