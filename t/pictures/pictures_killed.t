#!/usr/bin/perl

# contentlib-pictures is killed, or its disk is full: there is no table, no part
# of a thumbnail, and the next run makes what is missing.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my ($directory, $bin) = (directory(), directory());
my @options = ("$directory", '--thumbnails', 9);
my $library = "$bin/library.db";

put("$directory/a.png", png(20, 10));
put("$directory/b", png(10, 20));       # gets a link
utime 1, 1, "$directory/a.png", "$directory/b";

# The script and its processes are killed before the change of a name that the
# variable counts.  Two processes may write to the log at once, so each of them
# takes its own position in the file, not the size of the file.

put("$bin/Kill.pm", <<"END");
package Kill;
use v5.36;
sub now () {
    open my \$log, '>>', '$bin/log';
    syswrite \$log, 'x';
    kill KILL => 0 if sysseek(\$log, 0, 1) == \$ENV{KILL_AT};
}
BEGIN {
    no warnings 'once';
    *CORE::GLOBAL::rename = sub (\$from, \$to) {
        now(); CORE::rename(\$from, \$to) };
    *CORE::GLOBAL::symlink = sub (\$from, \$to) {
        now(); CORE::symlink(\$from, \$to) };
}
1;
END

# Thumbnails that are not complete.

sub damaged () {
    my $path = "$directory/.thumbnails/9";

    return grep { !/^new-/ && slurp("$path/$_") !~ /\ARIFF.*VP8/s } -d $path
        ? contents($path) : ();
}

my $expected = table(@options);
my ($points, $killed, $wrong) = (0, '', '');

while (1) {
    system 'rm', '-rf', "$directory/.thumbnails";
    unlink "$bin/log";
    local @ENV{qw(PERL5LIB PERL5OPT KILL_AT)} = ("$bin", '-MKill', ++$points);

    my ($status, $out) = script(@options);

    last if $status eq '0';
    $killed .= " $status" . ($out eq $expected ? ' table' : $out);
    $wrong .= " $points: damaged" if damaged();
    local $ENV{PERL5OPT} = '';
    $wrong .= " $points: another table" if join('', script(@options)) ne "0$expected";
    $wrong .= " $points: damaged" if damaged();
}

# Two thumbnails, the link, which has a name before, and the cache.

is($killed, ' signal 9' x 5 . ' table', 'no part of a table');
is($wrong, '', 'the next run succeeds');

# Files cannot grow, or be made, as on a full disk: the pipe leaves the library.

put("$bin/Full.pm", <<'END');
package Full;
$SIG{XFSZ} = 'IGNORE';
system('prlimit', "--pid=$$", '--fsize=200') == 0 or die;
1;
END
put("$bin/None.pm", <<'END');
package None;
use File::Temp;
no warnings 'redefine';
*File::Temp::new = sub { die 'No space left on device' };
1;
END

my $noise = join '', map { my $y = $_; "\0" . pack 'C*', map {
    $_ * $_ * 31 + $_ * $y * $y * 17 & 255 } 1 .. 300 } 1 .. 100;

put("$bin/c.png", "\x89PNG\r\n\x1a\n" . chunk(IHDR => pack 'NNC5', 100, 100,
    8, 2, 0, 0, 0) . chunk(IDAT => Compress::Zlib::compress($noise))
    . chunk(IEND => ''));

sub piped () {
    my ($status, $out, $error) = script(@options[0, 1], 50);
    my ($imported) = tool('import', '--quiet', '--keep-ids', '-o', $library, '-',
        { stdin => $out });

    return "$status $imported " . (-e $library ? digest_of($library) : '')
        . " $error";
}

my ($digest) = piped() =~ /^0 0 (\w+) \z/;

ok($digest, 'a library');
rename "$bin/c.png", "$directory/c.png";

for my $disk (qw(Full None)) {
    local @ENV{qw(PERL5LIB PERL5OPT)} = ("$bin", "-M$disk");

    is(piped(), "1 1 $digest contentlib-pictures: $directory/.thumbnails: cannot"
        . " write thumbnails\n", 'a full disk leaves the library');
    is(join(' ', grep { !/^[0-9a-f]{32}\.webp\z/ }
        contents("$directory/.thumbnails/50")), '', 'and no part of a thumbnail');
}

like(piped(), qr/^0 0 (?!$digest)\w+ \z/, 'the next run succeeds');
is((tool('check', '--media', "$directory", $library))[0], 0, 'with all files');

done_testing();
