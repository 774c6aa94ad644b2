/* The truth at a time, as it is told.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/truth/record/truth_ball.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/document/truth_with.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { time_digits = 17 };

/* What is told of component i of the first, and of its radius; each is the caller's. */
typedef char *tell_function(mpfr_srcptr c, mpfr_srcptr r);

/* Nonzero: out of memory. */
static int tell_state(struct state_numbers *s, const struct model *m, const mpfr_t *c,
                      const mpfr_t *r, tell_function *tell) {
    *s = state_of(m, NULL, NULL);
    for (int i = 0; i < m->nq + m->nv + m->nz; i++) {
        struct decimal *one = (struct decimal *)state_at(s, i);
        if (one == NULL || (one->digits = tell(c[i], r[i])) == NULL)
            return -1;
    }
    return 0;
}

/* The radius of what is told of a component, which is 0 where it is below its radius. */
static char *tell_radius(mpfr_srcptr c, mpfr_srcptr r) {
    mpfr_t told;
    mpfr_init2(told, mpfr_get_prec(r));
    truth_ball_radius(told, c, r);
    char *text = truth_ball_bound(told);
    mpfr_clear(told);
    return text;
}

/* The largest of the radii, that of the whole state at time k among them. */
static char *tell_largest(const struct ref_truth *truth, int k) {
    mpfr_t largest, told;
    mpfr_init2(largest, mpfr_get_prec(truth->radius[k]));
    mpfr_init2(told, mpfr_get_prec(truth->radius[k]));
    mpfr_set(largest, truth->radius[k], MPFR_RNDU);
    for (int i = k * truth->nx; i < (k + 1) * truth->nx; i++)
        if (truth_ball_radius(told, truth->state[i], truth->component[i]))
            mpfr_max(largest, largest, told, MPFR_RNDU);
    char *text = truth_ball_bound(largest);
    mpfr_clear(largest);
    mpfr_clear(told);
    return text;
}

static int tell_cost(struct truth_cost *cost, const struct truth_record *record) {
    const struct ref_truth *truth = record->truth;
    *cost = (struct truth_cost){.bits = calloc(2, sizeof *cost->bits),
                                .order = calloc(2, sizeof *cost->order),
                                .steps = calloc(2, sizeof *cost->steps),
                                .switches = truth->switches,
                                .attempts = truth->attempts,
                                .growth = truth->growth,
                                .seconds = record->seconds};
    if (cost->bits == NULL || cost->order == NULL || cost->steps == NULL)
        return -1;
    cost->runs = truth->bits[1] > 0 ? 2 : 1;
    for (int i = 0; i < cost->runs; i++) {
        cost->bits[i] = truth->bits[i];
        cost->order[i] = truth->order[i];
        cost->steps[i] = truth->steps[i];
    }
    return 0;
}

/* *e, which is empty, := what is told of time k. Nonzero: out of memory. */
static int fill(struct truth_entry *e, struct model *m, const struct truth_record *record,
                int k, unsigned with) {
    const struct ref_truth *truth = record->truth;
    const mpfr_t *c = vector_const(truth->state + k * truth->nx),
                 *r = vector_const(truth->component + k * truth->nx);
    e->grade = truth->grade;
    e->digits = floor(truth->digits[k]);
    e->is_kept = strcmp(record->from, "computed") != 0;
    e->t = json_decimal_text(truth->time[k], time_digits);
    e->way = strdup(ref_way_name(truth->way));
    e->from = strdup(record->from);
    e->radius = tell_largest(truth, k);
    e->with = with != 0 ? truth_with_describe(m, truth, k, with) : NULL;
    return e->t == NULL || e->way == NULL || e->from == NULL || e->radius == NULL ||
           truth_proof_describe(&e->proof, truth, m) || tell_cost(&e->cost, record) ||
           tell_state(&e->state, m, c, r, truth_ball_text) ||
           tell_state(&e->radii, m, c, r, tell_radius) ||
           record_copy(&truth_opinion_record, &e->opinion, &record->opinion);
}

int truth_document_fill(struct truth_document *d, struct model *m,
                        const struct truth_record *record, unsigned with) {
    const int times = record->truth->times;
    int failed = (d->entry = calloc((size_t)times + 1, sizeof *d->entry)) == NULL;
    for (int k = 0; k < times && !failed; k++, d->entries++)
        failed = fill(&d->entry[k], m, record, k, with);
    return failed;
}
