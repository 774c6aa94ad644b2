/* Springs, rods and stacks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_chain.h"

#include "harness/integrators/bind/bind_contacts.h"
#include "harness/integrators/bind/bind_joints.h"
#include "harness/speed/timing/timing_contacts.h"

/* The springs' fastest oscillation, 2 sqrt(k/m), turns by 0.3 in a step: none is damped away and
 * Newton's iteration works alike at every length. Waves run through the longest chain of rods at
 * 2 sqrt(T / (m l)) < 800 rad/s, T the tension that carries all of it: they turn by 0.2. */
static const double step_of_springs = 1.0 / 128, step_of_rods = 1.0 / 4096;
enum { steps_of_springs = 8, steps_of_rods = 16, steps_of_stack = 64 };

/* ---- Springs */

static int bind_springs(void **binding, struct model *m) {
    struct binding *b = NULL;
    const int failed = bind_alloc(&b, m, true) != PROBLEM_OK;
    *binding = b;
    return failed;
}

static void unbind_springs(void *binding) {
    bind_free(binding);
}

static enum fast_status open_springs(void **integrator, const void *binding,
                                     int variant) {
    struct integrator_options options = pair_default_options();
    struct pair *opened = NULL;
    options.fixed_step = true;
    options.max_step = step_of_springs;
    options.jacobian = variant == 0 ? FAST_FORWARD : FAST_EXACT;
    enum fast_status status = pair_alloc(&opened, bind_system(binding), &options);
    *integrator = opened;
    return status;
}

static void close_springs(void *integrator) {
    pair_free(integrator);
}

static int run_springs(void *self, long times) {
    const struct timing_chain_run *c = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = pair_start(c->integrator, c->begin, c->start);
        if (status == FAST_OK)
            status =
                pair_run(c->integrator, c->begin + steps_of_springs * step_of_springs);
    }
    return status == FAST_OK ? 0 : -1;
}

static json_t *count_springs(const void *integrator) {
    const struct pair_statistics *s = pair_statistics(integrator);
    return json_pack("{s:f, s:f, s:f, s:f, s:f}", "steps", (double)s->steps_taken,
                     "evaluations", (double)s->derivative_evals, "iterations",
                     (double)s->newton_iters, "jacobians", (double)s->jacobian_evals,
                     "factorizations", (double)s->factorizations);
}

const struct timing_chain_kind timing_springs = {.variant = {"forward", "exact"},
                                                 .steps = steps_of_springs,
                                                 .step = step_of_springs,
                                                 .bind = bind_springs,
                                                 .unbind = unbind_springs,
                                                 .open = open_springs,
                                                 .close = close_springs,
                                                 .run = run_springs,
                                                 .count = count_springs};

/* ---- Rods */

static int bind_rods(void **binding, struct model *m) {
    struct bind_joints *b = NULL;
    const int failed = bind_joints_alloc(&b, m, false) != PROBLEM_OK;
    *binding = b;
    return failed;
}

static void unbind_rods(void *binding) {
    bind_joints_free(binding);
}

static enum fast_status open_rods(void **integrator, const void *binding, int variant) {
    struct integrator_options options = projected_default_options();
    struct projected *opened = NULL;
    options.method = PROJECTED_RUNGE_KUTTA_MERSON;
    options.fixed_step = true, options.step = step_of_rods;
    options.projection = variant == 0 ? PROJECTED_LAZY : PROJECTED_EVERY_STEP;
    enum fast_status status =
        projected_alloc(&opened, bind_joints_system(binding), &options);
    *integrator = opened;
    return status;
}

static void close_rods(void *integrator) {
    projected_free(integrator);
}

static int run_rods(void *self, long times) {
    const struct timing_chain_run *c = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = projected_start(c->integrator, c->begin, c->start);
        if (status == FAST_OK)
            status =
                projected_run(c->integrator, c->begin + steps_of_rods * step_of_rods);
    }
    return status == FAST_OK ? 0 : -1;
}

static json_t *count_rods(const void *integrator) {
    const struct projected_statistics *s = projected_statistics(integrator);
    return json_pack("{s:f, s:f, s:f, s:f}", "steps", (double)s->steps_taken,
                     "evaluations", (double)s->realizations, "iterations",
                     (double)(s->q_projections + s->u_projections), "factorizations",
                     (double)s->factorizations);
}

const struct timing_chain_kind timing_rods = {.variant = {"lazy", "every-step"},
                                              .steps = steps_of_rods,
                                              .step = step_of_rods,
                                              .bind = bind_rods,
                                              .unbind = unbind_rods,
                                              .open = open_rods,
                                              .close = close_rods,
                                              .run = run_rods,
                                              .count = count_rods};

/* ---- Stacks */

static int bind_stack(void **binding, struct model *m) {
    struct bind_contacts *b = NULL;
    const int failed = bind_contacts_alloc(&b, m) != PROBLEM_OK;
    *binding = b;
    return failed;
}

static void unbind_stack(void *binding) {
    bind_contacts_free(binding);
}

static enum fast_status open_stack(void **integrator, const void *binding, int variant) {
    struct integrator_options options = contact_default_options();
    contact_stepper *opened = NULL;
    (void)variant;
    options.fixed_step = true, options.step = timing_contact_step;
    enum fast_status status =
        contact_alloc(&opened, bind_contacts_system(binding), &options);
    *integrator = opened;
    return status;
}

static void close_stack(void *integrator) {
    contact_free(integrator);
}

static int run_stack(void *self, long times) {
    const struct timing_chain_run *s = self;
    enum fast_status status = FAST_OK;
    for (long i = 0; i < times && status == FAST_OK; i++) {
        status = contact_start(s->integrator, s->begin, s->start);
        for (int k = 0; k < steps_of_stack && status == FAST_OK; k++)
            status = contact_step(s->integrator, timing_contact_step);
    }
    return status == FAST_OK ? 0 : -1;
}

static json_t *count_stack(const void *integrator) {
    const struct contact_statistics *s = contact_statistics(integrator);
    return json_pack("{s:f, s:f, s:f, s:f}", "steps", (double)s->steps_taken,
                     "evaluations", (double)s->rows_evals, "iterations",
                     (double)s->iterations, "factorizations", (double)s->factorizations);
}

const struct timing_chain_kind timing_stacks = {.variant = {"default", NULL},
                                                .steps = steps_of_stack,
                                                .step = 0,
                                                .bind = bind_stack,
                                                .unbind = unbind_stack,
                                                .open = open_stack,
                                                .close = close_stack,
                                                .run = run_stack,
                                                .count = count_stack};
