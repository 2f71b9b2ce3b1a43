#!/usr/bin/perl

# docs/directives.md has each directive and each variable of the module, and no
# others.  No other chapter has a variable or an example of a directive that the
# module does not have.
# Tests: docs/directives.md, ngx_http_contentlib_module.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Module;
use Test::Contentlib::Source;


my $chapter = source_text('docs/directives.md');
my $docs = join '', map { source_text($_) } documents();
my %directive = directives();
my %variable = map { $_ => 1 } variables();

cmp_ok(scalar keys %directive, '>=', 11, 'directives are found');
cmp_ok(scalar keys %variable, '>=', 5, 'variables are found');

# a section of the chapter for each, with its name as the heading

my %section;

while ($chapter =~ /^(\#{2,5})\ +`?(\$?contentlib\w*)`?\ *\n
    (.*?)(?=^\#{1,5}\ |\z)/xmsg)
{
    fail("$2 has two sections") if exists $section{$2};
    $section{$2} = $3;
}

sub field ($name, $field) {
    my $text = $section{$name} // '';

    return $text =~ /^\*\*$field:\*\* ([^\n]*)/m ? $1 : undef;
}

for my $name (sort keys %directive) {
    ok(exists $section{$name}, "$name has a section") or next;

    my $context = field($name, 'Context') // 'none';

    like(field($name, 'Syntax'), qr/\b$name\b/, "$name: syntax");
    ok(defined field($name, 'Default'), "$name: default");
    is(join(', ', $context =~ /\b(http|server|location)\b/g),
        $directive{$name}, "$name: context");
}

# the defaults, as in the table of the interface

my %default = (
    contentlib_root => '/api/v1/',
    contentlib_base_url => '$scheme://$http_host',
    contentlib_page_size => 30,
    contentlib_max_page_size => 100,
    contentlib_numbers => 'integer',
    contentlib_partner => 'partner',
    contentlib_strict => 'off',
    contentlib_query_timeout => '2s',
);

like(field($_, 'Default') // '', qr/\Q$default{$_}\E/, "$_: its default")
    for sort keys %default;

# the other way

for my $name (sort keys %section) {
    next if $name =~ /^\$/;
    ok(exists $directive{$name}, "$name of the chapter is a directive");
}

like($chapter, qr/\$$_\b/, "\$$_ is in the chapter") for sort keys %variable;

my %named = map { $_ => 1 } $docs =~ /\$(contentlib_\w+)/g;

ok($variable{$_}, "\$$_ of the documentation is a variable") for sort keys %named;

# every name in an example is one of them

my %known = (%directive, map { $_ => 1 } qw(contentlib));

for my $name ($docs =~ /^[ \t]+(contentlib\w*)[ \t]*[^\n]*;/mg) {
    ok($known{$name}, "$name of an example is a directive");
}

done_testing();
