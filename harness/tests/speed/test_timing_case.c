/* What is timed is what was recorded: each recorded run, in faithful mode, counts what the
 * original counted, and allocates nothing.
 *
 * Seen to fail: passes begun by pair_start in place of pair_set_state; runs under error
 * control not begun anew; a pass a step too long; full Newton taken for fresh; maps of Jacobians
 * not taken off; bytes not counted.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/allocations.h"
#include "harness/integrators/initial.h"
#include "harness/speed/measure/timing.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/models.h"

struct bench {
    struct model *model;
    struct binding *binding;
    struct timing_plan plan;
    double begin, start[64];
};

static struct bench open_bench(const char *name, const char *method) {
    struct bench b = {.model = catalogue_model(name)};
    struct diagnostic d = {""};
    cr_assert(bind_alloc(&b.binding, b.model, true) == PROBLEM_OK);
    cr_assert(initial_in_double(b.model, &b.begin, b.start, &d) == 0, "%s", d.text);
    cr_assert(timing_plan_make(&b.plan, b.model, name, method, &d) == 0, "%s", d.text);
    return b;
}

static void close_bench(struct bench *b) {
    timing_plan_clear(&b->plan);
    bind_free(b->binding);
    model_free(b->model);
}

static struct timing_counts count(const struct bench *b, int i) {
    struct diagnostic d = {""};
    struct timing_counts c = timing_count(&b->plan.setting[i], bind_system(b->binding),
                                          b->begin, b->start, &d);
    cr_assert(c.status == FAST_OK, "%s: %s", b->model->name, d.text);
    return c;
}

static const char *const recorded_models[] = {
    "spring_k1", "spring_k1e4",     "spring_k1e6",   "smd_stiff",
    "pendulum",  "double_pendulum", "vdp_mu5",       "chain8_k1e5",
    "body_free", "heavy_top",       "contact_stack5"};
enum { recorded_count = sizeof recorded_models / sizeof *recorded_models };

Test(timing_case, every_recorded_run_counts_what_the_original_did) {
    int rows = 0, equal = 0;
    for (int m = 0; m < recorded_count; m++) {
        struct bench b = open_bench(recorded_models[m], NULL);
        for (int i = 0; i < b.plan.count; i++) {
            const struct timing_setting *s = &b.plan.setting[i];
            if (s->mode != FAST_FAITHFUL)
                continue;
            struct timing_counts c = count(&b, i);
            enum original_counters found =
                original_cost_compare(s->recorded, s->fixed, c.steps, c.iterations,
                                      c.evaluations, c.jacobians, c.factorizations);
            cr_expect(found != ORIGINAL_DIFFERENT,
                      "%s %s accuracy %g: iterations %g, evaluations %g, jacobians %g, "
                      "factorizations %g in %g steps",
                      recorded_models[m], original_scheme_name(s->recorded->scheme),
                      s->accuracy, c.iterations, c.evaluations, c.jacobians,
                      c.factorizations, c.steps);
            rows++;
            equal += found == ORIGINAL_EQUAL;
        }
        close_bench(&b);
    }
    cr_expect(rows == original_cost_fixed_count + original_cost_controlled_count);
    cr_expect(equal >= rows - 8, "%d of %d", equal, rows);
}

Test(timing_case, nothing_is_allocated_in_steps) {
    for (int m = 0; m < recorded_count; m++) {
        struct bench b = open_bench(recorded_models[m], NULL);
        for (int i = 0; i < b.plan.count; i++)
            cr_expect(count(&b, i).allocations == 0, "%s %d", recorded_models[m], i);
        close_bench(&b);
    }
}

/* Volatile: a compiler may leave out an allocation of which nothing is seen. */
Test(timing_case, allocations_are_counted) {
    struct allocations before = allocations_so_far();
    double *volatile a = malloc(37 * sizeof(double));
    double *volatile b = calloc(11, sizeof(double));
    double *volatile c = realloc(a, 74 * sizeof(double));
    struct allocations after = allocations_so_far();
    cr_expect(after.calls - before.calls == 3);
    cr_expect(after.bytes - before.bytes == (37 + 11 + 74) * sizeof(double));
    cr_expect(b != NULL && c != NULL);
    free(b);
    free(c);
}

/* Whatever number of passes is run, the last state is the same: to the bit, but for fixed
 * steps in default mode, which go on from what they know of the iteration's convergence. */
Test(timing_case, passes_begin_where_they_began) {
    struct bench b = open_bench("pendulum", "velocity-implicit-euler");
    struct diagnostic d = {""};
    for (int i = 0; i < b.plan.count; i++) {
        const struct timing_setting *s = &b.plan.setting[i];
        const double tolerance = s->mode == FAST_DEFAULT && s->fixed ? 0.05 : 0;
        struct timing_case c;
        double once[2];
        cr_assert(timing_case_open(&c, s, bind_system(b.binding), b.begin, b.start, &d) ==
                      0,
                  "%s", d.text);
        cr_assert(timing_case_run(&c, 3) == 0);
        memcpy(once, pair_state(c.integrator), sizeof once);
        cr_assert(timing_case_run(&c, 2) == 0);
        for (int k = 0; k < 2; k++)
            cr_expect(fabs(pair_state(c.integrator)[k] - once[k]) <= tolerance, "%d", i);
        cr_expect(pair_time(c.integrator) == b.begin + s->length);
        timing_case_close(&c);
    }
    close_bench(&b);
}

/* N v is asked for in each iteration, but those of forming J are J's. */
Test(timing_case, maps_outside_of_jacobians_do_not_depend_on_how_often_j_is_formed) {
    struct bench b = open_bench("heavy_top", "velocity-implicit-euler");
    double each[3] = {NAN, NAN, NAN};
    for (int i = 0; i < b.plan.count; i++) {
        const struct timing_setting *s = &b.plan.setting[i];
        if (s->mode != FAST_FAITHFUL || !s->fixed || s->jacobian == FAST_EXACT ||
            !isnan(s->accuracy))
            continue;
        struct timing_counts c = count(&b, i);
        each[s->newton] = c.maps / c.iterations;
    }
    cr_expect(each[FAST_REUSE] >= 1 && each[FAST_REUSE] <= 3, "%g", each[FAST_REUSE]);
    cr_expect(each[FAST_FRESH] == each[FAST_REUSE], "%g", each[FAST_FRESH]);
    cr_expect(each[FAST_FULL] == each[FAST_REUSE], "%g", each[FAST_FULL]);
    close_bench(&b);
}

Test(timing_case, a_method_can_be_chosen_and_other_models_have_usual_runs) {
    struct bench b = open_bench("pendulum", "implicit-euler");
    for (int i = 0; i < b.plan.count; i++)
        cr_expect(b.plan.setting[i].method == FAST_IMPLICIT_EULER);
    cr_expect(b.plan.count == 2 * 5, "%d", b.plan.count);
    close_bench(&b);
    b = open_bench("mathieu", NULL);
    cr_expect(b.plan.count == 8 && b.plan.kernel_sets == 4);
    for (int i = 0; i < b.plan.count; i++)
        cr_expect(b.plan.setting[i].recorded == NULL && count(&b, i).steps > 0);
    close_bench(&b);
}

Test(timing_case, a_run_that_cannot_be_made_says_why) {
    struct model *m = model_from("span 0 .. 1\nstate x = 1\nx' = 3*x^2*x^2\n");
    struct binding *binding;
    struct timing_plan plan;
    struct timing_case c;
    struct diagnostic d = {""};
    const double start[1] = {1e60};
    cr_assert(bind_alloc(&binding, m, true) == PROBLEM_OK);
    cr_assert(timing_plan_make(&plan, m, NULL, NULL, &d) == 0);
    cr_expect(timing_case_open(&c, &plan.setting[0], bind_system(binding), 0, start, &d));
    cr_expect(d.text[0] != '\0' && c.integrator == NULL);
    timing_plan_clear(&plan);
    bind_free(binding);
    model_free(m);
}
