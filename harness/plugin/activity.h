/* What a guest is at, in memory that it shares with its host: the host reads there which of
 * the integrator's functions hangs or has crashed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_ACTIVITY_H
#define HARNESS_PLUGIN_ACTIVITY_H

#include <stdatomic.h>

/* The functions of an integrator, and what comes before them. */
enum activity_call {
    CALL_NONE,
    CALL_LOAD,
    CALL_DESCRIBE,
    CALL_INTRODUCE, /* a program's first answer */
    CALL_CREATE,
    CALL_DESTROY,
    CALL_SET_OPTION,
    CALL_START,
    CALL_STEP,
    CALL_STATE,
    CALL_ESTIMATE,
    CALL_ADVANCE,
    CALL_STATISTIC,
    CALL_WHY,
    CALL_IN_THREADS, /* of which of them is not known */
    CALLS
};

/* The functions of the system that an integrator may call meanwhile. */
enum activity_callback {
    CALLBACK_NONE,
    CALLBACK_DERIVATIVE,
    CALLBACK_RATES,
    CALLBACK_MAP,
    CALLBACK_UNMAP,
    CALLBACK_JACOBIAN,
    CALLBACKS
};

struct activity {
    atomic_int call, callback;
    atomic_int threads;  /* 1: two threads call it at once */
    atomic_long changes; /* grows with every call that begins or ends */
    unsigned seconds;    /* a guest whose call takes longer ends itself */
};

/* Memory that a process shares with those it forks; NULL: there is none. The caller frees it
 * with activity_free, which takes NULL. */
struct activity *activity_alloc(double seconds_limit);
void activity_free(struct activity *a);

/* A counter, 0, that a process shares with those it forks; NULL: there is no memory. The caller
 * frees it with activity_counter_free, which takes NULL. */
atomic_int *activity_counter_alloc(void);
void activity_counter_free(atomic_int *counter);

/* The call that the guest is in. */
enum activity_call activity_call_now(struct activity *a);

/* Called by the guest around each call of the integrator. */
void activity_begin(struct activity *a, enum activity_call call);
void activity_end(struct activity *a);

/* "step", or "loading"; "derivative". Static text. */
const char *activity_call_name(int call);
const char *activity_callback_name(int callback);

#endif
