/* What host and guest say to each other, over a socket: a word, numbers and a text.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_PACKET_H
#define HARNESS_PLUGIN_PACKET_H

/* What the host asks for. Each is answered by one packet. */
enum packet_request {
    REQUEST_START,       /* numbers t, x[nx]; answered like STEPS */
    REQUEST_STEPS,       /* h, count; answered by t, x[nx], error[nx] if it has one */
    REQUEST_ADVANCE,     /* h, t_final; likewise */
    REQUEST_RUN,         /* h, t_final; likewise */
    REQUEST_STATISTICS,  /* answered by numbers, and their names as lines of the text */
    REQUEST_CALLS,       /* answered by the call log of the last request (call_log.h) */
    REQUEST_TELL,        /* answered by own time, energy, gaps, impulses, multipliers */
    REQUEST_INTERPOLATE, /* t; answered by x[nx], or no numbers: it does not know */
    REQUEST_THREADS, /* t, x[nx], h, steps; answered by a number: how many values differ */
    REQUEST_BESIDE,  /* the same, of steps beside unrelated work */
    REQUEST_END      /* not answered */
};

/* What the guest answers; but for OUTCOME_DONE the text says why. */
enum packet_outcome {
    OUTCOME_DONE,
    OUTCOME_REFUSED, /* nothing has begun: not an integrator, or not such an option */
    OUTCOME_FAILED,  /* as a step may fail: the integrator can go on */
    OUTCOME_BROKEN   /* it broke its promises; what it does after that means nothing */
};

struct packet {
    int kind;    /* one of the two enumerations above */
    int traits;  /* sum of packet_traits */
    int numbers; /* as many are in number[] */
    double *number;
    char *text; /* never NULL after packet_alloc */
    int numbers_room, text_room;
    double seconds; /* from the beginning to the end of one that comes */
};

/* Of the guest's first answer what the integrator has; of a later one with OUTCOME_BROKEN
 * whether that is for values that are not finite, as a step may be too long for a model. */
enum packet_traits {
    TRAIT_ESTIMATE = 1,
    TRAIT_ADVANCE = 2,
    TRAIT_STATISTICS = 4,
    TRAIT_NOT_FINITE = 8,
    TRAIT_MAX_STEP = 16,
    TRAIT_JOINTS = 32,
    TRAIT_CONTACTS = 64,
    TRAIT_ENGINE = 128,
    TRAIT_MULTIPLIERS = 256,
    TRAIT_INTERPOLATE = 512,
    TRAIT_SEVERAL = 1024
};

/* Empty, with room for some numbers. Nonzero: out of memory. Freed with packet_free in any
 * case. */
int packet_alloc(struct packet *p, int numbers_room);
void packet_free(struct packet *p);

/* Makes room for as many numbers, keeping none. Nonzero: out of memory. */
int packet_make_room(struct packet *p, int numbers);

/* p->text := a copy, cut when memory runs out. */
void packet_set_text(struct packet *p, const char *text);

/* Goes on after interruptions. Nonzero: the other end is gone. */
int packet_send(int socket, const struct packet *p);

enum packet_arrival {
    PACKET_CAME,
    PACKET_AWAITED, /* nothing has come within the socket's limit (SO_RCVTIMEO) */
    PACKET_LOST /* the other end is gone, or what came is no packet, half of one, or too slow */
};

/* Waits for a packet; a socket's limit is for its first byte, p->seconds, and one more for each
 * megabyte, are for all that follows. No end sends a second packet before it has been answered,
 * so that a small one comes with one call of the system. But for PACKET_CAME *p has no numbers. */
enum packet_arrival packet_receive(int socket, struct packet *p);

#endif
