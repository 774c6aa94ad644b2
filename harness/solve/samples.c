/* The solution at times that steps do not end at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/solve/samples.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/solve/solution.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_mpfr.h"
#include "ref/vector.h"

/* The cubic is evaluated with so many bits more than its result has. */
enum { double_bits = 53, guard_bits = 64 };

static int check(const struct samples *s, const char *text, mpfr_srcptr begin,
                 mpfr_srcptr until, struct diagnostic *d) {
    for (int i = 0; i < s->count; i++) {
        if (mpfr_less_p(s->time[i], i == 0 ? begin : s->time[i - 1]))
            return message_set(d,
                               "--at %s: the times must ascend from the start of the "
                               "model's span",
                               text);
        if (mpfr_greater_p(s->time[i], until))
            return message_set(d, "--at %s: a time lies after the end, %g", text,
                               mpfr_get_d(until, MPFR_RNDN));
    }
    return 0;
}

static int allocate(struct samples *s, struct model *m, mpfr_prec_t bits) {
    enum eval_constants constants =
        s->in_double ? EVAL_DOUBLE_CONSTANTS : EVAL_EXACT_CONSTANTS;
    int n = s->nx;
    s->storage = vector_alloc(3 * (1 + n) + 3 * n, bits + guard_bits);
    s->program = model_field_program(m);
    if (s->storage == NULL || s->program == NULL)
        return -1;
    s->in = s->storage;
    s->begin = s->in + 1 + n;
    s->end = s->begin + 1 + n;
    s->f0 = s->end + 1 + n;
    s->f1 = s->f0 + n;
    s->x = s->f1 + n;
    return eval_mpfr_alloc(&s->field, m->graph, s->program, bits + guard_bits,
                           constants) != PROBLEM_OK;
}

static int init(struct samples *s, struct model *m, mpfr_prec_t bits, const char *text,
                mpfr_prec_t time_bits, mpfr_srcptr begin, mpfr_srcptr until,
                struct diagnostic *d) {
    mpfr_prec_t used = bits == 0 ? double_bits : bits;
    *s = (struct samples){
        .model = m, .nx = m->nq + m->nv + m->nz, .in_double = bits == 0, .bits = used};
    mpfr_init2(s->s, used + guard_bits);
    if (text == NULL)
        return 0;
    if (number_read_list(&s->time, &s->count, time_bits, text, "--at", d) ||
        check(s, text, begin, until, d))
        return -1;
    number_list_merge(s->time, &s->count);
    return allocate(s, m, used) ? message_set(d, "out of memory") : 0;
}

int samples_init(struct samples *s, struct model *m, mpfr_prec_t bits, const char *text,
                 mpfr_srcptr begin, mpfr_srcptr until, struct diagnostic *d) {
    return init(s, m, bits, text, bits == 0 ? double_bits : bits, begin, until, d);
}

int samples_init_at_doubles(struct samples *s, struct model *m, mpfr_prec_t bits,
                            const char *text, mpfr_srcptr begin, mpfr_srcptr until,
                            struct diagnostic *d) {
    return init(s, m, bits, text, double_bits, begin, until, d);
}

void samples_clear(struct samples *s) {
    eval_mpfr_free(s->field);
    program_free(s->program);
    vector_free(s->storage, 3 * (1 + s->nx) + 3 * s->nx);
    number_list_free(s->time, s->count);
    mpfr_clear(s->s);
}

bool samples_left(const struct samples *s) {
    return s->next < s->count;
}

static void evaluate(struct samples *s, mpfr_srcptr t, const mpfr_t *x, mpfr_t *rate) {
    mpfr_set(s->in[0], t, MPFR_RNDN);
    vector_set(s->in + 1, x, s->nx);
    eval_mpfr_run(s->field, vector_const(s->in), rate);
}

/* x_i of the cubic, from a = h f0, b = h f1, which it destroys. */
static void interpolate(struct samples *s, int i, mpfr_srcptr x0, mpfr_srcptr x1) {
    mpfr_ptr a = s->f0[i], b = s->f1[i], d = s->in[0], x = s->x[i];
    mpfr_sub(d, x1, x0, MPFR_RNDN);
    mpfr_add(x, a, b, MPFR_RNDN); /* a + b - 2 d */
    mpfr_sub(x, x, d, MPFR_RNDN);
    mpfr_sub(x, x, d, MPFR_RNDN);
    mpfr_mul(x, x, s->s, MPFR_RNDN);
    mpfr_mul_ui(d, d, 3, MPFR_RNDN); /* 3 d - 2 a - b + s (...) */
    mpfr_add(x, x, d, MPFR_RNDN);
    mpfr_sub(x, x, a, MPFR_RNDN);
    mpfr_sub(x, x, a, MPFR_RNDN);
    mpfr_sub(x, x, b, MPFR_RNDN);
    mpfr_mul(x, x, s->s, MPFR_RNDN);
    mpfr_add(x, x, a, MPFR_RNDN);
    mpfr_mul(x, x, s->s, MPFR_RNDN);
    mpfr_add(x, x, x0, MPFR_RNDN);
}

/* x0 + s (x1 - x0), s = (t - t0) / (t1 - t0). */
static void find_on_line(struct samples *s, mpfr_srcptr t, mpfr_srcptr t0,
                         const mpfr_t *x0, mpfr_srcptr t1, const mpfr_t *x1) {
    mpfr_sub(s->s, t1, t0, MPFR_RNDN);
    mpfr_sub(s->in[0], t, t0, MPFR_RNDN);
    mpfr_div(s->s, s->in[0], s->s, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++) {
        mpfr_sub(s->x[i], x1[i], x0[i], MPFR_RNDN);
        mpfr_fma(s->x[i], s->x[i], s->s, x0[i], MPFR_RNDN);
    }
}

static void find(struct samples *s, mpfr_srcptr t, mpfr_srcptr t0, const mpfr_t *x0,
                 mpfr_srcptr t1, const mpfr_t *x1) {
    if (mpfr_equal_p(t, t1)) {
        vector_set(s->x, x1, s->nx);
        return;
    }
    if (s->is_linear) {
        find_on_line(s, t, t0, x0, t1, x1);
        return;
    }
    evaluate(s, t0, x0, s->f0);
    evaluate(s, t1, x1, s->f1);
    mpfr_sub(s->s, t1, t0, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++) {
        mpfr_mul(s->f0[i], s->f0[i], s->s, MPFR_RNDN);
        mpfr_mul(s->f1[i], s->f1[i], s->s, MPFR_RNDN);
    }
    mpfr_sub(s->in[0], t, t0, MPFR_RNDN);
    mpfr_div(s->s, s->in[0], s->s, MPFR_RNDN);
    for (int i = 0; i < s->nx; i++)
        interpolate(s, i, x0[i], x1[i]);
}

/* The sample's numbers, rounded to their precision; at t1 a step ends. */
static void append(struct samples *s, mpfr_srcptr t, mpfr_srcptr t1) {
    struct solution *into = s->solution;
    struct solution_sample sample = {.impact = s->has_impact && !mpfr_equal_p(t, t1)};
    mpfr_t *rounded = vector_alloc(s->nx, s->bits);
    double *x = calloc((size_t)s->nx + 1, sizeof *x);
    if (rounded != NULL && x != NULL) {
        vector_set(rounded, vector_const(s->x), s->nx);
        vector_get_doubles(x, vector_const(rounded), s->nx);
        sample.state = state_of(s->model, s->in_double ? x : NULL, vector_const(rounded));
    }
    sample.t = s->in_double ? (struct decimal){.value = mpfr_get_d(t, MPFR_RNDN)}
                            : decimal_exact(t);
    (void)record_append(&solution_sample_record, &into->sample, &into->samples, &sample);
    record_clear(&solution_sample_record, &sample);
    vector_free(rounded, s->nx);
    free(x);
}

void samples_take(struct samples *s, mpfr_srcptr t0, const mpfr_t *x0, mpfr_srcptr t1,
                  const mpfr_t *x1) {
    while (s->next < s->count && mpfr_lessequal_p(s->time[s->next], t1)) {
        mpfr_srcptr t = s->time[s->next++];
        find(s, t, t0, x0, t1, x1);
        append(s, t, t1);
    }
}

void samples_take_doubles(struct samples *s, double t0, const double *x0, double t1,
                          const double *x1) {
    if (s->next >= s->count || mpfr_cmp_d(s->time[s->next], t1) > 0)
        return;
    mpfr_set_d(s->begin[0], t0, MPFR_RNDN);
    mpfr_set_d(s->end[0], t1, MPFR_RNDN);
    vector_set_doubles(s->begin + 1, x0, s->nx);
    vector_set_doubles(s->end + 1, x1, s->nx);
    samples_take(s, s->begin[0], vector_const(s->begin + 1), s->end[0],
                 vector_const(s->end + 1));
}

double samples_next(const struct samples *s) {
    return samples_left(s) ? mpfr_get_d(s->time[s->next], MPFR_RNDN) : INFINITY;
}

void samples_told(struct samples *s, const mpfr_t *x) {
    vector_set(s->x, x, s->nx);
    append(s, s->time[s->next], s->time[s->next]);
    s->next++;
}

void samples_told_doubles(struct samples *s, const double *x) {
    vector_set_doubles(s->x, x, s->nx);
    append(s, s->time[s->next], s->time[s->next]);
    s->next++;
}
