
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: a library, imported once from records that are the same in
 * every run.  The files are in TMPDIR and go with the program.
 */


#ifndef _FUZZ_LIBRARY_H_INCLUDED_
#define _FUZZ_LIBRARY_H_INCLUDED_


#include <fuzz.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <text/contentlib_text.h>
#include <tool/contentlib_commands.h>


#define FUZZ_RECORD  8192


static char      fuzz_directory[256];
static uint64_t  fuzz_seed = 1;


/* bytes of JSON strings */

static const char *const  fuzz_pieces[] = {
    "a", "a", "A", "b", "B", "c", " ", " ", "%", "_", "\\\\", "\\\"", "'",
    "*", "(", ")", "-", "^", ":", "+", "and", "OR", "NEAR", "\xc3\xa9",
    "\xc3\x89", "\xc3\x9f", "SS", "\xe1\xba\x9e", "\xef\xac\x81", "FI",
    "\xce\xa3", "\xcf\x82", "\xe4\xb8\xad", "\xf0\x9f\x8e\x89",
    "\xe2\x84\xaa", "K", "\xc4\xb0", "\xea\xad\xb0", "\xe1\x8e\xa0",
    "\xe2\x80\xa8", "\xef\xbf\xbd", "\xef\xbf\xbe", "\xef\xbf\xbf",
    "\\n", "\\u0001", "party", "Cat"
};


/* the path of a file, in an allocation of its own that stays */

static inline char *
fuzz_path(const char *name)
{
    char        *path;
    const char  *tmp;

    if (fuzz_directory[0] == '\0') {
        tmp = getenv("TMPDIR");

        (void) snprintf(fuzz_directory, sizeof(fuzz_directory),
                        "%.200s/contentlib-fuzz-XXXXXX", tmp ? tmp : "/tmp");
        hold(mkdtemp(fuzz_directory) != NULL, "%s", fuzz_directory);
    }

    path = malloc(strlen(fuzz_directory) + strlen(name) + 2);
    hold(path != NULL, "memory");
    (void) sprintf(path, "%s/%s", fuzz_directory, name);

    return path;
}


static inline ngx_uint_t
fuzz_random(ngx_uint_t below)
{
    fuzz_seed ^= fuzz_seed << 13;
    fuzz_seed ^= fuzz_seed >> 7;
    fuzz_seed ^= fuzz_seed << 17;

    return (ngx_uint_t) (fuzz_seed >> 11) % below;
}


static inline void
fuzz_words(FILE *out, ngx_uint_t most)
{
    for (most = 1 + fuzz_random(most); most > 0; most--) {
        fputs(fuzz_pieces[fuzz_random(sizeof(fuzz_pieces)
                                      / sizeof(fuzz_pieces[0]))], out);
    }
}


/* names of tags: the same for the same number; some differ in case only */

static inline void
fuzz_tag(FILE *out, ngx_uint_t t)
{
    uint64_t  seed;

    seed = fuzz_seed;
    fuzz_seed = 1000 + t / 2;

    (void) fprintf(out, "{\"slug\":\"Tag_%lu\",\"name\":\"%s",
                   (unsigned long) t, t % 2 ? "x" : "X");
    fuzz_words(out, t % 7 ? 6 : 60);
    (void) fprintf(out, "\"}");

    fuzz_seed = seed;
}


static inline void
fuzz_item(FILE *out, ngx_uint_t i, ngx_uint_t tags)
{
    ngx_uint_t  t;

    (void) fprintf(out, "{\"id\":%lu,\"alt_text\":\"",
                   (unsigned long) (1 + i * i));
    fuzz_words(out, i % 9 ? 30 : 300);
    (void) fprintf(out, "\",\"tags\":[");

    for (t = 0; t < tags; t++) {
        if (t == i % tags || fuzz_random(t + 2) == 0) {
            fuzz_tag(out, t);
            fputs(",", out);
        }
    }

    /* one that all items have, and that has no comma behind it */

    fuzz_tag(out, tags);

    (void) fprintf(out, "],\"default_version\":{\"content_type\":\"%s",
                   i % 3 ? "I\",\"content_label\":\"Static Image"
                         : "G\",\"content_label\":\"GIF");
    (void) fprintf(out, "\",\"download\":[{\"platform\":\"original\","
                   "\"url\":\"o/%lu.gif\"}", (unsigned long) i);

    if (i % 3 == 0) {
        (void) fprintf(out, ",{\"platform\":\"p%lu\",\"url\":\"%lu.gif\","
                       "\"width\":%lu,\"height\":0,\"format\":\"image/gif\","
                       "\"size\":9007199254740992}", (unsigned long) i % 4,
                       (unsigned long) i, (unsigned long) i);
    }

    (void) fprintf(out, "],\"picture\":[{\"url\":\"https://a.example/%lu\"",
                   (unsigned long) i);
    (void) fprintf(out, i % 3 ? "}]" : ",\"width\":1,\"height\":2,"
                   "\"size\":3,\"format\":\"image/png\"}]");
    (void) fprintf(out, ",\"platforms\":{}},\"static_image\":\"s.png\","
                   "\"created\":\"2024-02-29T23:59:59%sZ\","
                   "\"partner_ids\":[%s]}", i % 2 ? ".000001" : "",
                   i % 3 ? "" : "\"x\",\"y\"");
}


static inline void
fuzz_records(FILE *out, ngx_uint_t items, ngx_uint_t tags)
{
    ngx_uint_t  i;

    for (i = 0; i < items; i++) {
        fuzz_item(out, i, tags);
        (void) fprintf(out, "\n");
    }

    for (i = 0; i < 5; i++) {
        (void) fprintf(out, "{\"slug\":\"c-%lu\",\"name\":\"Cat ",
                       (unsigned long) i);
        fuzz_words(out, 8);
        (void) fprintf(out, "\",\"description\":\"");
        fuzz_words(out, 20);
        (void) fprintf(out, "\",\"preview_image\":");

        /* one that is not listed, so that nothing can differ */

        fuzz_item(out, items + i, tags);
        (void) fprintf(out, ",\"display_in_library\":%s,\"featured\":%s}\n",
                       i % 4 == 3 ? "false" : "true", i % 2 ? "true"
                                                            : "false");
    }
}


static inline void
fuzz_import(const char *library, char *records)
{
    contentlib_message_t  message;
    contentlib_options_t  options;

    ngx_memzero(&options, sizeof(options));
    ngx_memzero(&message, sizeof(message));

    options.library = library;
    options.media_url = "https://media.example.com/";
    options.partner = "partner";
    options.files = &records;
    options.nfiles = 1;
    options.quiet = 1;

    hold(contentlib_import(&options, &message) == NGX_OK, "%s", message.text);
}


static char  *fuzz_library_path;


static inline void
fuzz_library_remove(void)
{
    (void) unlink(fuzz_library_path);
    (void) rmdir(fuzz_directory);
}


/* as many items and five more, which are the previews of collections */

static inline char *
fuzz_library(ngx_uint_t items, ngx_uint_t tags)
{
    char  *records;
    FILE  *out;

    fuzz_library_path = fuzz_path("library.db");
    records = fuzz_path("records.ndjson");

    out = fopen(records, "w");
    hold(out != NULL, "%s", records);
    fuzz_records(out, items, tags);
    hold(fclose(out) == 0, "%s", records);

    fuzz_import(fuzz_library_path, records);

    (void) unlink(records);
    free(records);
    (void) atexit(fuzz_library_remove);

    return fuzz_library_path;
}


static inline contentlib_db_t *
fuzz_open(const char *path)
{
    ngx_str_t               name;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    name.data = (u_char *) (uintptr_t) path;
    name.len = strlen(path);

    hold(contentlib_db_open(&db, &name, &error, &fuzz_log) == NGX_OK, "%s",
         error.text);

    return db;
}


#endif /* _FUZZ_LIBRARY_H_INCLUDED_ */
