
/*
 * Copyright (C) contentlib authors
 *
 * A file that replaces the library between its check and its opening.
 *
 * The function here replaces that of the C library.
 */


#include <unit_source.h>

#include <sys/syscall.h>


static ngx_uint_t  armed;


int race_stat(const char *name, void *info) __asm__("stat64");


int
race_stat(const char *name, void *info)
{
    int  rc;

    rc = (int) syscall(SYS_newfstatat, AT_FDCWD, name, info, 0);

    if (armed && strcmp(name, (char *) source.path.data) == 0) {
        armed = 0;
        move("new", "library");
    }

    return rc;
}


/* the library has another link, and is replaced at the next check */

static void
replaced(void)
{
    char  old[512];

    (void) snprintf(old, sizeof(old), "%s", unit_path("library"));

    if (link(old, unit_path("old")) == -1) {
        unit_bail_out(old, strerror(errno));
    }

    armed = 1;
}


int
main(void)
{
    publish('a');
    begin("library", CHECK);
    serves(0, "a", "a library");

    library("new", 'b');
    overwrite("new", 0, 1, 0);
    replaced();

    serves(CHECK, "a", "what takes its place is no library");
    ok(!armed, "it has come in between");
    serves(CHECK, "a", "nor later");
    says(NGX_LOG_ERR, 1, "refused");

    publish('c');
    serves(CHECK, "c", "the next one");
    end();

    return unit_done();
}
