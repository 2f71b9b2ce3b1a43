
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_negotiation.h>


typedef struct {
    const char  *accept;
    int          json;
    int          html;
} accept_t;


/* RFC 9110, sections 12.4.2 and 12.5.1 */

static const accept_t  accepts[] = {
    { "", 1000, 1000 },
    { "   \t ", 1000, 1000 },
    { "*/*", 1000, 1000 },
    { "application/*", 1000, 0 },
    { "text/*", 0, 1000 },
    { "application/json", 1000, 0 },
    { "text/html", 0, 1000 },
    { "text/plain", 0, 0 },
    { "application/xml", 0, 0 },
    { "application/jsonx", 0, 0 },
    { "application/jso", 0, 0 },
    { "xapplication/json", 0, 0 },
    { "application/json/x", 0, 0 },
    { "application/", 0, 0 },
    { "application", 0, 0 },
    { "/json", 0, 0 },
    { "json", 0, 0 },
    { "*/json", 0, 0 },
    { "application/vnd.api+json", 0, 0 },

    { "Application/JSON", 1000, 0 },
    { "APPLICATION/*, TEXT/*", 1000, 1000 },

    { "application/json; charset=utf-8", 1000, 0 },
    { "application/json;charset=utf-8;version=1", 1000, 0 },
    { "application/json;", 1000, 0 },
    { "application/json; indent=4;q=0.5", 500, 0 },
    { "application/json;qs=0", 1000, 0 },
    { "application/json;x=q=0", 1000, 0 },
    { "application/json;x=\"a;q=0;b\"", 1000, 0 },
    { "text/plain;x=\",application/json,\"", 0, 0 },

    { "application/json;q=0", 0, 0 },
    { "application/json;q=0.", 0, 0 },
    { "application/json;q=0.0", 0, 0 },
    { "application/json;q=0.000", 0, 0 },
    { "application/json;q=0.001", 1, 0 },
    { "application/json;q=0.01", 10, 0 },
    { "application/json;q=0.1", 100, 0 },
    { "application/json;q=0.25", 250, 0 },
    { "application/json;q=0.999", 999, 0 },
    { "application/json;q=1", 1000, 0 },
    { "application/json;q=1.", 1000, 0 },
    { "application/json;q=1.0", 1000, 0 },
    { "application/json;q=1.000", 1000, 0 },
    { "application/json;Q=0.5", 500, 0 },
    { "application/json ; q=0.5", 500, 0 },
    { "application/json\t;\tq=0.5\t,\ttext/html", 500, 1000 },

    { "*/*;q=0", 0, 0 },
    { "*/*;q=0.5", 500, 500 },
    { "*/*;q=0, application/json", 1000, 0 },
    { "application/json, */*;q=0", 1000, 0 },
    { "application/json;q=0, */*", 0, 1000 },
    { "*/*, application/json;q=0", 0, 1000 },
    { "application/*;q=0, application/json;q=0.3", 300, 0 },
    { "application/json;q=0.3, application/*;q=0", 300, 0 },
    { "application/*;q=0.2, */*;q=0.9", 200, 900 },
    { "*/*;q=0.9, application/*;q=0.2", 200, 900 },
    { "text/*;q=0.3, text/html;q=0.7, */*;q=0.5", 500, 700 },
    { "text/html;q=0.3, application/json;q=0.7", 700, 300 },
    { "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 800,
      1000 },
    { "text/html, image/gif, image/jpeg, */*; q=0.2", 200, 1000 },

    { "application/json;q=0.3, application/json;q=0.7", 700, 0 },
    { "application/json;q=0.7, application/json;q=0.3", 700, 0 },

    { "application/json;q=x", 1000, 0 },
    { "application/json;q=05", 1000, 0 },
    { "application/json;q=0.x", 1000, 0 },
    { "application/json;q=0./", 1000, 0 },
    { "application/json;q", 1000, 0 },
    { "application/json;qq", 1000, 0 },
    { "application/json;x=\"\\\";q=0;\";q=0.4", 400, 0 },
    { "application/json;x=\"\\\\\";q=0.4", 400, 0 },

    { ", application/json", 1000, 0 },
    { "application/json,", 1000, 0 },
    { "text/plain,, ,application/json;q=0.4,,", 400, 0 },
    { "text/plain\t,application/json", 1000, 0 }
};


/* whether a page for people is wanted */

static const struct {
    const char  *accept;
    ngx_uint_t   page;
} pages[] = {
    { "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,"
      "image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7",
      1 },
    { "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", 1 },
    { "text/html", 1 },
    { "TEXT/HTML;q=0.1", 1 },
    { "text/html;level=1", 1 },
    { "text/html, */*", 1 },
    { "text/html, application/json", 1 },
    { "application/json;q=0.9, text/html;q=0.9", 1 },
    { "application/json;q=0.899, text/html;q=0.9", 1 },
    { "text/html;q=0.001, application/json;q=0", 1 },
    { "", 0 },
    { "  ", 0 },
    { "*/*", 0 },
    { "text/*", 0 },
    { "text/*, application/json;q=0.1", 0 },
    { "application/json", 0 },
    { "application/json, text/plain, */*", 0 },
    { "application/xhtml+xml", 0 },
    { "text/html;q=0.9, application/json", 0 },
    { "text/html;q=0.9, */*", 0 },
    { "text/html;q=0.9, application/*;q=0.901", 0 },
    { "text/html;q=0", 0 },
    { "text/html;q=0, application/json;q=0", 0 },
    { "text/htm", 0 },
    { "text/html5", 0 },
    { "text/plain;x=\",text/html\"", 0 }
};


static const struct {
    const char  *header;
    ngx_uint_t   has;
} matches[] = {
    { "\"abc\"", 1 },
    { "W/\"abc\"", 1 },
    { "*", 1 },
    { "  * ", 1 },
    { "\"x\", \"abc\"", 1 },
    { "\"x\",\"abc\",\"y\"", 1 },
    { "\"x\" ,\t\"abc\" , \"y\"", 1 },
    { "W/\"x\", W/\"abc\"", 1 },
    { ",,\"abc\",,", 1 },
    { "\"abc\"   ", 1 },
    { "", 0 },
    { "   ", 0 },
    { ",", 0 },
    { "abc", 0 },
    { "\"abc", 0 },
    { "abc\"", 0 },
    { "\"ab\"", 0 },
    { "\"abcd\"", 0 },
    { "\"ABC\"", 0 },
    { "w/\"abc\"", 0 },
    { "W/", 0 },
    { "W/abc", 0 },
    { "W/W/\"abc\"", 0 },
    { "\"W/abc\"", 0 },
    { "\"*\"", 0 },
    { "\"\"", 0 },
    { "\" abc\"", 0 },
    { "\"x\" \"abc\"", 0 }
};


static void
test_accept(void)
{
    size_t           i;
    ngx_str_t        accept;
    const accept_t  *a;

    for (i = 0; i < sizeof(accepts) / sizeof(accepts[0]); i++) {
        a = &accepts[i];
        accept = unit_text(a->accept);

        is_number(contentlib_negotiation_quality(&accept, "application",
                                                 "json"),
                  a->json, "JSON for \"%s\"", a->accept);
        is_number(contentlib_negotiation_quality(&accept, "text", "html"),
                  a->html, "HTML for \"%s\"", a->accept);
    }

    ngx_str_null(&accept);
    is_number(contentlib_negotiation_quality(&accept, "application", "json"),
              1000, "no header");

    accept = unit_repeat("text/plain;q=0.5, ", 10000);
    is_number(contentlib_negotiation_quality(&accept, "application", "json"),
              0, "a long header");
}


static void
test_page(void)
{
    size_t     i;
    ngx_str_t  accept;

    for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        accept = unit_text(pages[i].accept);

        is_number(contentlib_negotiation_page(&accept), pages[i].page,
                  "a page for \"%s\"", pages[i].accept);
    }

    ngx_str_null(&accept);
    is_number(contentlib_negotiation_page(&accept), 0, "none without Accept");
}


static void
test_if_none_match(void)
{
    size_t     i;
    ngx_str_t  header, etag;

    for (i = 0; i < sizeof(matches) / sizeof(matches[0]); i++) {
        header = unit_text(matches[i].header);
        etag = unit_text("\"abc\"");

        is_number(contentlib_negotiation_has(&header, &etag), matches[i].has,
                  "If-None-Match: %s", matches[i].header);
    }
}


/* arbitrary headers: within bounds, and nothing read beyond the end */

static void
test_random(void)
{
    size_t      i;
    ngx_str_t   header, etag;
    ngx_uint_t  n, quality;

    static const char  bytes[] = "**//,,;;qQ==..01 \tapplicationjsonW\"";

    for (n = 0; n < 20000; n++) {
        header = unit_repeat("x", unit_random(40));
        etag = unit_text("\"a\"");

        for (i = 0; i < header.len; i++) {
            header.data[i] = (u_char) bytes[unit_random(sizeof(bytes) - 1)];
        }

        quality = contentlib_negotiation_quality(&header, "application",
                                                 "json");

        hold(quality <= 1000, "a quality of %lu", (unsigned long) quality);
        (void) contentlib_negotiation_has(&header, &etag);

        unit_clear();
    }

    held("20000 random headers");
}


int
main(void)
{
    test_accept();
    test_page();
    test_if_none_match();
    test_random();

    return unit_done();
}
