
/*
 * Copyright (C) contentlib authors
 *
 * The command "contentlib export".
 */


#include <tool/contentlib_commands.h>

#include <tool/export/contentlib_export.h>
#include <tool/export/contentlib_export_old.h>
#include <tool/record/contentlib_record.h>


static ngx_int_t contentlib_export_print(void *data, const u_char *bytes,
    size_t len);


ngx_int_t
contentlib_export(const contentlib_options_t *options,
    contentlib_message_t *message)
{
    ngx_int_t             rc;
    contentlib_db_t      *db;
    contentlib_export_t   export;
    contentlib_partner_t  partner;

    if (contentlib_partner_init(&partner, options->partner, message)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_export_old_format(options->library) == NGX_OK) {
        return contentlib_export_old(options, message);
    }

    if (contentlib_export_open(&db, options->library, message) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_export_init(&export, db, options->library, message);

    export.members = (options->members != NULL);
    export.write = contentlib_export_print;
    export.data = message;
    export.partner.data = (u_char *) options->partner;
    export.partner.len = ngx_strlen(options->partner);

    if (options->base_url) {
        export.base_url.data = (u_char *) options->base_url;
        export.base_url.len = ngx_strlen(options->base_url);
    }

    if (options->media_url) {
        export.media_url.data = (u_char *) options->media_url;
        export.media_url.len = ngx_strlen(options->media_url);
    }

    rc = contentlib_export_run(&export);

    contentlib_db_close(db);

    return rc;
}


static ngx_int_t
contentlib_export_print(void *data, const u_char *bytes, size_t len)
{
    contentlib_message_t  *message = data;

    if (fwrite(bytes, 1, len, stdout) != len) {
        return contentlib_message_output(message, "cannot write");
    }

    return NGX_OK;
}
