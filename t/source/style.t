#!/usr/bin/perl

# The style of the sources.
# Tests: src

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Source;


my @functions;

for my $file (source_files()) {
    my $text = source_text($file);
    my @lines = split /\n/, $text, -1;
    my $code = without_comments($text);
    my @faults;

    for my $n (keys @lines) {
        my $at = $n + 1;

        push @faults, "line $at: " . length($lines[$n]) . ' columns'
            if length $lines[$n] > 80;
        push @faults, "line $at: a tab" if $lines[$n] =~ /\t/;
        push @faults, "line $at: a blank at the end" if $lines[$n] =~ / $/;
        push @faults, "line $at: not ASCII" if $lines[$n] =~ /[^ -~\t]/;
    }

    # strings may hold two slashes

    my $n = 0;

    for my $line (split /\n/, $code =~ s/"(?:[^"\\\n]|\\.)*"/""/gr, -1) {
        $n++;
        push @faults, "line $n: a comment of two slashes" if $line =~ m{//};
    }

    push @faults, 'no line feed at the end' if $text !~ /[^\n]\n\z/;
    push @faults, 'does not begin with the copyright'
        if $text !~ m{\A\n/\*\n \* Copyright \(C\) };
    push @faults, 'does not say what it does'
        if $text !~ m{\A\n/\*\n[^\n]*\n \*\n \* \w};

    # two blank lines between the items of a file

    push @faults, 'three blank lines' if $text =~ /\n\n\n\n/;

    while ($text =~ /^\}[^\n]*\n(\n*)(?=([^\n]*))/mg) {
        my ($blank, $next) = (length $1, $2);
        my $at = 1 + (() = substr($text, 0, pos $text) =~ /\n/g);

        push @faults, "line $at: $blank blank lines before it"
            if length $next && $blank != 2 && $next !~ /^#/;
    }

    # a return type has a line of its own

    push @faults, "$1(): type and name on one line"
        if $code =~ /^(?!typedef|#|return|else|\}).*[ *](\w+)\([^;]*\)\n\{$/m;

    if ($file =~ m{(\w+)\.h$}) {
        my $guard = '_' . uc($1) . '_H_INCLUDED_';

        push @faults, "no guard $guard" unless $text =~ m{
            ^\#ifndef\ $guard\n\#define\ $guard\n .*
            ^\#endif\ /\*\ $guard\ \*/\n\z}xms;
    }

    is(join("\n", @faults), '', $file);

    push @functions, source_functions($file);
}

for my $function (@functions) {
    fail("$function->{file}:$function->{line}: $function->{name}() has "
        . "$function->{length} lines") if $function->{length} > 80;
}

my @lengths = sort { $a <=> $b } map { $_->{length} } @functions;

cmp_ok(scalar @lengths, '>', 100, 'functions are found');
cmp_ok($lengths[$#lengths * 0.5], '<=', 20, 'median length of functions');
cmp_ok($lengths[$#lengths * 0.9], '<=', 45, 'nine in ten functions');

done_testing();
