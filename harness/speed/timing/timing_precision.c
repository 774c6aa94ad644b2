/* The ladders of one model, and their measurement.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/timing/timing_precision.h"

#include <math.h>
#include <stdlib.h>

#include "harness/base/json_number.h"
#include "harness/base/message.h"
#include "harness/speed/measure/end_truth.h"

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

/* Kernels are no curves. */
static int choose_curves(struct timing_precision *p,
                         const struct benchmarks_request *workload, const char *name,
                         struct diagnostic *d) {
    const struct model_names names = {1, &name};
    struct benchmarks_request its = *workload;
    its.models = &names;
    if (benchmarks_choose(&p->chosen, &its, d))
        return -1;
    p->curve = calloc((size_t)p->chosen.count + 1, sizeof *p->curve);
    if (p->curve == NULL)
        return message_set(d, "out of memory");
    for (int i = 0; i < p->chosen.count; i++)
        if (json_object_get(p->chosen.benchmark[i].workload, "kernel") == NULL)
            p->curve[p->curves++] = i;
    return 0;
}

int timing_precision_make(struct timing_precision *p,
                          const struct benchmarks_request *workload, const char *name,
                          const char *library, int processes, struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    *p = (struct timing_precision){.library = library, .processes = processes};
    p->name = models_title(name);
    p->found = calloc((size_t)processes + 1, sizeof *p->found);
    if (p->name == NULL || p->found == NULL)
        return message_set(d, "out of memory");
    if (models_read(&p->model, workload->catalogue, name,
                    workload->settings != NULL ? workload->settings : &none,
                    d) != EXIT_PASSED)
        return -1;
    if (benchmarks_span(&p->length, p->model, d))
        return -1;
    p->length *= p->model->contacts > 0 ? 1 : part_of_span;
    return choose_curves(p, workload, name, d);
}

void timing_precision_clear(struct timing_precision *p) {
    for (int i = 0; i < p->processes && p->found != NULL; i++)
        json_decref(p->found[i]);
    free(p->found);
    free(p->curve);
    free(p->name);
    benchmarks_clear(&p->chosen);
    model_free(p->model);
    *p = (struct timing_precision){.curves = 0};
}

static bool is_fixed(const struct timing_precision *p, int curve) {
    const json_t *workload = p->chosen.benchmark[p->curve[curve]].workload;
    return json_object_get(workload, "step") != NULL;
}

double timing_precision_rung(const struct timing_precision *p, int curve, int rung) {
    return is_fixed(p, curve) ? p->length / (coarsest_steps * pow(steps_factor, rung))
                              : coarsest_accuracy * pow(accuracy_factor, -rung);
}

/* The benchmark's workload with another step or accuracy, and length. */
static json_t *make_workload(const struct timing_precision *p, int curve, int rung) {
    json_t *workload = json_copy(p->chosen.benchmark[p->curve[curve]].workload);
    json_object_set_new(workload, is_fixed(p, curve) ? "step" : "accuracy",
                        json_real(timing_precision_rung(p, curve, rung)));
    json_object_set_new(workload, "length", json_real(p->length));
    return workload;
}

/* What a rung needs of the answer. */
static json_t *shorten(const json_t *found) {
    if (json_object_get(found, "failed") != NULL)
        return json_copy((json_t *)found);
    return json_pack("{s:O, s:O}", "ns", json_object_get(found, "ns"), "counters",
                     json_object_get(found, "counters"));
}

/* One rung of all curves that are still going on: they take turns. NULL: *d says why. */
static json_t *measure_rung(const struct timing_precision *p, int rung, bool *goes_on,
                            const struct bench_request *how, struct diagnostic *d) {
    json_t *found, *one, *list = json_array(), *workloads = json_array();
    size_t i;
    for (int k = 0; k < p->curves; k++)
        json_array_append_new(workloads,
                              goes_on[k] ? make_workload(p, k, rung) : json_null());
    const int failed = bench_turns(&found, how, p->library, workloads, d);
    json_array_foreach(json_object_get(found, "contestants"), i, one) {
        json_array_append_new(list, json_is_null(one) ? json_null() : shorten(one));
        goes_on[i] =
            goes_on[i] && json_number_value(json_object_get(one, "ns")) < longest_run_ns;
    }
    json_decref(found);
    json_decref(workloads);
    if (failed)
        json_decref(list);
    return failed ? NULL : list;
}

static json_t *measure_rungs(const struct timing_precision *p, int rounds,
                             unsigned long seed, double seconds, struct diagnostic *d) {
    struct bench_request request = {
        .rounds = rounds, .warm_up = warm_up, .block_ns = block_ns, .seconds = seconds};
    bool *goes_on = calloc((size_t)p->curves + 1, sizeof *goes_on);
    json_t *rungs = json_array();
    for (int i = 0; i < p->curves && goes_on != NULL; i++)
        goes_on[i] = true;
    for (int rung = 0; rung < PRECISION_RUNGS && rungs != NULL; rung++) {
        request.seed = seed + (unsigned long)rung;
        json_t *list =
            goes_on == NULL ? NULL : measure_rung(p, rung, goes_on, &request, d);
        if (list != NULL) {
            json_array_append_new(rungs, list);
        } else {
            json_decref(rungs);
            rungs = NULL;
        }
    }
    free(goes_on);
    return rungs;
}

/* Of process 0. */
static void add_truth(json_t *found, const struct timing_precision *p,
                      const struct truth_store *store) {
    struct diagnostic why = {""};
    const struct model *m = p->model;
    const int nx = m->nq + m->nv + m->nz;
    const char *grade;
    double *truth = calloc((size_t)nx + 1, sizeof *truth);
    const struct end_truth at = {p->model, p->length, TRUTH_DIGITS, store, truth_seconds};
    if (truth != NULL && end_truth_find(truth, &grade, &at, &why) == 0)
        json_object_set_new(found, "truth", json_numbers(truth, nx));
    else
        json_object_set_new(found, "no_truth", json_string(why.text));
    free(truth);
}

json_t *timing_precision_measure(struct timing_precision *p,
                                 const struct truth_store *store, int process, int rounds,
                                 unsigned long seed, double seconds,
                                 struct diagnostic *d) {
    json_t *rungs = measure_rungs(p, rounds, seed, seconds, d);
    if (rungs == NULL)
        return NULL;
    json_t *found = json_pack("{s:o}", "rungs", rungs);
    if (process == 0)
        add_truth(found, p, store);
    return found;
}
