/* A single contact that slides in one direction: Routh's impact, along which the impulse grows,
 * beside the stepper's, whose friction is that of the velocities after it. Where the slip keeps
 * its way, or is there no more from some impulse on and stays so, in compression and restitution
 * alike, both are one law; where it turns they are not, and the difference is told, not judged.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include <mpfr.h>

#include "harness/base/json_number.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/contact/study_restitution.h"
#include "ref/contact.h"
#include "ref/vector.h"

enum { BITS = 128, VALUES = 12 };
static const double bound = 1e-8;

/* u1[2], r[2] by the reference; false: it has no answer. */
static bool find_exact(const struct impact *p, double *u1, double *r) {
    mpfr_t value[VALUES]; /* W[4], u[2], mu, e, u1[2], r[2] */
    for (int i = 0; i < VALUES; i++)
        mpfr_init2(value[i], BITS);
    for (int i = 0; i < 4; i++)
        mpfr_set_d(value[i], p->W[i], MPFR_RNDN);
    for (int i = 0; i < 2; i++)
        mpfr_set_d(value[4 + i], p->u[i], MPFR_RNDN);
    mpfr_set_d(value[6], p->friction[0], MPFR_RNDN);
    mpfr_set_d(value[7], p->restitution[0], MPFR_RNDN);
    enum ref_status status =
        ref_routh_impact(vector_const(value), vector_const(value + 4), value[6], value[7],
                         value + 8, value + 10);
    for (int i = 0; i < 2; i++) {
        u1[i] = mpfr_get_d(value[8 + i], MPFR_RNDN);
        r[i] = mpfr_get_d(value[10 + i], MPFR_RNDN);
    }
    for (int i = 0; i < VALUES; i++)
        mpfr_clear(value[i]);
    return status == REF_OK;
}

/* The slip keeps its way to the end, so that friction is mu r_n throughout. */
static bool keeps_sliding(const struct impact *p, const double *u1, const double *r) {
    const double least = 1e-6; /* of the speed before: no slip that is about to end */
    return u1[1] * p->u[1] > least * p->u[1] * p->u[1] &&
           fabs(fabs(r[1]) - p->friction[0] * r[0]) <= bound * fabs(r[0]);
}

int restitution_routh(const struct study *s, const struct restitution_seen *seen,
                      struct results *results) {
    const struct impact *p = &seen->laws;
    double u1[2], r[2];
    if (!seen->has_laws || p->contacts != 1 || p->rows != 2 || !find_exact(p, u1, r))
        return 0;
    struct result result = result_begin(s->model, "restitution", "double", "routh");
    const bool is_judged = keeps_sliding(p, u1, r);
    const double size = fmax(fabs(p->u[0]), fabs(p->u[1]));
    const double off[2] = {seen->after[seen->row[0]] - u1[0],
                           seen->after[seen->row[1]] - u1[1]};
    result.mode = "default";
    result.grade = "closed-form";
    result_hold(&result, fmax(fabs(off[0]), fabs(off[1])) / size, bound);
    result.required = is_judged;
    result.points =
        json_pack("[{s:o, s:o, s:o}, {s:o, s:o, s:o}]", "before", json_number(p->u[0]),
                  "after", json_number(seen->after[seen->row[0]]), "expected",
                  json_number(u1[0]), "before", json_number(p->u[1]), "after",
                  json_number(seen->after[seen->row[1]]), "expected", json_number(u1[1]));
    if (result.verdict == VERDICT_FAIL && !is_judged)
        result.verdict = VERDICT_NOT_ASYMPTOTIC;
    return result_append(results, s, &result,
                         "velocities after the impact against Routh's exact one with "
                         "Poisson's restitution, whose normal impulse is %.10g%s",
                         r[0],
                         is_judged ? ": the slip keeps its way, both are one law"
                         : result.verdict == VERDICT_PASS
                             ? ": the slip ends while bodies approach"
                             : "; the slip ends or turns, where the laws differ");
}
