
/*
 * Copyright (C) contentlib authors
 *
 * contentlib: makes, checks, describes and prints library files.
 */


#include <tool/contentlib_commands.h>

#include <text/contentlib_text.h>

#include <sqlite3.h>

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>


#define CONTENTLIB_VERSION  "0.3.0"

#define CONTENTLIB_EXIT_USAGE  2


typedef ngx_int_t (*contentlib_command_pt)(
    const contentlib_options_t *options);


typedef struct {
    const char                *name;
    const char                *usage;
    const char                *letters;     /* options that it takes */
    contentlib_command_pt      run;
} contentlib_command_t;


/* an option, and where its value is stored */

typedef struct {
    struct option              option;
    size_t                     offset;      /* in contentlib_options_t */
} contentlib_option_t;


static void contentlib_main_streams(void);
static void contentlib_main_options(const contentlib_command_t *command,
    int argc, char **argv, contentlib_options_t *options);
static const char **contentlib_main_value(const contentlib_command_t *command,
    int letter, int at, contentlib_options_t *options);
static void contentlib_main_import(const contentlib_command_t *command,
    int argc, char **argv, contentlib_options_t *options);
static void contentlib_main_usage(const contentlib_command_t *command,
    const char *reason, const char *what) __attribute__((noreturn));
static void contentlib_main_help(const char *text) __attribute__((noreturn));


static const char  contentlib_main_text[] =
    "usage: contentlib import -o LIBRARY [options] FILE...\n"
    "       contentlib import -o LIBRARY [options] --from URL [FILE...]\n"
    "       contentlib check [options] LIBRARY\n"
    "       contentlib info [options] LIBRARY\n"
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
      "      --partner NAME    the word in \"NAME_ids\" and \"platforms\"\n"
      "                        (default partner)\n"
      "      --format FORMAT   read all files as json, csv or tsv\n"
      "      --tag-separator CHAR\n"
      "                        what separates tags in tables (default: line "
      "feeds in\n"
      "                        a cell that has some, else \";\", else "
      "\",\")\n"
      "      --merge           start with the records of LIBRARY\n"
      "      --keep-ids        let files and tags of tables keep the ids, "
      "times and\n"
      "                        slugs that they have in LIBRARY\n"
      "      --delete FILE     with --merge: remove the items whose ids are in "
      "FILE,\n"
      "                        one per line\n"
      "      --allow-empty     allow input without records to replace a "
      "library\n"
      "                        with records\n"
      "      --max-errors N    print at most N errors of the input "
      "(default 20)\n"
      "      --dry-run         print what would change, and change nothing\n"
      "      --quiet           print no progress and no summary\n"
      "\n"
      "  --from https://host/api/v1/ imports the records of a service:\n"
      "\n"
      "      --header LINE     send a header, such as \"Authorization: Token "
      "x\"; may\n"
      "                        be repeated\n"
      "      --cache DIR       store pages in DIR until the import is "
      "complete, so\n"
      "                        that an interrupted import can be continued\n"
      "      --rate N          send at most N requests per second\n"
      "      --retries N       repeat a failed request up to N times "
      "(default 8)\n"
      "      --timeout N       seconds that a request may take (default 60)\n"
      "      --max-pages N     accept at most N pages (default 100000)\n",
      "omprKqfHckstdnxFTEe", contentlib_import },

    { "check",
      "usage: contentlib check [options] LIBRARY\n"
      "\n"
      "Verifies a library file: checksums, schema, each row, and digest.\n"
      "Prints the first error of each table to the standard error.\n"
      "\n"
      "      --media DIR       check that DIR has the files of relative "
      "addresses\n",
      "M", contentlib_check },

    { "info",
      "usage: contentlib info [options] LIBRARY\n"
      "\n"
      "Prints counts, dates, digest and size of a library file.\n"
      "\n"
      "      --sizes           print the sizes of its tables, too\n",
      "z", contentlib_info },

    { "export",
      "usage: contentlib export [options] LIBRARY\n"
      "\n"
      "Prints all tags, content items and collections, one record per line,\n"
      "as the API returns them.  \"contentlib import\" reads the output.\n"
      "\n"
      "      --base-url URL    the beginning of \"url\" fields "
      "(default empty)\n"
      "      --media-url URL   the beginning of relative addresses "
      "(default: the\n"
      "                        URL recorded in the library)\n"
      "      --members         print the field \"items\" of collections\n"
      "      --partner NAME    the word in \"NAME_ids\" and \"platforms\"\n"
      "                        (default partner)\n",
      "bpmi", contentlib_export },

    { NULL, NULL, NULL, NULL }
};


/* an option without a value has the value "" if it is given */

#define contentlib_main_option(name, argument, letter, member)                \
    { { name, argument, NULL, letter }, offsetof(contentlib_options_t, member) }


/* "-o" is the first option */

static const contentlib_option_t  contentlib_main_table[] = {
    contentlib_main_option("output", required_argument, 'o', library),
    contentlib_main_option("media-url", required_argument, 'm', media_url),
    contentlib_main_option("base-url", required_argument, 'b', base_url),
    contentlib_main_option("partner", required_argument, 'p', partner),
    contentlib_main_option("merge", no_argument, 'r', merge),
    contentlib_main_option("keep-ids", no_argument, 'K', keep_ids),
    contentlib_main_option("quiet", no_argument, 'q', quiet),
    contentlib_main_option("from", required_argument, 'f', from),
    contentlib_main_option("header", required_argument, 'H', headers),
    contentlib_main_option("cache", required_argument, 'c', cache),
    contentlib_main_option("rate", required_argument, 'k', rate),
    contentlib_main_option("retries", required_argument, 's', retries),
    contentlib_main_option("timeout", required_argument, 't', timeout),
    contentlib_main_option("max-pages", required_argument, 'x', max_pages),
    contentlib_main_option("delete", required_argument, 'd', delete),
    contentlib_main_option("format", required_argument, 'F', format),
    contentlib_main_option("tag-separator", required_argument, 'T',
                           tag_separator),
    contentlib_main_option("media", required_argument, 'M', media),
    contentlib_main_option("allow-empty", no_argument, 'E', allow_empty),
    contentlib_main_option("dry-run", no_argument, 'n', dry_run),
    contentlib_main_option("max-errors", required_argument, 'e', max_errors),
    contentlib_main_option("members", no_argument, 'i', members),
    contentlib_main_option("sizes", no_argument, 'z', sizes),
    contentlib_main_option("help", no_argument, 'h', help)
};


static const size_t  contentlib_main_n = sizeof(contentlib_main_table)
                                         / sizeof(contentlib_main_table[0]);


int
main(int argc, char **argv)
{
    ngx_int_t                    rc;
    ngx_uint_t                   help;
    contentlib_options_t         options;
    const contentlib_command_t  *command;

    /* a failed write returns an error */

    (void) signal(SIGPIPE, SIG_IGN);
    (void) signal(SIGXFSZ, SIG_IGN);

    contentlib_main_streams();

    /* one thread uses SQLite, and no limit applies to its memory */

    (void) sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    (void) sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);

    /* a table that lives as long as a statement needs a page, not 100 */

    (void) sqlite3_config(SQLITE_CONFIG_PAGECACHE, NULL, 0, 0);

    if (argc < 2) {
        contentlib_main_usage(NULL, "a command is missing", NULL);
    }

    if (ngx_strcmp(argv[1], "--help") == 0 || ngx_strcmp(argv[1], "-h") == 0) {
        contentlib_main_help(contentlib_main_text);
    }

    if (ngx_strcmp(argv[1], "--version") == 0) {
        contentlib_main_help("contentlib " CONTENTLIB_VERSION "\n");
    }

    help = (ngx_strcmp(argv[1], "help") == 0);

    if (help && argc == 2) {
        contentlib_main_help(contentlib_main_text);
    }

    for (command = contentlib_main_commands; command->name; command++) {
        if (ngx_strcmp(command->name, argv[1 + help]) == 0) {
            break;
        }
    }

    if (command->name == NULL) {
        contentlib_main_usage(NULL, "unknown command", argv[1 + help]);
    }

    if (help) {
        contentlib_main_help(command->usage);
    }

    ngx_memzero(&options, sizeof(contentlib_options_t));
    options.partner = "partner";

    contentlib_main_options(command, argc - 1, argv + 1, &options);

    rc = command->run(&options);

    if (rc == NGX_OK && (fflush(stdout) != 0 || ferror(stdout))) {
        contentlib_fail_output("cannot write");
    }

    return rc == NGX_OK ? EXIT_SUCCESS : EXIT_FAILURE;
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


static void
contentlib_main_options(const contentlib_command_t *command, int argc,
    char **argv, contentlib_options_t *options)
{
    int            next, letter, at;
    size_t         i;
    const char    *what;
    struct option  all[sizeof(contentlib_main_table)
                       / sizeof(contentlib_main_table[0]) + 1];

    opterr = 0;

    ngx_memzero(all, sizeof(all));

    for (i = 0; i < contentlib_main_n; i++) {
        all[i] = contentlib_main_table[i].option;
    }

    for ( ;; ) {
        next = optind;

        /* operands may come before an option, or be "-" */

        while (next < argc && (argv[next][0] != '-' || argv[next][1] == '\0'))
        {
            next++;
        }

        what = argv[next];
        at = 0;
        letter = getopt_long(argc, argv, ":o:h", all, &at);

        if (letter == -1) {
            break;
        }

        if (letter == 'h') {
            contentlib_main_help(command->usage);
        }

        if (letter == ':') {
            contentlib_main_usage(command, "a value is missing for",
                                  argv[optind - 1]);
        }

        if (letter == '?' || ngx_strchr(command->letters, letter) == NULL) {
            contentlib_main_usage(command, "unknown option", what);
        }

        *contentlib_main_value(command, letter, at, options) = optarg ? optarg
                                                                      : "";
    }

    argc -= optind;
    argv += optind;

    /* import takes files, the other commands a library */

    if (command->run == contentlib_import) {
        contentlib_main_import(command, argc, argv, options);
        return;
    }

    if (argc < 1) {
        contentlib_main_usage(command, "the library is missing", NULL);
    }

    if (argc > 1) {
        contentlib_main_usage(command, "more than one library", argv[1]);
    }

    options->library = argv[0];
}


/* the last value of an option counts, except that all headers are sent */

static const char **
contentlib_main_value(const contentlib_command_t *command, int letter, int at,
    contentlib_options_t *options)
{
    if (letter != 'H') {
        return (const char **) (void *) ((u_char *) options
                                         + contentlib_main_table[at].offset);
    }

    if (options->nheaders == CONTENTLIB_HEADERS_MAX) {
        contentlib_main_usage(command, "too many --header", NULL);
    }

    return &options->headers[options->nheaders++];
}


static void
contentlib_main_import(const contentlib_command_t *command, int argc,
    char **argv, contentlib_options_t *options)
{
    int         i;
    ngx_str_t   separator;
    ngx_uint_t  inputs;

    if (options->library == NULL) {
        contentlib_main_usage(command, "-o is missing", NULL);
    }

    if (options->delete && !options->merge) {
        contentlib_main_usage(command, "--delete requires --merge", NULL);
    }

    if (options->keep_ids && options->merge) {
        contentlib_main_usage(command, "--keep-ids and --merge exclude each "
                              "other", NULL);
    }

    if (options->format && ngx_strcmp(options->format, "json") != 0
        && ngx_strcmp(options->format, "csv") != 0
        && ngx_strcmp(options->format, "tsv") != 0)
    {
        contentlib_main_usage(command, "--format is json, csv or tsv, not",
                              options->format);
    }

    separator.data = (u_char *) options->tag_separator;
    separator.len = separator.data ? ngx_strlen(separator.data) : 0;

    if (options->tag_separator
        && (separator.len == 0
            || contentlib_text_next(separator.data,
                                    separator.data + separator.len)
               != separator.len))
    {
        contentlib_main_usage(command, "--tag-separator is not a character",
                              NULL);
    }

    if (options->from == NULL
        && (options->nheaders || options->cache || options->rate
            || options->retries || options->timeout || options->max_pages))
    {
        contentlib_main_usage(command, "--header, --cache, --rate, --retries, "
                              "--timeout and --max-pages require --from",
                              NULL);
    }

    if (argc < 1 && options->from == NULL && options->delete == NULL) {
        contentlib_main_usage(command, "a file is missing", NULL);
    }

    inputs = (options->delete && ngx_strcmp(options->delete, "-") == 0);

    for (i = 0; i < argc; i++) {
        inputs += (ngx_strcmp(argv[i], "-") == 0);
    }

    if (inputs > 1) {
        contentlib_main_usage(command, "the standard input is given twice",
                              NULL);
    }

    if (options->max_errors
        && (options->max_errors[0] == '0'
            || options->max_errors[strspn(options->max_errors, "0123456789")]
               != '\0'
            || options->max_errors[0] == '\0'))
    {
        contentlib_main_usage(command, "--max-errors is not a number of at "
                              "least 1", NULL);
    }

    options->files = argv;
    options->nfiles = (size_t) argc;
}


static void
contentlib_main_usage(const contentlib_command_t *command, const char *reason,
    const char *what)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    (void) fprintf(stderr, "contentlib: %s", reason);

    if (what) {
        (void) fprintf(stderr, " \"%s\"",
                       contentlib_message_string(quoted, what));
    }

    (void) fprintf(stderr, "\ntry \"contentlib %s%s--help\"\n",
                   command ? command->name : "", command ? " " : "");

    exit(CONTENTLIB_EXIT_USAGE);
}


static void
contentlib_main_help(const char *text)
{
    if (fputs(text, stdout) == EOF || fflush(stdout) != 0) {
        contentlib_fail_output("cannot write");
    }

    exit(EXIT_SUCCESS);
}
