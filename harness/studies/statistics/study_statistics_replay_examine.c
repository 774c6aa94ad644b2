/* A run in faithful mode beside its replay: the first decision that differs, with its margin
 * |value - limit| / limit, the smaller of the two. It is rounding-sensitive, and no fault, when
 * rounding alone brings about as much: when the replay in 120 bits (which takes the differences
 * of its Jacobians in 53) or the one in 53 bits from a start that is off by an ulp decides
 * otherwise there or earlier, or differs from that in 53 bits, at that decision, by a 16th of
 * the margin or more. (Where a start is so symmetric that nothing rounds, 120 bits show
 * nothing.)
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/study_statistics_replay.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

#include "harness/integrators/initial.h"
#include "harness/results/reference.h"
#include "harness/results/study.h"
#include "problems/model.h"
#include "ref/vector.h"

enum { DOUBLE_BITS = 53, MORE_BITS = 120 };

/* The two roundings are two samples of an unknown size; a margin is within rounding up to
 * this many times their difference, or this many times 2^-52. */
enum { ROUNDING_FACTOR = 16 };

struct replay {
    enum ref_status status;
    struct ref_statistics counters;
    struct decisions decisions;
};

/* Steps as the run in double took them: no further than a longest step at a time. */
static enum ref_status follow(ref_replay *r, const struct statistics_setting *setting,
                              long most_steps, mpfr_prec_t bits) {
    mpfr_t never, end, boundary;
    mpfr_inits2(bits, never, end, boundary, (mpfr_ptr)NULL);
    mpfr_set_inf(never, 1);
    mpfr_set_d(end, setting->end, MPFR_RNDN);
    enum ref_status status = REF_OK;
    for (long k = 0;
         k < most_steps && status == REF_OK && mpfr_less_p(ref_replay_time(r), end);
         k++) {
        enum ref_stop stop;
        mpfr_add_d(boundary, ref_replay_time(r), setting->longest, MPFR_RNDN);
        if (mpfr_greater_p(boundary, end))
            mpfr_set(boundary, end, MPFR_RNDN);
        status = ref_replay_advance(r, never, never, boundary, &stop);
    }
    mpfr_clears(never, end, boundary, (mpfr_ptr)NULL);
    return status;
}

/* The roundings of a replay: in so many bits, from a start whose components are off by this part of
 * them, one up, one down. */
struct rounding {
    mpfr_prec_t bits;
    double off;
};
static const struct rounding in_double = {DOUBLE_BITS, 0};
static const struct rounding samples[] = {{MORE_BITS, 0}, {DOUBLE_BITS, DBL_EPSILON}};
enum { SAMPLES = sizeof samples / sizeof *samples };

/* x[nx] := such a start. Nonzero: the model has none. */
static int find_start(mpfr_t *x, int nx, const struct study *s, double off) {
    double t, *start = calloc((size_t)nx + 1, sizeof *start);
    struct diagnostic ignored;
    int failed = start == NULL || initial_in_double(s->model, &t, start, &ignored);
    for (int i = 0; i < nx && !failed; i++)
        mpfr_set_d(x[i], start[i] * (1 + (i % 2 ? off : -off)), MPFR_RNDN);
    free(start);
    return failed;
}

static int start(ref_replay *r, const struct study *s, const struct rounding *how) {
    const int nx = s->model->nq + s->model->nv + s->model->nz;
    if (how->off == 0)
        return ref_replay_start(r, NULL, NULL) != REF_OK;
    mpfr_t *x = vector_alloc(nx, how->bits);
    int failed = x == NULL || find_start(x, nx, s, how->off) ||
                 ref_replay_start(r, NULL, vector_const(x)) != REF_OK;
    vector_free(x, nx);
    return failed;
}

/* Nonzero: out of memory, or the model cannot be evaluated. */
static int replay_in_range(struct replay *made, const struct study *s,
                           const struct statistics_setting *setting, long most_steps,
                           const struct rounding *how) {
    const struct ref_replay_options options =
        reference_pair(&setting->options.integrator);
    ref_replay *r;
    *made = (struct replay){.status = REF_OK};
    if (ref_replay_alloc(&r, s->model, &options, how->bits) != REF_OK)
        return -1;
    ref_replay_listen(r, decisions_keep_reference, &made->decisions);
    int failed = start(r, s, how);
    if (!failed)
        made->status = follow(r, setting, most_steps, how->bits);
    made->counters = ref_replay_statistics(r);
    ref_replay_free(r);
    return failed || made->decisions.lost;
}

/* What is beyond the largest double is infinite in 53 bits, too: an update and a component that
 * are both infinite count as converged. */
static int replay_run(struct replay *made, const struct study *s,
                      const struct statistics_setting *setting, long most_steps,
                      const struct rounding *how) {
    const mpfr_exp_t largest = mpfr_get_emax();
    if (how->bits == DOUBLE_BITS)
        mpfr_set_emax(DBL_MAX_EXP);
    int failed = replay_in_range(made, s, setting, most_steps, how);
    mpfr_set_emax(largest);
    return failed;
}

/* Sizes of steps follow from errors, in which rounding may show; a wrong rule shows
 * more. */
static const double same_measure = 1e-2;

static bool measures_differ(double a, double b) {
    if (isnan(a) || isnan(b))
        return isnan(a) != isnan(b);
    return fabs(a - b) > same_measure * fmax(fabs(a), fabs(b));
}

/* How many counters and measures differ; *name := the first of them. */
static int count_differences(const struct pair_statistics *a,
                             const struct ref_statistics *b, const char **name) {
    int count = 0;
#define COMPARE(counter)                                                                 \
    if (a->counter != b->counter && count++ == 0)                                        \
        *name = #counter;
    PAIR_COUNTER_LIST(COMPARE)
#undef COMPARE
#define COMPARE(measure)                                                                 \
    if (measures_differ(a->measure, b->measure) && count++ == 0)                         \
        *name = #measure;
    PAIR_MEASURE_LIST(COMPARE)
#undef COMPARE
    return count;
}

/* What another rounding does at a place, in units of the limit; infinite when it has gone another
 * way before. */
static double find_noise(const struct decisions *one, const struct decisions *other,
                         long place) {
    long difference = decisions_first_difference(one, other);
    if (difference >= 0 && difference <= place)
        return INFINITY;
    if (place >= one->count || place >= other->count)
        return NAN;
    const struct pair_decision *a = &one->decision[place], *b = &other->decision[place];
    bool finite = isfinite(a->value) && isfinite(b->value) && a->limit > 0;
    return finite ? fabs(a->value - b->value) / a->limit : NAN;
}

/* The most that rounding does at a place of the replay. */
static int measure_noise(double *noise, const struct study *s,
                         const struct statistics_setting *setting,
                         const struct replay *one, long most_steps, long place) {
    int failed = 0;
    *noise = NAN;
    for (int k = 0; k < SAMPLES && !failed && !(*noise == INFINITY); k++) {
        struct replay other;
        failed = replay_run(&other, s, setting, most_steps, &samples[k]);
        *noise = fmax(*noise, find_noise(&one->decisions, &other.decisions, place));
        decisions_clear(&other.decisions);
    }
    return failed;
}

/* The smaller of the two margins; not a number where neither compared numbers. (Where
 * theta is 1 there is no eta, and only the one that has theta > 1 has a number to
 * compare.) */
static double find_margin(const struct decisions *a, const struct decisions *b,
                          long place) {
    const struct decisions *const both[] = {a, b};
    double margin = NAN;
    for (int k = 0; k < 2; k++)
        if (place < both[k]->count && both[k]->decision[place].limit > 0 &&
            isfinite(both[k]->decision[place].value))
            margin = fmin(margin, decisions_margin(&both[k]->decision[place]));
    return margin;
}

static int examine(struct replay_finding *f, const struct study *s,
                   const struct statistics_setting *setting,
                   const struct statistics_outcome *outcome, const struct replay *r,
                   long most_steps) {
    *f = (struct replay_finding){.place = -1};
    f->differences = count_differences(&outcome->pair, &r->counters, &f->counter);
    f->place = decisions_first_difference(&outcome->decisions, &r->decisions);
    if (f->differences == 0 && f->place < 0)
        return 0;
    f->margin = f->noise = NAN;
    if (f->place < 0)
        return 0;
    f->margin = find_margin(&outcome->decisions, &r->decisions, f->place);
    if (measure_noise(&f->noise, s, setting, r, most_steps, f->place))
        return -1;
    f->sensitive = f->noise == INFINITY ||
                   f->margin <= ROUNDING_FACTOR * fmax(f->noise, DBL_EPSILON);
    return 0;
}

int replay_examine(struct replay_finding *f, struct decisions *replayed,
                   const struct study *s, const struct statistics_setting *setting,
                   const struct statistics_outcome *outcome) {
    struct replay r;
    long most_steps = outcome->succeeded ? outcome->steps : LONG_MAX;
    int failed = replay_run(&r, s, setting, most_steps, &in_double) ||
                 examine(f, s, setting, outcome, &r, most_steps);
    *replayed = r.decisions;
    return failed;
}
