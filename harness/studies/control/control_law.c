/* The rule of an error control, identified: the points of its runs in each norm, bounds, and the
 * law on which most of the rest lie.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/control/control_law.h"

#include <math.h>
#include <stdlib.h>

#include "harness/studies/control/control_points.h"

enum { LEAST_POINTS = 8 };

/* So many of the points that no bound has set are on the law, if it is one. */
static const double share_on_law = 0.6;

/* Nothing is made of a law, beyond telling it, unless so many sizes of so many are on it. */
static const double share_sure = 0.8;
enum { LEAST_SURE = 8 };

/* The bound of growth where there is no error: three steps in succession grow alike, but for
 * the first one. */
static double find_growth(const struct control_run *quiet) {
    double growth = NAN;
    for (int i = 1; i + 2 < quiet->steps; i++) {
        const struct control_step *s = &quiet->step[i];
        double one = (s[1].next_t - s[1].t) / (s->next_t - s->t);
        double other = (s[2].next_t - s[2].t) / (s[1].next_t - s[1].t);
        if (fabs(one / other - 1) < control_on_law && one > 1 + control_on_law)
            growth = one;
    }
    return growth;
}

static bool find_growing(const struct control_run *run) {
    for (int i = 0; i + 1 < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        if (s[1].next_t - s[1].t > (1 + control_on_law) * (s->next_t - s->t))
            return true;
    }
    return false;
}

/* The norm and the law of so many terms with most points on it. */
static void try_norms(struct control_law *law, struct control_points *p, int terms) {
    for (int k = 0; k < CONTROL_KINDS * CONTROL_SCALES * CONTROL_OVERS; k++) {
        const struct control_norm norm = {
            .kind = (enum control_kind)(k % CONTROL_KINDS),
            .scale = (enum control_scale)(k / CONTROL_KINDS % CONTROL_SCALES),
            .over = (enum control_over)(k / CONTROL_KINDS / CONTROL_SCALES)};
        double c[1 + CONTROL_TERMS] = {0};
        control_points_measure(p, &norm);
        int count = control_fit(p, terms, c), of_use = control_points_of_use(p, terms);
        if (count < LEAST_POINTS || count < share_on_law * of_use || count <= law->on_law)
            continue;
        law->terms = terms;
        law->norm = norm;
        law->safety = exp(c[0]);
        law->exponent = -c[1];
        law->before = c[2];
        law->ratio = c[3];
        law->on_law = count;
        law->points = of_use;
    }
}

/* What was accepted and what was not, in the law's norm, or the most lenient one. */
static void find_acceptance(struct control_law *law, const struct control_run *run,
                            double accuracy) {
    const struct control_norm *norm = law->terms > 0 ? &law->norm : &control_lenient;
    for (int i = 0; i < run->steps; i++) {
        const struct control_step *s = &run->step[i];
        double size = control_size(norm, s, s->error, s->next_x) / accuracy;
        law->most_accepted = fmax(law->most_accepted, size);
        for (int k = 0; k < s->rejected && k < CONTROL_ATTEMPTS; k++) {
            size = control_size(norm, s, s->attempt[k].error, s->attempt[k].next_x) /
                   accuracy;
            if (s->attempts_repeat)
                law->least_rejected = fmin(law->least_rejected, size);
        }
    }
}

void control_law_find(struct control_law *law, const struct control_run *runs,
                      const double *accuracies, int count,
                      const struct control_run *quiet) {
    struct control_points *p = calloc(1, sizeof *p);
    *law =
        (struct control_law){.growth = NAN, .shrinkage = NAN, .least_rejected = INFINITY};
    if (p == NULL)
        return;
    for (int i = 0; i < count; i++)
        control_points_collect(p, &runs[i], accuracies[i]);
    control_points_mark_kept(p);
    control_points_find_bound(p, 1, &law->growth);
    for (int terms = 1; terms <= CONTROL_TERMS && law->terms == 0; terms++)
        try_norms(law, p, terms);
    law->is_sure = law->on_law >= LEAST_SURE && law->on_law >= share_sure * law->points;
    double growth = find_growth(quiet);
    law->growth = isnan(growth) ? law->growth : growth;
    p->count = 0;
    law->never_grows = !find_growing(quiet);
    for (int i = 0; i < count; i++) {
        control_points_collect_rejected(p, &runs[i]);
        law->never_grows = law->never_grows && !find_growing(&runs[i]);
    }
    control_points_find_bound(p, -1, &law->shrinkage);
    for (int i = 0; i < count; i++)
        find_acceptance(law, &runs[i], accuracies[i]);
    free(p);
}
