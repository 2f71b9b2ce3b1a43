# OpenMoji's data/openmoji.json as records of the library.
#
#     jq -c -f records.jq openmoji.json > library.ndjson
#
# An item for every drawing, in the order of the file, then a collection for
# every group and for every subgroup.


# The date of a drawing that has none, or one that is no day of the calendar:
# the day that most of the first set carries.

def default_date: "2018-04-18";


# Letters that a slug writes in another way.  Apostrophes vanish.

def letters:
    {
        "à": "a", "á": "a", "â": "a", "ã": "a", "ä": "a", "å": "a",
        "ā": "a", "ă": "a", "ą": "a", "ǎ": "a", "æ": "ae", "ç": "c",
        "ć": "c", "č": "c", "ð": "d", "è": "e", "é": "e", "ê": "e",
        "ë": "e", "ē": "e", "ě": "e", "ę": "e", "ğ": "g", "ì": "i",
        "í": "i", "î": "i", "ï": "i", "ī": "i", "ǐ": "i", "ı": "i",
        "ł": "l", "ñ": "n", "ń": "n", "ň": "n", "ò": "o", "ó": "o",
        "ô": "o", "õ": "o", "ö": "o", "ø": "o", "ō": "o", "ő": "o",
        "ǒ": "o", "œ": "oe", "ř": "r", "ś": "s", "š": "s", "ş": "s",
        "ß": "ss", "þ": "th", "ù": "u", "ú": "u", "û": "u", "ü": "u",
        "ū": "u", "ů": "u", "ű": "u", "ǔ": "u", "ý": "y", "ÿ": "y",
        "ź": "z", "ż": "z", "ž": "z",
        "'": "", "’": "", "&": " and ", "+": " plus ", "<": " less than ",
        "*": " asterisk ", "#": " hash "
    };


# Words of an annotation that say nothing by themselves.

def small_words:
    ["a", "an", "and", "as", "at", "by", "for", "from", "in", "no", "not",
     "of", "off", "on", "or", "the", "to", "up", "with"];


def group_names:
    {
        "smileys-emotion": "Smileys & Emotion",
        "people-body": "People & Body",
        "animals-nature": "Animals & Nature",
        "food-drink": "Food & Drink",
        "travel-places": "Travel & Places",
        "extras-openmoji": "Extras of OpenMoji",
        "extras-unicode": "Extras of Unicode"
    };


# A field as a string, whatever the file holds there.  The name of Castile
# and León has lost a letter in it.

def text($field):
    .[$field]
    | if . == null then "" else tostring end
    | gsub("le\ufffdn"; "león");


def trimmed:
    sub("^\\s+"; "") | sub("\\s+$"; "");


# ASCII and Latin-1; the rest stays as it is.

def lower:
    explode
    | map(if (. >= 65 and . <= 90) or (. >= 192 and . <= 222 and . != 215)
          then . + 32 else . end)
    | implode;


def hex:
    if . < 16 then "0123456789abcdef"[.:. + 1]
    else (. / 16 | floor | hex) + (. % 16 | hex) end;


# Lower-case words joined by hyphens.  What has neither letter nor digit, such
# as "♪" or "福", is named by its code points.

def slug:
    letters as $letters
    | lower
    | [explode[] | [.] | implode | $letters[.] // .]
    | join("")
    | sub("^[-−](?=[0-9])"; "minus ")
    | gsub("[^a-z0-9]+"; "-")
    | sub("^-"; "") | sub("-$"; "");

def slug_of_any:
    slug as $slug
    | if $slug != "" then $slug
      else "u-" + ([explode[] | hex] | join("-")) end;


# "face-smiling" as "Face smiling".

def title:
    gsub("-"; " ")
    | (.[:1] | explode | map(if . >= 97 and . <= 122 then . - 32 else . end)
       | implode) + .[1:];

def group_name:
    group_names[.] // title;

# The extras have subgroups of the same names as groups.

def subgroup_name($group):
    title + if $group | startswith("extras-")
            then " (" + ($group | group_name) + ")" else "" end;


def created:
    text("openmoji_date")
    | (if test("^[0-9]{4}-[0-9]{2}-[0-9]{2}$") then . else default_date end
       + "T00:00:00Z") as $day
    | (try ($day | fromdateiso8601 | todateiso8601) catch "") as $same
    | if $same == $day then $day else default_date + "T00:00:00Z" end;


def alt_text:
    text("annotation") as $annotation
    | if $annotation != "" then $annotation
      elif text("emoji") != "" then text("emoji")
      else .hexcode end;


# What a drawing is tagged with: names, not yet slugs.

def list($field):
    text($field) | split(",")[];

def words:
    [
        (
            list("tags"),
            list("openmoji_tags"),
            (text("annotation") | lower
             | splits("[\\s:,;.!?()/\"“”&]+")
             | select(IN(small_words[]) | not)),
            (text("group") | gsub("-"; " ")),
            (text("subgroups") | gsub("-"; " "))
        )
        | trimmed | lower | select(. != "")
    ];


def item($slugs; $names):
    ("color/svg/" + .hexcode + ".svg") as $file
    | {
        id: .number,
        alt_text: alt_text,
        tags: (reduce (.words[] | $slugs[.]) as $slug
                   ({seen: {}, tags: []};
                    if .seen[$slug] then .
                    else .seen[$slug] = true
                         | .tags += [{slug: $slug, name: $names[$slug]}]
                    end)
               | .tags),
        default_version: {
            content_type: "I",
            content_label: "Static Image",
            download: [("network_a", "network_b", "network_c", "original")
                       | {platform: ., url: $file}],
            picture: [{url: $file}],
            platforms: {}
        },
        static_image: $file,
        created: created,
        partner_ids: []
    };


def collection($slug; $name; $description; $preview; $featured):
    {
        slug: $slug,
        name: $name,
        description: $description,
        preview_image: $preview,
        display_in_library: true,
        featured: $featured
    };


def drawings:
    if . == 1 then "1 drawing" else "\(.) drawings" end;


# The values of a field in the order in which they first appear.

def in_order(field):
    reduce (.[] | field) as $value
        ({seen: {}, values: []};
         if .seen[$value] then .
         else .seen[$value] = true | .values += [$value] end)
    | .values;


# The newest drawings have the highest numbers, those of one day in the order
# of the file: what a later release adds comes after what is there.

to_entries
| map(.value + {place: .key})
| map(if (.hexcode | type) != "string" or .hexcode == ""
      then error("record \(.place): no hexcode") else . end)
| (sort_by([created, .place])
   | reduce to_entries[] as $entry
         ({}; .[$entry.value.place | tostring] = $entry.key + 1)) as $numbers
| map(.number = $numbers[.place | tostring]
      | .words = words
      | .group = text("group")
      | .subgroups = text("subgroups"))

# One slug for a name, and for a slug the name that comes first.

| . as $all
| (reduce .[].words[] as $word
       ({}; if has($word) then . else .[$word] = ($word | slug_of_any) end))
  as $slugs
| (reduce .[].words[] as $word
       ({}; $slugs[$word] as $slug
            | if has($slug) then . else .[$slug] = $word end))
  as $names

| (.[] | item($slugs; $names)),

  (map(select(.group != "")) | in_order(.group)[] as $group
   | map(select(.group == $group))
   | collection($group | slug_of_any; $group | group_name;
                (length | drawings) + ": "
                + (in_order(.subgroups) | map(gsub("-"; " ")) | join(", "))
                + ".";
                .[0] | item($slugs; $names); true)),

  (map(select(.group != "" and .subgroups != ""))
   | in_order(.group)[] as $group
   | map(select(.group == $group))
   | in_order(.subgroups)[] as $subgroup
   | map(select(.subgroups == $subgroup))
   | collection(($group | slug_of_any) + "_" + ($subgroup | slug_of_any);
                $subgroup | subgroup_name($group);
                (length | drawings) + " of \($group | group_name).";
                .[0] | item($slugs; $names); false))
