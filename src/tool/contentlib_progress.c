
/*
 * Copyright (C) contentlib authors
 *
 * Shows progress on a terminal, at most four times in a second.
 */


#include <tool/contentlib_progress.h>


#define CONTENTLIB_PROGRESS_CALLS  256      /* between looks at the clock */
#define CONTENTLIB_PROGRESS_PAUSE  0.25     /* seconds between two lines */


/* there is one terminal */

static struct {
    const char               *what;
    uint64_t                  total;
    uint64_t                  calls;
    double                    started;      /* seconds */
    double                    shown;
    unsigned                  enabled:1;
} contentlib_progress;


void
contentlib_progress_enable(void)
{
    contentlib_progress.enabled = (isatty(STDERR_FILENO) != 0);
}


void
contentlib_progress_begin(const char *what, uint64_t total)
{
    contentlib_progress.what = what;
    contentlib_progress.total = total;
    contentlib_progress.calls = 0;
    contentlib_progress.started = contentlib_progress_now();
    contentlib_progress.shown = 0;
}


void
contentlib_progress_show(uint64_t records, uint64_t done)
{
    double    now, spent, left;
    uint64_t  total;

    if (!contentlib_progress.enabled
        || ++contentlib_progress.calls % CONTENTLIB_PROGRESS_CALLS != 0)
    {
        return;
    }

    now = contentlib_progress_now();
    spent = now - contentlib_progress.started;

    if (now - contentlib_progress.shown < CONTENTLIB_PROGRESS_PAUSE
        || spent <= 0)
    {
        return;
    }

    contentlib_progress.shown = now;

    (void) fprintf(stderr, "\r\033[K%s: %llu records, %.0f/s",
                   contentlib_progress.what, (unsigned long long) records,
                   (double) records / spent);

    total = contentlib_progress.total;

    if (total && done && done <= total) {
        left = spent * (double) (total - done) / (double) done;

        (void) fprintf(stderr, ", %llu %%, %.0f s left",
                       (unsigned long long) (done * 100 / total), left);
    }

    (void) fflush(stderr);
}


void
contentlib_progress_end(void)
{
    if (contentlib_progress.enabled) {
        (void) fprintf(stderr, "\r\033[K");
        (void) fflush(stderr);
        contentlib_progress.shown = 0;
    }
}


double
contentlib_progress_now(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);

    return (double) now.tv_sec + (double) now.tv_nsec / 1e9;
}
