
/*
 * Copyright (C) contentlib authors
 *
 * UTF-8 is compared with the table of RFC 3629.  Folding is compared with its
 * other properties.
 */


#include <fuzz_utf8.h>
#include <text/contentlib_text.h>


static ngx_str_t
folded(const ngx_str_t *text)
{
    u_char     *buffer;
    ngx_str_t   result;

    buffer = ngx_pnalloc(fuzz_pool, text->len * CONTENTLIB_TEXT_GROWTH);
    hold(buffer != NULL, "memory");

    result = fuzz_copy(buffer, contentlib_text_fold(buffer, text));
    hold(result.len <= text->len * CONTENTLIB_TEXT_GROWTH, "growth");

    return result;
}


static ngx_str_t
joined(const ngx_str_t *one, const ngx_str_t *two)
{
    ngx_str_t  text;

    text.len = one->len + two->len;
    text.data = ngx_pnalloc(fuzz_pool, text.len);
    hold(text.data != NULL, "memory");

    memcpy(text.data, one->data, one->len);
    memcpy(text.data + one->len, two->data, two->len);

    return text;
}


/* any bytes */

static void
decode(const ngx_str_t *text)
{
    size_t      i, n, broken, length;
    u_char     *buffer;
    ngx_str_t   repaired, model, again;

    hold(contentlib_text_valid(text) == fuzz_utf8_valid(text), "valid");

    for (i = 0; i < text->len; i++) {
        n = fuzz_utf8_next(text->data + i, text->len - i, &broken);
        hold(contentlib_text_next(text->data + i, text->data + text->len)
             == n, "next at %lu", (unsigned long) i);
    }

    buffer = ngx_pnalloc(fuzz_pool, text->len * CONTENTLIB_TEXT_GROWTH);
    hold(buffer != NULL, "memory");

    repaired = fuzz_copy(buffer, contentlib_text_repair(buffer, text));
    model = fuzz_utf8_repair(text);

    hold(fuzz_equal(&repaired, &model), "repair");
    hold(contentlib_text_valid(&repaired), "repaired, not valid");

    again = fuzz_utf8_repair(&repaired);
    hold(fuzz_equal(&repaired, &again), "repaired twice");

    for (length = 0, i = 0; i < repaired.len; length++) {
        i += fuzz_utf8_next(repaired.data + i, repaired.len - i, &broken);
    }

    hold(contentlib_text_length(&repaired) == length, "length");
}


/* folding works per code point, is idempotent, and keeps texts valid */

static void
fold(const ngx_str_t *text)
{
    size_t     i, n, broken;
    ngx_str_t  whole, again, sum, piece;

    whole = folded(text);
    again = folded(&whole);

    hold(fuzz_equal(&whole, &again), "folded twice");
    hold(!fuzz_utf8_valid(text) || fuzz_utf8_valid(&whole), "folded, valid");

    sum = fuzz_copy("", 0);

    for (i = 0; i < text->len && text->len <= 128; i += n) {
        n = fuzz_utf8_next(text->data + i, text->len - i, &broken);
        n = ngx_max(n, 1);
        piece = fuzz_copy(text->data + i, n);
        piece = folded(&piece);
        sum = joined(&sum, &piece);
    }

    hold(text->len > 128 || fuzz_equal(&sum, &whole), "folded by pieces");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t  text, repaired;

    fuzz_begin(data, size);

    text = fuzz_take(size);
    repaired = fuzz_utf8_repair(&text);

    decode(&text);
    decode(&repaired);
    fold(&repaired);

    return fuzz_end();
}
