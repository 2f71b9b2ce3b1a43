
/*
 * Copyright (C) contentlib authors
 *
 * Prints and counts the errors of an input.
 */


#include <tool/record/contentlib_place.h>

#include <tool/contentlib_progress.h>

#include <json-c/json.h>

#include <stdarg.h>


/* most names of fields that are remembered */

#define CONTENTLIB_PLACE_IGNORED  100


void
contentlib_place_init(contentlib_place_t *place, const char *file,
    contentlib_errors_t *errors)
{
    ngx_memzero(place, sizeof(contentlib_place_t));

    place->file = file;
    place->errors = errors;
}


ngx_int_t
contentlib_errors_add(contentlib_errors_t *errors, const char *format, ...)
{
    char     text[CONTENTLIB_MESSAGE_SIZE];
    va_list  args;

    if (errors->n++ < errors->most) {
        va_start(args, format);
        (void) vsnprintf(text, sizeof(text), format, args);
        va_end(args);

        if (errors->message) {
            return contentlib_message_set(errors->message, "%s", text);
        }

        contentlib_progress_end();

        (void) fprintf(stderr, "%s\n", text);
    }

    return NGX_ERROR;
}


ngx_int_t
contentlib_place_error(const contentlib_place_t *place, const char *format,
    ...)
{
    char     text[CONTENTLIB_MESSAGE_SIZE];
    va_list  args;

    va_start(args, format);
    (void) vsnprintf(text, sizeof(text), format, args);
    va_end(args);

    if (place->kind == NULL) {
        return contentlib_errors_add(place->errors, "%s:%lu: %s", place->file,
                                     place->line, text);
    }

    return contentlib_errors_add(place->errors, "%s:%lu: %s%s: %s",
                                 place->file, place->line, place->kind,
                                 place->subject, text);
}


ngx_uint_t
contentlib_place_ignores(const contentlib_place_t *place, const char *name)
{
    contentlib_remote_t  *remote;

    remote = place->remote;

    if (remote == NULL) {
        return 0;
    }

    if (remote->ignored == NULL) {
        remote->ignored = json_object_new_object();
    }

    if (remote->ignored == NULL
        || (json_object_object_length(remote->ignored)
            < CONTENTLIB_PLACE_IGNORED
            && json_object_object_add(remote->ignored, name, NULL) != 0))
    {
        contentlib_no_memory();
    }

    return 1;
}
