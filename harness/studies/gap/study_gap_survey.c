/* What is known about the points before any step is made: the size of the components along
 * the trajectory, and whether a kink is near.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>

#include "harness/studies/common/roundoff.h"
#include "harness/studies/gap/study_gap.h"
#include "ref/vector.h"

/* The steps move a component by at most 2^-24 of its scale; a switching function that keeps
 * its sign for changes this large is out of reach. */
static const double kink_reach = 0x1p-20;

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
    struct roundoff *r = roundoff_alloc(g->model);
    struct room room = {.last = NULL};
    double *x = room_doubles(&room, g->nx), *reach = room_doubles(&room, g->nx);
    const int failed = r == NULL || room.is_short;
    for (int k = 0; k < g->points && !failed; k++) {
        struct gap_point *p = &g->point[k];
        vector_get_doubles(x, vector_const(p->x), g->nx);
        for (int i = 0; i < g->nx; i++)
            reach[i] = kink_reach * g->scale[i];
        if (!roundoff_is_smooth(r, 1, &p->time, (const double *const *)&x, reach))
            p->unjudged = "at a kink";
    }
    roundoff_free(r);
    room_clear(&room);
    return failed;
}

int gap_survey(struct gap_problem *g) {
    measure_scale(g);
    return find_kinks(g);
}
