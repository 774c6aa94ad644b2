/* The host's side of a guest process (guest.h): starts it, asks it, ends it, and finds out
 * what has become of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_HOST_H
#define HARNESS_PLUGIN_HOST_H

#include <sys/types.h>

#include "harness/plugin/activity.h"
#include "harness/plugin/packet.h"
#include "harness/plugin/plugin.h"

struct host {
    const struct plugin *plugin;
    struct model *model;
    struct subject_options options;
    pid_t guest;    /* 0: there is none */
    int late_calls; /* how many guests were ended because a call took too long */
    int socket;
    struct activity *activity;
    struct packet request, answer;
    struct diagnostic why;
};

/* *h refers to the plug-in and the model, and may not be moved; no guest yet. Nonzero: out of
 * memory. Freed with host_free in any case. */
int host_init(struct host *h, const struct plugin *p, struct model *m,
              const struct subject_options *options);
void host_free(struct host *h);

/* Starts a guest, and hears in h->answer of its integrator. What it comes to, with h->why;
 * there is a guest after OUTCOME_DONE only. */
enum packet_outcome host_start(struct host *h);

/* h->answer := the guest's to h->request. With OUTCOME_BROKEN there is no guest any more, and
 * h->why says what has happened. */
enum packet_outcome host_ask(struct host *h);

/* Ends the guest, if there is one: asks it to, and kills it if it does not. */
void host_end(struct host *h);

#endif
