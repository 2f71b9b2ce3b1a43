
/*
 * Copyright (C) contentlib authors
 *
 * Reads the numbers of tags.  A library that is replaced may be damaged, which
 * is no error: the new one has other numbers then.
 */


#include <tool/import/contentlib_numbers.h>

#include <library/contentlib_db.h>

#include <limits.h>


static void contentlib_numbers_memory(const contentlib_error_t *error);


void
contentlib_numbers_keep(contentlib_stage_t *stage, const char *name)
{
    char                 file[PATH_MAX];
    int64_t              number;
    ngx_str_t            slug;
    contentlib_db_t     *db;
    contentlib_error_t   error;

    const char *const  statements[CONTENTLIB_SQL_MAX] = {
        [CONTENTLIB_SQL_META] = contentlib_statements[CONTENTLIB_SQL_META],
        [CONTENTLIB_SQL_TAGS] = "SELECT number, slug FROM tag ORDER BY number"
    };

    if (realpath(name, file) == NULL) {
        return;
    }

    if (contentlib_db_open_format(&db, file, CONTENTLIB_USER_VERSION,
                                  statements, &error, NULL)
        != NGX_OK)
    {
        contentlib_numbers_memory(&error);
        return;
    }

    while (contentlib_db_step(db, CONTENTLIB_SQL_TAGS) == NGX_OK) {

        number = contentlib_db_integer(db, CONTENTLIB_SQL_TAGS, 0);
        slug = contentlib_db_text_bytes(db, CONTENTLIB_SQL_TAGS, 1);

        if (!contentlib_db_failed(db)) {
            contentlib_stage_keep(stage, &slug, number);
        }
    }

    contentlib_numbers_memory(&db->error);
    contentlib_db_close(db);
}


static void
contentlib_numbers_memory(const contentlib_error_t *error)
{
    if (error->failure == CONTENTLIB_NO_MEMORY) {
        contentlib_no_memory();
    }
}
