package Test::Contentlib::Answer;

# Assertions about the responses of the API.

use v5.36;

use Exporter qw(import);
use Test::More ();

our @EXPORT = qw(answer_is api_headers_ok ids slugs query_of);


sub api_headers_ok ($r, $name = 'headers of the API') {
    local $Test::Builder::Level = $Test::Builder::Level + 1;

    return Test::More::is($r ? header_faults($r) : 'no answer', '', $name);
}

sub header_faults ($r) {
    my %want = (
        'Allow' => 'GET, HEAD, OPTIONS',
        'Content-Type' => 'application/json',
        'Vary' => 'Accept',
        'X-Content-Type-Options' => 'nosniff',
    );
    my @faults;

    for my $header (sort keys %want) {
        my $got = join ' | ', $r->header($header);
        push @faults, "$header: $got" if $got ne $want{$header};
    }

    # that the body has this length is checked everywhere

    push @faults, 'no Content-Length'
        unless defined $r->header('Content-Length');

    return join '; ', @faults;
}

# The whole answer: status, the headers that all answers have, every byte.

sub answer_is ($r, $status, $body, $name = $r ? $r->request : '') {
    local $Test::Builder::Level = $Test::Builder::Level + 1;

    return Test::More::fail("$name: no answer") unless $r;

    return Test::More::is(
        join("\n", $r->status, $r->body, header_faults($r)),
        join("\n", $status, $body, ''), $name);
}

sub ids ($r) { join ' ', map { $_->{id} } @{$r->json->{results}} }

sub slugs ($r) { join ' ', map { $_->{slug} } @{$r->json->{results}} }

# The query of a link, with its question mark; null stays undef.

sub query_of ($link) {
    return defined $link && $link =~ /(\?.*)/s ? $1 : $link;
}

1;
