/* Lines of JSON to a program and back, through one socket that is both its streams.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/peers/conversation.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/interrupt.h"
#include "harness/plugin/guest/child.h"
#include "harness/speed/benchmarks/bench_process.h"

extern char **environ;

enum { first_room = 4096, milliseconds_between_looks = 100 };
static const double seconds_to_end = 1;

int conversation_start(struct conversation *c, const char *program, const char *script,
                       struct diagnostic *d) {
    int end[2];
    *c = (struct conversation){.stream = -1, .text = malloc(first_room)};
    if (c->text == NULL)
        return message_set(d, "out of memory");
    c->room = first_room;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, end) != 0) {
        message_set(d, "%s cannot be talked to: %s", program, strerror(errno));
        conversation_end(c);
        return -1;
    }
    /* A program that is begun later does not keep this one's stream open. */
    fcntl(end[0], F_SETFD, FD_CLOEXEC);
    fcntl(end[1], F_SETFD, FD_CLOEXEC);
    const int file[2][2] = {{end[1], STDIN_FILENO}, {end[1], STDOUT_FILENO}};
    char *const arguments[] = {(char *)program, (char *)script, NULL};
    const struct bench_child child = {program, arguments, environ, 2, file};
    const int error = bench_start(&c->process, &child);
    close(end[1]);
    c->stream = end[0];
    if (error == 0)
        return 0;
    c->process = 0;
    message_set(d, "%s cannot be started: %s", program, strerror(error));
    conversation_end(c);
    return -1;
}

void conversation_end(struct conversation *c) {
    int status;
    if (c->stream >= 0)
        close(c->stream);
    if (c->process > 0)
        child_reap(c->process, seconds_to_end, &status);
    free(c->text);
    *c = (struct conversation){.stream = -1};
}

static int say(const struct conversation *c, const json_t *question,
               struct diagnostic *d) {
    char *text = json_dumps(question, JSON_NUMBER_FLAGS);
    size_t length = text != NULL ? strlen(text) : 0, said = 0;
    if (text == NULL)
        return message_set(d, "out of memory");
    text[length++] = '\n'; /* in place of its end */
    while (said < length) {
        ssize_t part = send(c->stream, text + said, length - said, MSG_NOSIGNAL);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0)
            break;
        said += (size_t)part;
    }
    free(text);
    return said == length ? 0 : message_set(d, "the program has ended");
}

/* Waits for more of what is said; 0: it has come. */
static int hear(struct conversation *c, double deadline, struct diagnostic *d) {
    struct pollfd stream = {.fd = c->stream, .events = POLLIN};
    if (c->length + 1 >= c->room) {
        char *text = realloc(c->text, 2 * c->room);
        if (text == NULL)
            return message_set(d, "out of memory");
        c->text = text;
        c->room *= 2;
    }
    do {
        if (interrupt_came())
            return message_set(d, "interrupted");
        if (stopwatch_seconds() > deadline)
            return message_set(d, "the program takes too long");
    } while (poll(&stream, 1, milliseconds_between_looks) <= 0);
    ssize_t part = read(c->stream, c->text + c->length, c->room - c->length - 1);
    if (part <= 0)
        return message_set(d, "the program has ended without an answer");
    c->length += (size_t)part;
    return 0;
}

int conversation_ask(struct conversation *c, const json_t *question, json_t **answer,
                     double seconds, struct diagnostic *d) {
    const double deadline = stopwatch_seconds() + seconds;
    json_error_t error;
    *answer = NULL;
    if (question != NULL && say(c, question, d))
        return -1;
    char *end = NULL;
    while ((end = memchr(c->text, '\n', c->length)) == NULL)
        if (hear(c, deadline, d))
            return -1;
    *end = '\0';
    *answer = json_loads(c->text, 0, &error);
    const size_t line = (size_t)(end - c->text) + 1;
    memmove(c->text, c->text + line, c->length - line);
    c->length -= line;
    return *answer != NULL
               ? 0
               : message_set(d, "what the program says is not JSON: %s", error.text);
}
