/* The process that an integrator from outside runs in. It has the model's functions, does
 * what its host asks for, and ends with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUEST_H
#define HARNESS_PLUGIN_GUEST_H

#include <sys/types.h>

#include "harness/plugin/guest/guarded.h"
#include "harness/plugin/guest/guest_system.h"
#include "harness/plugin/guest/speaker.h"
#include "harness/plugin/packet.h"
#include "harness/plugin/plugin.h"

struct guest {
    const struct plugin *plugin;
    struct model *model;
    const struct subject_options *options;
    struct activity *activity;
    int socket;
    /* The program where it serves several systems (attendant.h), and how it has ended; NULL: it
     * is started for this system alone. */
    int to, from;
    struct activity *program;

    struct speaker speaker; /* if it is one: it = &speaker.it, else &library */
    struct halfstep_integrator library;
    const struct halfstep_integrator *it;
    void *self; /* NULL: not created */
    bool takes_max_step;
    double longest; /* the option max-step as it was set; NaN: it was not */
    struct guest_system system;
    int nx;
    struct guarded state, estimate; /* what the integrator writes */
    double t, *x, *error;           /* after the last step that succeeded */
    double told;        /* t, or the end of a run that it is at but for rounding */
    bool untouched;     /* nothing has been tried since the start */
    bool is_not_finite; /* a state or an estimate was not */
    struct diagnostic why;
};

/* The guest's exit status where a program that serves several systems has left this one well, and
 * may be given the next. */
enum { GUEST_LEFT_WELL = 3 };

/* Does what the host asks for until it is told to end, or the host is gone; does not
 * return. */
_Noreturn void guest_run(struct guest *g, pid_t keeper);

/* What a process does first that was forked for an integrator: it gets a signal when its parent
 * ends, has the usual ways with signals, only such files of its host's as it needs, and nothing
 * to read or to be written between the host's own output. */
void guest_end_with(pid_t parent, int signal);
void guest_reset_signals(void);
void guest_close_files(const struct guest *g); /* but its own */
void guest_redirect_streams(void);

/* it := what the plugin's place holds; then guest_create. */
enum packet_outcome guest_load(struct guest *g);

/* Puts into the system what the integrator wants of it besides its functions. Nonzero: g->why says
 * why it cannot be given that system. */
int guest_prepare(struct guest *g);

/* self := an integrator with all options set. `longest`: the option max-step, if the
 * integrator takes it; NaN: none. g->why says why not. */
enum packet_outcome guest_create(struct guest *g, double longest);
void guest_destroy(struct guest *g);

/* Whether it is a program that cannot be talked to any more, as g->why then says. */
bool guest_is_lost(struct guest *g);

/* Calls the integrator's why: g->why := "WHAT failed: ...". */
enum packet_outcome guest_fail(struct guest *g, const char *what);

/* What the requests of these names do; g->why says what went wrong. */
enum packet_outcome guest_start(struct guest *g, double t, const double *x);
enum packet_outcome guest_step(struct guest *g, double h, int count);
enum packet_outcome guest_advance(struct guest *g, double h, double t_final);
enum packet_outcome guest_run_to(struct guest *g, double h, double t_final);

/* Reads time and state into *t and g->state, and checks them. */
enum packet_outcome guest_read_state(struct guest *g, double *t);

/* g->error := the last step's estimate, NaN where there is none. */
enum packet_outcome guest_read_estimate(struct guest *g);

/* *differing := how many of the values of two runs (t, x[nx], h, steps in the request) are not
 * the same when they are made in two threads at once. */
enum packet_outcome guest_threads(struct guest *g, const struct packet *request,
                                  double *differing);

/* The same when another integrator makes steps of another model in this process, before and between
 * them. */
enum packet_outcome guest_beside(struct guest *g, const struct packet *request,
                                 double *differing);

/* What the integrator tells besides its state, as the answer to that request, NaN what it does
 * not; of gaps that it does not tell those of the model at its state. Nonzero: out of memory. */
int guest_tell(struct guest *g, struct packet *answer);

/* The state at t within the last step, as the answer to that request. Nonzero: out of memory. */
int guest_interpolate(struct guest *g, double t, struct packet *answer);

/* The statistics, as the answer to that request. Nonzero: out of memory. */
int guest_statistics(struct guest *g, struct packet *answer);

#endif
