
/*
 * Copyright (C) contentlib authors
 *
 * Directives that nginx's own setters cannot read, and the checks of values
 * that these have set.
 */


#include <http/ngx_http_contentlib.h>


/* an address of the API is written as it is, and has no variables */

#define NGX_HTTP_CONTENTLIB_URI_SPECIAL  "\"#%<>?\\^`{|}$"


static char *ngx_http_contentlib_content(ngx_conf_t *cf,
    ngx_http_contentlib_loc_conf_t *lcf, ngx_http_handler_pt handler);


char *
ngx_http_contentlib(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    return ngx_http_contentlib_content(cf, conf, ngx_http_contentlib_handler);
}


char *
ngx_http_contentlib_status(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_str_t                        *value;
    ngx_http_handler_pt               handler;
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);
    mcf->status = 1;

    value = cf->args->elts;
    handler = ngx_http_contentlib_status_handler;

    if (cf->args->nelts > 1) {
        handler = ngx_http_contentlib_health_handler;

        if (ngx_strcmp(value[1].data, "health") != 0) {
            return "must have no parameter, or \"health\"";
        }
    }

    return ngx_http_contentlib_content(cf, conf, handler);
}


static char *
ngx_http_contentlib_content(ngx_conf_t *cf,
    ngx_http_contentlib_loc_conf_t *lcf, ngx_http_handler_pt handler)
{
    ngx_http_core_loc_conf_t  *clcf;

    if (lcf->handler != NULL && lcf->handler != handler) {

        if (lcf->handler == ngx_http_contentlib_handler) {
            return "is incompatible with \"contentlib\"";
        }

        if (handler == ngx_http_contentlib_handler) {
            return "is incompatible with \"contentlib_status\"";
        }
    }

    if (lcf->handler != NULL) {
        return "is duplicate";
    }

    lcf->handler = handler;

    clcf = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
    clcf->handler = handler;

    return NGX_CONF_OK;
}


/* these are post handlers: "data" is the string that was set */

char *
ngx_http_contentlib_check_root(ngx_conf_t *cf, void *post, void *data)
{
    ngx_str_t  *root;

    root = data;

    if (root->len == 0 || root->data[0] != '/'
        || root->data[root->len - 1] != '/'
        || !ngx_http_contentlib_visible(root, NGX_HTTP_CONTENTLIB_URI_SPECIAL))
    {
        return "must begin and end with \"/\", without special characters";
    }

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_check_explorer(ngx_conf_t *cf, void *post, void *data)
{
    ngx_str_t  *uri;

    uri = data;

    if (uri->len == 0 || uri->data[0] != '/'
        || !ngx_http_contentlib_visible(uri, NGX_HTTP_CONTENTLIB_URI_SPECIAL))
    {
        return "must begin with \"/\", without special characters";
    }

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_check_partner(ngx_conf_t *cf, void *post, void *data)
{
    if (!contentlib_name_valid(data)) {
        return "must have letters, digits, underscores and hyphens only";
    }

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_url(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    char *p = conf;

    ngx_str_t                  *value;
    ngx_http_complex_value_t  **url;

    url = (ngx_http_complex_value_t **) (p + cmd->offset);

    if (*url != NGX_CONF_UNSET_PTR) {
        return "is duplicate";
    }

    value = cf->args->elts;

    if (ngx_http_script_variables_count(&value[1]) == 0
        && !ngx_http_contentlib_url_valid(&value[1])
        && (cmd->offset != offsetof(ngx_http_contentlib_loc_conf_t, media_url)
            || !ngx_http_contentlib_url_path_valid(&value[1])))
    {
        return "must be \"http[s]://host[:port][/path]\"";
    }

    return ngx_http_set_complex_value_slot(cf, cmd, conf);
}
