/* The host's side of a guest process (guest.h): starts it, asks it, ends it, and finds out
 * what has become of it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_HOST_H
#define HARNESS_PLUGIN_HOST_H

#include <sys/types.h>

#include "harness/integrators/subject_options.h"
#include "harness/plugin/packet.h"
#include "harness/plugin/plugin.h"

struct activity;  /* harness/plugin/activity.h */
struct attendant; /* harness/plugin/guest/attendant.h */

struct host {
    const struct plugin *plugin;
    struct model *model;
    struct subject_options options;
    pid_t guest;                 /* its keeper (keeper.h); 0: there is none */
    struct attendant *attendant; /* of the guest's program (attendant.h); NULL: its own */
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

/* Ends the guest, if there is one: asks it to, and kills it if it does not. OUTCOME_BROKEN: that
 * was a fault, and h->why says which. */
enum packet_outcome host_end(struct host *h);

/* The same of one that refused: h->why stays. */
void host_end_refused(struct host *h);

/* Ends the guest without asking: it is of no more use. */
void host_discard(struct host *h);

/* Ends the guest whose end of the socket is closed, or says what makes no sense, or whose call
 * took longer than limit seconds: a fault, which h->why says. */
enum packet_outcome host_lose(struct host *h);
enum packet_outcome host_end_late(struct host *h, double limit);

/* Takes h->why down in the plug-in's record. Returns OUTCOME_BROKEN. */
enum packet_outcome host_note_fault(struct host *h);

/* Takes down that the integrator has changed the floating-point control modes, if it has. */
void host_note_modes(struct host *h);

#endif
