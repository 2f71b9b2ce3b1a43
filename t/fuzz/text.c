
/*
 * Copyright (C) contentlib authors
 *
 * UTF-8 is compared with the table of RFC 3629.  Folded texts and terms are
 * compared with their other properties.
 */


#include <fuzz_utf8.h>
#include <text/contentlib_text.h>


static ngx_str_t
folded(const ngx_str_t *text)
{
    ngx_str_t  result;

    hold(contentlib_text_fold(text, fuzz_pool, &result) == NGX_OK, "memory");

    return result;
}


static ngx_str_t
terms_of(const ngx_str_t *text)
{
    size_t     size;
    u_char    *buffer;
    ngx_str_t  result;

    size = text->len * CONTENTLIB_TEXT_GROWTH;
    buffer = ngx_pnalloc(fuzz_pool, size + 1);
    hold(buffer != NULL, "memory");

    result = fuzz_copy(buffer, contentlib_term_text(buffer, size, text));

    return result;
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


/* folding is idempotent, and keeps texts valid */

static void
fold(const ngx_str_t *text)
{
    ngx_str_t  once, twice;

    once = folded(text);
    twice = folded(&once);

    hold(fuzz_equal(&once, &twice), "folded twice");
    hold(!fuzz_utf8_valid(text) || fuzz_utf8_valid(&once), "folded, valid");
}


/*
 * The terms of a text are in their order, and are those of its terms.  They are
 * a beginning of themselves where there is less room.
 */

static void
terms(const ngx_str_t *text, size_t room)
{
    size_t     at, end;
    u_char    *buffer;
    ngx_str_t  once, twice, place, word;

    once = terms_of(text);
    twice = folded(&once);
    twice = terms_of(&twice);

    hold(fuzz_equal(&once, &twice), "terms of terms");
    hold(!fuzz_utf8_valid(text) || fuzz_utf8_valid(&once), "terms, valid");

    at = 0;
    end = 0;
    twice = once;

    while (contentlib_term_next(text, &at, &place) == NGX_OK) {
        hold(place.len > 0 && place.data >= text->data + end, "a place");
        hold(place.data + place.len == text->data + at, "the end of a place");
        end = at;

        hold(contentlib_text_word(&twice, &(size_t) { 0 }, &word) == NGX_OK,
             "a place without a term");
        twice.len -= (size_t) (word.data + word.len - twice.data);
        twice.data = word.data + word.len;
    }

    hold(twice.len == 0, "a term without a place");

    room = ngx_min(room, once.len);
    buffer = ngx_pnalloc(fuzz_pool, room + 1);
    hold(buffer != NULL, "memory");

    room = contentlib_term_text(buffer, room, text);
    hold(memcmp(buffer, once.data, room) == 0, "little room");
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
    fold(&text);
    fold(&repaired);

    repaired = folded(&repaired);
    terms(&repaired, size / 2);

    return fuzz_end();
}
