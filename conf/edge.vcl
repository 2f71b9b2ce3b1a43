# An edge with Varnish in place of conf/edge.conf.  See docs/scaling.md.

vcl 4.1;

import directors;

probe root {
    .request =
        "GET /api/v1/ HTTP/1.1"
        "Host: api.example.com"
        "Connection: close";
    .interval = 2s;
    .timeout = 1s;
}

backend origin1 {
    .host = "10.0.0.11";
    .port = "80";
    .connect_timeout = 1s;
    .first_byte_timeout = 3s;
    .probe = root;
}

backend origin2 {
    .host = "10.0.0.12";
    .port = "80";
    .connect_timeout = 1s;
    .first_byte_timeout = 3s;
    .probe = root;
}

backend origin3 {
    .host = "10.0.0.13";
    .port = "80";
    .connect_timeout = 1s;
    .first_byte_timeout = 3s;
    .probe = root;
}

acl publishers {
    "127.0.0.1";
    "10.0.0.0"/24;
}

sub vcl_init {
    new origins = directors.shard();

    origins.add_backend(origin1);
    origins.add_backend(origin2);
    origins.add_backend(origin3);
    origins.reconfigure();
}

sub vcl_recv {
    # removes all responses of a library from the cache:
    # curl -X BAN -H "Surrogate-Key: DIGEST" http://edge/

    if (req.method == "BAN") {
        if (client.ip !~ publishers) {
            return (synth(403));
        }

        ban("obj.http.Surrogate-Key == " + req.http.Surrogate-Key);
        return (synth(200));
    }

    set req.backend_hint = origins.backend();
    set req.http.Host = "api.example.com";
    unset req.http.Cookie;

    # An expired response is used for 5 seconds.  If no origin responds, or an
    # origin responds with an error, it is used for a day.

    if (req.restarts == 0) {
        set req.grace = 5s;
        unset req.http.X-Restarted;

    } else {
        set req.grace = 1d;
        set req.http.X-Restarted = "1";
    }

    # two forms: the page for browsers, and JSON

    if (req.http.Accept ~ "(?i)^text/html") {
        set req.http.Accept = "text/html";

    } else {
        set req.http.Accept = "application/json";
    }
}

sub vcl_backend_response {
    # an error that was stored would hide the old response after the restart

    if (beresp.status >= 500
        && (bereq.is_bgfetch || !bereq.http.X-Restarted))
    {
        return (abandon);
    }

    # errors have no Cache-Control header

    if (beresp.http.Cache-Control) {
        set beresp.grace = 1d;

    } else {
        set beresp.ttl = 1s;
        set beresp.grace = 0s;
    }
}

sub vcl_backend_fetch {
    # a repeated request goes to another origin

    if (bereq.retries > 0) {
        set bereq.backend = origins.backend(alt = bereq.retries);
    }
}

sub vcl_backend_error {
    if (bereq.retries < 2) {
        return (retry);
    }
}

sub vcl_deliver {
    if (resp.status >= 500 && req.restarts == 0) {
        return (restart);
    }
}

# an error that was abandoned

sub vcl_synth {
    if (resp.status == 503 && req.restarts == 0) {
        return (restart);
    }
}
