
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib export".
 */


#include <tool/contentlib_commands.h>

#include <text/contentlib_text.h>
#include <tool/export/contentlib_export.h>
#include <tool/record/contentlib_record.h>


static ngx_str_t contentlib_export_url(const char *option, const char *url);
static void contentlib_export_print(void *data, const u_char *bytes,
    size_t len);


ngx_int_t
contentlib_export(const contentlib_options_t *options)
{
    contentlib_db_t      *db;
    contentlib_export_t   export;
    contentlib_partner_t  partner;

    contentlib_partner_init(&partner, options->partner);

    db = contentlib_export_open_any(options->library);

    contentlib_export_init(&export, db, options->library);

    export.members = (options->members != NULL);
    export.write = contentlib_export_print;
    export.partner.data = (u_char *) options->partner;
    export.partner.len = ngx_strlen(options->partner);

    if (options->base_url) {
        export.base_url = contentlib_export_url("base", options->base_url);
    }

    if (options->media_url) {
        export.media_url = contentlib_export_url("media", options->media_url);
    }

    contentlib_export_run(&export);

    contentlib_db_close(db);

    return NGX_OK;
}


static ngx_str_t
contentlib_export_url(const char *option, const char *url)
{
    ngx_str_t  text;

    text.data = (u_char *) url;
    text.len = ngx_strlen(url);

    if (!contentlib_text_valid(&text)) {
        contentlib_fail("contentlib: --%s-url is not UTF-8", option);
    }

    return text;
}


static void
contentlib_export_print(void *data, const u_char *bytes, size_t len)
{
    if (fwrite(bytes, 1, len, stdout) != len) {
        contentlib_fail_output("cannot write");
    }
}
