/* Explicit integrators, written out.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/fingerprint/hand_written.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"

enum { STAGES = 5 };

struct hand {
    struct hand_choice choice;
    int nq, nx;
    struct program *program;
    struct eval_double *field;
    bool is_first, has_stepped, is_second;
    double t, begin;
    double *x, *e, *in, *k[STAGES], *stage;
};

/* k := F at time t + c h and x + h (a0 k0 + ... + a4 k4) */
static void evaluate(struct hand *s, double *k, double c, double h, const double *a) {
    double t = s->choice.fault == HAND_ELAPSED_TIME ? 0 : s->t;
    s->in[0] = t + (s->choice.fault == HAND_TIME_LAGS ? 0 : c * h);
    for (int i = 0; i < s->nx; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += a[j] == 0 ? 0 : a[j] * s->k[j][i];
        s->in[1 + i] = s->x[i] + h * sum;
    }
    eval_double_run(s->field, s->in, k);
}

static void combine(const struct hand *s, double *result, double h, const double *b) {
    for (int i = 0; i < s->nx; i++) {
        double sum = 0;
        for (int j = 0; j < STAGES; j++)
            sum += b[j] == 0 ? 0 : b[j] * s->k[j][i];
        result[i] = h * sum;
    }
}

static void midpoint(struct hand *s, double h) {
    evaluate(s, s->k[0], 0, h, (double[STAGES]){0});
    evaluate(s, s->k[1], 0.5, h, (double[STAGES]){0.5});
    combine(s, s->stage, h, (double[STAGES]){0, 1});
}

static void runge_kutta_4(struct hand *s, double h) {
    double off = s->choice.fault == HAND_COEFFICIENT ? 1 + 1e-14 : 1;
    evaluate(s, s->k[0], 0, h, (double[STAGES]){0});
    evaluate(s, s->k[1], 0.5, h, (double[STAGES]){0.5});
    evaluate(s, s->k[2], 0.5, h, (double[STAGES]){0, 0.5});
    evaluate(s, s->k[3], 1, h, (double[STAGES]){0, 0, 1});
    combine(s, s->stage, h, (double[STAGES]){1 / 6.0, off / 3, 1 / 3.0, 1 / 6.0});
}

static void merson(struct hand *s, double h) {
    evaluate(s, s->k[0], 0, h, (double[STAGES]){0});
    evaluate(s, s->k[1], 1 / 3.0, h, (double[STAGES]){1 / 3.0});
    evaluate(s, s->k[2], 1 / 3.0, h, (double[STAGES]){1 / 6.0, 1 / 6.0});
    evaluate(s, s->k[3], 0.5, h, (double[STAGES]){0.125, 0, 0.375});
    evaluate(s, s->k[4], 1, h, (double[STAGES]){0.5, 0, -1.5, 2});
    combine(s, s->e, h, (double[STAGES]){2 / 30.0, 0, -9 / 30.0, 8 / 30.0, -1 / 30.0});
    combine(s, s->stage, h, (double[STAGES]){1 / 6.0, 0, 0, 2 / 3.0, 1 / 6.0});
}

/* v1 = v0 + h f(t0, q0, v0), q1 = q0 + h N(q0) v1 */
static void gaming(struct hand *s, double h) {
    evaluate(s, s->k[0], 0, h, (double[STAGES]){0});
    for (int i = s->nq; i < s->nx; i++)
        s->stage[i] = h * s->k[0][i];
    memset(s->k[0], 0, (size_t)s->nq * sizeof(double));
    evaluate(s, s->k[1], 0, h, (double[STAGES]){1});
    for (int i = 0; i < s->nq; i++)
        s->stage[i] = h * s->k[1][i];
}

static void multiply(double *to, const double *a, const double *b) {
    to[0] = a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3];
    to[1] = a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2];
    to[2] = a[0] * b[2] + a[2] * b[0] + a[3] * b[1] - a[1] * b[3];
    to[3] = a[0] * b[3] + a[3] * b[0] + a[1] * b[2] - a[2] * b[1];
}

/* q turn becomes turn q. */
static void turn_in_space(struct hand *s) {
    const double conjugate[] = {s->x[0], -s->x[1], -s->x[2], -s->x[3]};
    double turn[4];
    multiply(turn, conjugate, s->stage);
    multiply(s->stage, turn, s->x);
}

static void spoil(struct hand *s) {
    if (s->choice.fault == HAND_IN_SPACE)
        turn_in_space(s);
    for (int i = 0; i < s->nx; i++) {
        if (s->choice.fault == HAND_CLIPPED)
            s->stage[i] = fmax(-0.2, fmin(0.2, s->stage[i]));
        if (s->choice.fault == HAND_THRESHOLD && fabs(s->stage[i]) < 1e-4)
            s->stage[i] = 0;
        if (s->choice.fault == HAND_ABSOLUTE)
            s->e[i] = fabs(s->e[i]);
        if (s->choice.fault == HAND_NO_ESTIMATE)
            s->e[i] = NAN;
    }
    if (s->choice.fault == HAND_NOT_A_NUMBER)
        s->stage[s->nx - 1] = NAN;
    if (s->choice.fault == HAND_ESTIMATE_LOST)
        s->e[s->nx - 1] = NAN;
}

static int make_step(struct hand *s, double h) {
    static void (*const make[])(struct hand * s, double h) = {
        [HAND_MIDPOINT] = midpoint,
        [HAND_RUNGE_KUTTA_4] = runge_kutta_4,
        [HAND_MERSON] = merson,
        [HAND_GAMING] = gaming,
    };
    if (s->choice.fault == HAND_NEVER)
        return -1;
    if (s->choice.fault == HAND_STOPS_SHORT)
        h /= 2;
    const bool is_longer = (s->choice.fault == HAND_KEEPS && s->has_stepped) ||
                           (s->choice.fault == HAND_RANDOM && s->is_second);
    make[s->choice.method](s, s->is_first && is_longer ? 1.1 * h : h);
    s->has_stepped = true;
    s->is_first = false;
    double largest = 0;
    for (int i = 0; i < s->nx; i++)
        largest = fmax(largest, fabs(s->stage[i]));
    if (s->choice.fault == HAND_SHORT_ONLY && largest > 0.25)
        return -1;
    spoil(s);
    for (int i = 0; i < s->nx; i++)
        s->x[i] += s->stage[i];
    s->t += h;
    return 0;
}

static int step(void *self, double h) {
    struct hand *s = self;
    const int count = s->choice.fault == HAND_STEPS_INSIDE ? (int)lround(64 * h) : 1;
    int failed = 0;
    for (int k = 0; k < count && !failed; k++)
        failed = make_step(s, h / count);
    return failed;
}

static int start(void *self, double t, const double *x) {
    struct hand *s = self;
    s->t = t;
    s->is_first = true;
    memcpy(s->x, x, (size_t)s->nx * sizeof *x);
    return 0;
}

static const double *state(void *self) {
    return ((struct hand *)self)->x;
}

static const double *estimate(void *self) {
    return ((struct hand *)self)->e;
}

static double time_now(void *self) {
    return ((struct hand *)self)->t;
}

static const char *why(void *self) {
    (void)self;
    return "the hand-written step failed";
}

static void free_hand(void *self) {
    struct hand *s = self;
    eval_double_free(s->field);
    program_free(s->program);
    for (int j = 0; j < STAGES; j++)
        free(s->k[j]);
    free(s->x);
    free(s->e);
    free(s->in);
    free(s->stage);
    free(s);
}

static double *zeros(int n) {
    double *x = calloc((size_t)n, sizeof *x);
    cr_assert(x != NULL);
    return x;
}

int hand_open(void *context, struct model *m, const struct subject_options *options,
              struct subject *s, struct diagnostic *d) {
    static int opened;
    const struct hand_choice *choice = context;
    (void)options;
    if (choice->fault == HAND_REFUSES)
        return message_set(d, "refused");
    struct hand *h = calloc(1, sizeof *h);
    cr_assert(h != NULL);
    *h = (struct hand){.choice = *choice,
                       .nq = m->nq,
                       .nx = m->nq + m->nv + m->nz,
                       .is_second = opened++ % 2 == 1};
    h->program = model_field_program(m);
    cr_assert(eval_double_alloc(&h->field, m->graph, h->program) == PROBLEM_OK);
    h->x = zeros(h->nx);
    h->e = zeros(h->nx);
    h->stage = zeros(h->nx);
    h->in = zeros(1 + h->nx);
    for (int j = 0; j < STAGES; j++)
        h->k[j] = zeros(h->nx);
    *s = (struct subject){.self = h,
                          .nq = m->nq,
                          .nv = m->nv,
                          .nz = m->nz,
                          .method = "hand-written",
                          .start = start,
                          .step = step,
                          .state = state,
                          .time = time_now,
                          .why = why,
                          .free = free_hand};
    if (choice->method == HAND_MERSON)
        s->estimate = estimate;
    return 0;
}
