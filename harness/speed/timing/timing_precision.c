/* The ladders of one model, and their measurement.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_precision.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/session/end_truth.h"
#include "problems/model.h"

const double precision_errors[PRECISION_ERRORS] = {1e-2, 1e-3, 1e-4, 1e-6};

/* Steps in a run: 16, 64, .. 65536; and accuracies 0.1, 0.1/8, .. */
static const double coarsest_steps = 16, steps_factor = 4;
static const double coarsest_accuracy = 0.1, accuracy_factor = 8;

/* A run goes over this part of the span; with contacts over all of it, so that there are
 * impacts, and the catalogue knows the truth. */
static const double part_of_span = 0.25;

/* A curve whose run took longer goes no further. */
static const double longest_run_ns = 20e6;

static const double block_ns = 20e3;
enum { warm_up = 1, TRUTH_DIGITS = 12 };
static const double truth_seconds = 20;

/* What a process is expected to take for a rung before one has been seen. */
static const double seconds_of_rung = 0.7;

/* Kernels are no curves. */
static bool is_curve(const struct benchmarks *b, const struct benchmark *one) {
    (void)b;
    return json_object_get(one->workload, "kernel") == NULL;
}

static int choose_curves(struct timing_precision *p,
                         const struct benchmarks_request *workload, const char *name,
                         struct diagnostic *d) {
    const struct model_names names = {1, &name};
    struct benchmarks_request its = *workload;
    its.models = &names;
    return benchmarks_choose(&p->curves, &its, d) ||
           benchmarks_keep(&p->curves, is_curve, d);
}

static bool is_fixed(const struct timing_precision *p, int curve) {
    const json_t *workload = p->curves.benchmark[curve].workload;
    return json_object_get(workload, "step") != NULL;
}

double timing_precision_rung(const struct timing_precision *p, int curve, int rung) {
    return is_fixed(p, curve) ? p->length / (coarsest_steps * pow(steps_factor, rung))
                              : coarsest_accuracy * pow(accuracy_factor, -rung);
}

/* The benchmark's workload with another step or accuracy, and length. */
static json_t *make_workload(const struct timing_precision *p, int curve, int rung) {
    json_t *workload = json_copy(p->curves.benchmark[curve].workload);
    json_object_set_new(workload, is_fixed(p, curve) ? "step" : "accuracy",
                        json_real(timing_precision_rung(p, curve, rung)));
    json_object_set_new(workload, "length", json_real(p->length));
    return workload;
}

static int lay_rungs(struct timing_precision *p, int processes, int rounds,
                     struct diagnostic *d) {
    const struct batch_setup how = {.processes = processes,
                                    .rounds = rounds,
                                    .warm_up = warm_up,
                                    .block_ns = block_ns,
                                    .seconds = seconds_of_rung};
    for (int rung = 0; rung < PRECISION_RUNGS; rung++) {
        json_t *workloads = json_array();
        for (int k = 0; k < p->curves.count; k++)
            json_array_append_new(workloads, make_workload(p, k, rung));
        if (batch_make(&p->at[rung], p->name, &how, workloads))
            return message_set(d, "out of memory");
        p->at[rung].before = rung > 0 ? &p->at[rung - 1] : NULL;
        p->at[rung].longest_ns = longest_run_ns;
    }
    return 0;
}

int timing_precision_make(struct timing_precision *p,
                          const struct benchmarks_request *workload, const char *name,
                          int processes, int rounds, struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    *p = (struct timing_precision){.name = models_title(name)};
    if (p->name == NULL)
        return message_set(d, "out of memory");
    if (models_read(&p->model, workload->catalogue, name,
                    workload->settings != NULL ? workload->settings : &none,
                    d) != EXIT_PASSED ||
        benchmarks_span(&p->length, p->model, d))
        return -1;
    p->length *= p->model->contacts > 0 ? 1 : part_of_span;
    return choose_curves(p, workload, name, d) || lay_rungs(p, processes, rounds, d);
}

void timing_precision_clear(struct timing_precision *p) {
    for (int rung = 0; rung < PRECISION_RUNGS; rung++)
        batch_clear(&p->at[rung]);
    free(p->name);
    json_decref(p->truth);
    benchmarks_clear(&p->curves);
    model_free(p->model);
    *p = (struct timing_precision){.name = NULL};
}

json_t *timing_precision_truth(const struct timing_precision *p,
                               const struct truth_store *store, struct diagnostic *d) {
    const struct model *m = p->model;
    const int nx = m->nq + m->nv + m->nz;
    const struct end_truth at = {p->model, p->length, TRUTH_DIGITS, store, truth_seconds};
    const char *grade;
    double *truth = calloc((size_t)nx + 1, sizeof *truth);
    int failed = truth == NULL ? message_set(d, "out of memory")
                               : end_truth_find(truth, &grade, &at, d);
    json_t *found = failed ? NULL : json_numbers(truth, nx);
    free(truth);
    return found;
}
