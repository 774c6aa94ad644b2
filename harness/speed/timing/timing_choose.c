/* What a timing study measures: from the models that are named, and the methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/speed/timing/timing_jobs.h"
#include "harness/speed/timing/timing_rows.h"
#include "problems/model.h"

/* Most blocks of this length fit between two interruptions, and a reading of the clock is
 * less than a hundredth of them. */
static const double block_ns = 30e3;
enum { warm_up = 4 };

/* Blocks of a model, and of the tables, that take longer take part in fewer rounds. */
static const double longest_block_ns = 100e3, longest_block_of_table_ns = 300e3;

/* What a process is expected to take before one has been seen. */
static const double seconds_of_model = 3;

/* Models whose methods are compared at equal accuracy where none are named; the first alone
 * in a quick study. */
static const char *const precision_models[] = {"pendulum", "double_pendulum",
                                               "van_der_pol", "rod_pendulum"};
enum { PRECISION_MODELS = sizeof precision_models / sizeof *precision_models };

/* Whether the method asked for, or one if none was, is this one. */
static bool is_asked(const struct timing_request *r, const char *method) {
    return r->method == NULL || strcmp(r->method, method) == 0;
}

static struct batch_setup setup(const struct timing_request *r, double longest,
                                double seconds, bool is_whole) {
    return (struct batch_setup){r->effort.processes,
                                r->effort.rounds,
                                warm_up,
                                block_ns,
                                longest,
                                seconds,
                                is_whole};
}

/* ---- Tables */

static bool is_empty(const json_t *workloads) {
    size_t i;
    json_t *workload;
    json_array_foreach((json_t *)workloads, i, workload) {
        if (!json_is_null(workload))
            return false;
    }
    return true;
}

/* One that is named twice is made once; one without rows of the method, not at all. */
static int make_table(struct timing_work *work, enum timing_table table) {
    const struct timing_request *r = work->request;
    const struct timing_table_kind *kind = &timing_table_kinds[table];
    const struct batch_setup how = setup(r, longest_block_of_table_ns, kind->seconds,
                                         table != TIMING_TABLE_OF_CONTACTS);
    if (work->table[table].name != NULL)
        return 0;
    json_t *workloads = kind->workloads(r->method);
    if (!is_empty(workloads))
        return batch_make(&work->table[table], kind->model, &how, workloads);
    json_decref(workloads);
    return 0;
}

/* ---- Chains */

/* Of all methods: the least that tells scatter, as nothing is judged. */
enum { processes_of_growth = 3 };

/* Which chain a name stands for; -1: none. */
static int find_chain(const struct timing_request *r, const char *name) {
    for (int k = 0; k < TIMING_FIRST_GROWTH && r->settings->count == 0; k++)
        if (strcmp(name, timing_chain_kinds[k].model) == 0)
            return k;
    return -1;
}

/* By its own method, and by all; one that is named twice is made once. */
static int make_chains(struct timing_work *work, const char *name) {
    const struct timing_request *r = work->request;
    const int kinds = r->goals_alone ? TIMING_FIRST_GROWTH : TIMING_CHAINS;
    const struct timing_effort *effort = &r->effort;
    for (int k = 0; k < kinds; k++) {
        const struct timing_chain_kind *kind = &timing_chain_kinds[k];
        const struct timing_chain_request request = {
            r->catalogue, r->method, effort->largest_chain,
            kind->method != NULL ? effort->chain_processes : processes_of_growth,
            effort->chain_rounds};
        if (strcmp(name, kind->model) == 0 && work->chain[k].kind == NULL &&
            (kind->method == NULL || is_asked(r, kind->method)) &&
            timing_chain_make(&work->chain[k], kind, &request, &r->session->why))
            return -1;
    }
    return 0;
}

/* ---- Models */

/* Of the methods of implicit Euler's pair; a model with joints or contacts is in the general
 * table. */
static enum exit_status make_plan(struct timing_work *work, const char *name) {
    const struct timing_request *r = work->request;
    struct diagnostic *d = &r->session->why;
    struct timing_plan *plan = &work->plan[work->plans];
    const struct batch_setup how = setup(r, longest_block_ns, seconds_of_model, true);
    enum integrator_method method;
    struct model *m;
    if (r->method != NULL && subject_method_find(&method, r->method) != 0)
        return EXIT_PASSED;
    enum exit_status status = models_read(&m, r->catalogue, name, r->settings, d);
    if (status != EXIT_PASSED)
        return status;
    if (m->contacts == 0 && m->joints == 0) {
        work->plans++;
        if (timing_plan_make(plan, m, r->settings->count == 0 ? name : NULL, r->method,
                             r->goals_alone, d))
            status = EXIT_MACHINE;
        else if (timing_plan_lay(plan, m, name, r->settings, &how)) {
            message_set(d, "out of memory");
            status = EXIT_MACHINE;
        }
    }
    model_free(m);
    return status;
}

static enum exit_status choose_for(struct timing_work *work, const char *name) {
    const struct timing_request *r = work->request;
    const bool is_original = r->settings->count == 0;
    bool is_table = false;
    int failed = 0;
    for (int k = 0; k < TIMING_TABLES && is_original; k++)
        if (strcmp(name, timing_table_kinds[k].model) == 0) {
            is_table = true;
            failed = failed || make_table(work, (enum timing_table)k);
        }
    if (find_chain(r, name) >= 0)
        failed = failed || make_chains(work, name);
    else if (!failed &&
             (!is_table || (r->models_are_named && strcmp(name, TIMING_HAND) == 0)))
        return make_plan(work, name);
    return failed ? EXIT_MACHINE : EXIT_PASSED;
}

/* ---- The general table, and cost at equal accuracy */

static int make_precisions(struct timing_work *work,
                           const struct benchmarks_request *workload) {
    const struct timing_request *r = work->request;
    const struct timing_effort *effort = &r->effort;
    const int usual = workload->extent == BENCHMARKS_QUICK ? 1 : PRECISION_MODELS;
    const int count = r->models_are_named ? r->models->count : usual;
    for (int i = 0; i < count; i++) {
        struct timing_precision *p = &work->precision[work->precisions++];
        if (timing_precision_make(
                p, workload,
                r->models_are_named ? r->models->name[i] : precision_models[i],
                effort->precision_processes, effort->precision_rounds, &r->session->why))
            return -1;
        if (p->curves.count == 0)
            timing_precision_clear(&work->precision[--work->precisions]);
    }
    return 0;
}

static int choose_general(struct timing_work *work) {
    const struct timing_request *r = work->request;
    struct benchmarks_request workload = {.catalogue = r->catalogue,
                                          .models =
                                              r->models_are_named ? r->models : NULL,
                                          .settings = r->settings,
                                          .method = r->method,
                                          .extent = r->extent};
    if (timing_general_make(&work->general, &workload, r->effort.processes,
                            r->effort.general_rounds, &r->session->why))
        return -1;
    /* With error control too, which a quick table leaves out. */
    if (r->models_are_named && workload.extent == BENCHMARKS_QUICK)
        workload.extent = BENCHMARKS_STANDARD;
    return make_precisions(work, &workload);
}

static bool has_work(const struct timing_work *work) {
    bool has_any = work->plans > 0 || work->general.chosen.count > 0;
    for (int k = 0; k < TIMING_TABLES; k++)
        has_any = has_any || work->table[k].name != NULL;
    for (int k = 0; k < TIMING_CHAINS; k++)
        has_any = has_any || work->chain[k].sizes > 0;
    return has_any;
}

enum exit_status timing_choose(struct timing_work *work, const struct timing_request *r) {
    const size_t models = (size_t)r->models->count + PRECISION_MODELS;
    struct diagnostic *d = &r->session->why;
    *work = (struct timing_work){.request = r};
    work->plan = calloc(models, sizeof *work->plan);
    work->precision = calloc(models, sizeof *work->precision);
    if (work->plan == NULL || work->precision == NULL)
        return message_fail(EXIT_MACHINE, d, "out of memory");
    if (bench_build_find(&work->build, bench_this_program(), d))
        return EXIT_MACHINE;
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < r->models->count && status == EXIT_PASSED; i++)
        status = choose_for(work, r->models->name[i]);
    if (status == EXIT_PASSED && !r->goals_alone && choose_general(work))
        status = EXIT_MACHINE;
    if (status != EXIT_PASSED || has_work(work))
        return status;
    return message_fail(EXIT_USAGE, d,
                        "%s is not timed on these models, which it does not take",
                        r->method == NULL ? "no method" : r->method);
}

void timing_work_clear(struct timing_work *work) {
    for (int i = 0; i < work->plans; i++)
        timing_plan_clear(&work->plan[i]);
    for (int i = 0; i < TIMING_TABLES; i++)
        batch_clear(&work->table[i]);
    for (int i = 0; i < TIMING_CHAINS; i++)
        timing_chain_clear(&work->chain[i]);
    for (int i = 0; i < work->precisions; i++)
        timing_precision_clear(&work->precision[i]);
    timing_general_clear(&work->general);
    bench_build_clear(&work->build);
    free(work->precision);
    free(work->plan);
    timing_results_clear(&work->failures);
    free(work->job);
}
