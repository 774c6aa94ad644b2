/* The cases of pinned runs: what is chosen, and how the time is gone through.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_PINNED_CASES_H
#define HARNESS_PINNED_CASES_H

#include "harness/integrators/subject_options.h"

struct model; /* problems/model.h */

/* How a run is made besides the options. */
enum stepping {
    STEPPING_EVEN,   /* short steps */
    STEPPING_LONG,   /* long ones */
    STEPPING_UNEVEN, /* short, of a seventh, and seven times as long */
    STEPPING_CONTROLLED
};

struct pinned_case {
    const char *name;
    enum stepping stepping;
    double accuracy, relative, absolute; /* 0: unset */
    enum pair_jacobian jacobian;
    enum pair_newton newton;
    long failing_call;
    double min_step, initial_step, max_step; /* parts of the span; 0: unset */
    bool fails_by_nan, weighted, keeps_min_step;
};

/* [pinned_count()] */
const struct pinned_case *pinned_cases(void);

/* The lengths of steps, as parts of the model's span. */
extern const double pinned_short_step, pinned_long_step;

/* The options of a case of running a model with this span, for a method and mode yet to be
 * set. */
struct subject_options pinned_options(const struct pinned_case *pinned,
                                      const struct model *m, double span);

/* How many ways of running there are, without regard to method and mode. */
int pinned_count(void);

/* "fixed-central": static text. */
const char *pinned_name(int run);

/* Models of more states are not run. */
enum { PINNED_MOST_STATES = 64 };

#endif
