
/*
 * Copyright (C) contentlib authors
 */


#include <unit_library.h>
#include <library/contentlib_tags.h>


int
main(void)
{
    size_t             i;
    uint64_t           position;
    ngx_str_t          slug;
    contentlib_db_t   *db;
    contentlib_tag_t   tag;

    static const char *const  tags[][2] = {
        { "happy-day", "Happy Day" }, { "cat", "cat" }, { "party", "Party" },
        { "unused", "\xc3\x9cNUSED" }
    };

    unit_library(unit_path("library"), "");
    db = unit_opened(unit_path("library"));

    for (i = 0; i < 4; i++) {
        is_number(contentlib_tags_load(db, i, unit_pool(), &tag), NGX_OK,
                  "tag %lu", (unsigned long) i);
        is_string(&tag.slug, tags[i][0], "tag %lu: slug", (unsigned long) i);
        is_string(&tag.name, tags[i][1], "tag %lu: name", (unsigned long) i);
        is_number(unit_busy(db), 0, "tag %lu: no statement is busy",
                  (unsigned long) i);

        slug = unit_text(tags[i][0]);
        is_number(contentlib_tags_find(db, &slug, &position), NGX_OK,
                  "tag %lu: find", (unsigned long) i);
        is_number(position, i, "tag %lu: found", (unsigned long) i);
    }

    is_number(contentlib_tags_load(db, 4, unit_pool(), &tag), NGX_DECLINED,
              "no tag at 4");
    is_number(contentlib_tags_load(db, UINT64_MAX, unit_pool(), &tag),
              NGX_DECLINED, "no tag at the end of all numbers");

    slug = unit_text("Cat");
    is_number(contentlib_tags_find(db, &slug, &position), NGX_DECLINED,
              "a slug in capitals");
    slug = unit_text("ca");
    is_number(contentlib_tags_find(db, &slug, &position), NGX_DECLINED,
              "part of a slug");

    is_number(unit_busy(db), 0, "no statement is busy");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "what is absent is no error");

    contentlib_db_close(db);

    return unit_done();
}
