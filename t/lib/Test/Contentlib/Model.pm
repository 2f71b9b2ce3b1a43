package Test::Contentlib::Model;

# The API over plain lists: what a library of these records must answer.
#
#     my $model = Test::Contentlib::Model->new([@records], %view);
#     my ($status, $body, $location) = $model->answer('tags/', 'limit=5');
#
# The records are tags, items and collections in the order of their import;
# the items come before the collections that show them.  A view is base_url,
# root, numbers, partner as in Corpus.pm, and page_size, max_page_size,
# strict.

use v5.36;
use utf8;

use List::Util qw(all any min);
use Test::Contentlib::Api;
use Test::Contentlib::Corpus;
use Test::Contentlib::Query;
use Unicode::Normalize qw(NFC NFKD);

my $MISSING = '{"detail":"Not found."}';

# The place of a term in a text that is decomposed: letters and numbers, of
# scripts with spaces or of others, with marks and with apostrophes between
# letters; a flag; or a symbol.

my $APOSTROPHE = qr/['`\x{2bb}\x{2bc}\x{2018}\x{2019}\x{201b}]/;
my $UNSPACED = qr/[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}
    \p{Myanmar}]/xx;
my $REGION = qr/[\x{1f1e6}-\x{1f1ff}]/;

my ($SPACED_RUN, $UNSPACED_RUN) = map {
    my $letter = qr/$_(?!$APOSTROPHE)\p{L}/;

    qr/(?:$letter\p{M}*(?:$APOSTROPHE(?=$letter))?|$_\p{N}\p{M}*)+/;
} qr/(?!$UNSPACED)/, qr/(?=$UNSPACED)/;

my $PLACE = qr/$SPACED_RUN|$UNSPACED_RUN|$REGION\p{M}*(?:$REGION\p{M}*)?
    |(?!\x{2044}|\x{fffd}|$APOSTROPHE)\p{S}\p{M}*/xx;

# Letters without the marks that follow them, and those that are replaced.

my $PLAIN = qr/[\p{Latin}\p{Greek}\p{Cyrillic}\p{Arabic}\p{Hebrew}]/;

my %letters = (qw(æ ae ð d ø o þ th đ d ħ h ı i ĸ k ł l ŋ ng œ oe ŧ t ƀ b ƒ f
    ƙ k ƴ y ǥ g ɓ b ɔ o ɖ d ɗ d ə e ɛ e ɨ i));

# What a term may end in.

my @endings = qw(s es e n en er);

# What matches each filter: a record, the value, and the folded value.

my %matches = (
    text => sub ($self, $item, $value, $folded) {
        has_part($item->{alt_text}, $folded)
    },
    tag => sub ($self, $item, $value, $folded) {
        $folded ne '' && grep { folded($_->{name}) eq $folded } @{$item->{tags}}
    },
    'tag-slug' => sub ($self, $item, $value, $folded) {
        grep { $_->{slug} eq $value } @{$item->{tags}}
    },
    'tag-partial' => sub ($self, $item, $value, $folded) {
        grep { has_part($_->{name}, $folded) } @{$item->{tags}}
    },
    collection => sub ($self, $item, $value, $folded) {
        $self->member($item, $value)
    },
    content_type => sub ($self, $item, $value, $folded) {
        $item->{default_version}{content_type} eq $value
    },
    without => sub ($self, $item, $value, $folded) {
        $value eq 'tags' ? !@{$item->{tags}}
            : $value eq 'text' && folded($item->{alt_text}) !~ /[^\p{Zs}\t-\r]/
    },
    name => sub ($self, $tag, $value, $folded) {
        has_part($tag->{name}, $folded)
    },
);


sub new ($class, $records, %view) {
    my (%seen, @tags);

    for my $tag (map { tags_of($_) } @$records) {
        push @tags, $tag unless $seen{$tag->{slug}}++;
    }

    my @items = sort { $b->{id} <=> $a->{id} } grep { $_->{id} } @$records;
    my %items;

    for my $item (@items) {
        $items{$_->{slug}}++ for @{$item->{tags}};
    }

    my @order = sort {
        ($items{$tags[$b]{slug}} // 0) <=> ($items{$tags[$a]{slug}} // 0)
            || $a <=> $b
    } keys @tags;

    return bless {
        items => \@items, tags => \@tags, popular => [@tags[@order]],
        collections => [grep { $_->{preview_image} } @$records],
        view => { base_url => 'http://localhost', root => '/api/v1/',
            page_size => 30, max_page_size => 100, %view },
    }, $class;
}

sub tags_of ($record) {
    return $record->{tags} ? @{$record->{tags}}
        : $record->{preview_image} ? () : $record;
}

# The path begins after the root.  Only a redirect has a location.

sub answer ($self, $path, $query) {
    my ($list, $name, $slash) = $path =~ m{^(?:(content_items|tags|collections
        )(?:/([^/]+))?|(search)|)(/?)\z}x
        ? ($1 // $3 // '', $2, $4) : return (404, $MISSING);

    return (404, $MISSING) if $path eq '/' || !known_name($list, $name);

    return (301, '', "$self->{view}{base_url}$self->{view}{root}$path/"
        . (length $query ? "?$query" : '')) if length $path && !$slash;

    my $arguments = arguments($query)
        // return (400, '{"detail":"Too many parameters."}');
    my $format = last_value($arguments, 'format');

    return (404, $MISSING) if ($format // '') !~ /^(?:|json|api)\z/;

    my %view = (%{$self->{view}}, format => $format);

    return (200, root_json(%view)) unless length $list;
    return $self->detail($list, $name, %view) if defined $name;

    return $list eq 'search' ? $self->suggestions($arguments)
        : $self->page($list, $arguments, %view);
}

sub known_name ($list, $name) {
    return 1 unless defined $name;

    return $list eq 'content_items'
        ? $name =~ /^[1-9][0-9]{0,18}\z/ && $name <= 9223372036854775807
        : $name =~ /^[A-Za-z0-9_-]{1,255}\z/;
}

sub root_json (%view) {
    return '{' . join(',', map { qq("$_":)
        . Test::Contentlib::Corpus::address("$_/", %view)
    } qw(content_items collections tags search)) . '}';
}

sub detail ($self, $list, $name, %view) {
    my $key = $list eq 'content_items' ? 'id' : 'slug';
    my ($record) = grep { $_->{$key} eq $name } $self->records($list);

    return $record ? (200, record_json($list, $record, %view))
        : (404, $MISSING);
}

sub records ($self, $list) {
    return @{$self->{$list eq 'content_items' ? 'items' : $list}};
}

sub record_json ($list, $record, %view) {
    return $list eq 'tags' ? tag_json($record, %view)
        : $list eq 'collections' ? collection_json($record, %view)
        : item_json($record, %view);
}

sub page ($self, $list, $arguments, %view) {
    my ($limit, $offset, @errors) = page_of($arguments, $view{page_size},
        $view{max_page_size});
    my ($filters, @too_long) = filters_of($list, $arguments);

    @errors = () unless $view{strict};
    return refused(@errors, @too_long) if @errors || @too_long;

    my $search = delete $filters->{search};
    my @tests = map {
        my ($name, $value) = ($_, $filters->{$_});
        my $folded = folded($value);
        my $matches = $matches{$name} // die "no model of $name\n";

        sub ($record) { $matches->($self, $record, $value, $folded) };
    } sort keys %$filters;
    my @found = grep { my $record = $_; !grep { !$_->($record) } @tests }
        $list eq 'tags' ? $self->ordered($arguments)
        : defined $search ? $self->found($search) : $self->records($list);
    my $address = "$view{base_url}$view{root}$list/";
    my ($next, $previous) = map { defined ? "$address$_" : undef }
        page_links($arguments, $limit, $offset, scalar @found);
    my $from = $offset < @found ? "$offset" : scalar @found;
    my $to = min($from + $limit, scalar @found) - 1;

    return (200, page_json(scalar @found, $next, $previous,
        map { record_json($list, $_, %view) } @found[$from .. $to]));
}

sub refused (@errors) { (400, '{' . join(',', @errors) . '}') }

# What is asked for, as characters, and what is wrong with it.

sub filters_of ($list, $arguments) {
    my (%filters, @too_long);

    for my $name (api_filters("/$list/")) {
        my $value = last_value($arguments, $name) // '';

        push @too_long, qq("$name":["Ensure this field has no more than )
            . '256 bytes."]' if length $value > 256;

        utf8::decode($value);
        next if $value eq '' || $name eq 'search' && $value !~ /\0/
            && !words(folded($value));
        $filters{$name} = $value;
    }

    return (\%filters, @too_long);
}

# What a search finds, the best matches first.

sub found ($self, $value) {
    $value =~ s/^[\p{Zs}\t-\r]+|[\p{Zs}\t-\r]+\z//g;

    return if $value =~ /\0/;

    my $folded = folded($value);
    my @words = words($folded);
    my $whole = join ' ', map { $_->{term} } @words;
    my ($last, @others) = reverse @words;
    my @items = map { searched($_) } @{$self->{items}};
    my $known = all { my $word = $_; any { meets($_, $word) } @items } @words;
    my @tests = (
        sub ($item) { $item->{terms} eq $whole },
        sub ($item) { index($item->{terms}, "$whole ") == 0 },
        sub ($item) {
            any { folded($_->{name}) eq $folded || $_->{slug} eq $value
                || $_->{slug} eq $folded } @{$item->{tags}};
        },
        sub ($item) { all { meets($item, $_) } @words },
        sub ($item) {
            (all { meets($item, $_) } @others) && begins($item, $last);
        },
        sub ($item) {
            $folded =~ /$UNSPACED/ && any { index(folded($_), $folded) >= 0 }
                $item->{alt_text}, map { $_->{name} } @{$item->{tags}};
        },
        sub ($item) {
            $known && all { meets($item, $_) || ends($item, $_) } @words;
        },
    );
    my (%seen, @found);

    for my $test (@tests) {
        push @found, grep { !$seen{$_->{id}} && $test->($_)
            && ++$seen{$_->{id}} } @items;
    }

    @found = near(\@items, nearest($words[0]{term}, known(@items)))
        if !@found && @words == 1;

    return @found ? @found : some(\@items, @words);
}

# An item with the terms of its text, and with all terms and their parts.

sub searched ($item) {
    my @words = words(folded($item->{alt_text}));
    my %has = map { $_ => 1 } map { $_->{term}, @{$_->{parts}} } @words,
        map { words(folded($_->{name})) } @{$item->{tags}};

    return { %$item, terms => join(' ', map { $_->{term} } @words),
        has => \%has };
}

# All terms of the items.

sub known (@items) {
    my %known = map { $_ => 1 } map { keys %{$_->{has}} } @items;

    return keys %known;
}

# The item has the term of a word, or all its parts; or one that begins so; or
# the term without an ending.

sub meets ($item, $word) {
    return $item->{has}{$word->{term}} || @{$word->{parts}}
        && all { $item->{has}{$_} } @{$word->{parts}};
}

sub begins ($item, $word) {
    my ($last, @others) = reverse @{$word->{parts}};
    my $begins = sub ($term) {
        any { index($_, $term) == 0 } keys %{$item->{has}};
    };

    return 1 if $begins->($word->{term}) || meets($item, $word);
    return defined $last && $word->{goes_on} && $begins->($last)
        && all { $item->{has}{$_} } @others;
}

sub ends ($item, $word) {
    return any { $word->{term} =~ /^(.{3,})$_\z/ && $item->{has}{$1} } @endings;
}

# Items with all of the first eight terms, or with the nearest ones in place of
# those that no item has; or else those with any, the most terms first, and
# whole terms before beginnings.

sub some ($items, @words) {
    my @known = known(@$items);
    my (@tests, @levels);

    for my $i (0 .. min($#words, 7)) {
        my $word = $words[$i];
        my $begins = $i == $#words ? \&begins : sub { 0 };
        my $found = grep { meets($_, $word) || $begins->($_, $word) } @$items;
        my @near = $found ? () : nearest($word->{term}, @known);
        my ($part) = $found || @near ? ()
            : grep { my $part = $_; any { $_->{has}{$part} } @$items }
                @{$word->{parts}};

        push @near, $part if defined $part;
        push @tests, sub ($item) {
            return 2 if meets($item, $word) || any { $item->{has}{$_} } @near;
            return $begins->($item, $word) ? 1 : 0;
        };
    }

    for my $item (@$items) {
        my @how = map { $_->($item) } @tests;
        my $n = grep { $_ } @how;

        push @{$levels[2 * $n + !grep { $_ == 1 } @how]}, $item if $n;
    }

    my @best = map { @{$levels[2 * @tests + $_] // []} } 1, 0;

    return @best ? @best : map { @{$_ // []} } reverse @levels;
}

# Texts that are a term, then those that begin with one, then items that have
# one.

sub near ($items, @near) {
    my (%seen, @found);

    for my $test (
        sub ($item, $near) { $item->{terms} eq $near },
        sub ($item, $near) { index($item->{terms}, "$near ") == 0 },
        sub ($item, $near) { $item->{has}{$near} },
    ) {
        for my $item (@$items) {
            push @found, $item if !$seen{$item->{id}}
                && (grep { $test->($item, $_) } @near) && ++$seen{$item->{id}};
        }
    }

    return @found;
}

# The first eight terms with one difference and the same first character; or
# with one difference, of a script with spaces; or, of seven characters, with
# two and the same first one.  A library of the model has fewer than 4,000.

sub nearest ($term, @known) {
    my $length = length $term;

    return if $length < 4 || $length > 62;

    for my $step ([1, 1], $term =~ $UNSPACED ? () : [1, 0],
        $length < 7 ? () : [2, 1])
    {
        my ($most, $first) = @$step;
        my @near = sort grep {
            (!$first || substr($_, 0, 1) eq substr $term, 0, 1)
                && abs(length($_) - $length) <= $most
                && distance($term, $_) <= $most
        } @known;

        return @near[0 .. min(7, $#near)] if @near;
    }

    return;
}

# Insertions, deletions, replacements and exchanges of neighbours.

sub distance ($one, $other) {
    my @a = split //, $one;
    my @b = split //, $other;
    my @d = map { [$_] } 0 .. @a;

    $d[0][$_] = $_ for 0 .. @b;

    for my $i (1 .. @a) {
        for my $j (1 .. @b) {
            my @ways = ($d[$i - 1][$j] + 1, $d[$i][$j - 1] + 1,
                $d[$i - 1][$j - 1] + ($a[$i - 1] ne $b[$j - 1]));

            push @ways, $d[$i - 2][$j - 2] + 1 if $i > 1 && $j > 1
                && $a[$i - 1] eq $b[$j - 2] && $a[$i - 2] eq $b[$j - 1];
            $d[$i][$j] = min(@ways);
        }
    }

    return $d[-1][-1];
}

# Texts are compared like this.

sub folded ($text) { NFC(fc $text =~ s/\p{DI}//gr) }

# The terms of a text: each without apostrophes, and the parts between these.

sub words ($folded) {
    my $text = NFKD(fc NFKD($folded =~ tr/\x{b4}\x{2120}\x{2122}/'  /r
        =~ s/[\x{1f3fb}-\x{1f3ff}]//gr));

    return map { word(written($_)) } $text =~ /$PLACE/g;
}

sub written ($place) {
    return NFC($place =~ s/$APOSTROPHE/'/gr
        =~ s/(?:(?!$PLAIN)\p{L}|\p{S})\p{M}*+\K|\p{M}+//gr
        =~ s/(.)/$letters{$1} \/\/ $1/gser);
}

sub word ($written) {
    my @parts = split /'/, $written;
    my @kept = @parts == 1 ? () : grep { length $parts[$_] > 1
        || $_ > 0 && $_ < $#parts } keys @parts;

    return { term => join('', @parts), parts => [@parts[@kept]],
        goes_on => @kept && $kept[-1] == $#parts };
}

sub terms ($folded) { map { $_->{term} } words($folded) }

# The tags in the order that is asked for.

sub ordered ($self, $arguments) {
    my $ordering = last_value($arguments, 'ordering') // '';

    return @{$self->{popular}} if $ordering eq '-items';
    return sort { folded($a->{name}) cmp folded($b->{name}) || $a->{slug} cmp $b->{slug}
        } @{$self->{tags}} if $ordering eq 'name';
    return @{$self->{tags}};
}

# Whether an item belongs to the collection with the slug.

sub member ($self, $item, $slug) {
    my ($collection) = grep { $_->{slug} eq $slug } @{$self->{collections}}
        or return 0;
    my @ids = @{$collection->{items} // []};

    return grep { $_ eq $item->{id} } @ids if @ids;
    return grep { $_->{slug} eq $slug } @{$item->{tags}}
        if grep { $_->{slug} eq $slug } @{$self->{tags}};
    return $item->{id} eq $collection->{preview_image}{id};
}

sub has_part ($text, $folded) {
    return $folded ne '' && index(folded($text), $folded) >= 0;
}

# How a name has the text, the best way first.

sub way ($name, $text) {
    return $name eq $text ? 0 : index($name, $text) == 0 ? 1
        : terms($text) && index($name, " $text") >= 0 ? 2 : 3;
}

sub suggestions ($self, $arguments) {
    my ($limit, undef, @errors) = page_of($arguments, 10, 50);
    my (undef, @too_long) = filters_of('search', $arguments);

    @errors = grep { /^"limit"/ } $self->{view}{strict} ? @errors : ();
    return refused(@errors, @too_long) if @errors || @too_long;

    my $value = last_value($arguments, 'text') // '';

    utf8::decode($value);
    $value =~ s/^[\p{Zs}\t-\r]+|[\p{Zs}\t-\r]+\z//g;

    # the terms, or what has none as it is folded

    my $text = folded($value);
    my $compared = terms($text) ? sub ($name) { join ' ', terms(folded($name)) }
        : \&folded;

    $text = join ' ', terms($text) if terms($text);

    my @found = map { { type => 'collection', %$_ } }
        grep { $_->{display_in_library} } @{$self->{collections}};

    push @found, map { { type => 'tag', %$_ } } @{$self->{popular}}
        if length $text;
    @found = () if $value =~ /\0/ || length $value && $text eq '';
    @found = grep { index($compared->($_->{name}), $text) >= 0 } @found;
    @found = sort { $a->{type} cmp $b->{type}
        || way($compared->($a->{name}), $text)
            <=> way($compared->($b->{name}), $text) } @found if length $text;

    my $last = min($limit, scalar @found) - 1;

    return (200, '[' . join(',', map { suggestion($_, length $text) }
        @found[0 .. $last]) . ']');
}

sub suggestion ($found, $slug) {
    return qq({"type":"$found->{type}","text":) . string_json($found->{name})
        . ($slug ? ',"slug":' . string_json($found->{slug}) : '') . '}';
}

1;
