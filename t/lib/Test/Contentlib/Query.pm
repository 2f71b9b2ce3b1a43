package Test::Contentlib::Query;

# A simple model of query strings and links, with which the module is compared.
# Names and values are bytes, and numbers have no limit.

use v5.36;

use Exporter qw(import);
use Math::BigInt;

our @EXPORT = qw(arguments last_value page_of page_links escaped);

my $MANY = 64;
my $LARGEST = Math::BigInt->new(2)->bpow(63)->bsub(1);

my $tail = qr/[\x80-\xbf]/;

my $character = qr/[\x00-\x7f] | [\xc2-\xdf]$tail
    | (?:\xe0[\xa0-\xbf] | [\xe1-\xec\xee\xef]$tail | \xed[\x80-\x9f])$tail
    | (?:\xf0[\x90-\xbf] | [\xf1-\xf3]$tail | \xf4[\x80-\x8f])$tail{2}/x;

# what could have become a character, up to the byte that is wrong

my $piece = qr/\xe0[\xa0-\xbf] | [\xe1-\xec\xee\xef]$tail | \xed[\x80-\x9f]
    | (?:\xf0[\x90-\xbf] | [\xf1-\xf3]$tail | \xf4[\x80-\x8f])$tail? | ./xs;


# Pairs of name and value, by name; nothing if there are too many.

sub arguments ($query) {
    my @pieces = grep { length } split /&/, $query;

    return if @pieces > $MANY;

    my @pairs = map { [map { decoded($_) } /^([^=]*)=?(.*)\z/s] } @pieces;

    return [sort { $a->[0] cmp $b->[0] } @pairs];
}

sub decoded ($text) {
    return repaired($text =~ tr/+/ /r
        =~ s/%([0-9A-Fa-f]{2})/chr hex $1/ger);
}

sub repaired ($bytes) {
    return $bytes =~ s/($character)|$piece/$1 \/\/ "\xef\xbf\xbd"/ger;
}

sub last_value ($arguments, $name) {
    my @values = map { $_->[1] } grep { $_->[0] eq $name } @$arguments;

    return $values[-1];
}

# An integer, or a word: "absent", "malformed".

sub number ($value) {
    return 'absent' if !defined $value || $value eq '';

    return $value =~ /^[\t-\r ]*([+-]?)([0-9]+)[\t-\r ]*\z/
        ? Math::BigInt->new("$1$2") : 'malformed';
}

# limit and offset, and what a strict reader says of them.

sub page_of ($arguments, $size, $largest) {
    my ($limit, $limit_error) = bounded($arguments, 'limit', 1, $size);
    my ($offset, $offset_error) = bounded($arguments, 'offset', 0, 0);

    $limit = $largest if $limit > $largest;

    return (0 + "$limit", $offset, grep { defined } $limit_error,
        $offset_error);
}

sub bounded ($arguments, $name, $least, $default) {
    my $value = last_value($arguments, $name);
    my $number = number($value);

    return ($default) if $number eq 'absent';
    return ($default, qq("$name":["A valid integer is required."]))
        if $number eq 'malformed';
    return ($default, qq("$name":["Ensure this value is greater than or )
        . qq(equal to $least."])) if $number < $least || $value =~ /-/;

    return $number > $LARGEST ? $LARGEST->copy : $number;
}

# The queries of "next" and "previous".

sub page_links ($arguments, $limit, $offset, $count) {
    my $next = $offset + $limit;
    my $previous = $offset - $limit;

    return ($next >= $count ? undef : written($arguments, $limit, $next),
        $offset <= 0 ? undef : written($arguments, $limit,
            $previous > 0 ? $previous : undef));
}

sub written ($arguments, $limit, $offset) {
    my @pairs = grep { $_->[0] !~ /^(?:limit|offset)\z/ } @$arguments;

    push @pairs, ['limit', $limit];
    push @pairs, ['offset', $offset] if defined $offset;

    return '?' . join '&', map { join '=', map { escaped("$_") } @$_ }
        sort { $a->[0] cmp $b->[0] } @pairs;
}

sub escaped ($bytes) {
    return $bytes =~ s/([^A-Za-z0-9_.~ -])/sprintf '%%%02X', ord $1/ger
        =~ tr/ /+/r;
}

1;
