/* What is planned as workloads of the library of benchmarks.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/integrators/subject.h"
#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/benchmarks/pass_pair.h"
#include "harness/speed/timing/timing_plan.h"
#include "problems/model.h"

/* That of velocity-implicit and implicit Euler where none is set. */
static const double default_accuracy = 0.1;

const char *timing_mode_name(enum fast_mode mode) {
    return mode == FAST_FAITHFUL ? "faithful" : "default";
}

const char *timing_jacobian_name(const struct timing_setting *s) {
    return s->jacobian == FAST_EXACT_JACOBIAN        ? "exact"
           : s->jacobian == FAST_CENTRAL_DIFFERENCES ? "central"
                                                     : "forward";
}

const char *timing_newton_name(const struct timing_setting *s) {
    return s->newton == FAST_FULL ? "full" : s->newton == FAST_FRESH ? "fresh" : "reuse";
}

json_t *timing_workload(const struct timing_setting *s, const char *name,
                        const struct model_settings *settings, const char *kernel) {
    json_t *options =
        json_pack("{s:s, s:s, s:s}", "mode", timing_mode_name(s->mode), "jacobian",
                  timing_jacobian_name(s), "newton", timing_newton_name(s));
    if (s->fixed && !isnan(s->accuracy))
        json_object_set_new(options, "accuracy", json_sprintf("%.17g", s->accuracy));
    if (!s->fixed)
        json_object_set_new(options, "max-step", json_sprintf("%.17g", s->h));
    return json_pack("{s:s, s:o, s:s, s:o, s:f, s:f, s:s}", "model", name, "set",
                     benchmarks_set(settings), "method", subject_method_name(s->method),
                     "options", options, s->fixed ? "step" : "accuracy",
                     s->fixed             ? s->h
                     : isnan(s->accuracy) ? default_accuracy
                                          : s->accuracy,
                     "length", s->length, "kernel", kernel);
}

/* Whether a kernel of the setting is part of its floor. Of few states the product's call takes
 * longer than the product. */
static bool is_measured(const struct model *m, const struct timing_setting *s,
                        enum pair_kernel kernel) {
    if (kernel == PAIR_MAP)
        return !m->map_is_identity;
    return kernel != PAIR_PRODUCT || (s->mode == FAST_DEFAULT && m->nq > 0 &&
                                      m->nq + m->nv + m->nz >= timing_small_system);
}

int timing_plan_lay(struct timing_plan *plan, const struct model *m, const char *name,
                    const struct model_settings *settings,
                    const struct batch_setup *how) {
    json_t *workloads = json_array();
    for (int i = 0; i < plan->count; i++)
        json_array_append_new(
            workloads, timing_workload(&plan->setting[i], name, settings, PASS_KEPT));
    for (int i = 0; i < plan->kernel_sets * PAIR_KERNELS; i++) {
        const struct timing_setting *s =
            &plan->setting[plan->first_of_set[i / PAIR_KERNELS]];
        const enum pair_kernel k = (enum pair_kernel)(i % PAIR_KERNELS);
        json_array_append_new(
            workloads, is_measured(m, s, k)
                           ? timing_workload(s, name, settings, pair_kernel_names[k])
                           : json_null());
    }
    const int failed = batch_make(&plan->batch, name, how, workloads);
    plan->batch.about = plan;
    return failed;
}
