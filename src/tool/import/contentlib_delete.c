
/*
 * Copyright (C) contentlib authors
 *
 * Reads the identifiers of the items to remove.
 */


#include <tool/import/contentlib_loader.h>

#include <tool/record/contentlib_values.h>


void
contentlib_delete(contentlib_loader_t *loader, const char *name)
{
    char                 quoted[CONTENTLIB_QUOTE_SIZE], *text;
    char                 wrong[CONTENTLIB_QUOTE_SIZE];
    FILE                *file;
    size_t               size;
    int64_t              id;
    ssize_t              n;
    ngx_str_t            line;
    contentlib_place_t   place;

    (void) contentlib_message_string(quoted, name);
    contentlib_place_init(&place, quoted, &loader->errors);

    file = ngx_strcmp(name, "-") == 0 ? stdin : fopen(name, "re");

    if (file == NULL) {
        contentlib_fail_system("%s: cannot open", quoted);
    }

    contentlib_stage_file(loader->stage, quoted);

    text = NULL;
    size = 0;

    for (place.line = 1;
         (n = getline(&text, &size, file)) != -1;
         place.line++)
    {
        if (text[n - 1] == '\n') {
            text[--n] = '\0';
        }

        if (n && text[n - 1] == '\r') {
            text[--n] = '\0';
        }

        if (n == 0) {
            continue;
        }

        line.data = (u_char *) text;
        line.len = (size_t) n;

        (void) contentlib_value_digits(&line, &id);

        if (id < 1) {
            (void) contentlib_place_error(&place,
                                          "\"%s\" is not the id of an item",
                                          contentlib_message_quote(wrong,
                                                                   line.data,
                                                                   line.len));

        } else {
            contentlib_stage_remove(loader->stage, &place, id);
            loader->removals++;
        }
    }

    if (!feof(file)) {
        contentlib_fail_system("%s: cannot read", quoted);
    }

    free(text);

    if (file != stdin) {
        (void) fclose(file);
    }
}
