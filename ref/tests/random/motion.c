/* A run from event to event, and two of them compared.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/random/motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/tests/random/chebyshev.h"
#include "ref/tests/random/motion_parts.h"
#include "ref/tests/random/numbers.h"

/* The two integrations, usual and fine: degree and precision of the second are higher, its steps
 * shorter. */
enum { RUNS = 2 };
struct level {
    int degree, bits, goal;
    double longest;
};
static const struct level level[2][RUNS] = {
    {{20, 112, 66, 1 / 12.}, {25, 128, 76, 1 / 17.}},
    {{34, 190, 130, 1 / 12.}, {40, 210, 145, 1 / 17.}},
};

enum {
    FLOOR_BITS = 10, /* the error measured is no less than 2^10 times the first goal */
    SAFETY = 16
};
/* Of a state near zero the error is no less than that of one so large: forces underflow. */
static const double UNSURE = 1e-9, LEAST_SIZE = 1e-100;

const char *motion_verdict_text(enum motion_verdict verdict) {
    static const char *const text[] = {
#define MOTION_VERDICT_TEXT(name, words) words,
        MOTION_VERDICT_LIST(MOTION_VERDICT_TEXT)
#undef MOTION_VERDICT_TEXT
    };
    return text[verdict];
}

static double *doubles(int n) {
    return numbers_need(calloc((size_t)n, sizeof(double)));
}

static enum motion_verdict make(struct motion *f, struct model *m, const struct level *l,
                                struct motion_result *result) {
    const int nx = m->nq + m->nv + m->nz, nodes = l->degree + 1;
    *f = (struct motion){.m = m,
                         .nx = nx,
                         .nv = m->nv,
                         .bits = l->bits,
                         .goal = l->goal,
                         .longest_part = l->longest,
                         .result = result};
    f->outputs = MOTION_OUTPUTS + MOTION_SWITCHES + 2 * MOTION_FEATURES;
    f->basis = chebyshev_make(l->degree, f->bits);
    mpfr_inits2(f->bits, f->target, f->length, (mpfr_ptr)NULL);
    f->x = numbers_make(1 + nx, f->bits);
    f->in = numbers_make(1 + nx, f->bits);
    f->out = numbers_make(f->outputs, f->bits);
    f->value = numbers_make(nodes * nx, f->bits);
    f->coefficient = numbers_make(nodes * nx, f->bits);
    f->field = numbers_make(nodes * nx, f->bits);
    f->scale = doubles(nx);
    f->near = doubles(nodes * nx);
    f->near_coefficient = doubles(nodes * nx);
    f->near_field = doubles(nodes * nx);
    f->residual = doubles(nodes * nx);
    f->correction = doubles(nodes * nx);
    f->sampled = doubles((MOTION_SAMPLES + 1) * f->outputs);
    return motion_scene_make(f);
}

static void clear(struct motion *f) {
    const int all = (f->basis->degree + 1) * f->nx;
    for (int i = 0; i < f->modes; i++)
        motion_mode_free(f->mode[i]);
    motion_scene_clear(f);
    chebyshev_free(f->basis);
    mpfr_clears(f->target, f->length, (mpfr_ptr)NULL);
    numbers_free(f->x, 1 + f->nx);
    numbers_free(f->in, 1 + f->nx);
    numbers_free(f->out, f->outputs);
    numbers_free(f->value, all);
    numbers_free(f->coefficient, all);
    numbers_free(f->field, all);
    double *const near[] = {f->scale,      f->near,     f->near_coefficient,
                            f->near_field, f->residual, f->correction,
                            f->sampled};
    for (size_t k = 0; k < sizeof near / sizeof *near; k++)
        free(near[k]);
}

static void prepare(struct motion_result *r, int times, int nx, mpfr_prec_t bits) {
    *r = (struct motion_result){.times = times, .nx = nx};
    r->state = numbers_make(times * nx, bits);
    r->error = numbers_make(times * nx, bits);
}

void motion_clear(struct motion_result *r) {
    numbers_free(r->state, r->times * r->nx);
    numbers_free(r->error, r->times * r->nx);
}

/* error := SAFETY |difference| + a floor; times at which that is much are not sure. */
static void compare(struct motion_result *r, const struct motion_result *first,
                    int bits) {
    r->sure = first->sure < r->sure ? first->sure : r->sure;
    if (first->verdict != MOTION_SURE) {
        r->verdict = first->verdict;
        r->end = first->end;
    }
    if (r->steps == 0) {
        r->events = first->events;
        r->impacts = first->impacts;
        r->steps = first->steps;
        memcpy(r->event, first->event, sizeof r->event);
    }
    for (int k = 0; k < r->sure; k++) {
        double size = 0, worst = 0;
        for (int i = k * r->nx; i < (k + 1) * r->nx; i++)
            size = fmax(size, fabs(mpfr_get_d(r->state[i], MPFR_RNDN)));
        for (int i = k * r->nx; i < (k + 1) * r->nx; i++) {
            mpfr_sub(r->error[i], r->state[i], first->state[i], MPFR_RNDN);
            mpfr_abs(r->error[i], r->error[i], MPFR_RNDN);
            mpfr_mul_ui(r->error[i], r->error[i], SAFETY, MPFR_RNDN);
            mpfr_add_d(r->error[i], r->error[i], ldexp(fmax(size, LEAST_SIZE), -bits),
                       MPFR_RNDN);
            worst = fmax(worst, mpfr_get_d(r->error[i], MPFR_RNDN));
        }
        if (!(worst <= UNSURE * size)) {
            r->sure = k;
            r->verdict = MOTION_DIFFERS;
        }
    }
}

void motion_solve(struct motion_result *result, struct model *m, int times,
                  const mpfr_t *time, bool fine, int most_steps) {
    struct motion_result first;
    const struct level *l = level[fine];
    const int nx = m->nq + m->nv + m->nz;
    prepare(&first, times, nx, l[0].bits);
    prepare(result, times, nx, l[1].bits);
    for (int run = 0; run < RUNS; run++) {
        struct motion f;
        struct motion_result *r = run == 0 ? &first : result;
        r->verdict = MOTION_TOO_COMPLEX;
        if (nx > MOTION_STATES || m->nv > MOTION_VELOCITIES ||
            m->contacts > MOTION_CONTACTS || m->joints > 0)
            continue;
        r->verdict = make(&f, m, &l[run], r);
        f.most_steps = most_steps;
        if (r->verdict == MOTION_SURE)
            r->verdict = motion_run(&f, times, time);
        clear(&f);
        if (r->verdict != MOTION_SURE && r->sure == 0 && run == 0)
            break;
    }
    compare(result, &first, l[0].goal - FLOOR_BITS);
    motion_clear(&first);
}
