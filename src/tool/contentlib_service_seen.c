
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_service_seen.h>


#define CONTENTLIB_SERVICE_SEEN_FIRST  1024


static ngx_int_t contentlib_service_seen_grow(contentlib_service_seen_t *seen);
static uint64_t *contentlib_service_seen_slot(contentlib_service_seen_t *seen,
    uint64_t number);


ngx_int_t
contentlib_service_seen_add(contentlib_service_seen_t *seen, uint64_t number)
{
    uint64_t  *slot;

    number = ngx_max(number, 1);

    if (2 * seen->n >= seen->size
        && contentlib_service_seen_grow(seen) != NGX_OK)
    {
        return NGX_ERROR;
    }

    slot = contentlib_service_seen_slot(seen, number);

    if (*slot) {
        return NGX_DECLINED;
    }

    *slot = number;
    seen->n++;

    return NGX_OK;
}


static ngx_int_t
contentlib_service_seen_grow(contentlib_service_seen_t *seen)
{
    size_t                     i;
    contentlib_service_seen_t  grown;

    grown.n = seen->n;
    grown.size = ngx_max(2 * seen->size, CONTENTLIB_SERVICE_SEEN_FIRST);
    grown.slots = ngx_calloc(grown.size * sizeof(uint64_t), NULL);

    if (grown.slots == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < seen->size; i++) {
        if (seen->slots[i]) {
            *contentlib_service_seen_slot(&grown, seen->slots[i])
                                                           = seen->slots[i];
        }
    }

    free(seen->slots);
    *seen = grown;

    return NGX_OK;
}


/* where the number is, or may be put */

static uint64_t *
contentlib_service_seen_slot(contentlib_service_seen_t *seen, uint64_t number)
{
    size_t  i;

    i = (size_t) ((number * 0x9e3779b97f4a7c15) >> 20) & (seen->size - 1);

    while (seen->slots[i] && seen->slots[i] != number) {
        i = (i + 1) & (seen->size - 1);
    }

    return &seen->slots[i];
}


void
contentlib_service_seen_free(contentlib_service_seen_t *seen)
{
    free(seen->slots);
    ngx_memzero(seen, sizeof(contentlib_service_seen_t));
}
