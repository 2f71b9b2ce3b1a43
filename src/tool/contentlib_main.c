
/*
 * Copyright (C) contentlib authors
 *
 * contentlib: makes, checks, describes and prints library files.
 */


#include <tool/contentlib_commands.h>

#include <fcntl.h>
#include <getopt.h>
#include <poll.h>
#include <signal.h>


#define CONTENTLIB_VERSION  "0.2.0"

#define CONTENTLIB_EXIT_OK      0
#define CONTENTLIB_EXIT_FAILED  1
#define CONTENTLIB_EXIT_USAGE   2


typedef ngx_int_t (*contentlib_command_pt)(const contentlib_options_t *options,
    contentlib_message_t *message);


typedef struct {
    const char                *name;
    const char                *usage;
    const char                *letters;     /* options that it takes */
    contentlib_command_pt      run;
} contentlib_command_t;


static void contentlib_main_streams(void);
static const contentlib_command_t *contentlib_main_command(const char *name);
static int contentlib_main_options(const contentlib_command_t *command,
    int argc, char **argv, contentlib_options_t *options);
static void contentlib_main_option(int letter, contentlib_options_t *options);
static int contentlib_main_operands(const contentlib_command_t *command,
    int argc, char **argv, contentlib_options_t *options);
static int contentlib_main_import(const contentlib_command_t *command,
    int argc, char **argv, contentlib_options_t *options);
static ngx_uint_t contentlib_main_format(const char *format);
static int contentlib_main_usage(const contentlib_command_t *command,
    const char *reason, const char *what);
static int contentlib_main_help(const char *text);
static int contentlib_main_run(const contentlib_command_t *command,
    const contentlib_options_t *options);
static ngx_uint_t contentlib_main_closed(void);


/* what is not an exit status */

#define CONTENTLIB_MAIN_CONTINUE  -1


static const char  contentlib_main_text[] =
    "usage: contentlib import -o LIBRARY [options] FILE...\n"
    "       contentlib import -o LIBRARY [options] --from URL [FILE...]\n"
    "       contentlib check [options] LIBRARY\n"
    "       contentlib info LIBRARY\n"
    "       contentlib export [options] LIBRARY\n"
    "       contentlib help [COMMAND] | --help | --version\n"
    "\n"
    "Makes, checks, describes and prints library files for the nginx module\n"
    "contentlib.  \"contentlib COMMAND --help\" describes a command.\n";


static const contentlib_command_t  contentlib_main_commands[] = {

    { "import",
      "usage: contentlib import -o LIBRARY [options] FILE...\n"
      "       contentlib import -o LIBRARY [options] --from URL [FILE...]\n"
      "\n"
      "Makes a library from JSON records (one per line, arrays, or pages of\n"
      "the API), or from a table of pictures (CSV or TSV, with the names of\n"
      "the columns in the first line).  The file \"-\" is the standard input.\n"
      "\n"
      "LIBRARY is replaced in one step.  If an error occurs, LIBRARY does\n"
      "not change.  If LIBRARY is a symbolic link to a file, this file is\n"
      "replaced.\n"
      "\n"
      "  -o, --output LIBRARY  the library file to create or replace\n"
      "      --media-url URL   store addresses that begin with URL as relative "
      "paths\n"
      "      --partner NAME    the word in \"NAME_ids\" and \"platforms\""
      " (partner)\n"
      "      --format FORMAT   read all files as json, csv or tsv\n"
      "      --merge           start with the records of LIBRARY\n"
      "      --delete FILE     with --merge: remove the items whose ids are in "
      "FILE,\n"
      "                        one per line\n"
      "      --allow-empty     allow input without records to replace a "
      "library\n"
      "                        with records\n"
      "      --max-errors N    print at most N errors of the input (20)\n"
      "      --dry-run         print what would change, and change nothing\n"
      "      --quiet           print no progress and no summary\n"
      "\n"
      "  --from https://host/api/v1/ imports the records of a service:\n"
      "\n"
      "      --cache DIR       store pages in DIR, so that the next import "
      "requests\n"
      "                        missing or changed pages only\n"
      "      --rate N          send at most N requests per second\n"
      "      --retries N       repeat a failed request up to N times (8)\n"
      "      --timeout N       seconds that a request may take (60)\n"
      "      --max-pages N     accept at most N pages and N MiB (100000)\n",
      "omprqfckstdnxFEe", contentlib_import },

    { "check",
      "usage: contentlib check [options] LIBRARY\n"
      "\n"
      "Verifies a library file: structure, schema, counts, search indexes,\n"
      "references and digest.  Prints each error to the standard error.\n"
      "\n"
      "      --media DIR       check that DIR has the files of relative "
      "addresses\n",
      "M", contentlib_check },

    { "info",
      "usage: contentlib info LIBRARY\n"
      "\n"
      "Prints counts, dates, digest and sizes of a library file.\n",
      "", contentlib_info },

    { "export",
      "usage: contentlib export [options] LIBRARY\n"
      "\n"
      "Prints all tags, content items and collections, one record per line,\n"
      "as the API returns them.  \"contentlib import\" reads the output.\n"
      "\n"
      "      --base-url URL    the beginning of \"url\" fields (empty)\n"
      "      --media-url URL   the beginning of relative addresses (the URL\n"
      "                        recorded in the library)\n"
      "      --members         print the field \"items\" of collections\n"
      "      --partner NAME    the word in \"NAME_ids\" and in \"platforms\""
      " (partner)\n",
      "bpmi", contentlib_export },

    { NULL, NULL, NULL, NULL }
};


static const struct option  contentlib_main_long[] = {
    { "output", required_argument, NULL, 'o' },
    { "media-url", required_argument, NULL, 'm' },
    { "base-url", required_argument, NULL, 'b' },
    { "partner", required_argument, NULL, 'p' },
    { "merge", no_argument, NULL, 'r' },
    { "quiet", no_argument, NULL, 'q' },
    { "from", required_argument, NULL, 'f' },
    { "cache", required_argument, NULL, 'c' },
    { "rate", required_argument, NULL, 'k' },
    { "retries", required_argument, NULL, 's' },
    { "timeout", required_argument, NULL, 't' },
    { "max-pages", required_argument, NULL, 'x' },
    { "delete", required_argument, NULL, 'd' },
    { "format", required_argument, NULL, 'F' },
    { "media", required_argument, NULL, 'M' },
    { "allow-empty", no_argument, NULL, 'E' },
    { "dry-run", no_argument, NULL, 'n' },
    { "max-errors", required_argument, NULL, 'e' },
    { "members", no_argument, NULL, 'i' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
};


int
main(int argc, char **argv)
{
    int                          status;
    ngx_uint_t                   help;
    contentlib_options_t         options;
    const contentlib_command_t  *command;

    /* failed writes are told by their results */

    (void) signal(SIGPIPE, SIG_IGN);
    (void) signal(SIGXFSZ, SIG_IGN);

    /* where it is ignored nobody can wait for a child */

    (void) signal(SIGCHLD, SIG_DFL);

    contentlib_main_streams();

    if (argc < 2) {
        return contentlib_main_usage(NULL, "a command is missing", NULL);
    }

    if (ngx_strcmp(argv[1], "--help") == 0 || ngx_strcmp(argv[1], "-h") == 0) {
        return contentlib_main_help(contentlib_main_text);
    }

    if (ngx_strcmp(argv[1], "--version") == 0) {
        return contentlib_main_help("contentlib " CONTENTLIB_VERSION "\n");
    }

    help = (ngx_strcmp(argv[1], "help") == 0);

    if (help && argc == 2) {
        return contentlib_main_help(contentlib_main_text);
    }

    command = contentlib_main_command(argv[1 + help]);

    if (command == NULL) {
        return contentlib_main_usage(NULL, "unknown command", argv[1 + help]);
    }

    if (help) {
        return contentlib_main_help(command->usage);
    }

    ngx_memzero(&options, sizeof(contentlib_options_t));
    options.partner = "partner";

    status = contentlib_main_options(command, argc - 1, argv + 1, &options);

    if (status != CONTENTLIB_MAIN_CONTINUE) {
        return status;
    }

    return contentlib_main_run(command, &options);
}


/*
 * What is opened must not take the place of a standard stream that is closed:
 * the summary would be written into the library.  The wrong direction lets a
 * use of the stream fail, as before.
 */

static void
contentlib_main_streams(void)
{
    int  fd;

    for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) == -1) {
            (void) open("/dev/null", fd ? O_RDONLY : O_WRONLY);
        }
    }
}


static const contentlib_command_t *
contentlib_main_command(const char *name)
{
    const contentlib_command_t  *command;

    for (command = contentlib_main_commands; command->name; command++) {
        if (ngx_strcmp(command->name, name) == 0) {
            return command;
        }
    }

    return NULL;
}


static int
contentlib_main_options(const contentlib_command_t *command, int argc,
    char **argv, contentlib_options_t *options)
{
    int          next, letter;
    const char  *what;

    opterr = 0;

    for ( ;; ) {
        next = optind;

        /* operands may come before an option, or be "-" */

        while (next < argc && (argv[next][0] != '-' || argv[next][1] == '\0'))
        {
            next++;
        }

        what = argv[next];
        letter = getopt_long(argc, argv, ":o:h", contentlib_main_long, NULL);

        if (letter == -1) {
            break;
        }

        if (letter == 'h') {
            return contentlib_main_help(command->usage);
        }

        if (letter == ':') {
            return contentlib_main_usage(command, "a value is missing for",
                                         argv[optind - 1]);
        }

        if (letter == '?' || ngx_strchr(command->letters, letter) == NULL) {
            return contentlib_main_usage(command, "unknown option",
                                         what);
        }

        contentlib_main_option(letter, options);
    }

    return contentlib_main_operands(command, argc - optind, argv + optind,
                                    options);
}


static void
contentlib_main_option(int letter, contentlib_options_t *options)
{
    size_t  i;

    const struct {
        int           letter;
        const char  **value;
    } values[] = {
        { 'o', &options->library },
        { 'm', &options->media_url },
        { 'b', &options->base_url },
        { 'p', &options->partner },
        { 'f', &options->from },
        { 'c', &options->cache },
        { 'k', &options->rate },
        { 's', &options->retries },
        { 't', &options->timeout },
        { 'x', &options->max_pages },
        { 'd', &options->delete },
        { 'e', &options->max_errors },
        { 'F', &options->format },
        { 'M', &options->media }
    };

    for (i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
        if (values[i].letter == letter) {
            *values[i].value = optarg;
            return;
        }
    }

    switch (letter) {

    case 'r':
        options->merge = 1;
        break;

    case 'E':
        options->allow_empty = 1;
        break;

    case 'n':
        options->dry_run = 1;
        break;

    case 'i':
        options->members = 1;
        break;

    default: /* 'q' */
        options->quiet = 1;
        break;
    }
}


/* import takes files, the other commands a library */

static int
contentlib_main_operands(const contentlib_command_t *command, int argc,
    char **argv, contentlib_options_t *options)
{
    if (command->run == contentlib_import) {
        return contentlib_main_import(command, argc, argv, options);
    }

    if (argc < 1) {
        return contentlib_main_usage(command, "the library is missing", NULL);
    }

    if (argc > 1) {
        return contentlib_main_usage(command, "more than one library",
                                     argv[1]);
    }

    options->library = argv[0];

    return CONTENTLIB_MAIN_CONTINUE;
}


static int
contentlib_main_import(const contentlib_command_t *command, int argc,
    char **argv, contentlib_options_t *options)
{
    if (options->library == NULL) {
        return contentlib_main_usage(command, "-o is missing", NULL);
    }

    if (options->delete && !options->merge) {
        return contentlib_main_usage(command, "--delete requires --merge",
                                     NULL);
    }

    if (options->format && !contentlib_main_format(options->format)) {
        return contentlib_main_usage(command, "--format is json, csv or tsv, "
                                     "not", options->format);
    }

    if (options->from == NULL
        && (options->cache || options->rate || options->retries
            || options->timeout || options->max_pages))
    {
        return contentlib_main_usage(command, "--cache, --rate, --retries, "
                                     "--timeout and --max-pages require "
                                     "--from", NULL);
    }

    if (argc < 1 && options->from == NULL && options->delete == NULL) {
        return contentlib_main_usage(command, "a file is missing", NULL);
    }

    if (options->max_errors
        && (options->max_errors[0] == '0'
            || options->max_errors[strspn(options->max_errors, "0123456789")]
               != '\0'
            || options->max_errors[0] == '\0'))
    {
        return contentlib_main_usage(command, "--max-errors is not a number "
                                     "of at least 1", NULL);
    }

    options->files = argv;
    options->nfiles = (size_t) argc;

    return CONTENTLIB_MAIN_CONTINUE;
}


static ngx_uint_t
contentlib_main_format(const char *format)
{
    return ngx_strcmp(format, "json") == 0 || ngx_strcmp(format, "csv") == 0
           || ngx_strcmp(format, "tsv") == 0;
}


static int
contentlib_main_usage(const contentlib_command_t *command, const char *reason,
    const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    (void) fprintf(stderr, "contentlib: %s", reason);

    if (what) {
        (void) fprintf(stderr, " \"%s\"",
                       contentlib_message_quote(quoted, (const u_char *) what,
                                                ngx_strlen(what)));
    }

    (void) fprintf(stderr, "\ntry \"contentlib %s%s--help\"\n",
                   command ? command->name : "", command ? " " : "");

    return CONTENTLIB_EXIT_USAGE;
}


static int
contentlib_main_help(const char *text)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) != 0) {
        return contentlib_main_closed() ? CONTENTLIB_EXIT_OK
                                        : CONTENTLIB_EXIT_FAILED;
    }

    return CONTENTLIB_EXIT_OK;
}


static int
contentlib_main_run(const contentlib_command_t *command,
    const contentlib_options_t *options)
{
    ngx_int_t             rc;
    contentlib_message_t  message;

    message.len = 0;

    rc = command->run(options, &message);

    if (rc == NGX_OK && fflush(stdout) != 0) {
        rc = contentlib_message_set(&message, "contentlib: cannot write: %s",
                                    strerror(errno));
    }

    if (rc == NGX_OK || contentlib_main_closed()) {
        return CONTENTLIB_EXIT_OK;
    }

    if (message.len) {
        (void) fprintf(stderr, "%s\n", message.text);
    }

    return CONTENTLIB_EXIT_FAILED;
}


/*
 * Whether the standard output could not be written to because its reader has
 * closed it, as "head" does when it has read enough.  This is no error.
 */

static ngx_uint_t
contentlib_main_closed(void)
{
    struct pollfd  out;

    out.fd = STDOUT_FILENO;
    out.events = POLLOUT;
    out.revents = 0;

    return ferror(stdout) && poll(&out, 1, 0) > 0 && (out.revents & POLLERR);
}
