/* What host and guest say to each other, over a socket.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/packet.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

/* More than this in a packet is a sign that the guest's memory is not what it was. */
enum { most_numbers = 1 << 26, most_text = 1 << 22, mark = 0x68737470 };

struct head {
    int mark, kind, traits, numbers, text;
};

int packet_alloc(struct packet *p, int numbers_room) {
    *p = (struct packet){0};
    p->text = calloc(1, 1);
    p->text_room = 1;
    return p->text == NULL || packet_make_room(p, numbers_room);
}

void packet_free(struct packet *p) {
    free(p->number);
    free(p->text);
    *p = (struct packet){0};
}

int packet_make_room(struct packet *p, int numbers) {
    if (numbers <= p->numbers_room && p->number != NULL)
        return 0;
    double *larger = malloc(((size_t)numbers + 1) * sizeof *larger);
    if (larger == NULL)
        return -1;
    free(p->number);
    p->number = larger;
    p->numbers_room = numbers;
    return 0;
}

static int make_text_room(struct packet *p, int room) {
    if (room <= p->text_room)
        return 0;
    char *larger = realloc(p->text, (size_t)room);
    if (larger == NULL)
        return -1;
    p->text = larger;
    p->text_room = room;
    return 0;
}

void packet_set_text(struct packet *p, const char *text) {
    size_t length = strlen(text);
    if (length >= most_text)
        length = most_text - 1;
    if (make_text_room(p, (int)length + 1))
        length = 0;
    memcpy(p->text, text, length);
    p->text[length] = '\0';
}

/* In one piece, as far as the socket takes it: a reader is woken once, not by each part. */
static int send_all(int socket, struct iovec *part, size_t parts) {
    size_t k = 0;
    while (k < parts) {
        const struct msghdr message = {.msg_iov = part + k, .msg_iovlen = parts - k};
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return -1;
        for (; k < parts && (size_t)sent >= part[k].iov_len; k++)
            sent -= (ssize_t)part[k].iov_len;
        if (k < parts) {
            part[k].iov_base = (char *)part[k].iov_base + sent;
            part[k].iov_len -= (size_t)sent;
        }
    }
    return 0;
}

static int receive_all(int socket, void *data, size_t size) {
    char *at = data;
    while (size > 0) {
        ssize_t came = recv(socket, at, size, 0);
        if (came < 0 && errno == EINTR)
            continue;
        if (came <= 0)
            return -1;
        at += came;
        size -= (size_t)came;
    }
    return 0;
}

int packet_send(int socket, const struct packet *p) {
    struct head head = {mark, p->kind, p->traits, p->numbers, (int)strlen(p->text)};
    struct iovec part[] = {{&head, sizeof head},
                           {p->number, (size_t)p->numbers * sizeof *p->number},
                           {p->text, (size_t)head.text}};
    return send_all(socket, part, sizeof part / sizeof *part);
}

int packet_receive(int socket, struct packet *p) {
    struct head head;
    if (receive_all(socket, &head, sizeof head))
        return -1;
    bool is_packet = head.mark == mark && head.numbers >= 0 &&
                     head.numbers <= most_numbers && head.text >= 0 &&
                     head.text < most_text;
    if (!is_packet || packet_make_room(p, head.numbers) ||
        make_text_room(p, head.text + 1))
        return -1;
    p->numbers = 0;
    p->text[head.text] = '\0';
    if (receive_all(socket, p->number, (size_t)head.numbers * sizeof *p->number) ||
        receive_all(socket, p->text, (size_t)head.text))
        return -1;
    p->kind = head.kind;
    p->traits = head.traits;
    p->numbers = head.numbers;
    return 0;
}
