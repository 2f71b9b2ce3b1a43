
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: records as NDJSON, the same in every run, and their import by
 * the program.
 */


#ifndef _FUZZ_IMPORT_H_INCLUDED_
#define _FUZZ_IMPORT_H_INCLUDED_


#include <fuzz_library.h>
#include <tool/contentlib_commands.h>


static inline void
fuzz_print_words(FILE *out, ngx_uint_t most)
{
    ngx_str_t  text;

    text = fuzz_words("", most);
    fputs(fuzz_escaped(&text), out);
}


static inline void
fuzz_print_tag(FILE *out, ngx_uint_t t)
{
    ngx_str_t  name;

    name = fuzz_tag_name(t);

    (void) fprintf(out, "{\"slug\":\"Tag_%lu\",\"name\":\"%s\"}",
                   (unsigned long) t, fuzz_escaped(&name));
}


static inline void
fuzz_print_item(FILE *out, ngx_uint_t i, ngx_uint_t tags)
{
    ngx_uint_t  t;

    (void) fprintf(out, "{\"id\":%lu,\"alt_text\":\"",
                   (unsigned long) (1 + i * i));
    fuzz_print_words(out, i % 9 ? 30 : 300);
    (void) fprintf(out, "\",\"tags\":[");

    for (t = 0; t < tags; t++) {
        if (t == i % tags || fuzz_random(t + 2) == 0) {
            fuzz_print_tag(out, t);
            fputs(",", out);
        }
    }

    /* the last tag, which all items have */

    fuzz_print_tag(out, tags);

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
        fuzz_print_item(out, i, tags);
        (void) fprintf(out, "\n");
    }

    for (i = 0; i < 5; i++) {
        (void) fprintf(out, "{\"slug\":\"c-%lu\",\"name\":\"Cat ",
                       (unsigned long) i);
        fuzz_print_words(out, 8);
        (void) fprintf(out, "\",\"description\":\"");
        fuzz_print_words(out, 20);
        (void) fprintf(out, "\",\"preview_image\":");

        /* a tag without a record of its own */

        fuzz_print_item(out, items + i, tags);
        (void) fprintf(out, ",\"display_in_library\":%s,\"featured\":%s%s}\n",
                       i % 4 == 3 ? "false" : "true", i % 2 ? "true"
                                                            : "false",
                       i % 3 ? "" : ",\"items\":[1,2,5]");
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


#endif /* _FUZZ_IMPORT_H_INCLUDED_ */
