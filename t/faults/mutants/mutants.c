
/*
 * Copyright (C) contentlib authors
 *
 * The fuzz target "library" with random inputs, which are the same for the
 * same seed and number.
 *
 *     mutants mutate SEED FIRST LAST
 *     mutants length SEED FIRST LAST
 *     mutants write SEED FIRST LAST DIRECTORY
 *
 * A line "begin NUMBER" precedes each mutant, and a line "end NUMBER COUNTS"
 * follows, unless the program ends.  "length" only cuts files, or adds a tail.
 * "write" prints "forged" for a mutant with correct checksums, else "damaged".
 */


#include <library.c>


#define INPUT    24                         /* bytes */
#define TIMEOUT  1000                       /* milliseconds */


static void
random_input(u_char *input, ngx_uint_t seed, ngx_uint_t number,
    ngx_uint_t length)
{
    size_t  i;

    fuzz_seed = (seed * 1000003 + number) * 0x9e3779b97f4a7c15 | 1;
    (void) fuzz_random(2);

    for (i = 0; i < INPUT; i++) {
        input[i] = (u_char) fuzz_random(256);
    }

    changes = (length || fuzz_random(4)) ? 1 : 2;

    /* the form of the change: without a new size in the header, and uneven */

    if (length) {
        input[1] = LENGTH;
        input[2] = (u_char) ((input[2] & ~4) | 2);

    } else {
        input[1] = (u_char) (number % KINDS);
    }
}


static void
print_counts(FILE *report, ngx_uint_t number)
{
    const uint64_t  *count;

    (void) fprintf(report, "end %lu", (unsigned long) number);

    for (count = &counts.accepted; count <= &counts.longest; count++) {
        (void) fprintf(report, " %lu", *count);
    }

    (void) fprintf(report, "\n");
}


int
main(int argc, char **argv)
{
    char        name[PATH_MAX];
    FILE       *report;
    u_char      input[INPUT];
    ngx_uint_t  n, last, seed;

    hold(argc >= 5, "mutants mutate|length|write SEED FIRST LAST [DIRECTORY]");

    seed = strtoul(argv[2], NULL, 10);
    last = strtoul(argv[4], NULL, 10);
    report = fdopen(dup(STDOUT_FILENO), "w");
    hold(report != NULL, "standard output");
    (void) setvbuf(report, NULL, _IOLBF, 0);

    timeout = TIMEOUT;
    start();

    for (n = strtoul(argv[3], NULL, 10); n <= last; n++) {
        random_input(input, seed, n, argv[1][0] == 'l');
        change(input, INPUT);

        if (argv[1][0] == 'w' && argc > 5) {
            (void) snprintf(name, sizeof(name), "%s/%lu.db", argv[5],
                            (unsigned long) n);
            write_file(name);
            (void) fprintf(report, "%lu %s\n", (unsigned long) n,
                           fit ? "forged" : "damaged");
            continue;
        }

        (void) fprintf(report, "begin %lu\n", (unsigned long) n);
        (void) alarm(60);
        write_file(path);
        examine(0);
        print_counts(report, n);
    }

    return 0;
}
