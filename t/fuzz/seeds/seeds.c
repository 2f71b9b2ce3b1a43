
/*
 * Copyright (C) contentlib authors
 *
 * The main program of a fuzz target without libFuzzer, for t/source/unit.t.  It calls
 * the target with the seeds of its corpus and with changed copies, which are
 * the same in every run.  A failed execution aborts the program.
 */


#include <ngx_config.h>
#include <ngx_core.h>

#include <dirent.h>


#define SEEDS   64
#define LENGTH  4096
#define RUNS    8000


typedef struct {
    size_t  len;
    u_char  data[LENGTH];
} input_t;


int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);


static input_t   seeds[SEEDS];
static uint64_t  state = 1;


/* xorshift64: the same numbers in every run */

static size_t
any_below(size_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;

    return (size_t) (state >> 11) % n;
}


static size_t
read_seeds(const char *directory)
{
    int             i, n;
    char            path[4096];
    FILE           *file;
    size_t          count;
    struct dirent **entries;

    count = 0;
    n = scandir(directory, &entries, NULL, alphasort);

    for (i = 0; i < n; i++) {

        if (entries[i]->d_name[0] != '.' && count < SEEDS) {
            (void) snprintf(path, sizeof(path), "%s/%s", directory,
                            entries[i]->d_name);

            file = fopen(path, "rb");

            if (file != NULL) {
                seeds[count].len = fread(seeds[count].data, 1, LENGTH, file);
                (void) fclose(file);
                count++;
            }
        }

        free(entries[i]);
    }

    if (n >= 0) {
        free(entries);
    }

    return count;
}


/* replaces bytes of an input by bytes of a seed, or by random bytes */

static void
change(input_t *input, const input_t *from)
{
    size_t  at, cut, len, begin;
    u_char  tail[LENGTH];

    at = any_below(input->len + 1);
    cut = any_below(8);
    cut = ngx_min(cut, input->len - at);

    begin = any_below(from->len + 1);
    len = any_below(any_below(8) ? 8 : 64);
    len = ngx_min(len, from->len - begin);
    len = ngx_min(len, LENGTH - (input->len - cut));

    memcpy(tail, input->data + at + cut, input->len - at - cut);
    memmove(input->data + at + len, tail, input->len - at - cut);
    memcpy(input->data + at, from->data + begin, len);

    input->len += len - cut;

    if (any_below(3) == 0 && input->len > 0) {
        input->data[any_below(input->len)]
            = (u_char) any_below(256);
    }
}


int
main(int argc, char **argv)
{
    size_t      count;
    input_t     input;
    ngx_uint_t  i, n;

    count = argc == 2 ? read_seeds(argv[1]) : 0;

    if (count == 0) {
        printf("there are no seeds\n");
        return 1;
    }

    for (i = 0; i < count; i++) {
        (void) LLVMFuzzerTestOneInput(seeds[i].data, seeds[i].len);
    }

    for (i = 0; i < RUNS; i++) {
        input = seeds[any_below(count)];

        for (n = any_below(6) + 1; n > 0; n--) {
            change(&input, &seeds[any_below(count)]);
        }

        (void) LLVMFuzzerTestOneInput(input.data, input.len);
    }

    return 0;
}
