/* The pair's steps by a loop that is written by hand (by_hand.h), with the matrices that the
 * integrator itself has after some passes, or, under error control, at the start.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/kernels.h"
#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/integrators/bind/bind.h"
#include "harness/speed/hand/by_hand.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "problems/model.h"

/* Passes until the matrices no longer come from the start. */
enum { passes_to_settle = 4 };
/* With a J that has just been formed, as in fast/pair. */
static const double fresh_rate = 0.5, unknown_rate = 1;

struct hand_pass {
    struct pair_pass pair;
    struct by_hand hand;
    by_hand_run *run;
    int n, steps;
    double x[2 * BY_HAND_MOST];
};

/* matrix, by columns: what becomes of unit vectors by solving with the factors, or by df/dq. */
static enum fast_status read_columns(const struct hand_pass *p, bool is_product,
                                     double *matrix) {
    double unit[BY_HAND_MOST] = {0};
    enum fast_status status = FAST_OK;
    for (int j = 0; j < p->n && status == FAST_OK; j++) {
        double *column = &matrix[j * (p->n + p->n % 2)];
        unit[j] = 1;
        if (is_product)
            status = pair_kernel_product(p->pair.integrator, unit, column);
        else
            pair_kernel_solve(p->pair.integrator, unit, column);
        unit[j] = 0;
    }
    return status;
}

/* Of the J that the integrator has. */
static enum fast_status read_matrices(struct hand_pass *p) {
    struct pair *integrator = p->pair.integrator;
    const double h = p->hand.h;
    enum fast_status status = pair_kernel_factor(integrator, 0.5 * h);
    if (status == FAST_OK)
        status = read_columns(p, false, p->hand.half);
    if (status == FAST_OK)
        status = pair_kernel_factor(integrator, h);
    if (status == FAST_OK)
        status = read_columns(p, false, p->hand.whole);
    return status == FAST_OK ? read_columns(p, true, p->hand.fq) : status;
}

static enum fast_status begin(struct hand_pass *p) {
    struct pair *integrator = p->pair.integrator;
    memcpy(p->x, p->pair.start, 2 * (size_t)p->n * sizeof *p->x);
    p->hand.steps = 0;
    p->hand.evaluations = 1;
    enum fast_status status = pair_kernel_rates(integrator, p->x, p->hand.rates);
    if (status != FAST_OK || !p->hand.controls_error)
        return status;
    status = pair_start(integrator, p->pair.begin, p->x);
    if (status == FAST_OK)
        status = pair_kernel_jacobian(integrator, p->hand.h, p->hand.rates);
    p->hand.evaluations += pair_statistics(integrator)->derivative_evals;
    p->hand.half_rate = fresh_rate;
    p->hand.whole_rate = unknown_rate;
    p->hand.age = 0;
    return status == FAST_OK ? read_matrices(p) : status;
}

static int run(void *self) {
    struct hand_pass *p = self;
    return begin(p) != FAST_OK || p->run(&p->hand, p->pair.begin, p->steps, p->x) != 0;
}

static void why(void *self, struct diagnostic *d) {
    const struct hand_pass *p = self;
    message_set(d,
                "the loop by hand ends within its first %ld steps: one needs what is "
                "not written",
                p->hand.steps);
}

static int tell(void *self, json_t *into) {
    const struct hand_pass *p = self;
    json_object_set_new(into, "steps", json_integer(p->hand.steps));
    json_object_set_new(into, "evaluations", json_integer(p->hand.evaluations));
    return json_object_set_new(into, "end", json_numbers(p->x, 2 * p->n));
}

static void close(void *self) {
    struct hand_pass *p = self;
    pair_pass_clear(&p->pair);
}

static enum fast_status settle(struct hand_pass *p) {
    enum fast_status status = FAST_OK;
    for (int i = 0; i < passes_to_settle && status == FAST_OK; i++)
        status = pair_pass_run(&p->pair, p->pair.integrator);
    return status == FAST_OK ? read_matrices(p) : status;
}

static int open(void *self, const struct workload *workload, struct diagnostic *d) {
    struct hand_pass *p = self;
    const struct model *m = workload->model;
    if (pair_pass_open(&p->pair, workload, d))
        return -1;
    const struct integrator_options *o = &p->pair.settings.subject.integrator;
    p->n = m->nv;
    p->run = by_hand_find(m->nv);
    if (p->run == NULL || m->nq != m->nv || m->nz > 0 || !m->map_is_identity ||
        o->mode != FAST_DEFAULT || o->method != FAST_VELOCITY_IMPLICIT_EULER)
        return message_set(d, "no loop is written for %s in this mode", m->name);
    p->steps = (int)lround(workload->length / o->max_step);
    p->hand = (struct by_hand){
        .system = bind_system(p->pair.binding),
        .h = o->max_step,
        .accuracy = pair_statistics(p->pair.integrator)->accuracy_in_use,
        .controls_error = !o->fixed_step,
        .half_rate = unknown_rate,
        .whole_rate = unknown_rate,
    };
    const enum fast_status status = o->fixed_step ? settle(p) : FAST_OK;
    return status == FAST_OK ? 0 : message_set(d, "%s", fast_status_text(status));
}

const struct pass_kind pass_of_hand = {
    sizeof(struct hand_pass), open, close, run, why, tell, NULL};
