/* An independent integration of a small model with kinks and contacts, in MPFR, from event to
 * event. It shares with ref the model and its evaluation, and nothing else:
 *
 *     steps      x = x0 + h int F ds at Chebyshev's points, solved by Picard's iteration
 *     modes      a side of each kink; each contact open, sticking, or sliding either way; all
 *                combinations that are possible are tried, one of them has to go on
 *     events     sign changes among some hundred samples of each step, then bisection
 *     impacts    Poisson's law, all that touches taking part, all patterns tried
 *
 * It is made twice, with other steps and more digits; what the two differ by measures the error.
 * Where it is not sure it says so, and there is no verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_TESTS_RANDOM_MOTION_H
#define REF_TESTS_RANDOM_MOTION_H

#include <stdbool.h>

#include <mpfr.h>

struct model; /* problems/model.h */

#define MOTION_VERDICT_LIST(ENTRY)                                                       \
    ENTRY(MOTION_SURE, "sure")                                                           \
    ENTRY(MOTION_NOT_UNIQUE, "several modes go on")                                      \
    ENTRY(MOTION_NO_MODE, "no mode goes on")                                             \
    ENTRY(MOTION_NO_PATTERN, "an impact has no pattern, or several")                     \
    ENTRY(MOTION_ENERGY, "an impact makes energy")                                       \
    ENTRY(MOTION_GRAZES, "something is nearly touched")                                  \
    ENTRY(MOTION_TOGETHER, "two events at nearly the same time")                         \
    ENTRY(MOTION_AT_THE_TIME, "an event at the time asked for")                          \
    ENTRY(MOTION_MANY_EVENTS, "events accumulate, or are too many")                      \
    ENTRY(MOTION_MANY_STEPS, "too many steps, or too short ones")                        \
    ENTRY(MOTION_INSIDE, "the start is inside a contact")                                \
    ENTRY(MOTION_LARGE, "the state grows too large")                                     \
    ENTRY(MOTION_TOO_COMPLEX, "too many kinks or modes")                                 \
    ENTRY(MOTION_DIFFERS, "the two integrations differ")

#define MOTION_VERDICT_ENUM(name, text) name,
enum motion_verdict { MOTION_VERDICT_LIST(MOTION_VERDICT_ENUM) MOTION_VERDICTS };
#undef MOTION_VERDICT_ENUM

/* One phrase for a verdict; a static string. */
const char *motion_verdict_text(enum motion_verdict verdict);

enum { MOTION_MOST_EVENTS = 120 };

struct motion_result {
    int times, nx;
    enum motion_verdict verdict; /* of what ended it */
    int sure;                    /* how many of the times were reached before that */
    mpfr_t *state;               /* [times*nx] */
    mpfr_t *error; /* [times*nx] of `sure` times: a measure, from two runs */
    int events, impacts, steps;
    double event[MOTION_MOST_EVENTS]; /* their times */
    double end;                       /* how far it came */
};

/* Integrates m, which has no joints, from its start to the times (ascending), to some 17 digits,
 * or, fine, to some 36, in at most so many steps. The caller empties *result with motion_clear. */
void motion_solve(struct motion_result *result, struct model *m, int times,
                  const mpfr_t *time, bool fine, int most_steps);
void motion_clear(struct motion_result *result);

#endif
