/* What the files of the statistics study of semi-explicit Euler and its relatives share: runs
 * under several settings in both modes, what must hold among their counters, and the replay.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_PROJECTED_H
#define HARNESS_STUDY_STATISTICS_PROJECTED_H

#include "fast/projected.h"
#include "harness/results/result.h"
#include "harness/results/study_projected.h"

/* One way to run the integrator from the start of the model's span. */
struct projected_setting {
    const char *name; /* "controlled, every step" */
    enum fast_mode mode;
    bool fixed_step;
    enum projected_projection projection;
    enum projected_norm norm;
    double accuracy; /* of error control; with fixed steps of the projections alone */
    double step;     /* fixed, or the first */
    double begin, end;
};

struct projected_outcome {
    bool succeeded, complete; /* complete: it came to the end, and was not cut short */
    struct diagnostic why;
    struct projected_statistics counters;
    long calls;                            /* of the rates, as the model saw them */
    long steps;                            /* accepted */
    double first, last;                    /* sizes, as differences of times */
    double position_error, velocity_error; /* of the joints, the largest after a step */
    double *state;                         /* at the end (size nx) */
};

/* As projected_outcome's, of the settings below. traits NULL: backward differentiation. */
struct projected_runs {
    const struct study *study;
    const struct projected_traits *traits;
    int count;
    struct projected_setting *setting; /* (size count) */
    struct projected_outcome *outcome; /* (size count) */
};

/* Append the counters and what must hold among them; the runs in faithful mode against the
 * reference's replay. Nonzero: out of memory. */
int projected_identities(const struct projected_runs *r, struct results *results);
int projected_replay(const struct projected_runs *r, struct results *results);

struct statistics_truth; /* study_statistics.h */

/* The study of one method: all its forms. */
int statistics_projected(const struct study *s, struct statistics_truth *truth,
                         struct results *results, struct diagnostic *d);

#endif
