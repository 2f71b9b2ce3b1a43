#!/usr/bin/perl

# Three libraries, each in five locations with different settings, are
# published one by one.  Each worker opens each file once.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;


my @libraries = qw(a b c);
my %settings = (
    one => '',
    two => 'contentlib_numbers string;',
    three => 'contentlib_partner other;',
    four => 'contentlib_media_url https://m.example/;',
    five => 'contentlib_strict on; contentlib_page_size 1;',
);
my %view = (
    one => {}, two => { numbers => 'string' }, three => { partner => 'other' },
    four => {}, five => {},
);

my $locations = join '', map {
    my $library = $_;

    map { <<"CONF" } sort keys %settings;
        location /$library/$_/ {
            contentlib;
            contentlib_library %%DIR%%/$library.db check=50ms;
            contentlib_root /$library/$_/;
            $settings{$_}
        }

CONF
} @libraries;

my $t = Test::Contentlib->new(start => 0, server => $locations);

sub publish ($library, $n) {
    $t->library($library, [gif(1, alt_text => "$library $n")]);
}

my %published = map { $_ => 0 } @libraries;

publish($_, 0) for @libraries;
$t->start;

# all workers

sub goes_over ($library) {
    my $before = () = $t->error_log =~ m{serving library "[^"]*/$library\.db"}g;

    publish($library, ++$published{$library});

    return $t->poll(sub {
        (() = $t->error_log =~ m{serving library "[^"]*/$library\.db"}g)
            == $before + 2
    });
}

sub answers_ok ($name) {
    for my $library (@libraries) {
        for my $location (sort keys %settings) {
            my $item = gif(1, alt_text => "$library $published{$library}");

            answer_is($t->get("/$library/$location/content_items/1/"), 200,
                item_json($item, root => "/$library/$location/",
                    %{$view{$location}}), "$name: $library, $location");
        }
    }
}

sub opened ($pid) {
    return join ' ', map { m{/(\w)\.db$} } files_opened($pid, qr/\.db$/);
}

$t->poll(sub { (() = $t->error_log =~ /serving library/g) == 6 });
answers_ok('at first');
is(opened($_), 'a b c', 'each file once') for $t->worker_pids;

for my $library (@libraries) {
    ok(goes_over($library), "$library is published");
    answers_ok("after $library");
}

# the libraries before are closed

is(opened($_), 'a b c', 'each file once') for $t->worker_pids;
