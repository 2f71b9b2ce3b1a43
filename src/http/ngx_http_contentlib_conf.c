
/*
 * Copyright (C) contentlib authors
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_MAX_PAGE_SIZE  1000


static ngx_uint_t ngx_http_contentlib_plain_uri(const ngx_str_t *uri);


char *
ngx_http_contentlib(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_http_core_loc_conf_t  *clcf;

    (void) cmd;

    if (lcf->handler) {
        return "is duplicate";
    }

    if (lcf->status) {
        return "is incompatible with \"contentlib_status\"";
    }

    lcf->handler = 1;

    clcf = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
    clcf->handler = ngx_http_contentlib_handler;

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_status(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_http_core_loc_conf_t         *clcf;
    ngx_http_contentlib_main_conf_t  *mcf;

    (void) cmd;

    if (lcf->status) {
        return "is duplicate";
    }

    if (lcf->handler) {
        return "is incompatible with \"contentlib\"";
    }

    lcf->status = 1;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);
    mcf->status = 1;

    clcf = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);
    clcf->handler = ngx_http_contentlib_status_handler;

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_root(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_str_t  *value;

    if (lcf->root.data != NULL) {
        return "is duplicate";
    }

    value = cf->args->elts;

    if (value[1].len == 0 || value[1].data[0] != '/'
        || value[1].data[value[1].len - 1] != '/')
    {
        return ngx_http_contentlib_invalid(cf, cmd,
                               "a URI that begins and ends with a slash");
    }

    if (!ngx_http_contentlib_plain_uri(&value[1])) {
        return ngx_http_contentlib_invalid(cf, cmd,
                               "a URI of characters that need no escape");
    }

    lcf->root = value[1];

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_explorer(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_str_t  *value;

    if (lcf->explorer.data != NULL) {
        return "is duplicate";
    }

    value = cf->args->elts;

    if (value[1].len == 0 || value[1].data[0] != '/'
        || !ngx_http_contentlib_plain_uri(&value[1]))
    {
        return ngx_http_contentlib_invalid(cf, cmd,
                               "a URI that begins with a slash, "
                               "of characters that need no escape");
    }

    lcf->explorer = value[1];

    return NGX_CONF_OK;
}


static ngx_uint_t
ngx_http_contentlib_plain_uri(const ngx_str_t *uri)
{
    size_t  i;

    for (i = 0; i < uri->len; i++) {

        if (uri->data[i] <= ' ' || uri->data[i] >= 0x7f
            || ngx_strchr("\"#%<>?\\^`{|}$", uri->data[i]) != NULL)
        {
            return 0;
        }
    }

    return 1;
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
        && !ngx_http_contentlib_url_valid(&value[1]))
    {
        return ngx_http_contentlib_invalid(cf, cmd,
                          "\"http://host\" or \"https://host\", "
                          "with a port and a path if need be");
    }

    return ngx_http_set_complex_value_slot(cf, cmd, conf);
}


char *
ngx_http_contentlib_size(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    char *p = conf;

    ngx_int_t    n;
    ngx_str_t   *value;
    ngx_uint_t  *size;

    size = (ngx_uint_t *) (p + cmd->offset);

    if (*size != NGX_CONF_UNSET_UINT) {
        return "is duplicate";
    }

    value = cf->args->elts;
    n = ngx_atoi(value[1].data, value[1].len);

    if (n < 1 || n > NGX_HTTP_CONTENTLIB_MAX_PAGE_SIZE) {
        return ngx_http_contentlib_invalid(cf, cmd,
                                           "a number from 1 to 1000");
    }

    *size = (ngx_uint_t) n;

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_numbers(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_str_t  *value;

    if (lcf->numbers != NGX_CONF_UNSET_UINT) {
        return "is duplicate";
    }

    value = cf->args->elts;

    if (ngx_strcmp(value[1].data, "integer") == 0) {
        lcf->numbers = NGX_HTTP_CONTENTLIB_INTEGER;
        return NGX_CONF_OK;
    }

    if (ngx_strcmp(value[1].data, "string") == 0) {
        lcf->numbers = NGX_HTTP_CONTENTLIB_STRING;
        return NGX_CONF_OK;
    }

    return ngx_http_contentlib_invalid(cf, cmd, "\"integer\" or \"string\"");
}


char *
ngx_http_contentlib_partner(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    size_t      i;
    u_char      c;
    ngx_str_t  *value;

    if (lcf->partner.data != NULL) {
        return "is duplicate";
    }

    value = cf->args->elts;

    for (i = 0; i < value[1].len; i++) {
        c = value[1].data[i];

        if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z')
            && (c < '0' || c > '9') && c != '_' && c != '-')
        {
            break;
        }
    }

    if (i == 0 || i < value[1].len) {
        return ngx_http_contentlib_invalid(cf, cmd,
                               "letters, digits, underscores and hyphens");
    }

    lcf->partner = value[1];

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_time(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    char *p = conf;

    ngx_int_t    n;
    ngx_str_t   *value;
    ngx_msec_t  *time;

    time = (ngx_msec_t *) (p + cmd->offset);

    if (*time != NGX_CONF_UNSET_MSEC) {
        return "is duplicate";
    }

    value = cf->args->elts;
    n = ngx_parse_time(&value[1], 0);

    if (n == NGX_ERROR || n == 0) {
        return ngx_http_contentlib_invalid(cf, cmd,
                               "a time above 0, such as \"2s\" or \"500ms\"");
    }

    *time = (ngx_msec_t) n;

    return NGX_CONF_OK;
}


char *
ngx_http_contentlib_invalid(ngx_conf_t *cf, ngx_command_t *cmd,
    const char *expected)
{
    ngx_str_t  *value;

    value = cf->args->elts;

    ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                       "invalid value \"%V\" in \"%V\" directive, "
                       "it must be %s", &value[1], &cmd->name, expected);

    return NGX_CONF_ERROR;
}
