/* What the files of replays share: a run in faithful mode done again by the reference's replay of
 * Simbody's algorithm, and what of both is compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_PROJECTED_REPLAY_H
#define HARNESS_STUDY_STATISTICS_PROJECTED_REPLAY_H

#include "harness/studies/statistics/study_statistics.h"
#include "ref/mechanical.h"

enum { REPLAY_DOUBLE_BITS = 53 };

/* States and sizes of steps agree to so much of their size, where no decision hangs on
 * rounding. */
static const double replay_allowed = 1e-9;

/* How it is replayed. */
struct replay_variant {
    mpfr_prec_t bits;
    enum ref_mechanical_negligible negligible;
    bool rounds_joints;
};

struct replayed {
    enum ref_status status;
    struct ref_mechanical_statistics counters;
    double *state; /* (size nx) */
};

/* *o := the k-th run done again; o->state is given. */
void replay_make(struct replayed *o, const struct statistics_runs *r, int k,
                 const struct replay_variant *v);

/* What counts may be. */
struct replay_range {
    struct ref_mechanical_statistics least, most;
};

/* The first counter or size of a step that differs; NULL: none. The last step is what is left to
 * the end. */
const char *replay_find_counter(const struct statistics_setting *setting,
                                const struct projected_statistics *a,
                                const struct replay_range *range);

/* Whether that is a size; and how far it is off, as a part of the size or of the whole time. */
bool replay_is_size(const char *what);
double replay_size_difference(const char *what, double first, double last,
                              const struct ref_mechanical_statistics *b, double end);

/* Whether two replays have taken the same decisions. With more digits than double has, the start
 * may be off the joints and be projected once more. */
bool replay_same_decisions(const struct ref_mechanical_statistics *a,
                           const struct ref_mechanical_statistics *b);

#endif
