/* Outcomes of every function of this library that can fail.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef FAST_STATUS_H
#define FAST_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/* Outcomes. A function that does not return FAST_OK has left time, state, error estimate
 * and its other outputs as they were; what a failed attempt has counted stays counted. */
#define FAST_STATUS_LIST(ENTRY)                                                          \
    ENTRY(FAST_OK, "success")                                                            \
    ENTRY(FAST_BAD_SYSTEM, "the system's sizes or callbacks do not fit together")        \
    ENTRY(FAST_BAD_OPTION, "an option is out of its range")                              \
    ENTRY(FAST_BAD_TIME,                                                                 \
          "a time is not finite, lies in the past, or a step is negative")               \
    ENTRY(FAST_NO_MEMORY, "out of memory")                                               \
    ENTRY(FAST_NOT_STARTED, "the integrator has not been started")                       \
    ENTRY(FAST_NOT_FINITE, "the state or a rate is not finite")                          \
    ENTRY(FAST_NOT_CONVERGED, "the Newton iteration did not converge")                   \
    ENTRY(FAST_SINGULAR, "the iteration matrix is singular")                             \
    ENTRY(FAST_CALLBACK, "a callback reported failure")                                  \
    ENTRY(FAST_BELOW_MIN_STEP, "the step would fall below the minimum step")             \
    ENTRY(FAST_NOT_FIXED, "a single fixed step was asked for under error control")       \
    ENTRY(FAST_NOT_DENSE, "dense output is off, or does not reach the time")             \
    ENTRY(FAST_INCONSISTENT,                                                             \
          "the initial values do not satisfy the constraints and cannot be projected")   \
    ENTRY(FAST_CONTRADICTORY, "the constraints contradict each other")                   \
    ENTRY(FAST_PROJECTION, "the projection onto the constraints did not converge")       \
    ENTRY(FAST_FINISHED, "the final time has been reached")                              \
    ENTRY(FAST_PENETRATION, "the initial values penetrate a contact")                    \
    ENTRY(FAST_ACCUMULATION, "impacts accumulate: too many in one step")                 \
    ENTRY(FAST_UNVERIFIED, "no solution of the contact laws could be verified")          \
    ENTRY(FAST_UNEXCLUDED, "may have been crossed unseen in a step that is too long")

#define FAST_STATUS_ENUM(name, text) name,
enum fast_status { FAST_STATUS_LIST(FAST_STATUS_ENUM) };
#undef FAST_STATUS_ENUM

/* One sentence for a status; a static string. */
const char *fast_status_text(enum fast_status status);

#ifdef __cplusplus
}
#endif

#endif
