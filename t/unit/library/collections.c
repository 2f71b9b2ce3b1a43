
/*
 * Copyright (C) contentlib authors
 */


#include <unit_library.h>
#include <library/contentlib_collections.h>


static const struct {
    const char  *slug;
    const char  *name;
    const char  *description;
    uint64_t     preview;
    unsigned     display;
    unsigned     featured;
} collections[] = {
    { "new", "New Year", "A \"year\"", 2, 1, 0 },
    { "hidden", "Hidden party", "", 0, 0, 1 },
    { "cats", "Cats & parties", "", 1, 1, 1 }
};


int
main(void)
{
    size_t                    i;
    uint64_t                  position;
    ngx_str_t                 slug;
    contentlib_db_t          *db;
    contentlib_collection_t   collection;

    unit_library(unit_path("library"), "");
    db = unit_opened(unit_path("library"));

    for (i = 0; i < 3; i++) {
        memset(&collection, 0xa5, sizeof(collection));

        is_number(contentlib_collections_load(db, i, unit_pool(),
                                              &collection),
                  NGX_OK, "collection %lu", (unsigned long) i);
        is_string(&collection.slug, collections[i].slug, "slug");
        is_string(&collection.name, collections[i].name, "name");
        is_string(&collection.description, collections[i].description,
                  "description");
        is_number(collection.preview, collections[i].preview, "preview");
        is_number(collection.display, collections[i].display, "display");
        is_number(collection.featured, collections[i].featured, "featured");

        slug = unit_text(collections[i].slug);
        is_number(contentlib_collections_find(db, &slug, &position), NGX_OK,
                  "find");
        is_number(position, i, "found");
        is_number(unit_busy(db), 0, "no statement is busy");
    }

    is_number(contentlib_collections_load(db, 3, unit_pool(), &collection),
              NGX_DECLINED, "no collection at 3");

    slug = unit_text("NEW");
    is_number(contentlib_collections_find(db, &slug, &position),
              NGX_DECLINED, "a slug in capitals");

    is_number(unit_busy(db), 0, "no statement is busy");
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "what is absent is no error");

    contentlib_db_close(db);

    return unit_done();
}
