
/*
 * Copyright (C) contentlib authors
 */


#include <tool/import/contentlib_syntax.h>

#include <text/contentlib_text.h>

#include <ctype.h>
#include <json-c/json_visit.h>


#define CONTENTLIB_SYNTAX_DEPTH  32
#define CONTENTLIB_SYNTAX_BLANK  " \t\r\n"
#define CONTENTLIB_SYNTAX_PLAIN  "{}[]:,+-.0123456789eEtrufalsn" \
                                 CONTENTLIB_SYNTAX_BLANK


typedef struct {
    const u_char              *pos;
    const u_char              *last;
    const char                *reason;      /* why "pos" is refused */
    size_t                     members;
    size_t                     length;      /* of all strings, unescaped */
} contentlib_syntax_t;


static ngx_int_t contentlib_syntax_check(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_string(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_escape(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_unicode(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_hex(const u_char *p, const u_char *last);
static ngx_int_t contentlib_syntax_refuse(contentlib_syntax_t *syntax,
    const char *reason);
static const char *contentlib_syntax_lost(json_object *json,
    const contentlib_syntax_t *syntax);
static int contentlib_syntax_value(json_object *json, int flags,
    json_object *parent, const char *key, size_t *index, void *data);


json_tokener *
contentlib_syntax_tokener(void)
{
    json_tokener  *tokener;

    tokener = json_tokener_new_ex(CONTENTLIB_SYNTAX_DEPTH);

    /* that the text is UTF-8 is checked more strictly before json-c sees it */

    if (tokener) {
        json_tokener_set_flags(tokener, JSON_TOKENER_STRICT);
    }

    return tokener;
}


json_object *
contentlib_syntax_parse(json_tokener *tokener, const ngx_str_t *text,
    const char *name, ngx_uint_t line, contentlib_message_t *message)
{
    json_object              *json;
    contentlib_syntax_t       syntax;
    enum json_tokener_error   error;

    syntax.pos = text->data;
    syntax.last = text->data + text->len;
    syntax.members = 0;
    syntax.length = 0;
    json = NULL;

    if (contentlib_syntax_check(&syntax) != NGX_OK) {
        goto failed;
    }

    json_tokener_reset(tokener);
    json = json_tokener_parse_ex(tokener, (const char *) text->data,
                                 (int) text->len);

    syntax.pos = text->data + json_tokener_get_parse_end(tokener);

    if (json == NULL || syntax.pos != syntax.last) {
        error = json_tokener_get_error(tokener);
        syntax.reason = (error == json_tokener_success) ? "out of memory"
                                       : json_tokener_error_desc(error);
        goto failed;
    }

    syntax.reason = contentlib_syntax_lost(json, &syntax);

    if (syntax.reason) {
        syntax.pos = text->data;
        goto failed;
    }

    return json;

failed:

    json_object_put(json);

    line += contentlib_syntax_lines(text->data,
                                    (size_t) (syntax.pos - text->data));

    (void) contentlib_message_set(message, "%s:%lu: not valid JSON: %s",
                                  name, line, syntax.reason);
    return NULL;
}


/* sets "pos" and "reason" if something is wrong */

static ngx_int_t
contentlib_syntax_check(contentlib_syntax_t *syntax)
{
    u_char         c;
    static u_char  plain[256];

    if (!plain['{']) {
        for (c = 0; c < sizeof(CONTENTLIB_SYNTAX_PLAIN) - 1; c++) {
            plain[(u_char) CONTENTLIB_SYNTAX_PLAIN[c]] = 1;
        }
    }

    while (syntax->pos < syntax->last) {

        c = *syntax->pos;

        if (c == '"') {
            if (contentlib_syntax_string(syntax) != NGX_OK) {
                return NGX_ERROR;
            }

            continue;
        }

        if (!plain[c]) {
            return contentlib_syntax_refuse(syntax, "unexpected character");
        }

        syntax->members += (c == ':');
        syntax->pos++;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_syntax_string(contentlib_syntax_t *syntax)
{
    size_t  len;

    syntax->pos++;

    while (syntax->pos < syntax->last) {

        if (*syntax->pos == '"') {
            syntax->pos++;
            return NGX_OK;
        }

        if (*syntax->pos == '\\') {
            if (contentlib_syntax_escape(syntax) != NGX_OK) {
                return NGX_ERROR;
            }

            continue;
        }

        if (*syntax->pos < 0x20) {
            return contentlib_syntax_refuse(syntax, "control character in a "
                                                    "string");
        }

        if (*syntax->pos < 0x80) {
            syntax->pos++;
            syntax->length++;
            continue;
        }

        len = contentlib_text_next(syntax->pos, syntax->last);

        if (len == 0) {
            return contentlib_syntax_refuse(syntax, "string is not UTF-8");
        }

        syntax->pos += len;
        syntax->length += len;
    }

    return contentlib_syntax_refuse(syntax, "string does not end");
}


static ngx_int_t
contentlib_syntax_escape(contentlib_syntax_t *syntax)
{
    if (syntax->last - syntax->pos >= 2) {

        switch (syntax->pos[1]) {

        case 'u':
            return contentlib_syntax_unicode(syntax);

        case '"':
        case '\\':
        case '/':
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
            syntax->pos += 2;
            syntax->length++;
            return NGX_OK;
        }
    }

    return contentlib_syntax_refuse(syntax, "unknown escape in a string");
}


/* json-c cuts keys at U+0000 and replaces surrogates that have no partner */

static ngx_int_t
contentlib_syntax_unicode(contentlib_syntax_t *syntax)
{
    ngx_int_t  code, low;

    code = contentlib_syntax_hex(syntax->pos, syntax->last);

    if (code == NGX_ERROR) {
        return contentlib_syntax_refuse(syntax, "unknown escape in a string");
    }

    if (code == 0) {
        return contentlib_syntax_refuse(syntax, "\\u0000 in a string");
    }

    if (code >= 0xd800 && code <= 0xdbff) {
        low = contentlib_syntax_hex(syntax->pos + 6, syntax->last);

        if (low < 0xdc00 || low > 0xdfff) {
            return contentlib_syntax_refuse(syntax, "lone surrogate in a "
                                                    "string");
        }

        syntax->pos += 12;
        syntax->length += 4;

        return NGX_OK;
    }

    if (code >= 0xdc00 && code <= 0xdfff) {
        return contentlib_syntax_refuse(syntax, "lone surrogate in a string");
    }

    syntax->pos += 6;
    syntax->length += (code < 0x80) ? 1 : (code < 0x800) ? 2 : 3;

    return NGX_OK;
}


/* the code of \uXXXX */

static ngx_int_t
contentlib_syntax_hex(const u_char *p, const u_char *last)
{
    ngx_int_t   code;
    ngx_uint_t  i;

    if (last - p < 6 || p[0] != '\\' || p[1] != 'u') {
        return NGX_ERROR;
    }

    code = 0;

    for (i = 2; i < 6; i++) {

        if (!isxdigit(p[i])) {
            return NGX_ERROR;
        }

        code = code * 16 + (p[i] <= '9' ? p[i] - '0'
                                        : (p[i] | 0x20) - 'a' + 10);
    }

    return code;
}


static ngx_int_t
contentlib_syntax_refuse(contentlib_syntax_t *syntax, const char *reason)
{
    syntax->reason = reason;

    return NGX_ERROR;
}


/* why something of the text is not there any more, or NULL if all is */

static const char *
contentlib_syntax_lost(json_object *json, const contentlib_syntax_t *syntax)
{
    contentlib_syntax_t  found;

    found.members = 0;
    found.length = 0;

    (void) json_c_visit(json, 0, contentlib_syntax_value, &found);

    /* of two members with one key, json-c keeps the last */

    if (found.members != syntax->members) {
        return "a key stands twice in one object";
    }

    /* without memory it cuts strings and arrays, and says nothing */

    return found.length == syntax->length ? NULL : "out of memory";
}


static int
contentlib_syntax_value(json_object *json, int flags, json_object *parent,
    const char *key, size_t *index, void *data)
{
    contentlib_syntax_t  *found = data;

    (void) parent;
    (void) index;

    if (flags & JSON_C_VISIT_SECOND) {
        return JSON_C_VISIT_RETURN_CONTINUE;
    }

    if (key) {
        found->members++;
        found->length += ngx_strlen(key);
    }

    if (json_object_is_type(json, json_type_string)) {
        found->length += (size_t) json_object_get_string_len(json);
    }

    return JSON_C_VISIT_RETURN_CONTINUE;
}


ngx_int_t
contentlib_syntax_page(const ngx_str_t *text, const char *name,
    ngx_uint_t line, contentlib_message_t *message)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    json_object   *page;
    json_tokener  *tokener;

    tokener = contentlib_syntax_tokener();

    if (tokener == NULL) {
        return contentlib_message_set(message, "out of memory");
    }

    page = contentlib_syntax_parse(tokener, text, name, line, message);
    json_tokener_free(tokener);

    if (page == NULL) {
        return NGX_ERROR;
    }

    json_object_object_foreach(page, key, value) {

        if (ngx_strcmp(key, "count") && ngx_strcmp(key, "next")
            && ngx_strcmp(key, "previous") && ngx_strcmp(key, "results"))
        {
            (void) contentlib_message_set(message, "%s:%lu: page: unknown "
                             "field \"%s\"", name, line,
                             contentlib_message_quote(quoted, (u_char *) key,
                                                      ngx_strlen(key)));
        }
    }

    json_object_put(page);

    return message->len ? NGX_ERROR : NGX_OK;
}


ngx_uint_t
contentlib_syntax_lines(const u_char *data, size_t len)
{
    ngx_uint_t     n;
    const u_char  *p, *last;

    n = 0;
    last = data + len;

    for (p = data; (p = memchr(p, '\n', (size_t) (last - p))); p++) {
        n++;
    }

    return n;
}


const u_char *
contentlib_syntax_back(const u_char *start, const u_char *p)
{
    while (p > start && (p[-1] == ' ' || p[-1] == '\t' || p[-1] == '\r'
                         || p[-1] == '\n'))
    {
        p--;
    }

    return p;
}
