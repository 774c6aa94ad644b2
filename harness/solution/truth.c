/* The exact solution at some times with a measure of its error, as a document.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/results/json_number.h"
#include "harness/solution/agreement.h"
#include "harness/solution/closed_form.h"
#include "harness/solution/solve.h"
#include "harness/solution/truth.h"
#include "harness/studies/vector.h"

enum {
    digits_beyond = 2, /* printed beyond the ones that are sure */
    radius_digits = 3,
    time_digits = 17
};

static const double most_digits_printed = 1e6;

static int digits_printed(double digits) {
    return (int)floor(fmin(digits, most_digits_printed)) + digits_beyond;
}

static json_t *entry(const struct model *m, mpfr_srcptr t, const mpfr_t *x,
                     mpfr_srcptr radius, const char *grade, double digits) {
    int nx = m->nq + m->nv + m->nz;
    json_t *state = json_decimals(x, nx, (size_t)digits_printed(digits));
    return json_pack("{s:o, s:o, s:o, s:s, s:o}", "t", json_decimal(t, time_digits),
                     "state", solve_split_state(state, m), "radius",
                     json_decimal(radius, radius_digits), "grade", grade, "digits",
                     json_number(floor(digits)));
}

static const mpfr_t *state_at(const struct ref_truth *truth, int k) {
    return vector_const(truth->state + (size_t)k * (size_t)truth->nx);
}

static json_t *converged_entry(const struct model *m, const struct ref_truth *truth,
                               int k) {
    return entry(m, truth->time[k], state_at(truth, k), truth->radius[k], "converged",
                 truth->digits[k]);
}

/* truth: the Taylor solution to compare with, or NULL. */
static enum ref_status closed_entry(const struct truth_request *r,
                                    const struct ref_truth *truth, int k, json_t **made) {
    struct closed_form f;
    enum ref_status status = closed_form_find(&f, r->model, r->time[k], r->digits);
    if (status == REF_OK) {
        const mpfr_t *x = vector_const(f.x);
        *made = entry(r->model, r->time[k], x, f.radius, "closed-form", f.digits);
        if (truth != NULL)
            json_object_set_new(*made, "digits_agreeing_with_taylor",
                                json_number(floor(agreement_least(
                                    state_at(truth, k), x, f.nx, truth->digits[k]))));
    }
    closed_form_clear(&f);
    return status;
}

/* A published value beside ours: how many of its digits agree. */
static json_t *compare_published(struct model *m, const struct published_value *p,
                                 mpfr_srcptr ours) {
    mpfr_t value, zero;
    mpfr_init2(value, mpfr_get_prec(ours));
    mpfr_init2(zero, mpfr_get_prec(ours));
    mpfr_set_zero(zero, 1);
    json_t *compared = NULL;
    if (expr_constant(m->graph, p->value, value) == PROBLEM_OK)
        compared = json_pack(
            "{s:s, s:o, s:i, s:o}", "component", m->state[p->state], "published",
            json_decimal(value, time_digits), "digits_trusted", p->digits,
            "digits_agreeing",
            json_number(floor(10 * agreement_digits(ours, value, zero, time_digits)) /
                        10));
    mpfr_clear(value);
    mpfr_clear(zero);
    return compared;
}

static void add_published(struct model *m, const struct ref_truth *truth, json_t *into) {
    mpfr_t time;
    for (int i = 0; i < m->published; i++) {
        for (int k = 0; k < truth->times; k++) {
            mpfr_init2(time, mpfr_get_prec(truth->time[k]));
            bool same =
                expr_constant(m->graph, m->published_value[i].time, time) == PROBLEM_OK &&
                mpfr_equal_p(time, truth->time[k]);
            mpfr_clear(time);
            size_t at =
                (size_t)k * (size_t)truth->nx + (size_t)m->published_value[i].state;
            if (same)
                json_array_append_new(
                    into, compare_published(m, &m->published_value[i], truth->state[at]));
        }
    }
}

static json_t *describe_run(const struct ref_truth *truth) {
    if (truth == NULL)
        return json_null();
    return json_pack("{s:[i, i], s:[i, i], s:[i, i], s:i}", "bits", (int)truth->bits[0],
                     (int)truth->bits[1], "order", truth->order[0], truth->order[1],
                     "steps", (int)truth->steps[0], (int)truth->steps[1], "switches",
                     (int)truth->switches);
}

/* truth: the Taylor solution, or NULL. */
static enum ref_status make_document(const struct truth_request *r,
                                     const struct ref_truth *truth, json_t **document) {
    json_t *entries = json_array(), *published = json_array(), *made = NULL;
    enum ref_status status = REF_OK;
    bool closed = r->model->solution != NULL;
    for (int k = 0; k < r->times && status == REF_OK; k++) {
        if (closed)
            status = closed_entry(r, truth, k, &made);
        else
            made = converged_entry(r->model, truth, k);
        if (status == REF_OK)
            json_array_append_new(entries, made);
    }
    if (truth != NULL)
        add_published(r->model, truth, published);
    *document = json_pack("{s:o, s:o, s:o}", "truth", entries, "published", published,
                          "run", describe_run(truth));
    if (status != REF_OK) {
        json_decref(*document);
        *document = NULL;
    }
    return status;
}

enum ref_status truth_find(const struct truth_request *r, json_t **document) {
    struct ref_truth_options options = {
        .digits = r->digits,
        .constants = EVAL_EXACT_CONSTANTS,
        .progress = r->progress,
        .context = r->context,
    };
    struct ref_truth *truth;
    *document = NULL;
    enum ref_status status =
        ref_truth_alloc(&truth, r->model, r->times, r->time, &options);
    if (status == REF_OK || r->model->solution != NULL)
        status = make_document(r, truth, document);
    ref_truth_free(truth);
    return status;
}
