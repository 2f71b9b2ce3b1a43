
/*
 * Copyright (C) contentlib authors
 *
 * Shows progress on a terminal, at most four times in a second.
 */


#include <tool/contentlib_progress.h>


#define CONTENTLIB_PROGRESS_CALLS  256      /* between looks at the clock */
#define CONTENTLIB_PROGRESS_PAUSE  0.25     /* seconds between two lines */


void
contentlib_progress_init(contentlib_progress_t *progress, ngx_uint_t quiet)
{
    ngx_memzero(progress, sizeof(contentlib_progress_t));

    progress->enabled = (!quiet && isatty(STDERR_FILENO)) ? 1 : 0;
}


void
contentlib_progress_begin(contentlib_progress_t *progress, const char *what,
    uint64_t total)
{
    progress->what = what;
    progress->total = total;
    progress->calls = 0;
    progress->started = contentlib_progress_now();
    progress->shown = 0;
}


void
contentlib_progress_show(contentlib_progress_t *progress, uint64_t records,
    uint64_t done)
{
    double  now, spent, left;

    if (!progress->enabled
        || ++progress->calls % CONTENTLIB_PROGRESS_CALLS != 0)
    {
        return;
    }

    now = contentlib_progress_now();
    spent = now - progress->started;

    if (now - progress->shown < CONTENTLIB_PROGRESS_PAUSE || spent <= 0) {
        return;
    }

    progress->shown = now;

    (void) fprintf(stderr, "\r\033[K%s: %llu records, %.0f/s", progress->what,
                   (unsigned long long) records, (double) records / spent);

    if (progress->total && done && done <= progress->total) {
        left = spent * (double) (progress->total - done) / (double) done;

        (void) fprintf(stderr, ", %llu %%, %.0f s left",
                       (unsigned long long) (done * 100 / progress->total),
                       left);
    }

    (void) fflush(stderr);
}


void
contentlib_progress_end(contentlib_progress_t *progress)
{
    if (progress->enabled && progress->shown > 0) {
        (void) fprintf(stderr, "\r\033[K");
        (void) fflush(stderr);
        progress->shown = 0;
    }
}


double
contentlib_progress_now(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);

    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}
