#!/usr/bin/perl

# What is wrong with a table: the line, the column and the value, of up to
# --max-errors mistakes.
# Tests: src/tool/import/contentlib_import_table.c,
#     src/tool/record/contentlib_place.c

use v5.36;
use utf8;

use Encode qw(encode encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);

sub message ($bytes) {
    my $file = put("$directory/pictures.csv", $bytes);
    my ($status, $out, $error) = tool('import', '-o', $library, $file);

    is("$status$out", '1', 'refused');
    ok(slurp($library) eq $before, 'the library is as it was');

    return $error =~ s/\Q$directory\E\///gr;
}

my $whole = 'is not a whole number';
my $range = 'is not between 0 and 2^53';
my $id = 'is not between 1 and 2^63 - 1';
my $time = 'is not an ISO 8601 UTC time';

my @cases = (
    ["name,text\n", 1, 'there is no column "file", "url", "SourceFile" or "Filename" (the columns are: name, text)'],
    ["file,alt,FILE\n", 1, 'column "file" appears twice'],
    ["file,alt\n\n,text\n", 3, 'the file is missing'],
    ["file,width\n\t \n\t\na.gif,3oo\n", 4, qq{column "width" $whole: "3oo"}],
    ["file,ImageHeight\na.gif,-1\n", 2, qq{column "ImageHeight" $whole: "-1"}],
    ["file,size\na.gif,9007199254740993\n", 2, qq{column "size" $range: "9007199254740993"}],
    ["file,width\na.gif,3.5\n", 2, qq{column "width" $whole: "3.5"}],
    ["file,size\na.gif,68 kB\n", 2, qq{column "size" $whole: "68 kB"}],
    ["File Name,Alt Text\na.png," . 'x' x 65_537 . "\n", 2, 'column "Alt Text" is longer than 65536 bytes: "' . 'x' x 40 . '..."'],
    ["file,thumbnail,thumbnail_width\na.png,b.png,x\n", 2, qq{column "thumbnail_width" $whole: "x"}],
    ["file,id\na.png,0\n", 2, qq{column "id" $id: "0"}],
    ["file,id\na.png,1\nb.png,1\n", 3, 'content item 1: was already given at pictures.csv:2'],
    ["file\na.png\na.png\n", 3, 'content item 1: was already given at pictures.csv:2'],
    ["file,id\na.png,9223372036854775807\nb.png,\n", 3, 'there is no id above the highest id'],
    ["file,created\na.png,2024-05-01\n", 2, qq{column "created" $time: "2024-05-01" (write "2024-05-01T00:00:00Z")}],
    ["file,created\na.png,2024:05:32 12:30:00\n", 2, qq{column "created" $time: "2024:05:32 12:30:00" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,2024-05-01T14:00:00+24:00\n", 2, qq{column "created" $time: "2024-05-01T14:00:00+24:00" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,2024/05/01\n", 2, qq{column "created" $time: "2024/05/01" (write "2024-05-01T00:00:00Z")}],
    ["file,created\na.png,1710112501\n", 2, qq{column "created" $time: "1710112501" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,2024-05-01 10:00\n", 2, qq{column "created" $time: "2024-05-01 10:00" (write "2024-05-01T10:00Z")}],
    ["file,created\na.png,2024-06-30T23:59:60Z\n", 2, qq{column "created" $time: "2024-06-30T23:59:60Z" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,01.05.2024\n", 2, qq{column "created" $time: "01.05.2024" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,yesterday\n", 2, qq{column "created" $time: "yesterday" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,created\na.png,2024-02-30\n", 2, qq{column "created" $time: "2024-02-30" (write YYYY-MM-DDTHH:MM:SSZ)}],
    ["file,type\na.png,picture\n", 2, 'column "type" is not a media type: "picture"'],
    ["url\nftp://a.example/a.png\n", 2, 'column "url" is neither an http(s) address nor a relative path: "ftp://a.example/a.png"'],
    ["file\nhttp:///a.png\n", 2, 'column "file" has no host: "http:///a.png"'],
    ["file\nfile:///home/me/b.jpg\n", 2, 'column "file" is neither an http(s) address nor a relative path: "file:///home/me/b.jpg"'],
    ["url\ndata:image/png;base64;AAAA\n", 2, 'column "url" is neither an http(s) address nor a relative path: "data:image/png;base64;AAAA"'],
    ["URL\nwww.a.example/a.png\n", 2, 'column "URL" has no "https://" before the address: "www.a.example/a.png"'],
    ["url,still\nhttps://a.example/a.gif,WWW.a.example/a.png\n", 2, 'column "still" has no "https://" before the address: "WWW.a.example/a.png"'],
    ["url\n\"a.png (https://a.example/1),b.png (https://a.example/2)\"\n", 2, 'column "url" has more than one address: "a.png (https://a.example/1),b.png (https://a.example/2)"'],
    ["file\n\"https://a.example/1, HTTP://a.example/2\"\n", 2, 'column "file" has more than one address: "https://a.example/1, HTTP://a.example/2"'],
    ["file,still\na.gif,//a.example/b\n", 2, 'column "still" is neither an http(s) address nor a relative path: "//a.example/b"'],
    ["file,alt\na.png,A cat, asleep\n", 2, '3 fields, but 2 columns: write quotes around a text that has separators'],
    ["file\na.png,A cat\n", 2, '2 fields, but 1 column: write quotes around a text that has separators'],
    ["file,alt\n\na.png,\"A cat\n\n", 3, 'a quote is wrong in the row that begins here: write "" for a quote in a quoted field'],
    ["file,alt\na.png,\"A \"cat\"\"\n", 2, 'a quote is wrong in the row that begins here: write "" for a quote in a quoted field'],
    [encode('cp1252', "file,alt\na.png,tea\nb.png,A fine café\n"), 3, '"b.png,A fine caf\xe9" is not UTF-8: save the file as UTF-8, or convert it, for example by "iconv -f WINDOWS-1252 -t UTF-8"'],
    ["file,alt\na.png,a\0b\n", 2, '"a.png,a\u0000" has a zero byte'],
    [encode('UTF-16', "file,alt\na.png,Käse\n"), 1, 'the input is UTF-16: convert it by "iconv -f UTF-16 -t UTF-8"'],
    [join(',', ('x') x 1025) . "\n", 1, 'more than 1024 columns'],
    ["file,tags\na.png," . 'x' x 1001 . "\n", 2, 'column "tags" is longer than 1000 bytes: "' . 'x' x 40 . '..."'],
    ["file,tags\na.png,\"" . join(',', 1 .. 1001) . "\"\n", 2, 'column "tags" has more than 1000 entries'],
    ["file\n" . 'x' x 4097 . "\n", 2, 'column "file" is longer than 4096 bytes: "' . 'x' x 40 . '..."'],
);

for my $case (@cases) {
    my ($bytes, $line, $message) = @$case;

    is(message(utf8::is_utf8($bytes) ? encode_utf8($bytes) : $bytes),
        "pictures.csv:$line: $message\n", substr $message, 0, 60);
}

is((tool('import', '--format', 'csv', '-o', $library, "$directory"))[2],
    "$directory: is a directory: import the table that"
    . " \"contentlib-pictures DIRECTORY\" prints\n", 'a directory');

# something else than a table, or than JSON: one line

my $picture = 'is a picture or a video: import the table that'
    . ' "contentlib-pictures DIRECTORY" prints';
my %other = (
    JPEG => ["\xff\xd8\xff\xe0\0", $picture],
    PNG => ["\x89PNG\r\n\x1a\n\0", $picture],
    GIF => ["GIF89a\0", $picture],
    WebP => ["RIFF\0\0\0\0WEBP", $picture],
    MP4 => ["\0\0\0\x18ftypmp42\0", $picture],
    XLSX => ["PK\x03\x04\0", 'is a spreadsheet or a ZIP archive: save the sheet'
        . ' as CSV'],
    XLS => ["\xd0\xcf\x11\xe0\0", 'is a spreadsheet or a ZIP archive: save the sheet'
        . ' as CSV'],
    gzip => ["\x1f\x8b\x08\0", 'is compressed: import the output of "gunzip -c"'],
    library => [$before, 'is a database: import the output of "contentlib'
        . ' export --members"'],
);

for my $kind (sort keys %other) {
    my ($bytes, $message) = @{$other{$kind}};

    for my $name ('other.csv', 'other.json') {
        is((tool('import', '-o', $library, put("$directory/$name", $bytes)))[2],
            "$directory/$name:1: $message\n", "$kind as $name");
    }
}

is(message(qq( [{"id":1}]\n)),
    "pictures.csv:1: this looks like JSON (use --format json)\n", 'JSON');

my $long = 'x' x 300;

like(message("a|$long\n1|2\n"), qr/ \(the columns are: a\|x{200,}\)\n/,
    'the beginning of a long name');

# all rows and columns that are wrong, each once

is(message("file,id,width,type,created,tags\na.gif,x,y,z,1,\nb.gif,0,,,,\n"),
    qq(pictures.csv:2: column "id" $whole: "x"\n)
    . qq(pictures.csv:2: column "width" $whole: "y"\n)
    . qq(pictures.csv:2: column "type" is not a media type: "z"\n)
    . qq(pictures.csv:2: column "created" $time: "1")
    . " (write YYYY-MM-DDTHH:MM:SSZ)\n"
    . qq(pictures.csv:3: column "id" $id: "0"\n), 'several rows and columns');

done_testing();
