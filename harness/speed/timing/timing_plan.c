/* What is to be timed of one model: the settings whose costs in the original are recorded,
 * in both modes; of other models fixed steps and error control with the usual settings.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/timing/timing_plan.h"
#include "problems/model.h"

/* The largest step of recorded runs under error control. */
static const double largest_step = 0.1;

/* Of a model without a record: about so many steps in its span, so many in a pass, and error
 * control over a part of it at this accuracy. */
static const double steps_in_span = 1024, part_of_span = 1.0 / 16, usual_accuracy = 1e-3;
enum { usual_pass = 64 };

static struct timing_setting usual_setting(void) {
    return (struct timing_setting){.method = FAST_VELOCITY_IMPLICIT_EULER,
                                   .mode = FAST_FAITHFUL,
                                   .jacobian = FAST_FORWARD_DIFFERENCES,
                                   .newton = FAST_REUSE,
                                   .accuracy = NAN,
                                   .kernels = -1};
}

static void add(struct timing_plan *plan, const struct timing_setting *s, int method) {
    if (method < 0 || (int)s->method == method)
        plan->setting[plan->count++] = *s;
}

static void add_recorded(struct timing_plan *plan, const struct original_cost *cost,
                         bool fixed, enum fast_mode mode, int method) {
    struct timing_setting s = usual_setting();
    s.mode = mode;
    s.accuracy = cost->accuracy;
    s.fixed = fixed;
    s.h = fixed ? ldexp(1, (int)cost->place) : largest_step;
    s.length = fixed ? s.h * cost->steps : cost->place;
    s.recorded = cost;
    if (cost->scheme == IE_REUSE)
        s.method = FAST_IMPLICIT_EULER;
    if (cost->scheme == VIE_EXACT)
        s.jacobian = FAST_EXACT_JACOBIAN;
    if (cost->scheme == VIE_FRESH || cost->scheme == VIE_FULL)
        s.newton = cost->scheme == VIE_FRESH ? FAST_FRESH : FAST_FULL;
    if (mode == FAST_FAITHFUL || (s.newton == FAST_REUSE && !plan->of_record))
        add(plan, &s, method);
}

static void add_table(struct timing_plan *plan, const struct original_cost *cost,
                      int count, bool fixed, const char *name, int method) {
    for (int i = 0; i < count; i++)
        if (strcmp(cost[i].model, name) == 0) {
            add_recorded(plan, &cost[i], fixed, FAST_FAITHFUL, method);
            add_recorded(plan, &cost[i], fixed, FAST_DEFAULT, method);
        }
}

static void add_usual(struct timing_plan *plan, double span, int method) {
    struct timing_setting s = usual_setting();
    for (int which = 0; which < 4; which++) {
        s.method = which / 2 == 0 ? FAST_VELOCITY_IMPLICIT_EULER : FAST_IMPLICIT_EULER;
        s.mode = which % 2 == 0 ? FAST_FAITHFUL : FAST_DEFAULT;
        s.fixed = true;
        s.accuracy = NAN;
        s.h = ldexp(1, (int)floor(log2(span / steps_in_span)));
        s.length = usual_pass * s.h;
        add(plan, &s, method);
        s.fixed = false;
        s.accuracy = usual_accuracy;
        s.length = s.h = part_of_span * span;
        add(plan, &s, method);
    }
}

/* Kernels depend on method, mode and Jacobian; those of fixed steps are measured. */
static void number_kernel_sets(struct timing_plan *plan) {
    for (int i = 0; i < plan->count; i++) {
        struct timing_setting *s = &plan->setting[i];
        for (int k = 0; k < plan->kernel_sets && s->fixed && s->kernels < 0; k++) {
            const struct timing_setting *first = &plan->setting[plan->first_of_set[k]];
            if (first->method == s->method && first->mode == s->mode &&
                first->jacobian == s->jacobian)
                s->kernels = k;
        }
        if (s->fixed && s->kernels < 0) {
            s->kernels = plan->kernel_sets;
            plan->first_of_set[plan->kernel_sets++] = i;
        }
    }
}

int timing_plan_make(struct timing_plan *plan, struct model *m, const char *name,
                     const char *method, bool of_record, struct diagnostic *d) {
    const int most = 2 * (original_cost_fixed_count + original_cost_controlled_count) + 8;
    enum integrator_method named;
    int only = -1;
    double span = 0;
    if (method != NULL && subject_method_find(&named, method) == 0)
        only = (int)named;
    *plan = (struct timing_plan){.of_record = of_record, .states = m->nq + m->nv + m->nz};
    plan->setting = calloc((size_t)most, sizeof *plan->setting);
    plan->first_of_set = calloc((size_t)most, sizeof *plan->first_of_set);
    if (plan->setting == NULL || plan->first_of_set == NULL) {
        timing_plan_clear(plan);
        return message_set(d, "out of memory");
    }
    if (name != NULL) {
        add_table(plan, original_cost_fixed, original_cost_fixed_count, true, name, only);
        add_table(plan, original_cost_controlled, original_cost_controlled_count, false,
                  name, only);
    }
    if (plan->count == 0) {
        if (benchmarks_span(&span, m, d)) {
            timing_plan_clear(plan);
            return -1;
        }
        add_usual(plan, span, only);
    }
    if (!of_record)
        number_kernel_sets(plan);
    return 0;
}

void timing_plan_clear(struct timing_plan *plan) {
    free(plan->setting);
    free(plan->first_of_set);
    batch_clear(&plan->batch);
    *plan = (struct timing_plan){.count = 0};
}
