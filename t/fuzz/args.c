
/*
 * Copyright (C) contentlib authors
 *
 * The query string is compared with a simple parser.
 */


#include <fuzz_utf8.h>
#include <api/contentlib_url.h>


typedef struct {
    ngx_str_t   name;
    ngx_str_t   value;
    ngx_uint_t  place;
} model_arg_t;


static model_arg_t  model[8192];
static ngx_uint_t   model_n;


static ngx_str_t
model_decode(const u_char *p, size_t len)
{
    char       hex[3];
    size_t     i;
    ngx_str_t  text;

    text = fuzz_copy("", 0);
    text.data = ngx_pnalloc(fuzz_pool, len);
    hold(text.data != NULL, "memory");

    for (i = 0; i < len; i++) {
        hex[0] = i + 2 < len ? (char) p[i + 1] : '\0';
        hex[1] = i + 2 < len ? (char) p[i + 2] : '\0';
        hex[2] = '\0';

        if (p[i] == '%' && isxdigit((u_char) hex[0])
            && isxdigit((u_char) hex[1]))
        {
            text.data[text.len++] = (u_char) strtol(hex, NULL, 16);
            i += 2;
            continue;
        }

        text.data[text.len++] = p[i] == '+' ? ' ' : p[i];
    }

    return fuzz_utf8_repair(&text);
}


static int
model_compare(const void *one, const void *two)
{
    int                 rc;
    const model_arg_t  *a, *b;

    a = one;
    b = two;
    rc = memcmp(a->name.data, b->name.data, ngx_min(a->name.len, b->name.len));

    if (rc == 0 && a->name.len != b->name.len) {
        rc = a->name.len < b->name.len ? -1 : 1;
    }

    return rc ? rc : (a->place > b->place) - (a->place < b->place);
}


static void
model_parse(const ngx_str_t *query)
{
    size_t         len, name;
    const u_char  *p, *last;

    last = query->data + query->len;

    for (model_n = 0, p = query->data; p < last; p += len + 1) {

        for (len = 0; p + len < last && p[len] != '&'; len++) { /* void */ }

        if (len == 0) {
            continue;
        }

        for (name = 0; name < len && p[name] != '='; name++) { /* void */ }

        hold(model_n < 8192, "a longer input than expected");

        model[model_n].name = model_decode(p, name);
        model[model_n].value = model_decode(p + ngx_min(name + 1, len),
                                            len - ngx_min(name + 1, len));
        model[model_n].place = model_n;
        model_n++;
    }

    qsort(model, model_n, sizeof(model_arg_t), model_compare);
}


static void
same(const contentlib_args_t *args)
{
    ngx_uint_t  i;

    hold(args->n == model_n, "%lu arguments, not %lu",
         (unsigned long) args->n, (unsigned long) model_n);

    for (i = 0; i < args->n; i++) {
        hold(fuzz_equal(&args->elts[i].name, &model[i].name), "name %lu",
             (unsigned long) i);
        hold(fuzz_equal(&args->elts[i].value, &model[i].value), "value %lu",
             (unsigned long) i);
    }
}


/* only unreserved characters, and escapes in upper case */

static void
encoded(const ngx_str_t *text)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < text->len; i++) {
        c = text->data[i];

        if (c == '%') {
            hold(i + 2 < text->len
                 && strchr("0123456789ABCDEF", text->data[i + 1])
                 && strchr("0123456789ABCDEF", text->data[i + 2]), "escape");
            i += 2;
            continue;
        }

        hold(c < 0x80 && (isalnum(c) || strchr("_.-~+=&?", c)), "byte %02x",
             c);
        hold((c == '?') == (i == 0), "question mark");
    }
}


/* the address of a page, which is a query string only */

static ngx_str_t
link_of(const contentlib_args_t *args)
{
    ngx_str_t  text;

    static const contentlib_view_t  view = {
        .base_url = ngx_string(""),
        .root = ngx_string("")
    };

    hold(contentlib_links_page(&view, "", args, 7, 0, fuzz_pool, &text)
         == NGX_OK, "memory");

    return text;
}


static ngx_uint_t
paging(const contentlib_arg_t *arg)
{
    return contentlib_args_equal(&arg->name, "limit")
           || contentlib_args_equal(&arg->name, "offset");
}


/* a link repeats all arguments but those of the page */

static void
repeated(const contentlib_args_t *args, const contentlib_args_t *linked)
{
    ngx_uint_t         i, k;
    const ngx_str_t   *limit;

    for (i = 0, k = 0; i < args->n; i++) {

        if (paging(&args->elts[i])) {
            continue;
        }

        k += (k < linked->n && paging(&linked->elts[k]));

        hold(k < linked->n
             && fuzz_equal(&args->elts[i].name, &linked->elts[k].name)
             && fuzz_equal(&args->elts[i].value, &linked->elts[k].value),
             "argument %lu in a link", (unsigned long) i);
        k++;
    }

    limit = contentlib_args_value(linked, "limit");
    hold(limit != NULL && fuzz_is(limit, "7"), "the limit of a link");
    hold(contentlib_args_value(linked, "offset") == NULL, "an offset of 0");
}


/* the last value of a name counts */

static void
values(const contentlib_args_t *args)
{
    char        *name;
    ngx_uint_t   i;

    for (i = 0; i < args->n; i++) {
        name = fuzz_zero(&args->elts[i].name);

        if (strlen(name) == args->elts[i].name.len
            && (i + 1 == args->n || !fuzz_equal(&args->elts[i].name,
                                                &args->elts[i + 1].name)))
        {
            hold(contentlib_args_value(args, name) == &args->elts[i].value,
                 "the last value");
        }
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_int_t          rc;
    ngx_str_t          query, text, rest;
    contentlib_args_t  args, again;

    fuzz_begin(data, size);

    query = fuzz_take(size);
    model_parse(&query);

    rc = contentlib_args_parse(&query, fuzz_pool, &args);

    hold(rc == (model_n > CONTENTLIB_ARGS_MAX ? NGX_DECLINED : NGX_OK),
         "%lu arguments give %ld", (unsigned long) model_n, (long) rc);

    if (rc == NGX_OK) {
        same(&args);
        values(&args);
    }

    if (rc == NGX_OK && args.n < CONTENTLIB_ARGS_MAX) {
        text = link_of(&args);
        encoded(&text);

        rest = fuzz_copy(text.data + 1, text.len - 1);
        hold(contentlib_args_parse(&rest, fuzz_pool, &again) == NGX_OK,
             "a link");
        repeated(&args, &again);

        rest = link_of(&again);
        hold(fuzz_equal(&rest, &text), "the link of a link");
    }

    return fuzz_end();
}
