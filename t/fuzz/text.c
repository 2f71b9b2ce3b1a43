
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
    ngx_str_t  result;

    hold(contentlib_term_text(text, fuzz_pool, &result) == NGX_OK, "memory");

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
 * The terms of a text are those of its words, one after the other, and without
 * apostrophes those of themselves.
 */

static void
terms(const ngx_str_t *text)
{
    size_t     at, length;
    ngx_str_t  once, twice, word, one;

    once = terms_of(text);

    hold(!fuzz_utf8_valid(text) || fuzz_utf8_valid(&once), "terms, valid");

    at = 0;
    length = 0;

    while (contentlib_text_word(text, &at, &word) == NGX_OK) {

        one = terms_of(&word);

        if (one.len == 0) {
            continue;
        }

        length += length > 0;

        hold(length + one.len <= once.len
             && memcmp(once.data + length, one.data, one.len) == 0,
             "the terms of a word");

        length += one.len;
    }

    hold(length == once.len, "terms of no word");

    contentlib_term_join(&once);

    twice = folded(&once);
    twice = terms_of(&twice);

    hold(fuzz_equal(&once, &twice), "terms of terms");
}


/* the parts of terms are pieces of them, and keys are whole characters */

static void
parts(const ngx_str_t *text)
{
    size_t       at, next, end;
    ngx_str_t    all, term, part;

    all = terms_of(text);
    at = 0;

    while (contentlib_text_word(&all, &at, &term) == NGX_OK) {

        next = 0;
        end = 0;

        while (contentlib_term_part(&term, &next, &part) == NGX_OK) {

            hold(part.len > 0 && part.len < term.len
                 && part.data >= term.data + end
                 && part.data + part.len <= term.data + term.len, "a part");
            hold(memchr(part.data, '\'', part.len) == NULL, "one part");
            hold(part.data == term.data || part.data[-1] == '\'',
                 "the beginning of a part");

            end = (size_t) (part.data + part.len - term.data);

            hold(end == term.len || term.data[end] == '\'',
                 "the end of a part");
        }
    }

    part = all;
    contentlib_term_key(&part);

    hold(part.len <= CONTENTLIB_TERM_KEY
         && part.len + 3 >= ngx_min(all.len, CONTENTLIB_TERM_KEY)
         && (!fuzz_utf8_valid(&all) || fuzz_utf8_valid(&part)), "a key");
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
    terms(&repaired);
    parts(&repaired);

    return fuzz_end();
}
