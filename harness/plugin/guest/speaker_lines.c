/* A program that is an integrator: the lines to it and from it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/guest/speaker.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { read_size = 4096 };

/* The longest line: so many characters, and so many more for each component of the state. */
enum { longest_line = 65536, longest_of_component = 128 };

static int make_said_room(struct speaker *p, size_t more) {
    if (p->said_length + more <= p->said_room)
        return 0;
    size_t room = 2 * p->said_room + more;
    char *larger = realloc(p->said, room);
    if (larger == NULL)
        return speaker_lose(p, "out of memory");
    p->said = larger;
    p->said_room = room;
    return 0;
}

void speaker_say(struct speaker *p, const char *word) {
    size_t length = strlen(word);
    if (make_said_room(p, length + 1))
        return;
    memcpy(p->said + p->said_length, word, length);
    p->said_length += length;
    p->said[p->said_length++] = ' ';
}

/* 17 significant digits are enough to read the same number back. */
void speaker_say_numbers(struct speaker *p, const double *number, int count) {
    char text[32];
    for (int i = 0; i < count; i++) {
        snprintf(text, sizeof text, "%.17g", number[i]);
        speaker_say(p, text);
    }
}

int speaker_send(struct speaker *p) {
    size_t length = p->said_length, sent = 0;
    p->said_length = 0;
    if (p->is_lost || length == 0)
        return -1;
    p->said[length - 1] = '\n';
    while (sent < length) {
        ssize_t written = write(p->to, p->said + sent, length - sent);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return speaker_lose_process(p);
        sent += (size_t)written;
    }
    return 0;
}

/* Reads some more behind what there is. */
static int read_more(struct speaker *p) {
    const size_t longest = longest_line + (size_t)p->nx * longest_of_component;
    if (p->length > longest)
        return speaker_lose(p,
                            "the integrator wrote a line of more than %zu characters: "
                            "'%.60s...'",
                            longest, p->heard);
    if (p->room - p->length < read_size) {
        char *larger = realloc(p->heard, 2 * p->room + read_size + 1);
        if (larger == NULL)
            return speaker_lose(p, "out of memory");
        p->heard = larger;
        p->room = 2 * p->room + read_size;
    }
    ssize_t came = read(p->from, p->heard + p->length, p->room - p->length);
    if (came < 0 && errno == EINTR)
        return 0;
    if (came <= 0)
        return speaker_lose_process(p);
    p->length += (size_t)came;
    return 0;
}

/* Nothing else is to be heard of this line. */
static void forget_line(struct speaker *p) {
    if (p->line_length > 0)
        memmove(p->heard, p->heard + p->line_length, p->length - p->line_length);
    p->length -= p->line_length;
    p->line_length = 0;
}

int speaker_hear(struct speaker *p, char **line) {
    char *end = NULL;
    size_t looked_at = 0;
    forget_line(p);
    if (p->is_lost)
        return -1;
    while (end == NULL) {
        if (p->length > looked_at)
            end = memchr(p->heard + looked_at, '\n', p->length - looked_at);
        looked_at = p->length;
        if (end == NULL && read_more(p))
            return -1;
    }
    p->line_length = (size_t)(end - p->heard) + 1;
    *end = '\0';
    if (end > p->heard && end[-1] == '\r')
        end[-1] = '\0';
    *line = p->heard;
    return 0;
}

bool speaker_has_said_more(struct speaker *p) {
    struct pollfd polled = {.fd = p->from, .events = POLLIN};
    forget_line(p);
    return p->length > 0 || (poll(&polled, 1, 0) > 0 && (polled.revents & POLLIN) != 0);
}
