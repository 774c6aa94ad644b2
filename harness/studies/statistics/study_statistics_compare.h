/* The default mode's work beside the faithful mode's.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_STATISTICS_COMPARE_H
#define HARNESS_STUDY_STATISTICS_COMPARE_H

#include "harness/studies/common/work.h"

struct comparison {
    double value, low,
        high; /* evaluations of ours over theirs, and its interval; NaN: none */
    /* What a step of each run makes of the ratio's logarithm; 0: by lines. */
    double grain;
    const char *how;
    const struct work_point *wrong; /* the worst; NULL: none */
    double excess;                  /* its error in units of what it may be */
    const struct work_point *lost;  /* failed, where the other has not; NULL: none */
};

/* Whether it has points and errors enough. */
bool work_line_is_fitted(const struct work_line *line);

/* Of two curves of the same accuracies; size: the solution's. Refers to ours. */
struct comparison comparison_make(const struct work_curve *ours,
                                  const struct work_curve *theirs, double size);

/* The same over many starts along the solution, of which the curves are the first: the value is
 * the geometric mean, its interval Student's, and a step of each run; a run is wrong where the
 * largest error of its accuracy is WRONG_ERROR times the largest that it may be. Nonzero: as
 * work_own. */
int comparison_repeat(struct comparison *c, const struct work_ladder *l,
                      const struct work_curve *ours, const struct work_curve *theirs,
                      struct diagnostic *d);

#endif
