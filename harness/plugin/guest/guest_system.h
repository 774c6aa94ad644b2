/* A model's functions as the callbacks of halfstep_integrator.h.
 *
 *     x' = (N(q) v, f(t, q, y)),   N+ N = I
 *
 * The functions are those that our own integrators run. A value that is not finite is handed
 * over, and the call reports failure.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_GUEST_SYSTEM_H
#define HARNESS_PLUGIN_GUEST_SYSTEM_H

#include "harness/integrators/bind/bind.h"
#include "harness/integrators/peers/peer_system.h"
#include "harness/plugin/activity.h"
#include "harness/plugin/call_log.h"
#include "harness/plugin/halfstep_integrator.h"

/* The Jacobian of a larger system is not handed over: it would not fit into memory. */
enum { GUEST_MOST_DENSE_STATES = 20000 };

struct guest_system {
    struct halfstep_system system; /* what the integrator gets; refers to all of this */
    struct model *model;
    struct binding *binding;
    bool has_jacobian;
    struct peer_system jacobian; /* made by the first call that needs it */
    struct speaker *speaker;     /* that the integrator is; NULL: it is a library */
    struct activity *activity;
    long calls[CALLBACKS]; /* since they were last set to zero */
    /* Of derivative and rates together, counted so: it fails, once; 0: none. By NaN: it
     * succeeds, with rates that are not numbers. */
    long failing_call;
    bool fails_by_nan;
    struct modes_visit visit; /* of one callback */
    struct call_log log;
    struct guest_model *about;             /* NULL: nothing is said of the model */
    struct guest_constrained *constrained; /* NULL: not handed over */
    void (*turn)(void *of_turn); /* NULL, or called at the beginning of each callback */
    void *of_turn;
};

/* *s refers to m and *activity, and may not be moved. Nonzero: *d says why. Freed with
 * guest_system_clear in any case. */
int guest_system_init(struct guest_system *s, struct model *m, struct activity *activity,
                      struct diagnostic *d);
void guest_system_clear(struct guest_system *s);

/* Around what a callback does: `end` returns what the callback does, which looks at the values.
 * Callbacks of one system do not overlap. */
void guest_system_begin(struct guest_system *s, enum activity_callback callback);
int guest_system_end(struct guest_system *s, int failed, const double *value, int count);

/* qdot[nq] := N(q) v, and v[nv] := N+(q) qdot: where the system has no N+, the least-squares
 * solution of N(q) v = q'. Arrays without elements may be NULL. Nonzero: there is none, or memory
 * runs out. */
int guest_map(const struct integrator_system *system, const double *q, const double *v,
              double *qdot);
int guest_unmap(const struct integrator_system *system, const double *q,
                const double *qdot, double *v);

/* ---- guest_model.c */
/* Fills those members of s->system. Nonzero: *d says why. Freed with guest_model_clear in any
 * case. */
int guest_model_make(struct guest_system *s, struct diagnostic *d);
void guest_model_clear(struct guest_system *s);

/* ---- guest_constrained.c */
/* Fills those members of s->system, for an integrator that wants them. Nonzero: *d says why. Freed
 * with guest_constrained_clear in any case. */
int guest_constrained_make(struct guest_system *s, struct diagnostic *d);
void guest_constrained_clear(struct guest_system *s);

#endif
