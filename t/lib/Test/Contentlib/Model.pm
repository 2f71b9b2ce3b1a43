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

use List::Util qw(min);
use Test::Contentlib::Corpus;
use Test::Contentlib::Query;

my $MISSING = '{"detail":"Not found."}';

my %filtered_by = (
    content_items => ['text', 'tag', 'tag-slug', 'tag-partial', 'search',
        'collection', 'content_type'],
    tags => ['name'],
    search => ['text'],
    collections => [],
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
    my @found = grep { $self->matches($_, %$filters) }
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

    for my $name (@{$filtered_by{$list}}) {
        my $value = last_value($arguments, $name) // '';

        push @too_long, qq("$name":["Ensure this field has no more than )
            . '256 bytes."]' if length $value > 256;

        utf8::decode($value);
        $filters{$name} = fc $value if length $value;
        $filters{$name} = $value if $name =~ /slug|^c|search/
            && length $value;
    }

    return (\%filters, @too_long);
}

# What a search finds, the best matches first.

sub found ($self, $value) {
    $value =~ s/^[\p{Zs}\t-\r]+|[\p{Zs}\t-\r]+\z//g;

    return if $value eq '' || $value =~ /\0/;

    my ($folded, @words) = (fc $value, terms(fc $value));
    my $last = pop @words;
    my @tests = (
        sub ($item, $terms) {
            return grep { fc $_->{name} eq $folded || $_->{slug} eq $value
                || $_->{slug} eq $folded } @{$item->{tags}};
        },
        sub ($item, $terms) {
            return defined $last && !grep { !$terms->{$_} } @words, $last;
        },
        sub ($item, $terms) {
            return defined $last && !(grep { !$terms->{$_} } @words)
                && grep { index($_, $last) == 0 } keys %$terms;
        },
    );
    my $part = sub ($item, $terms) {
        return grep { index(fc $_, $folded) >= 0 } $item->{alt_text},
            map { $_->{name} } @{$item->{tags}};
    };
    my $unspaced = $value =~ /[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}
        \p{Khmer}\p{Myanmar}]/xx;
    my (%seen, @found);

    for my $test (@tests, $part) {
        last if $test == $part && @found && !$unspaced;

        for my $item (@{$self->{items}}) {
            my %terms = map { $_ => 1 } map { terms(fc $_) } $item->{alt_text},
                map { $_->{name} } @{$item->{tags}};

            push @found, $item if !$seen{$item->{id}} && $test->($item, \%terms)
                && ++$seen{$item->{id}};
        }
    }

    return @found;
}

sub terms ($text) {
    return grep { length } map { s/^\p{P}+|\p{P}+\z//gr }
        split /[\p{Zs}\t-\r]+/, $text;
}

# The tags in the order that is asked for.

sub ordered ($self, $arguments) {
    my $ordering = last_value($arguments, 'ordering') // '';

    return @{$self->{popular}} if $ordering eq '-items';
    return sort { fc $a->{name} cmp fc $b->{name} || $a->{slug} cmp $b->{slug}
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

sub matches ($self, $record, %filters) {
    my @names = map { fc $_->{name} } @{$record->{tags} // []};

    my %test = (
        text => sub ($v) { index(fc $record->{alt_text}, $v) >= 0 },
        tag => sub ($v) { grep { $_ eq $v } @names },
        'tag-slug' => sub ($v) { grep { $_->{slug} eq $v }
            @{$record->{tags}} },
        'tag-partial' => sub ($v) { grep { index($_, $v) >= 0 } @names },
        collection => sub ($v) { $self->member($record, $v) },
        content_type => sub ($v) {
            $record->{default_version}{content_type} eq $v
        },
        name => sub ($v) { index(fc $record->{name}, $v) >= 0 },
    );

    return !grep { !$test{$_}->($filters{$_}) } keys %filters;
}

# How a name has the text, the best way first.

sub way ($name, $text) {
    return fc $name eq $text ? 0 : index(fc $name, $text) == 0 ? 1
        : fc($name) =~ /(?:^|[\p{Zs}\t-\r])\p{P}*+(?![\p{Zs}\t-\r]|\z)\Q$text/
        ? 2 : 3;
}

sub suggestions ($self, $arguments) {
    my ($limit, undef, @errors) = page_of($arguments, 10, 50);
    my ($filters, @too_long) = filters_of('search', $arguments);

    @errors = grep { /^"limit"/ } $self->{view}{strict} ? @errors : ();
    return refused(@errors, @too_long) if @errors || @too_long;

    my $text = $filters->{text} // '';
    my @found = map { [collection => $_->{name}] }
        grep { $_->{display_in_library} } @{$self->{collections}};

    push @found, map { [tag => $_->{name}] } @{$self->{popular}}
        if length $text;
    @found = grep { index(fc $_->[1], $text) >= 0 } @found;
    @found = sort { $a->[0] cmp $b->[0]
        || way($a->[1], $text) <=> way($b->[1], $text) } @found
        if length $text;

    my $last = min($limit, scalar @found) - 1;

    return (200, '[' . join(',', map { qq({"type":"$_->[0]","text":)
        . string_json($_->[1]) . '}' } @found[0 .. $last]) . ']');
}

1;
