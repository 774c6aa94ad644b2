/* What host and guest say to each other, over a socket.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/plugin/packet.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "harness/base/stopwatch.h"

/* More than this in a packet is a sign that the guest's memory is not what it was. */
enum { most_numbers = 1 << 26, most_text = 1 << 22, mark = 0x68737470 };

/* From a packet's beginning to its end, and what a busy machine moves at the least. */
static const double seconds_of_packet = 10, bytes_per_second = 1e6;

struct head {
    int mark, kind, traits, numbers, text;
};

int packet_alloc(struct packet *p, int numbers_room) {
    *p = (struct packet){0};
    p->text = calloc(1, 1);
    p->text_room = 1;
    p->seconds = seconds_of_packet;
    return p->text == NULL || packet_make_room(p, numbers_room);
}

void packet_free(struct packet *p) {
    free(p->number);
    free(p->text);
    *p = (struct packet){0};
}

/* Makes room for as many numbers, keeping the first bytes of those that there are. */
static int grow(struct packet *p, int numbers, size_t kept) {
    if (numbers <= p->numbers_room && p->number != NULL)
        return 0;
    double *larger = malloc(((size_t)numbers + 1) * sizeof *larger);
    if (larger == NULL)
        return -1;
    if (kept > 0)
        memcpy(larger, p->number, kept);
    free(p->number);
    p->number = larger;
    p->numbers_room = numbers;
    return 0;
}

int packet_make_room(struct packet *p, int numbers) {
    return grow(p, numbers, 0);
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

/* Waits for the first bytes of a packet, as many as there are. */
static enum packet_arrival receive_first(int socket, struct head *head, struct packet *p,
                                         size_t *came) {
    struct iovec part[] = {{head, sizeof *head},
                           {p->number, (size_t)p->numbers_room * sizeof *p->number}};
    struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
    ssize_t size;
    do
        size = recvmsg(socket, &message, 0);
    while (size < 0 && errno == EINTR);
    if (size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return PACKET_AWAITED;
    *came = size > 0 ? (size_t)size : 0;
    return size > 0 ? PACKET_CAME : PACKET_LOST;
}

/* What comes of a packet behind its first bytes. */
struct rest {
    int socket;
    double seconds, began; /* began: 0 before the first of it is asked for */
    size_t came;
};

/* A packet that has begun is waited for, however busy the machine is; but neither half of one
 * nor one that drips is waited for without end. */
static bool is_late(struct rest *r) {
    const double now = stopwatch_seconds();
    if (r->began == 0)
        r->began = now;
    return now - r->began > r->seconds + (double)r->came / bytes_per_second;
}

/* What is still to come of `size` bytes, of which `came` are there. */
static int receive_rest(struct rest *r, void *data, size_t came, size_t size) {
    while (came < size) {
        if (is_late(r))
            return -1;
        ssize_t more = recv(r->socket, (char *)data + came, size - came, 0);
        const bool waits =
            more < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
        if (more <= 0 && !waits)
            return -1;
        came += more > 0 ? (size_t)more : 0;
        r->came += more > 0 ? (size_t)more : 0;
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

static bool is_head(const struct head *h) {
    return h->mark == mark && h->numbers >= 0 && h->numbers <= most_numbers &&
           h->text >= 0 && h->text < most_text;
}

/* `came` bytes behind the head are in p->number: numbers, and the text if it has come, too. */
static int receive_content(struct rest *r, const struct head *head, size_t came,
                           struct packet *p) {
    const size_t size = (size_t)head->numbers * sizeof *p->number;
    const size_t of_text = came > size ? came - size : 0;
    if (of_text > (size_t)head->text || grow(p, head->numbers, came) ||
        make_text_room(p, head->text + 1))
        return -1;
    memcpy(p->text, (const char *)p->number + size, of_text);
    p->text[head->text] = '\0';
    return receive_rest(r, p->number, came - of_text, size) ||
           receive_rest(r, p->text, of_text, (size_t)head->text);
}

enum packet_arrival packet_receive(int socket, struct packet *p) {
    struct head head;
    size_t came;
    p->numbers = 0;
    enum packet_arrival arrival = receive_first(socket, &head, p, &came);
    if (arrival != PACKET_CAME)
        return arrival;
    const size_t of_head = came < sizeof head ? came : sizeof head;
    struct rest rest = {.socket = socket, .seconds = p->seconds};
    if (receive_rest(&rest, &head, of_head, sizeof head) || !is_head(&head) ||
        receive_content(&rest, &head, came - of_head, p))
        return PACKET_LOST;
    p->kind = head.kind;
    p->traits = head.traits;
    p->numbers = head.numbers;
    return PACKET_CAME;
}
