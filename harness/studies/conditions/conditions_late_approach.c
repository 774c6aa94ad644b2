/* What a method tells of itself on its way into step with a drive, and one that does not come
 * there.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/studies/conditions/conditions_late.h"

/* The solution, with what a method of this step makes of it, is smaller. */
static const double of_solution = 10;

/* The slowest part falls by exp(-1.7) in a period, parasites of formulas in use by 0.86^8 (of
 * BDF6). What falls by 8/9 or less stands for a way of eight times the last step of it. */
static const double most_contraction = 0.9, slowest = 8;

/* Two formulas of different order are further apart in steps of an eighth of a period. */
static const double of_another_formula = 1e-4;

/* Roundings of 2 pi t, and what they make of the solution. */
double late_allowed(int steps) {
    double argument = 2 * 3.15 * steps / LATE_PERIOD;
    return 8 * ROUNDOFF_UNIT * (64 + argument);
}

/* max |a_i - b_i|. */
double late_apart(const double *a, const double *b) {
    double difference[LATE_COMPONENTS];
    for (int i = 0; i < LATE_COMPONENTS; i++)
        difference[i] = a[i] - b[i];
    return conditions_largest(difference, LATE_COMPONENTS);
}

/* Whether it is so far from another state in step that another of its formulas has made it. */
bool late_has_chosen(const struct late *l, double difference) {
    const bool chosen = l->c->chooses && difference > of_another_formula;
    l->c->late_chose = l->c->late_chose || chosen;
    return chosen;
}

/* end[] := where the periods up to k lead to, by the part r of the last change that the next one is
 * (Aitken's extrapolation, of vectors). False: they do not contract. */
static bool extrapolate(const struct late *l, int k, double *end) {
    const double *x = l->period[k], *y = l->period[k - 1], *z = l->period[k - 2];
    double product = 0, square = 0;
    for (int i = 0; i < LATE_COMPONENTS; i++) {
        product += (x[i] - y[i]) * (y[i] - z[i]);
        square += (y[i] - z[i]) * (y[i] - z[i]);
    }
    const double r = square > 0 ? product / square : 0;
    for (int i = 0; i < LATE_COMPONENTS; i++)
        end[i] = x[i] + r / (1 - r) * (x[i] - y[i]);
    return fabs(r) < most_contraction;
}

/* Of a method with memory no period can be made from a new start; but on its way into step with
 * the drive it tells where that ends. Predictions of three periods are as good as they agree;
 * where the end is another one, another method has gone on from there: one that chooses among
 * several may do so, and is off by what these differ by. */
void late_compare_approach(struct late *l) {
    double end[LATE_PERIODS][LATE_COMPONENTS];
    bool is_known[LATE_PERIODS] = {false};
    for (int k = 2; k < LATE_PERIODS; k++)
        is_known[k] = extrapolate(l, k, end[k]);
    for (int k = 4; k < LATE_PERIODS; k++) {
        if (!is_known[k] || !is_known[k - 1] || !is_known[k - 2])
            continue;
        const double spread =
            fmax(late_apart(end[k], end[k - 1]), late_apart(end[k - 1], end[k - 2]));
        const double off = late_apart(end[k], l->phase[0]);
        const double bound = slowest * spread + late_allowed(LATE_SETTLED);
        if (off > bound && late_has_chosen(l, off))
            continue;
        conditions_note(l->c, CONDITIONS_LATE, off / bound,
                        iteration_late_ratio(l->accuracy, off, bound, l->change),
                        "the first %d steps lead to a state in step with the drive that "
                        "is %.3g from that after %d, and known to %.3g",
                        k * LATE_PERIOD, off, LATE_SETTLED, bound);
    }
}

/* Of a run that has ended out of step: a method that is stable there and makes the same of each
 * period comes into step with it; one that is not stable grows. What its iteration leaves, and a
 * choice among several formulas, may keep it from it. */
void late_judge_unrest(struct late *l) {
    const struct conditions *c = l->c;
    const double bound = late_in_step + late_allowed(LATE_SETTLED);
    const double early =
        late_apart(l->period[LATE_PERIODS / 2 - 1], l->period[LATE_PERIODS / 2]);
    const bool grows = l->change > slowest * early ||
                       conditions_largest(late_state(l), LATE_COMPONENTS) > of_solution;
    const bool may_be_rest = !conditions_is_exact(c) &&
                             (c->has_memory || iteration_late_rest(c) > late_in_step);
    if (grows || may_be_rest)
        return;
    conditions_note(l->c, CONDITIONS_LATE, l->change / bound, l->change / bound,
                    "from step %d to %d it moves by %.3g: it neither comes into step "
                    "with the drive nor grows",
                    LATE_SETTLED - LATE_PERIOD, LATE_SETTLED, l->change);
}
