
/*
 * Copyright (C) contentlib authors
 *
 * Checks what json-c does not check, and lets json-c parse the rest.
 */


#include <tool/record/contentlib_syntax.h>

#include <text/contentlib_text.h>

#include <ctype.h>
#include <json-c/json_visit.h>


#define CONTENTLIB_SYNTAX_DEPTH    32
#define CONTENTLIB_SYNTAX_EXCERPT  30

/* json-c 0.16 has no code of its own */

#if (JSON_C_VERSION_NUM >= 0x1100)
#define CONTENTLIB_SYNTAX_NO_MEMORY  json_tokener_error_memory
#else
#define CONTENTLIB_SYNTAX_NO_MEMORY  json_tokener_success
#endif


typedef struct {
    const u_char              *parsed;      /* json-c has what is before */
    const u_char              *pos;
    const u_char              *last;
    const char                *reason;      /* why "pos" is an error */
    ngx_uint_t                 ended;       /* json-c takes no more */
    size_t                     members;
    size_t                     length;      /* of all strings, unescaped */
} contentlib_syntax_t;


static json_object *contentlib_syntax_read(contentlib_syntax_t *syntax,
    const ngx_str_t *text);
static json_object *contentlib_syntax_feed(contentlib_syntax_t *syntax);
static json_object *contentlib_syntax_give(contentlib_syntax_t *syntax,
    const u_char *data, size_t len);
static void contentlib_syntax_pair(contentlib_syntax_t *syntax,
    ngx_int_t high, ngx_int_t low);
static ngx_int_t contentlib_syntax_check(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_string(contentlib_syntax_t *syntax);
static size_t contentlib_syntax_escape(contentlib_syntax_t *syntax);
static size_t contentlib_syntax_unicode(contentlib_syntax_t *syntax);
static ngx_int_t contentlib_syntax_hex(const u_char *p, const u_char *last);
static void contentlib_syntax_lost(const ngx_str_t *text,
    const contentlib_syntax_t *syntax, const contentlib_syntax_t *found);
static void contentlib_syntax_count(json_object *json,
    contentlib_syntax_t *found);
static int contentlib_syntax_value(json_object *json, int flags,
    json_object *parent, const char *key, size_t *index, void *data);
static void contentlib_syntax_error(const contentlib_syntax_t *syntax,
    const ngx_str_t *text, const contentlib_place_t *place);


/* the same for all texts, and never freed */

static json_tokener  *contentlib_syntax_tokener;


json_object *
contentlib_syntax_parse(const ngx_str_t *text,
    const contentlib_place_t *place)
{
    json_object              *json;
    contentlib_syntax_t       syntax, found;
    enum json_tokener_error   error;

    json = contentlib_syntax_read(&syntax, text);
    error = json_tokener_get_error(contentlib_syntax_tokener);

    /* json-c may find an error before the one that is found here */

    if (syntax.reason && (error == json_tokener_continue || json != NULL)) {
        json_object_put(json);
        contentlib_syntax_error(&syntax, text, place);
        return NULL;
    }

    syntax.pos = syntax.parsed;

    if (json == NULL || syntax.pos != syntax.last) {

        if (error == json_tokener_success
            || error == CONTENTLIB_SYNTAX_NO_MEMORY)
        {
            contentlib_no_memory();
        }

        json_object_put(json);
        syntax.reason = json_tokener_error_desc(error);

    } else {
        contentlib_syntax_count(json, &found);

        if (found.members == syntax.members && found.length == syntax.length) {
            return json;
        }

        json_object_put(json);
        contentlib_syntax_lost(text, &syntax, &found);
        syntax.reason = "a key appears twice in an object";
    }

    contentlib_syntax_error(&syntax, text, place);

    return NULL;
}


/* the tree, or NULL: json-c has an error, or expects more of the text */

static json_object *
contentlib_syntax_read(contentlib_syntax_t *syntax, const ngx_str_t *text)
{
    if (contentlib_syntax_tokener == NULL) {
        contentlib_syntax_tokener =
                                json_tokener_new_ex(CONTENTLIB_SYNTAX_DEPTH);

        if (contentlib_syntax_tokener == NULL) {
            contentlib_no_memory();
        }

        /* JSON_TOKENER_STRICT of json-c 0.18 refuses bytes above 0x7f */
    }

    json_tokener_reset(contentlib_syntax_tokener);

    ngx_memzero(syntax, sizeof(contentlib_syntax_t));

    syntax->parsed = text->data;
    syntax->pos = text->data;
    syntax->last = text->data + text->len;

    (void) contentlib_syntax_check(syntax);

    return contentlib_syntax_feed(syntax);
}


/* lets json-c parse up to "pos", unless it takes no more */

static json_object *
contentlib_syntax_feed(contentlib_syntax_t *syntax)
{
    json_object  *json;

    if (syntax->ended) {
        return NULL;
    }

    json = contentlib_syntax_give(syntax, syntax->parsed,
                                  (size_t) (syntax->pos - syntax->parsed));

    syntax->parsed += json_tokener_get_parse_end(contentlib_syntax_tokener);

    return json;
}


static json_object *
contentlib_syntax_give(contentlib_syntax_t *syntax, const u_char *data,
    size_t len)
{
    json_object  *json;

    json = json_tokener_parse_ex(contentlib_syntax_tokener, (const char *) data,
                                 (int) len);

    syntax->ended = (json_tokener_get_error(contentlib_syntax_tokener)
                     != json_tokener_continue);

    return json;
}


/*
 * json-c 0.16 decodes some escaped pairs wrongly, such as that of U+1D800,
 * because it takes the result for half of a pair.  So it gets UTF-8.
 */

static void
contentlib_syntax_pair(contentlib_syntax_t *syntax, ngx_int_t high,
    ngx_int_t low)
{
    u_char      utf8[4];
    ngx_int_t   code;

    (void) contentlib_syntax_feed(syntax);

    if (syntax->ended) {
        return;
    }

    code = 0x10000 + ((high & 0x3ff) << 10) + (low & 0x3ff);

    utf8[0] = (u_char) (0xf0 | code >> 18);
    utf8[1] = (u_char) (0x80 | (code >> 12 & 0x3f));
    utf8[2] = (u_char) (0x80 | (code >> 6 & 0x3f));
    utf8[3] = (u_char) (0x80 | (code & 0x3f));

    (void) contentlib_syntax_give(syntax, utf8, sizeof(utf8));

    syntax->parsed += 12;
}


/* sets "pos" and "reason" if something is wrong */

static ngx_int_t
contentlib_syntax_check(contentlib_syntax_t *syntax)
{
    const u_char  *p;

    /* what may stand outside of strings */

    static const u_char  plain[256] = {
        ['{'] = 1, ['}'] = 1, ['['] = 1, [']'] = 1, [':'] = 1, [','] = 1,
        [' '] = 1, ['\t'] = 1, ['\r'] = 1, ['\n'] = 1, ['+'] = 1, ['-'] = 1,
        ['.'] = 1, ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1,
        ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1, ['e'] = 1,
        ['E'] = 1, ['t'] = 1, ['r'] = 1, ['u'] = 1, ['f'] = 1, ['a'] = 1,
        ['l'] = 1, ['s'] = 1, ['n'] = 1
    };

    for (p = syntax->pos; p < syntax->last; p++) {

        if (*p == '"') {
            syntax->pos = p;

            if (contentlib_syntax_string(syntax) != NGX_OK) {
                return NGX_ERROR;
            }

            p = syntax->pos - 1;

        } else if (!plain[*p]) {
            syntax->pos = p;
            syntax->reason = "unexpected character";
            return NGX_ERROR;

        } else if (*p == ':') {
            syntax->members++;
        }
    }

    syntax->pos = p;

    return NGX_OK;
}


static ngx_int_t
contentlib_syntax_string(contentlib_syntax_t *syntax)
{
    size_t         len;
    const u_char  *p;

    syntax->reason = "string does not end";

    for (syntax->pos++; syntax->pos < syntax->last; syntax->pos += len) {

        p = syntax->pos;

        while (p < syntax->last && *p < 0x80 && *p >= 0x20 && *p != '"'
               && *p != '\\')
        {
            p++;
        }

        syntax->length += (size_t) (p - syntax->pos);
        syntax->pos = p;

        if (syntax->pos == syntax->last) {
            break;
        }

        if (*syntax->pos == '"') {
            syntax->reason = NULL;
            syntax->pos++;
            return NGX_OK;
        }

        if (*syntax->pos == '\\') {
            len = contentlib_syntax_escape(syntax);

        } else if (*syntax->pos < 0x20) {
            syntax->reason = "control character in a string";
            len = 0;

        } else {
            len = contentlib_text_next(syntax->pos, syntax->last);
            syntax->length += len;

            if (len == 0) {
                syntax->reason = "string is not UTF-8";
            }
        }

        if (len == 0) {
            break;
        }
    }

    return NGX_ERROR;
}


/* returns the length of the escape, or 0 with the reason set */

static size_t
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
            syntax->length++;
            return 2;
        }
    }

    syntax->reason = "unknown escape in a string";

    return 0;
}


/* json-c cuts keys at U+0000 and replaces surrogates that have no partner */

static size_t
contentlib_syntax_unicode(contentlib_syntax_t *syntax)
{
    ngx_int_t  code, low;

    code = contentlib_syntax_hex(syntax->pos, syntax->last);

    if (code == NGX_ERROR) {
        syntax->reason = "unknown escape in a string";
        return 0;
    }

    if (code == 0) {
        syntax->reason = "\\u0000 in a string";
        return 0;
    }

    if (code < 0xd800 || code > 0xdfff) {
        syntax->length += (code < 0x80) ? 1 : (code < 0x800) ? 2 : 3;
        return 6;
    }

    low = contentlib_syntax_hex(syntax->pos + 6, syntax->last);

    if (code > 0xdbff || low < 0xdc00 || low > 0xdfff) {
        syntax->reason = "lone surrogate in a string";
        return 0;
    }

    syntax->length += 4;

    contentlib_syntax_pair(syntax, code, low);

    return 12;
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

    for (code = 0, i = 2; i < 6; i++) {
        if (!isxdigit(p[i])) {
            return NGX_ERROR;
        }

        code = code * 16 + (p[i] & 15) + (p[i] > '9' ? 9 : 0);
    }

    return code;
}


/*
 * Something of the text was not in the tree, which has been freed: returns if a
 * key appears twice in an object.
 */

static void
contentlib_syntax_lost(const ngx_str_t *text,
    const contentlib_syntax_t *syntax, const contentlib_syntax_t *found)
{
    ngx_uint_t            twice;
    json_object          *json;
    contentlib_syntax_t   again;

    /* of two members with one key, json-c drops the first, each time */

    json = contentlib_syntax_read(&again, text);
    contentlib_syntax_count(json, &again);
    twice = (json != NULL && again.members == found->members);
    json_object_put(json);

    /* without memory json-c cuts objects and strings without an error */

    if (found->members == syntax->members || !twice) {
        contentlib_no_memory();
    }
}


static void
contentlib_syntax_count(json_object *json, contentlib_syntax_t *found)
{
    found->members = 0;
    found->length = 0;

    (void) json_c_visit(json, 0, contentlib_syntax_value, found);
}


static int
contentlib_syntax_value(json_object *json, int flags, json_object *parent,
    const char *key, size_t *index, void *data)
{
    contentlib_syntax_t  *found = data;

    (void) parent;
    (void) index;

    if (key && !(flags & JSON_C_VISIT_SECOND)) {
        found->members++;
        found->length += ngx_strlen(key);
    }

    if (json_object_is_type(json, json_type_string)) {
        found->length += (size_t) json_object_get_string_len(json);
    }

    return JSON_C_VISIT_RETURN_CONTINUE;
}


/* the column is counted in characters from the beginning of the line */

static void
contentlib_syntax_error(const contentlib_syntax_t *syntax,
    const ngx_str_t *text, const contentlib_place_t *place)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_uint_t     line, column;
    const u_char  *p, *last;

    line = place->line;
    column = place->column;

    for (p = text->data; p < syntax->pos; p++) {

        if (*p == '\n') {
            line++;
            column = 1;

        } else {
            column += ((*p & 0xc0) != 0x80);
        }
    }

    /* an error of the whole text has no column */

    if (syntax->pos == syntax->last) {
        (void) contentlib_errors_add(place->errors,
                                     "%s:%lu: not valid JSON: %s",
                                     place->file, line, syntax->reason);
        return;
    }

    for (last = p;
         last < syntax->last && (*last != '\n' || last == p)
         && (last - p < CONTENTLIB_SYNTAX_EXCERPT || (*last & 0xc0) == 0x80);
         last++)
    {
        /* void */
    }

    (void) contentlib_errors_add(place->errors, "%s:%lu: not valid JSON: %s "
                                 "at column %lu: \"%s\"", place->file, line,
                                 syntax->reason, column,
                                 contentlib_message_quote(quoted, p,
                                                     (size_t) (last - p)));
}
