/* What a guest is at, in memory that it shares with its host: the host reads there which of
 * the integrator's functions hangs or has crashed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PLUGIN_ACTIVITY_H
#define HARNESS_PLUGIN_ACTIVITY_H

#include <stdatomic.h>
#include <stddef.h>

#include "harness/plugin/modes.h"

/* The functions of an integrator, and what comes before them. */
#define ACTIVITY_CALL_LIST(ENTRY)                                                        \
    ENTRY(NONE, "no call")                                                               \
    ENTRY(LOAD, "loading")                                                               \
    ENTRY(DESCRIBE, "halfstep_integrator")                                               \
    /* a program's first answer */ ENTRY(INTRODUCE, "introduction")                      \
    ENTRY(CREATE, "create")                                                              \
    ENTRY(DESTROY, "destroy")                                                            \
    ENTRY(SET_OPTION, "set_option")                                                      \
    ENTRY(START, "start")                                                                \
    ENTRY(STEP, "step")                                                                  \
    ENTRY(STATE, "state")                                                                \
    ENTRY(ESTIMATE, "estimate")                                                          \
    ENTRY(ADVANCE, "advance")                                                            \
    ENTRY(STATISTIC, "statistic")                                                        \
    ENTRY(WHY, "why")                                                                    \
    ENTRY(REFUSAL, "refusal")                                                            \
    /* energy, gaps, impulses, multipliers, own_time or interpolate */                   \
    ENTRY(TELL, "telling what it is asked")                                              \
    /* of which of them is not known */                                                  \
    ENTRY(IN_THREADS, "call in one of two threads")                                      \
    /* of a program */ ENTRY(END, "end")
#define CALL_ENTRY(name, text) CALL_##name,
enum activity_call { ACTIVITY_CALL_LIST(CALL_ENTRY) CALLS };
#undef CALL_ENTRY

/* The functions of the system that an integrator may call meanwhile. */
#define ACTIVITY_CALLBACK_LIST(ENTRY)                                                    \
    ENTRY(NONE, "nothing")                                                               \
    ENTRY(DERIVATIVE, "derivative")                                                      \
    ENTRY(RATES, "rates")                                                                \
    ENTRY(MAP, "map")                                                                    \
    ENTRY(UNMAP, "unmap")                                                                \
    ENTRY(JACOBIAN, "jacobian")                                                          \
    ENTRY(JACOBIAN_ENTRIES, "jacobian_entries")                                          \
    ENTRY(FREE_RATES, "free_rates")                                                      \
    ENTRY(FORCES, "forces")                                                              \
    ENTRY(MASS, "mass")                                                                  \
    ENTRY(JOINT_POSITION, "joint_position")                                              \
    ENTRY(JOINT_VELOCITY, "joint_velocity")                                              \
    ENTRY(JOINT_DYNAMICS, "joint_dynamics")                                              \
    ENTRY(GAPS, "gaps")                                                                  \
    ENTRY(CONTACT_ROWS, "contact_rows")
#define CALLBACK_ENTRY(name, text) CALLBACK_##name,
enum activity_callback { ACTIVITY_CALLBACK_LIST(CALLBACK_ENTRY) CALLBACKS };
#undef CALLBACK_ENTRY

/* What a guest uses too much of. */
enum activity_excess { EXCESS_NONE, EXCESS_MEMORY, EXCESS_PROCESSES };

/* So many processes at a time are more than any that computes needs, and few beside what a
 * machine has. */
enum { ACTIVITY_MOST_PROCESSES = 256 };

struct activity {
    atomic_int call, callback;
    atomic_int threads;  /* 1: two threads call it at once */
    atomic_long changes; /* grows with every call that begins or ends */
    unsigned seconds;    /* a guest whose call takes longer ends itself */
    struct modes modes;  /* that a call has to leave as they were */
    atomic_int modes_changes, modes_call; /* what was not, and the call that did it */
    atomic_int last_call;
    atomic_int status; /* the guest's end, as waitpid has it */
    atomic_int excess; /* what it was ended for, of enum activity_excess */
};

/* Memory that a process shares with those it forks; NULL: there is none. The caller frees it
 * with activity_free, which takes NULL. */
struct activity *activity_alloc(double seconds_limit);
void activity_free(struct activity *a);

/* Zeros that a process shares with those it forks; NULL: there is no memory. The caller frees
 * them with activity_unshare, which takes NULL. */
void *activity_share(size_t size);
void activity_unshare(void *memory, size_t size);

/* The call that the guest is in. */
enum activity_call activity_call_now(struct activity *a);

/* How many times the limit of a call this one may take: a program that loads large libraries before
 * its first line takes seconds, and many more on a busy machine, which is no fault of its steps. */
int activity_patience(enum activity_call call);

/* Called by the guest around each call of the integrator. */
void activity_begin(struct activity *a, enum activity_call call);
void activity_end(struct activity *a);

/* Called by the guest when a request is done: notes what activity_end does not see of the modes,
 * which is long double's. */
void activity_check_modes(struct activity *a);

/* "step", or "loading"; "derivative". Static text. */
const char *activity_call_name(int call);
const char *activity_callback_name(int callback);

#endif
