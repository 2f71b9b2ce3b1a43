
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: a server process on the loopback, with one connection and
 * one request at a time.
 */


#ifndef _UNIT_SERVER_H_INCLUDED_
#define _UNIT_SERVER_H_INCLUDED_


#include <unit.h>

#include <arpa/inet.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>


typedef void (*unit_answer_pt)(int fd, const char *request);


/* writes "http://127.0.0.1:PORT/"; the caller must kill it */

static inline pid_t
unit_server(char *address, size_t size, unit_answer_pt answer)
{
    int                 listening, fd;
    char                request[4096];
    pid_t               pid;
    ssize_t             n;
    socklen_t           len;
    struct sockaddr_in  sin;

    len = sizeof(sin);
    ngx_memzero(&sin, len);
    sin.sin_family = AF_INET;
    sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);

    listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (listening == -1
        || bind(listening, (struct sockaddr *) &sin, len) == -1
        || listen(listening, 16) == -1
        || getsockname(listening, (struct sockaddr *) &sin, &len) == -1
        || (pid = fork()) == -1)
    {
        printf("Bail out! no server: %s\n", strerror(errno));
        exit(2);
    }

    (void) snprintf(address, size, "http://127.0.0.1:%d/",
                    ntohs(sin.sin_port));

    if (pid != 0) {
        (void) close(listening);
        return pid;
    }

    (void) prctl(PR_SET_PDEATHSIG, SIGKILL);

    for ( ;; ) {
        fd = accept(listening, NULL, NULL);
        n = recv(fd, request, sizeof(request) - 1, 0);

        if (n > 0) {
            request[n] = '\0';
            answer(fd, request);
        }

        (void) close(fd);
    }
}


#endif /* _UNIT_SERVER_H_INCLUDED_ */
