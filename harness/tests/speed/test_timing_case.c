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

#include "fast/pair.h"
#include "harness/base/allocations.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/timing/timing_plan.h"
#include "harness/tests/catalogue.h"
#include "harness/tests/results_of.h"
#include "harness/tests/scratch.h"

struct bench {
    const char *name;
    struct model *model;
    struct timing_plan plan;
};

static struct bench open_bench(const char *name, const char *method) {
    struct bench b = {.name = name, .model = catalogue_model(name)};
    struct diagnostic d = {""};
    cr_assert(timing_plan_make(&b.plan, b.model, name, method, false, &d) == 0, "%s",
              d.text);
    return b;
}

/* A setting of the plan as the library of benchmarks reads it. */
static struct workload workload_of(const struct timing_setting *s, const char *name) {
    struct workload w;
    struct diagnostic d = {""};
    json_t *document = timing_workload(s, name, NULL, PASS_KEPT);
    char *text = json_dumps(document, JSON_REAL_PRECISION(17));
    cr_assert(workload_read(&w, text, HALFSTEP_MODELS, &d) == 0, "%s", d.text);
    return w;
}

static json_t *count(const struct bench *b, int i) {
    struct diagnostic d = {""};
    struct workload w = workload_of(&b->plan.setting[i], b->name);
    struct pass p;
    json_t *counters = json_object();
    cr_assert(pass_open(&p, &w, &d) == 0, "%s: %s", b->name, d.text);
    cr_assert(pass_count(&p, counters, &d) == 0, "%s: %s", b->name, d.text);
    pass_close(&p);
    return counters;
}

Test(timing_case, other_models_have_no_original) {
    struct bench b = open_bench("quadratic", "implicit-euler");
    cr_expect(b.plan.count > 0);
    for (int i = 0; i < b.plan.count; i++)
        cr_expect(b.plan.setting[i].recorded == NULL, "%d", i);
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
            json_t *c = count(&b, i);
            enum original_counters found = original_cost_compare(
                s->recorded, s->fixed, number_in(c, "steps"), number_in(c, "iterations"),
                number_in(c, "evaluations"), number_in(c, "jacobians"),
                number_in(c, "factorizations"));
            cr_expect(found != ORIGINAL_DIFFERENT, "%s %s accuracy %g: %s",
                      recorded_models[m], original_scheme_name(s->recorded->scheme),
                      s->accuracy, json_dumps(c, JSON_COMPACT));
            rows++;
            equal += found == ORIGINAL_EQUAL;
        }
    }
    cr_expect(rows == original_cost_fixed_count + original_cost_controlled_count);
    cr_expect(equal >= rows - 8, "%d of %d", equal, rows);
}

Test(timing_case, nothing_is_allocated_in_steps) {
    for (int m = 0; m < recorded_count; m++) {
        struct bench b = open_bench(recorded_models[m], NULL);
        for (int i = 0; i < b.plan.count; i++) {
            json_t *c = count(&b, i);
            cr_expect(number_in(c, "allocations") == 0, "%s %d", recorded_models[m], i);
        }
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
}

/* Whatever number of passes is run, the last state is the same: to the bit, but for fixed
 * steps in default mode, which go on from what they know of the iteration's convergence. */
Test(timing_case, passes_begin_where_they_began) {
    struct bench b = open_bench("pendulum", "velocity-implicit-euler");
    struct diagnostic d = {""};
    for (int i = 0; i < b.plan.count; i++) {
        const struct timing_setting *s = &b.plan.setting[i];
        const double tolerance = s->mode == FAST_DEFAULT && s->fixed ? 0.05 : 0;
        struct workload w = workload_of(s, b.name);
        struct pair_pass p;
        double once[2];
        cr_assert(pair_pass_open(&p, &w, &d) == 0, "%s", d.text);
        for (int k = 0; k < 3; k++)
            cr_assert(pair_pass_run(&p, p.integrator) == FAST_OK);
        memcpy(once, pair_state(p.integrator), sizeof once);
        for (int k = 0; k < 2; k++)
            cr_assert(pair_pass_run(&p, p.integrator) == FAST_OK);
        for (int k = 0; k < 2; k++)
            cr_expect(fabs(pair_state(p.integrator)[k] - once[k]) <= tolerance, "%d", i);
        cr_expect(pair_time(p.integrator) == w.begin + s->length);
    }
}

/* N v is asked for in each iteration, but those of forming J are J's. */
Test(timing_case, maps_outside_of_jacobians_do_not_depend_on_how_often_j_is_formed) {
    struct bench b = open_bench("heavy_top", "velocity-implicit-euler");
    double each[3] = {NAN, NAN, NAN};
    for (int i = 0; i < b.plan.count; i++) {
        const struct timing_setting *s = &b.plan.setting[i];
        if (s->mode != FAST_FAITHFUL || !s->fixed || s->jacobian == FAST_EXACT_JACOBIAN ||
            !isnan(s->accuracy))
            continue;
        json_t *c = count(&b, i);
        each[s->newton] = number_in(c, "maps") / number_in(c, "iterations");
    }
    cr_expect(each[FAST_REUSE] >= 1 && each[FAST_REUSE] <= 3, "%g", each[FAST_REUSE]);
    cr_expect(each[FAST_FRESH] == each[FAST_REUSE], "%g", each[FAST_FRESH]);
    cr_expect(each[FAST_FULL] == each[FAST_REUSE], "%g", each[FAST_FULL]);
}

Test(timing_case, a_method_can_be_chosen_and_other_models_have_usual_runs) {
    struct bench b = open_bench("pendulum", "implicit-euler");
    for (int i = 0; i < b.plan.count; i++)
        cr_expect(b.plan.setting[i].method == FAST_IMPLICIT_EULER);
    cr_expect(b.plan.count == 2 * 5, "%d", b.plan.count);
    b = open_bench("mathieu", NULL);
    cr_expect(b.plan.count == 8 && b.plan.kernel_sets == 4);
    for (int i = 0; i < b.plan.count; i++) {
        json_t *c = count(&b, i);
        cr_expect(b.plan.setting[i].recorded == NULL && number_in(c, "steps") > 0);
    }
}

Test(timing_case, a_run_that_cannot_be_made_says_why) {
    struct scratch scratch = scratch_make();
    struct diagnostic d = {""};
    struct pass p;
    char *name = scratch_write(&scratch, "high.model",
                               "span 0 .. 1\nstate x = 1e60\nx' = 3*x^2*x^2\n");
    const struct timing_setting setting = {.method = FAST_VELOCITY_IMPLICIT_EULER,
                                           .accuracy = NAN,
                                           .fixed = true,
                                           .h = 1.0 / 1024,
                                           .length = 1.0 / 16};
    struct workload w = workload_of(&setting, name);
    cr_expect(pass_open(&p, &w, &d) != 0 && d.text[0] != '\0');
}
