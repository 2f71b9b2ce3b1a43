#!/usr/bin/perl

# Each message of the module has its row in the tables of docs/messages.md, or says
# itself what to do.  The tables have no other rows.  That for the program has
# messages with a cause that they do not say.
# Tests: docs/messages.md

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Source;


my $LITERALS = qr/(?:"(?:[^"\\\n]|\\.)*"\s*)+/;
my $chapter = source_text('docs/messages.md');

# What a message says itself: what to do, or what a directive must have, or with
# what it contradicts another one.

my $SAYS = qr/\b(?:must|requires|convert|see)\b
    |^(?:is\ duplicate|is\ incompatible|invalid\ parameter|duplicate\ parameter)\b
    |\bis\ larger\ than\ "|\bhas\ a\ different\ "/x;

# The strings of C as one text, in which "..." stands for the variable parts.

sub message ($literals) {
    my $text = join '', $literals =~ /"((?:[^"\\\n]|\\.)*)"/g;

    $text =~ s/\\"/"/g;
    $text =~ s/%(?:\.\*)?(?:[luz]*[disuVLg]+|%)/.../g;

    return $text =~ s/(?:\.\.\.)+/.../gr;
}

# The texts in the files that stand between the two patterns: a call with its
# first arguments, and maybe what follows.

sub said ($files, $call, $end = qr//) {
    return map {
        my $code = without_comments(source_text($_));

        map { message($_) } $code =~ /$call($LITERALS)$end/g;
    } source_files($files);
}

# The rows of a table, by their message.

sub rows ($section, $column = 0) {
    my ($text) = $chapter =~ /^\#\#\ \Q$section\E\n(.*?)(?=^\#\#|\z)/ms
        or return fail("$section is in docs/messages.md");
    my %row;

    for my $line ($text =~ /^\| (.*) \|$/mg) {
        my @cells = split / \| /, $line;

        for my $message ($cells[$column] =~ /`([^`]+)`/g) {
            $message =~ s/\x{e2}\x{80}\x{a6}/.../g;
            fail("two rows for: $message") if $row{$message};
            $row{$message} = \@cells;
        }
    }

    return \%row;
}

sub rows_are ($section, $rows, @messages) {
    my %said = map { $_ => 1 } @messages;

    is(join("\n", grep { !$rows->{$_} && !/$SAYS/ } sort keys %said), '',
        "$section: a row for each message, or it says what to do");
    rows_are_said($section, $rows, %said);
}

sub rows_are_said ($section, $rows, %said) {
    is(join("\n", grep { !$said{$_} } sort keys %$rows), '',
        "$section: a message for each row");
    is(scalar(grep { @$_ < 3 || grep { !/\S/ } @$_ } values %$rows), 0,
        "$section: all cells are filled");
}


# the log lines of nginx

my $module = qr{^(?!src/tool/)};
my $lines = rows('Log lines', 1);
my @lines = said($module,
    qr/ngx_(?:conf_)?log_error\([^;"]*?|return\s(?="(?:is|has|must|requires)\s)/);

# with a level of notice, nothing is to be done

my %notice = map { $_ => 1 }
    said($module, qr/ngx_log_error\(NGX_LOG_NOTICE[^;"]*?/);

cmp_ok(scalar @lines, '>=', 25, 'lines are found');
rows_are('lines', $lines, grep { !$notice{$_} } @lines);

# all calls have literal texts, and the rows have their levels

my %level = (ERR => 'error', map { uc $_ => $_ } qw(emerg alert crit warn
    notice info));

for my $file (source_files($module)) {
    my $code = without_comments(source_text($file));

    my @calls = $code =~ /ngx_(?:conf_)?log_error\(([^"]*?["\;])/g;

    is(scalar(grep { /;/ } @calls), 0, "$file: a text in each call") if @calls;

    while ($code =~ /ngx_(?:conf_)?log_error\((\w+),[^;"]*?($LITERALS)/g) {
        my ($name, $line) = ($1, message($2));
        my $level = $level{$name =~ s/^NGX_LOG_//r} // next;

        my $row = $lines->{$line} // next;

        is($row->[0], $level, "$level: $line");
    }
}

# the reasons; some are texts of the system and of SQLite.  Those of a damaged
# library can have one row for all of them, by their number

my $reasons = rows('Reasons');
my ($number) = source_text('src/library/contentlib_db.c')
    =~ /^contentlib_db_corrupt\(.*?(SQLITE_\w+)/ms;

is($number, 'SQLITE_CORRUPT', 'the number of a damaged library, which is 11');
ok(delete $reasons->{'... (11)'}, 'has a row');

my %corrupt = map { $_ => 1 } said($module, qr/contentlib_db_corrupt\([^;"]*?/);

delete @$reasons{keys %corrupt};

my @reasons = (said($module, qr/contentlib_db_busy\([^;"]*?/),
    said(qr/_(?:file|db_open|source)\.c$/, qr/contentlib_file_reject\([^;"]*?/),
    said(qr/_db\.c$/, qr/snprintf\(text[^;"]*?/),
    said(qr/_source\.c$/, qr/contentlib_metrics_idle\([^;"]*?/),
    said(qr/_file\.c$/, qr/snprintf\(text[^;"]*?/),
    said(qr/_db_open\.c$/, qr/,\s*/, qr/\s*\}/));

sub system_says ($code) { local $! = $code; return "$!" }

cmp_ok(scalar @reasons, '>=', 15, 'reasons are found');
rows_are('reasons', $reasons, @reasons,
    map({ system_says($_) } 2, 5, 12, 13, 24, 36), 'interrupted',
    'disk I/O error', 'out of memory', 'malformed database schema (...)',
    'file is not a database',
    'no such table: ...', 'no such column: ...', 'no such module: ...');

# the messages of the program, without file names and records

my $program = qr{^src/tool/.*\.c$};
my @program = map { s/^contentlib: //r =~ s/^\.\.\.(?::(?:\.\.\.|1))?: //r }
    said($program, qr/contentlib_message_set\([^;"]*?/),
    said($program, qr/contentlib_fail\(\s*/),
    said(qr/_file\.c$/, qr/snprintf\(text[^;"]*?/),
    said(qr{/from/}, qr/snprintf\((?:from->fetch\.|fetch->)error,[^;"]*?/),
    said($program, qr/contentlib_place_error\([^;"]*?/),
    said($program, qr/contentlib_errors_add\([^;"]*?/);

push @program, map { s/^(?:contentlib|\.\.\.): //r . ': ...' }
    said($program, qr/contentlib_fail_(?:system|output)\(\s*/);
push @program, map { qq($_ "...": ...) }
    said($program, qr/contentlib_target_(?:failed|sync)\([^;"]*?/);
push @program, map { qq($_ "...") }
    grep { /[a-z]/ }
    said($program, qr/contentlib_record_error\([^;"]*?/);

# the messages that statements of SQL put together

my @statements = (
    ['stage/contentlib_stage.c', ': there is no content item ',
        'collection "...": "items[...]": there is no content item ...'],
    ['stage/contentlib_stage.c', 'preview_image.id',
        'collection "...": "preview_image.id": there is no content item ...'],
    ['stage/contentlib_stage.c', ': is the preview of collection ',
        'content item ...: is the preview of collection "..."'],
    ['stage/contentlib_stage.c', ', a preview, is missing',
        'content item ..., a preview, is missing'],
);

push @program, map { $$_[2] }
    grep { index(source_text("src/tool/$$_[0]"), $$_[1]) >= 0 } @statements;

# texts of SQLite

push @program, 'database is locked', 'database or disk is full';

# the rows have no other messages

@program = grep { /[a-z]/ || $_ eq '"..." ...' } @program;

cmp_ok(scalar @program, '>=', 90, 'messages are found');
rows_are_said('program', rows('Messages of the program'),
    map { $_ => 1 } @program);

done_testing();
