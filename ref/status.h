/* Outcomes of the functions of this folder.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_STATUS_H
#define REF_STATUS_H

/* Outcomes. On anything but REF_OK the outputs are as they were. */
#define REF_STATUS_LIST(ENTRY)                                                           \
    ENTRY(REF_OK, "success")                                                             \
    ENTRY(REF_NO_MEMORY, "out of memory")                                                \
    ENTRY(REF_BAD_ARGUMENT, "an argument is out of its range")                           \
    ENTRY(REF_NOT_FINITE, "the solution or a rate is not finite")                        \
    ENTRY(REF_NOT_CONVERGED,                                                             \
          "the discrete equations could not be solved: no solution was "                 \
          "found near the step's start, or its last digits decide "                      \
          "which; shorter steps have one")                                               \
    ENTRY(REF_SINGULAR, "the iteration matrix is singular")                              \
    ENTRY(REF_STEP_TOO_SMALL, "the solution seems to end: the steps shrink to nothing")  \
    ENTRY(REF_TOO_FAR, "the time is too far for steps as short as the first")            \
    ENTRY(REF_TANGENT_KINK, "a switching surface is met without being crossed")          \
    ENTRY(REF_TOO_LONG, "more steps than allowed")                                       \
    ENTRY(REF_UNABLE, "the digits asked for were not reached at the highest precision")  \
    ENTRY(REF_NOT_APPLICABLE, "this way to the truth does not apply to the model")       \
    ENTRY(REF_NOT_SMOOTH, "a switching surface is within reach: no enclosure there")     \
    ENTRY(REF_INVARIANT_BROKEN, "an invariant of the model is not kept")                 \
    ENTRY(REF_JOINT_BROKEN, "a joint of the model does not hold on the way")             \
    ENTRY(REF_OUT_OF_TIME, "the time given has passed")                                  \
    ENTRY(REF_BELOW_MIN_STEP, "the step would fall below the minimum step")              \
    ENTRY(REF_NOT_FIXED, "a single fixed step was asked for under error control")        \
    ENTRY(REF_NO_MODE, "no choice of open, sliding and sticking contacts goes on")       \
    ENTRY(REF_GRAZED, "a gap vanishes without changing its sign")                        \
    ENTRY(REF_TOGETHER, "events fall together: which is the first cannot be told")       \
    ENTRY(REF_UNPROVED, "that nothing is stepped over could not be proved")              \
    ENTRY(REF_UNDECIDED, "it is not proved which contacts open, slide and stick")        \
    ENTRY(REF_ACCUMULATES, "events accumulate: there is no end of them in sight")        \
    ENTRY(REF_EITHER_SIDE, "the motion may leave a switching surface to either side")    \
    ENTRY(REF_KINKED_CONTACT, "a closed contact's gap or slide has a kink on the way")   \
    ENTRY(REF_NOT_UNIQUE, "the formula is not proved to be the only solution")           \
    ENTRY(REF_CONTRADICTORY, "the constraints contradict each other")                    \
    ENTRY(REF_AT_IMPACT,                                                                 \
          "it cannot be told whether an impact is before or behind a time asked for")

#define REF_STATUS_ENUM(name, text) name,
enum ref_status { REF_STATUS_LIST(REF_STATUS_ENUM) REF_STATUSES };
#undef REF_STATUS_ENUM

/* One sentence for a status; a static string. */
const char *ref_status_text(enum ref_status status);

#endif
