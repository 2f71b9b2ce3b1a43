
/*
 * Copyright (C) contentlib authors
 *
 * Reads a file in pieces, and has json-c parse one record after the other.
 * Between records stand blanks, and the brackets and commas of arrays.
 */


#include <tool/record/contentlib_input.h>

#include <ctype.h>
#include <sys/stat.h>
#include <fcntl.h>
#include <json-c/printbuf.h>


#define CONTENTLIB_INPUT_CHUNK    (256 * 1024)
#define CONTENTLIB_INPUT_LOOK     4096      /* bytes that are looked at */
#define CONTENTLIB_INPUT_SIZE     (CONTENTLIB_INPUT_RECORD                    \
                                   + CONTENTLIB_INPUT_CHUNK)
#define CONTENTLIB_INPUT_TRIES    8         /* lists that may be a page's */
#define CONTENTLIB_INPUT_DEPTH    32
#define CONTENTLIB_INPUT_EXCERPT  30

/* json-c 0.16 has no code of its own */

#if (JSON_C_VERSION_NUM >= 0x1100)
#define CONTENTLIB_INPUT_NO_MEMORY  json_tokener_error_memory
#else
#define CONTENTLIB_INPUT_NO_MEMORY  json_tokener_success
#endif


/* what the next record stands in; a page may stand in an array */

typedef enum {
    CONTENTLIB_INPUT_FILE = 0,
    CONTENTLIB_INPUT_ARRAY = 1,
    CONTENTLIB_INPUT_PAGE = 2
} contentlib_input_state_e;


struct contentlib_input_s {
    int                        fd;
    char                       name[CONTENTLIB_QUOTE_SIZE];
    contentlib_place_t         place;       /* "pos", for messages */
    uint64_t                   bytes;       /* up to "last" */

    u_char                    *pos;         /* first byte not taken */
    u_char                    *last;        /* end of what was read */
    uint64_t                   line_start;  /* where in the file it begins */
    uint64_t                   line_bytes;  /* of it, that begin no character */
    ngx_uint_t                 column;      /* of the last record; 0: none */

    ngx_uint_t                 state;       /* contentlib_input_state_e */
    json_object               *page;        /* what is before its records */
    ngx_uint_t                 page_line;

    u_char                     buffer[CONTENTLIB_INPUT_SIZE];
};


static ngx_int_t contentlib_input_fill(contentlib_input_t *input);
static void contentlib_input_pass(contentlib_input_t *input, u_char *to);
static ngx_int_t contentlib_input_step(contentlib_input_t *input,
    contentlib_place_t *place, json_object **json);
static ngx_int_t contentlib_input_begin(contentlib_input_t *input);
static ngx_uint_t contentlib_input_begins(const u_char *data, size_t len,
    const char *bytes);
static ngx_int_t contentlib_input_skip(contentlib_input_t *input);
static ngx_int_t contentlib_input_record(contentlib_input_t *input,
    json_object **json);
static json_object *contentlib_input_parse(contentlib_input_t *input,
    size_t look, size_t *len);
static size_t contentlib_input_piece(const u_char *text, size_t from,
    size_t len);
static ngx_uint_t contentlib_input_results(const u_char *text, size_t len);
static ngx_int_t contentlib_input_page(contentlib_input_t *input, size_t len);
static ngx_int_t contentlib_input_page_end(contentlib_input_t *input,
    json_object **json);
static ngx_int_t contentlib_input_incomplete(contentlib_input_t *input,
    size_t len);
static ngx_int_t contentlib_input_unexpected(contentlib_input_t *input);
static const char *contentlib_input_character(char to[CONTENTLIB_QUOTE_SIZE],
    const u_char *text, size_t len);
static void contentlib_input_look(void);
static ngx_uint_t contentlib_input_line(const u_char *p, size_t len);
static ngx_uint_t contentlib_input_csv(contentlib_input_t *input);
static ngx_int_t contentlib_input_recover(contentlib_input_t *input);
static ngx_uint_t contentlib_input_column(contentlib_input_t *input);
static json_tokener *contentlib_input_ready(void);
static ngx_int_t contentlib_input_failed(const contentlib_place_t *place,
    const u_char *text, size_t len, size_t at, ngx_uint_t column);
static ngx_int_t contentlib_input_invalid(const contentlib_place_t *place,
    const char *reason, const u_char *text, size_t len, size_t at,
    ngx_uint_t column);
static const char *contentlib_input_lost(json_object **json,
    const u_char *text, size_t len, size_t *at);
static json_object *contentlib_input_whole(const u_char *text, size_t len);
static size_t contentlib_input_members(json_object *json);


/* the same for all inputs, and never freed */

static json_tokener  *contentlib_input_records;


/* the beginning of the standard input, from what is not read again yet */

static u_char  contentlib_input_head[CONTENTLIB_INPUT_LOOK];
static size_t  contentlib_input_head_len;
static size_t  contentlib_input_head_pos;


contentlib_input_t *
contentlib_input_open(const char *name, int fd, contentlib_errors_t *errors)
{
    contentlib_input_t  *input;

    input = ngx_alloc(sizeof(contentlib_input_t), NULL);

    ngx_memzero(input, offsetof(contentlib_input_t, buffer));

    contentlib_place_init(&input->place,
                          contentlib_message_string(input->name, name),
                          errors);
    input->fd = fd;
    input->place.line = 1;
    input->pos = input->buffer;
    input->last = input->buffer;

    if (fd == -1) {
        input->fd = ngx_strcmp(name, "-") == 0
                    ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC);

        if (input->fd == -1) {
            contentlib_fail_system("%s: cannot open", input->name);
        }
    }

    return input;
}


void
contentlib_input_close(contentlib_input_t *input)
{
    if (input->fd != STDIN_FILENO) {
        (void) close(input->fd);
    }

    json_object_put(input->page);
    free(input);
}


uint64_t
contentlib_input_bytes(contentlib_input_t *input)
{
    return input->bytes;
}


const char *
contentlib_input_name(contentlib_input_t *input)
{
    return input->name;
}


ngx_int_t
contentlib_input_next(contentlib_input_t *input, contentlib_place_t *place,
    json_object **json)
{
    ngx_int_t  rc;

    rc = (input->bytes == 0) ? contentlib_input_begin(input) : NGX_BUSY;

    while (rc == NGX_BUSY) {

        if (contentlib_input_skip(input) == NGX_DONE) {

            if (input->state != CONTENTLIB_INPUT_FILE) {
                (void) contentlib_place_error(&input->place,
                                              "the array does not end");
            }

            return NGX_DONE;
        }

        place->line = input->place.line;
        rc = contentlib_input_step(input, place, json);

        if (rc == NGX_DECLINED) {
            rc = contentlib_input_recover(input);
        }
    }

    return rc;
}


/*
 * Takes what begins at "pos", and is the only function that changes the state.
 * NGX_BUSY if that is no record, or NGX_DECLINED after an error of the input.
 */

static ngx_int_t
contentlib_input_step(contentlib_input_t *input, contentlib_place_t *place,
    json_object **json)
{
    ngx_int_t  rc;

    switch (*input->pos) {

    case '{':
        rc = contentlib_input_record(input, json);

        if (rc == NGX_BUSY) {
            input->state |= CONTENTLIB_INPUT_PAGE;
        }

        return rc;

    case '[':

        if (input->state == CONTENTLIB_INPUT_FILE) {
            input->state = CONTENTLIB_INPUT_ARRAY;
            contentlib_input_pass(input, input->pos + 1);

            return NGX_BUSY;
        }

        break;

    case ']':

        if (input->state == CONTENTLIB_INPUT_ARRAY) {
            input->state = CONTENTLIB_INPUT_FILE;
            contentlib_input_pass(input, input->pos + 1);

            return NGX_BUSY;
        }

        if (input->state != CONTENTLIB_INPUT_FILE) {
            place->line = input->page_line;
            input->state &= ~(ngx_uint_t) CONTENTLIB_INPUT_PAGE;

            return contentlib_input_page_end(input, json);
        }
    }

    return contentlib_input_unexpected(input);
}


ngx_uint_t
contentlib_input_is_table(const char *name)
{
    int          fd;
    u_char       head[CONTENTLIB_INPUT_LOOK];
    ssize_t      n;
    struct stat  info;

    if (ngx_strcmp(name, "-") == 0) {
        contentlib_input_look();

        return contentlib_input_line(contentlib_input_head,
                                     contentlib_input_head_len);
    }

    /* a pipe cannot be read twice */

    fd = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    n = 0;

    if (fd != -1) {

        if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode)) {
            n = read(fd, head, sizeof(head));
        }

        (void) close(fd);
    }

    return n > 0 && contentlib_input_line(head, (size_t) n);
}


/* the first line of the standard input, or as much of it as has room */

static void
contentlib_input_look(void)
{
    u_char   *last;
    ssize_t   n;

    do {
        last = contentlib_input_head + contentlib_input_head_len;
        n = 0;

        if (contentlib_input_head_len < CONTENTLIB_INPUT_LOOK
            && memchr(contentlib_input_head, '\n', contentlib_input_head_len)
               == NULL
            && (contentlib_input_head_len == 0
                || strchr("{[", contentlib_input_head[0]) == NULL))
        {
            n = read(STDIN_FILENO, last,
                     CONTENTLIB_INPUT_LOOK - contentlib_input_head_len);
        }

        if (n > 0) {
            contentlib_input_head_len += (size_t) n;
        }

    } while (n > 0 || (n == -1 && errno == EINTR));
}


ssize_t
contentlib_input_read(int fd, u_char *to, size_t len)
{
    size_t  n;

    n = contentlib_input_head_len - contentlib_input_head_pos;

    if (fd != STDIN_FILENO || n == 0) {
        return read(fd, to, len);
    }

    n = ngx_min(n, len);

    ngx_memcpy(to, contentlib_input_head + contentlib_input_head_pos, n);
    contentlib_input_head_pos += n;

    return (ssize_t) n;
}


/* more bytes behind "last"; NGX_DONE if there are none */

static ngx_int_t
contentlib_input_fill(contentlib_input_t *input)
{
    size_t   used, room;
    ssize_t  n;

    used = (size_t) (input->last - input->pos);
    room = (size_t) (input->buffer + CONTENTLIB_INPUT_SIZE - input->last);

    if (room < CONTENTLIB_INPUT_CHUNK) {
        ngx_memmove(input->buffer, input->pos, used);
        input->pos = input->buffer;
        input->last = input->buffer + used;
    }

    room = CONTENTLIB_INPUT_CHUNK;

    do {
        n = contentlib_input_read(input->fd, input->last, room);

        if (n == -1 && errno == EINTR) {
            continue;
        }

        if (n == -1) {
            contentlib_input_unreadable(input->name);
        }

        input->last += n;
        input->bytes += (uint64_t) n;
        room -= (size_t) n;

    } while (n != 0 && room != 0);

    return room < CONTENTLIB_INPUT_CHUNK ? NGX_OK : NGX_DONE;
}


/* what is before "to" has been taken: counts its lines */

static void
contentlib_input_pass(contentlib_input_t *input, u_char *to)
{
    u_char  *p;

    for (p = input->pos;
         (p = memchr(p, '\n', (size_t) (to - p))) != NULL;
         p++)
    {
        input->place.line++;
        input->line_start = input->bytes - (uint64_t) (input->last - p) + 1;
        input->line_bytes = 0;
        input->pos = p + 1;
    }

    while (input->pos < to) {
        input->line_bytes += ((*input->pos++ & 0xc0) == 0x80);
    }
}


/* of a file: a byte order mark, or something else than JSON */

static ngx_int_t
contentlib_input_begin(contentlib_input_t *input)
{
    (void) contentlib_input_fill(input);

    if (input->bytes >= 3 && ngx_memcmp(input->pos, "\xef\xbb\xbf", 3) == 0) {
        input->pos += 3;
        input->line_start = 3;
    }

    return contentlib_input_check(&input->place, input->pos,
                                  (size_t) (input->last - input->pos))
           == NGX_OK ? NGX_BUSY : NGX_DONE;
}


ngx_int_t
contentlib_input_check(const contentlib_place_t *place, const u_char *data,
    size_t len)
{
    size_t       i;
    ngx_uint_t   picture;
    const char  *encoding;

    static const char *const  magic[] = {
        "\x89PNG", "\xff\xd8\xff", "GIF8", "RIFF", "II*", "8BPS",
        "\x1a\x45\xdf\xa3"
    };

    encoding = NULL;

    if (len >= 2 && (ngx_memcmp(data, "\xff\xfe", 2) == 0
                     || ngx_memcmp(data, "\xfe\xff", 2) == 0))
    {
        encoding = "UTF-16";

    } else if (len >= 4 && data[0] && !data[1] && !data[3]) {
        encoding = "UTF-16LE";

    } else if (len >= 4 && !data[0] && data[1] && !data[2]) {
        encoding = "UTF-16BE";
    }

    if (encoding) {
        return contentlib_place_error(place, "the input is UTF-16: convert it "
                                      "by \"iconv -f %s -t UTF-8\"", encoding);
    }

    if (contentlib_input_begins(data, len, "SQLite format 3")) {
        return contentlib_place_error(place, "is a database: import the output "
                                      "of \"contentlib export --members\"");
    }

    if (contentlib_input_begins(data, len, "PK\x03\x04")
        || contentlib_input_begins(data, len, "\xd0\xcf\x11\xe0"))
    {
        return contentlib_place_error(place, "is a spreadsheet or a ZIP "
                                      "archive: save the sheet as CSV");
    }

    if (contentlib_input_begins(data, len, "\x1f\x8b")) {
        return contentlib_place_error(place, "is compressed: import the output "
                                      "of \"gunzip -c\"");
    }

    picture = (len > 8 && contentlib_input_begins(data + 4, 4, "ftyp"));

    for (i = 0; i < sizeof(magic) / sizeof(magic[0]); i++) {
        picture |= contentlib_input_begins(data, len, magic[i]);
    }

    return picture
           ? contentlib_place_error(place, "is a picture or a video: import "
                                    "the table that \"contentlib-pictures "
                                    "DIRECTORY\" prints")
           : NGX_OK;
}


static ngx_uint_t
contentlib_input_begins(const u_char *data, size_t len, const char *bytes)
{
    return len >= ngx_strlen(bytes)
           && ngx_memcmp(data, bytes, ngx_strlen(bytes)) == 0;
}


void
contentlib_input_unreadable(const char *name)
{
    if (errno == EISDIR) {
        contentlib_fail("%s: is a directory: import the table that "
                        "\"contentlib-pictures DIRECTORY\" prints", name);
    }

    contentlib_fail_system("%s: cannot read", name);
}


/* to what is neither blank nor a comma of an array; NGX_DONE at the end */

static ngx_int_t
contentlib_input_skip(contentlib_input_t *input)
{
    u_char  *p;

    do {
        p = input->pos;

        while (p < input->last
               && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'
                   || (*p == ',' && input->state != CONTENTLIB_INPUT_FILE)))
        {
            p++;
        }

        contentlib_input_pass(input, p);

        if (p < input->last) {
            return NGX_OK;
        }

    } while (contentlib_input_fill(input) == NGX_OK);

    return NGX_DONE;
}


/*
 * NGX_OK: a record; NGX_BUSY: the records of a page follow; NGX_DECLINED after
 * an error of the input.
 */

static ngx_int_t
contentlib_input_record(contentlib_input_t *input, json_object **json)
{
    size_t       len, at, look;
    const char  *reason;
    ngx_uint_t   n;

    input->column = contentlib_input_column(input);

    look = (input->state & CONTENTLIB_INPUT_PAGE) ? CONTENTLIB_INPUT_RECORD : 0;

    for (n = 1; /* void */ ; n++) {
        (void) contentlib_input_ready();
        *json = contentlib_input_parse(input, look, &len);

        if (*json || len <= look || !contentlib_input_results(input->pos, len))
        {
            break;
        }

        if (contentlib_input_page(input, len) == NGX_OK) {
            return NGX_BUSY;
        }

        look = (n < CONTENTLIB_INPUT_TRIES) ? len : CONTENTLIB_INPUT_RECORD;
    }

    if (*json == NULL) {
        return contentlib_input_incomplete(input, len);
    }

    reason = contentlib_input_lost(json, input->pos, len, &at);

    if (reason) {
        return contentlib_input_invalid(&input->place, reason, input->pos, len,
                                        at, input->column);
    }

    contentlib_input_pass(input, input->pos + len);

    return NGX_OK;
}


/*
 * Parses the object at "pos".  "len" is the number of bytes that json-c took.
 * NULL if the object is not complete, or behind the first bracket of results
 * that is more than "look" bytes from "pos".
 */

static json_object *
contentlib_input_parse(contentlib_input_t *input, size_t look, size_t *len)
{
    size_t         n;
    json_object   *json;
    json_tokener  *tokener;

    tokener = contentlib_input_records;
    *len = 0;

    do {
        n = ngx_min((size_t) (input->last - input->pos),
                    CONTENTLIB_INPUT_RECORD);

        n = contentlib_input_piece(input->pos, ngx_max(*len, look), n);

        json = json_tokener_parse_ex(tokener, (char *) input->pos + *len,
                                     (int) (n - *len));

        *len += json_tokener_get_parse_end(tokener);

        if (json || json_tokener_get_error(tokener) != json_tokener_continue
            || (*len > look && contentlib_input_results(input->pos, *len)))
        {
            break;
        }

    } while (*len < CONTENTLIB_INPUT_RECORD
             && (*len < (size_t) (input->last - input->pos)
                 || contentlib_input_fill(input) == NGX_OK));

    return json;
}


/* where a piece of the text ends: behind the bracket of results, or anywhere */

static size_t
contentlib_input_piece(const u_char *text, size_t from, size_t len)
{
    const u_char  *p, *last;

    if (len <= from) {
        return len;
    }

    last = text + ngx_min(len, from + CONTENTLIB_INPUT_LOOK);

    for (p = text + from;
         (p = memchr(p, '[', (size_t) (last - p))) != NULL;
         p++)
    {
        if (contentlib_input_results(text, (size_t) (p - text) + 1)) {
            return (size_t) (p - text) + 1;
        }
    }

    return (size_t) (last - text);
}


/* whether the text ends behind the bracket of results, in quotes of any kind */

static ngx_uint_t
contentlib_input_results(const u_char *text, size_t len)
{
    if (len == 0 || text[--len] != '[') {
        return 0;
    }

    while (len && (text[len - 1] == ':' || isspace(text[len - 1]))) {
        len--;
    }

    return len >= 9
           && ngx_memcmp(&text[len - 8], "results", 7) == 0
           && text[len - 1] == text[len - 9]
           && (len == 9 || text[len - 10] != '\\');
}


/*
 * Takes a page up to its records, which are then read one by one: json-c does
 * not tell the lines of the values of a tree, an error in one record must not
 * hide the others, and a tree of all of them may not fit into memory.
 *
 * NGX_DECLINED if the bracket is not one of the object itself, but of a nested
 * one, a string or a comment.
 */

static ngx_int_t
contentlib_input_page(contentlib_input_t *input, size_t len)
{
    json_object   *json;
    json_tokener  *tokener;

    tokener = contentlib_input_records;

    if (json_tokener_get_error(tokener) != json_tokener_continue) {
        return NGX_DECLINED;
    }

    json = json_tokener_parse_ex(tokener, "]}", 2);

    if (json == NULL
        && json_tokener_get_error(tokener) == json_tokener_continue)
    {
        return NGX_DECLINED;
    }

    if (!json_object_object_get_ex(json, "results", NULL)) {
        contentlib_no_memory();
    }

    json_object_put(input->page);

    input->page = json;
    input->page_line = input->place.line;
    input->column = 0;

    contentlib_input_pass(input, input->pos + len);

    return NGX_OK;
}


/*
 * What follows the results, which are empty for json-c.  NGX_AGAIN, or
 * NGX_DECLINED after an error.
 */

static ngx_int_t
contentlib_input_page_end(contentlib_input_t *input, json_object **json)
{
    size_t         len;
    json_object   *end, *results;
    json_tokener  *tokener;

    tokener = contentlib_input_ready();
    (void) json_tokener_parse_ex(tokener, "{\"results\":[", 12);

    if (json_tokener_get_error(tokener) != json_tokener_continue) {
        contentlib_no_memory();
    }

    end = contentlib_input_parse(input, CONTENTLIB_INPUT_RECORD, &len);

    if (end == NULL) {
        input->column = 0;
        return contentlib_input_incomplete(input, len);
    }

    json_object_object_foreach(end, name, value) {
        if (json_object_object_add(input->page, name, json_object_get(value))
            != 0)
        {
            contentlib_no_memory();
        }
    }

    json_object_put(end);

    *json = input->page;
    input->page = NULL;

    results = json_object_object_get(*json, "results");

    if (!json_object_is_type(results, json_type_array)
        || json_object_array_length(results) != 0)
    {
        (void) contentlib_place_error(&input->place,
                                      "the page has \"results\" twice");
    }

    contentlib_input_pass(input, input->pos + len);

    return NGX_AGAIN;
}


/*
 * The error of the object at "pos".  If it goes on to the end of the input, or
 * is too long, its lines are not parsed again, which would take quadratic time.
 */

static ngx_int_t
contentlib_input_incomplete(contentlib_input_t *input, size_t len)
{
    (void) contentlib_input_failed(&input->place, input->pos,
                                   (size_t) (input->last - input->pos), len,
                                   contentlib_input_column(input));

    if (json_tokener_get_error(contentlib_input_records)
        == json_tokener_continue)
    {
        contentlib_input_pass(input, input->pos + len);
    }

    return NGX_DECLINED;
}


static ngx_int_t
contentlib_input_unexpected(contentlib_input_t *input)
{
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    (void) contentlib_input_character(quoted, input->pos,
                                      (size_t) (input->last - input->pos));

    if (contentlib_input_csv(input)) {
        (void) contentlib_place_error(&input->place, "unexpected \"%s\" "
                                      "where a record should begin: this "
                                      "looks like CSV (use --format csv)",
                                      quoted);

        /* its other lines would be errors, too */

        return NGX_DONE;
    }

    (void) contentlib_place_error(&input->place, "unexpected \"%s\" where a "
                                  "record should begin", quoted);

    return NGX_DECLINED;
}


/* the first character of a text that is not empty */

static const char *
contentlib_input_character(char to[CONTENTLIB_QUOTE_SIZE], const u_char *text,
    size_t len)
{
    return contentlib_message_quote(to, text,
                                    *text < 0x80 ? 1 : ngx_min(4, len));
}


/* whether the first line of a file has separators, and is not JSON */

static ngx_uint_t
contentlib_input_csv(contentlib_input_t *input)
{
    return input->place.line == 1 && input->column == 0
           && input->state == CONTENTLIB_INPUT_FILE
           && contentlib_input_line(input->pos,
                                    (size_t) (input->last - input->pos));
}


static ngx_uint_t
contentlib_input_line(const u_char *p, size_t len)
{
    const u_char  *last;

    last = p + len;

    if (contentlib_input_begins(p, len, "\xef\xbb\xbf")) {
        p += 3;
    }

    while (p < last && (*p == ' ' || *p == '\r' || *p == '\n')) {
        p++;
    }

    if (p == last || (!isalpha(*p) && *p != '"')) {
        return 0;
    }

    for ( /* void */ ; p < last && *p != '\n'; p++) {
        if (*p == ',' || *p == ';' || *p == '\t') {
            return 1;
        }
    }

    return 0;
}


/*
 * After an error: on to the next line with a brace in the column in which the
 * last record began.  The end of the file is no error of its own.
 */

static ngx_int_t
contentlib_input_recover(contentlib_input_t *input)
{
    u_char  *p;

    do {
        p = memchr(input->pos, '\n', (size_t) (input->last - input->pos));

        contentlib_input_pass(input, p ? p + 1 : input->last);

        if (contentlib_input_skip(input) == NGX_DONE) {
            return NGX_DONE;
        }

    } while (*input->pos != '{'
             || (input->column
                 && contentlib_input_column(input) != input->column));

    return NGX_BUSY;
}


/* of "pos", in characters from 1 */

static ngx_uint_t
contentlib_input_column(contentlib_input_t *input)
{
    return (ngx_uint_t) (input->bytes - (uint64_t) (input->last - input->pos)
                         - input->line_start - input->line_bytes + 1);
}


json_object *
contentlib_input_text(const ngx_str_t *text, const contentlib_place_t *place)
{
    char          quoted[CONTENTLIB_QUOTE_SIZE];
    size_t        at;
    json_object  *json;
    const char   *reason;

    if (text->len && text->data[0] != '{') {
        (void) contentlib_place_error(place, "unexpected \"%s\" where a "
                                      "record should begin",
                                      contentlib_input_character(quoted,
                                                     text->data, text->len));
        return NULL;
    }

    json = contentlib_input_whole(text->data, text->len);

    if (json == NULL) {
        (void) contentlib_input_failed(place, text->data, text->len,
                       json_tokener_get_parse_end(contentlib_input_records), 1);
        return NULL;
    }

    reason = contentlib_input_lost(&json, text->data,
                       json_tokener_get_parse_end(contentlib_input_records),
                                   &at);

    if (reason) {
        (void) contentlib_input_invalid(place, reason, text->data, text->len,
                                        at, 1);
    }

    return json;
}


/*
 * The tokener, ready for another object.  Without memory json-c 0.16 cuts
 * strings without an error, so its buffer gets the size of the longest one.
 * JSON_TOKENER_STRICT of 0.18 refuses bytes above 0x7f.
 */

static json_tokener *
contentlib_input_ready(void)
{
    json_tokener  *tokener;

    tokener = contentlib_input_records;

    if (tokener == NULL) {
        tokener = json_tokener_new_ex(CONTENTLIB_INPUT_DEPTH);

        if (tokener == NULL
            || printbuf_memset(tokener->pb, 0, 0, CONTENTLIB_INPUT_RECORD)
               == -1)
        {
            contentlib_no_memory();
        }

        contentlib_input_records = tokener;
    }

    json_tokener_reset(tokener);

    return tokener;
}


/* json-c came as far as "at" of the text, which begins in the column */

static ngx_int_t
contentlib_input_failed(const contentlib_place_t *place, const u_char *text,
    size_t len, size_t at, ngx_uint_t column)
{
    enum json_tokener_error  error;

    error = json_tokener_get_error(contentlib_input_records);

    if (error == json_tokener_success || error == CONTENTLIB_INPUT_NO_MEMORY) {
        contentlib_no_memory();
    }

    if (error != json_tokener_continue) {
        return contentlib_input_invalid(place, json_tokener_error_desc(error),
                                        text, len, at, column);
    }

    if (at < CONTENTLIB_INPUT_RECORD) {
        (void) contentlib_place_error(place, "the record that begins here does "
                                             "not end");
    } else {
        (void) contentlib_place_error(place, "the record that begins here is "
                                      "longer than %d bytes",
                                      CONTENTLIB_INPUT_RECORD);
    }

    return NGX_DECLINED;
}


/* the column is counted in characters from the beginning of the line */

static ngx_int_t
contentlib_input_invalid(const contentlib_place_t *place, const char *reason,
    const u_char *text, size_t len, size_t at, ngx_uint_t column)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE], begins[64];
    size_t         n;
    ngx_uint_t     line;
    const u_char  *p;

    line = place->line;

    for (p = text; p < text + at; p++) {

        if (*p == '\n') {
            line++;
            column = 1;

        } else {
            column += ((*p & 0xc0) != 0x80);
        }
    }

    for (n = 0; n < len - at && (p[n] != '\n' || n == 0); n++) {
        if (n >= CONTENTLIB_INPUT_EXCERPT && (p[n] & 0xc0) != 0x80) {
            break;
        }
    }

    begins[0] = '\0';

    if (line != place->line) {
        (void) snprintf(begins, sizeof(begins), ", in the record that begins "
                        "in line %lu", place->line);
    }

    (void) contentlib_errors_add(place->errors, "%s:%lu: not valid JSON: %s at "
                                 "column %lu: \"%s\"%s", place->file, line,
                                 reason, column,
                                 contentlib_message_quote(quoted, p, n),
                                 begins);
    return NGX_DECLINED;
}


/*
 * Returns what json-c does wrong without an error: it takes a zero byte in a
 * comment for the end of the text, complete or not, cuts keys at U+0000, and
 * version 0.16 misreads escaped pairs of code points whose last 16 bits are
 * those of a surrogate.
 *
 * Without memory version 0.16 returns the list at which it is, or leaves out
 * members.  So there must be one for each colon that is not in a string.
 * Comments and keys that appear twice have colons, too, but then there are as
 * many members the next time.
 */

static const char *
contentlib_input_lost(json_object **json, const u_char *text, size_t len,
    size_t *at)
{
    char        code[5];
    size_t      i, members, found;
    ngx_uint_t  quoted, unit;

    if (text[len - 1] == '\0') {
        json_object_put(*json);
        *json = NULL;
        *at = len - 1;

        return json_tokener_error_desc(json_tokener_error_parse_eof);
    }

    if (!json_object_is_type(*json, json_type_object)) {
        contentlib_no_memory();
    }

    members = 0;
    quoted = 0;

    for (i = 0; i < len; i++) {

        switch (text[i]) {

        case '"':
            quoted = !quoted;
            break;

        case ':':
            members += !quoted;
            break;

        case '\\':
            *at = i++;

            if (text[i] != 'u' || len - i < sizeof(code)) {
                break;
            }

            ngx_memcpy(code, &text[i + 1], sizeof(code) - 1);
            code[sizeof(code) - 1] = '\0';
            unit = strtoul(code, NULL, 16);

            if (unit == 0 || (unit & 0xfc3e) == 0xd836) {
                json_object_put(*json);
                *json = NULL;

                return unit ? "write the character itself, not its escaped form"
                            : "\\u0000 in a string";
            }
        }
    }

    found = contentlib_input_members(*json);

    if (found != members) {
        json_object_put(*json);
        *json = contentlib_input_whole(text, len);

        if (contentlib_input_members(*json) != found) {
            contentlib_no_memory();
        }
    }

    return NULL;
}


static json_object *
contentlib_input_whole(const u_char *text, size_t len)
{
    return json_tokener_parse_ex(contentlib_input_ready(),
                                 (const char *) text, (int) len);
}


static size_t
contentlib_input_members(json_object *json)
{
    size_t  i, n;

    n = 0;

    if (json_object_is_type(json, json_type_object)) {

        json_object_object_foreach(json, key, value) {
            (void) key;
            n += 1 + contentlib_input_members(value);
        }

    } else if (json_object_is_type(json, json_type_array)) {

        for (i = 0; i < json_object_array_length(json); i++) {
            n += contentlib_input_members(json_object_array_get_idx(json, i));
        }
    }

    return n;
}
