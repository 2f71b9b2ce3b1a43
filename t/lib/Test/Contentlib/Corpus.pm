package Test::Contentlib::Corpus;

# Records for imports, and the bytes that the API must make from them.

use v5.36;

use Exporter qw(import);
use JSON::PP ();
use List::Util qw(pairmap);
use Test::Contentlib::Api;

our @EXPORT = qw(gif image tag collection corpus records_text
    item_json tag_json collection_json page_json string_json);

my $MEDIA = 'https://media.example/files';


# A GIF item and a static image item.  "tags" may be names.  What is not said
# follows from the id.

sub gif ($id, %with) {
    my $page = delete $with{page} // "https://partner.example/gifs/$id";

    return item($id, %with,
        version => {
            content_type => 'G', content_label => 'GIF',
            download => [
                rendition("$id/a.gif", 'image/gif', 480, 270, 90000 + $id,
                    platform => 'network_a'),
                rendition("$id/b.gif", 'image/gif', 320, 180, 60000 + $id,
                    platform => 'network_b'),
                rendition("$id/c.mp4", 'video/mp4', 640, 360, 30000 + $id,
                    platform => 'network_c'),
                { platform => 'original', url => "$MEDIA/$id/original.gif" },
            ],
            picture => [
                rendition("$id/full.gif", 'image/gif', 640, 360, 99000 + $id),
                rendition("$id/s.webp", 'image/webp', 100, 56, 4000 + $id),
                rendition("$id/m.gif", 'image/gif', 480, 270, 80000 + $id),
                rendition("$id/l.gif", 'image/gif', 600, 338, 95000 + $id),
                rendition("$id/s.gif", 'image/gif', 100, 56, 9000 + $id),
            ],
            platforms => { partner => $page },
        },
        static_image => $with{static_image} // "$MEDIA/$id/still.gif",
        partner_ids => $with{partner_ids} // ["one$id", "two$id"]);
}

sub image ($id, %with) {
    my $file = $with{static_image} // "$MEDIA/$id/image.png";

    return item($id, partner_ids => [], %with,
        version => {
            content_type => 'I', content_label => 'Static Image',
            download => [
                map { { platform => $_, url => "$MEDIA/$id/$_.png" } }
                    qw(network_a network_b network_c original)
            ],
            picture => [{ url => $file }],
            platforms => {},
        },
        static_image => $file);
}

sub rendition ($file, $format, $width, $height, $size, %more) {
    return { %more, url => "$MEDIA/$file", width => $width,
        height => $height, size => $size, format => $format };
}

sub item ($id, %with) {
    return {
        %with{grep { exists $with{$_} } api_fields('ContentItem')},
        id => $id,
        url => "https://elsewhere.example/api/v1/content_items/$id/",
        alt_text => $with{alt_text} // "Item number $id",
        tags => [map { ref ? $_ : tag($_) } @{$with{tags} // ['tag']}],
        default_version => $with{version},
        created => $with{created} // sprintf('2021-03-04T05:%02d:%02dZ',
            $id / 60 % 60, $id % 60),
    };
}

sub tag ($name, $slug = lc($name) =~ s/[^a-z0-9]+/-/gr) {
    return { slug => $slug, name => $name,
        url => "https://elsewhere.example/api/v1/tags/$slug/" };
}

sub collection ($slug, $preview, %with) {
    return {
        slug => $slug,
        url => "https://elsewhere.example/api/v1/collections/$slug/",
        name => $with{name} // "The $slug",
        description => $with{description} // '',
        preview_image => $preview,
        display_in_library => bool($with{display} // 1),
        featured => bool($with{featured} // 0),
        $with{items} ? (items => $with{items}) : (),
    };
}

sub bool ($value) { $value ? JSON::PP::true : JSON::PP::false }


# Items 1 to n, GIFs and static images in turn, the newest first.  Of 65, 45
# have the tag "happy day".

sub corpus ($n = 65) {
    return map {
        my @tags = ("tag $_", $_ % 13 < 9 ? 'happy day' : (), 'every');
        $_ % 2 ? gif($_, tags => \@tags) : image($_, tags => \@tags);
    } reverse 1 .. $n;
}


# One record a line.

sub records_text (@records) {
    my $json = JSON::PP->new->utf8->canonical;

    return join '', map { $json->encode($_) . "\n" } @records;
}


# The bytes that the API answers.  A view is base_url, root, format, numbers,
# partner, media_url (replaces the prefix of the media addresses above).

sub item_json ($item, %view) {
    my $version = $item->{default_version};
    my $partner = $view{partner} // 'partner';
    my ($page) = values %{$version->{platforms}};

    return record_json('ContentItem', $item, \%view,
        id => $item->{id},
        url => address("content_items/$item->{id}/", %view),
        tags => array(map { tag_json($_, %view) } @{$item->{tags}}),
        default_version => record_json('Version', $version, \%view,
            download => array(map { rendition_json('Download', $_, %view) }
                @{$version->{download}}),
            picture => array(map { rendition_json('Picture', $_, %view) }
                @{$version->{picture}}),
            platforms => object($page
                ? ($partner => string_json($page)) : ()),
        ),
        static_image => media($item->{static_image}, %view),
    );
}

sub rendition_json ($schema, $rendition, %view) {
    my %numbers = ($view{numbers} // '') eq 'string' ? () : map {
        exists $rendition->{$_} ? ($_ => $rendition->{$_}) : ()
    } qw(width height size);

    return record_json($schema, $rendition, \%view, %numbers,
        url => media($rendition->{url}, %view));
}

sub tag_json ($tag, %view) {
    return record_json('Tag', $tag, \%view,
        url => address("tags/$tag->{slug}/", %view));
}

sub collection_json ($collection, %view) {
    return record_json('Collection', $collection, \%view,
        url => address("collections/$collection->{slug}/", %view),
        preview_image => item_json($collection->{preview_image}, %view));
}

# The fields of a schema that a record has, in their order.  Some have another
# value than that of the record, and the partner has a name.

sub record_json ($schema, $record, $view, %json) {
    my $partner = $view->{partner} // 'partner';

    return object(map {
        s/^partner/$partner/r => $json{$_} // value_json($record->{$_})
    } grep { exists $json{$_} || exists $record->{$_} } api_fields($schema));
}

sub value_json ($value) {
    return ref $value eq 'ARRAY' ? array(map { value_json($_) } @$value)
        : JSON::PP::is_bool($value) ? flag($value) : string_json($value);
}

# "next" and "previous" are addresses or undef; results are bytes.

sub page_json ($count, $next, $previous, @results) {
    return object(
        count => $count,
        next => defined $next ? string_json($next) : 'null',
        previous => defined $previous ? string_json($previous) : 'null',
        results => array(@results),
    );
}

sub address ($path, %view) {
    my $base = $view{base_url} // 'http://localhost';
    my $root = $view{root} // '/api/v1/';
    my $query = defined $view{format} ? "?format=$view{format}" : '';

    return string_json("$base$root$path$query");
}

sub media ($url, %view) {
    $url =~ s/^\Q$MEDIA/$view{media_url}/ if defined $view{media_url};

    return string_json($url);
}

sub object (@pairs) {
    return '{' . join(',', pairmap { "\"$a\":$b" } @pairs) . '}';
}

sub array (@values) { '[' . join(',', @values) . ']' }

sub flag ($value) { $value ? 'true' : 'false' }

my %escape = ('"' => '\"', '\\' => '\\\\', "\b" => '\b', "\f" => '\f',
    "\n" => '\n', "\r" => '\r', "\t" => '\t');

sub string_json ($text) {
    $text =~ s/([\x00-\x1f"\\\x{2028}\x{2029}])/
        $escape{$1} \/\/ sprintf '\u%04x', ord $1/gex;
    utf8::encode($text);

    return "\"$text\"";
}

1;
