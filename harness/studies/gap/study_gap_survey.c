/* What is known about the points before any step is made: the size of the components along
 * the trajectory, and whether a kink is near.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/studies/common/roundoff.h"
#include "harness/studies/gap/study_gap.h"

/* The steps move a component by at most 2^-24 of its scale; a switching function that keeps
 * its sign for changes this large is out of reach. */
#define KINK_REACH 0x1p-20

/* A component that is always zero, as far as the truth can tell, is measured in its own
 * unit. */
static void measure_scale(struct gap_problem *g) {
    for (int i = 0; i < g->nx; i++) {
        g->scale[i] = 0;
        for (int k = 0; k < g->points; k++)
            g->scale[i] =
                fmax(g->scale[i], fabs(mpfr_get_d(g->point[k].x[i], MPFR_RNDN)));
        if (g->scale[i] <= g->radius)
            g->scale[i] = 1;
    }
}

/* Marks the points within reach of a switching surface. */
static int find_kinks(struct gap_problem *g) {
    size_t n = (size_t)g->nx + 1;
    struct roundoff *r = roundoff_alloc(g->model);
    double *number = calloc(4 * n, sizeof *number);
    int selects = r ? roundoff_selects(r) : 0;
    signed char *branch = calloc((size_t)selects + 1, sizeof *branch);
    int failed = !(r && number && branch);
    for (int k = 0; k < g->points && !failed && selects > 0; k++) {
        struct gap_point *p = &g->point[k];
        number[0] = p->time;
        for (int i = 0; i < g->nx; i++) {
            number[1 + i] = mpfr_get_d(p->x[i], MPFR_RNDN);
            number[n + 1 + (size_t)i] = KINK_REACH * g->scale[i];
        }
        roundoff_run(r, number, number + n, number + 2 * n, number + 3 * n, branch);
        for (int i = 0; i < selects; i++)
            p->unjudged = branch[i] == 0 ? "at a kink" : p->unjudged;
    }
    roundoff_free(r);
    free(number);
    free(branch);
    return failed;
}

int gap_survey(struct gap_problem *g) {
    measure_scale(g);
    return find_kinks(g);
}
