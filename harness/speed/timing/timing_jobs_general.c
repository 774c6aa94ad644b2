/* Which processes the general table has, and the curves of cost against accuracy.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/speed/timing/timing_jobs.h"

/* What a process is expected to take before one has been seen. */
static const double seconds_of_general = 0.5, seconds_of_precision = 5,
                    seconds_of_count = 1;

/* Models whose methods are compared at equal accuracy where none are named; the first alone
 * in a quick study. */
static const char *const precision_models[] = {"pendulum", "double_pendulum",
                                               "van_der_pol", "rod_pendulum"};
enum { PRECISION_MODELS = sizeof precision_models / sizeof *precision_models };

static int make_precision(struct timing_work *work,
                          const struct benchmarks_request *workload, const char *name) {
    const struct timing_request *r = work->request;
    struct timing_precision *p = &work->precision[work->precisions++];
    if (timing_precision_make(p, workload, name, work->general.build.library[0],
                              r->effort.precision_processes, &r->session->why))
        return -1;
    if (p->curves == 0) {
        timing_precision_clear(p);
        work->precisions--;
    }
    return 0;
}

static int make_precisions(struct timing_work *work,
                           const struct benchmarks_request *workload) {
    const struct timing_request *r = work->request;
    const bool is_quick = workload->extent == BENCHMARKS_QUICK;
    int failed = 0;
    if (r->models_are_named) {
        for (int i = 0; i < r->models->count && !failed; i++)
            failed = make_precision(work, workload, r->models->name[i]);
        return failed;
    }
    for (int i = 0; i < (is_quick ? 1 : PRECISION_MODELS) && !failed; i++)
        failed = make_precision(work, workload, precision_models[i]);
    return failed;
}

enum exit_status timing_jobs_make_general(struct timing_work *work) {
    const struct timing_request *r = work->request;
    struct benchmarks_request workload = {.catalogue = r->catalogue,
                                          .models =
                                              r->models_are_named ? r->models : NULL,
                                          .settings = r->settings,
                                          .method = r->method,
                                          .extent = r->extent};
    if (timing_general_make(&work->general, &workload, r->effort.processes,
                            &r->session->why))
        return EXIT_MACHINE;
    /* With error control too, which a quick table leaves out. */
    if (r->models_are_named && workload.extent == BENCHMARKS_QUICK)
        workload.extent = BENCHMARKS_STANDARD;
    return make_precisions(work, &workload) ? EXIT_MACHINE : EXIT_PASSED;
}

void timing_jobs_list_general(struct timing_work *work, int process) {
    for (int i = 0; i < work->general.groups; i++)
        timing_jobs_add(work, TIMING_GENERAL_JOB, i, 0, process, seconds_of_general);
    for (int i = 0; i < work->precisions && process < work->precision[i].processes; i++)
        timing_jobs_add(work, TIMING_PRECISION_JOB, i, 0, process, seconds_of_precision);
}

void timing_jobs_list_counting(struct timing_work *work) {
    const int before = work->jobs;
    for (int i = 0; i < work->general.chosen.count; i++)
        if (work->request->counts_instructions)
            timing_jobs_add(work, TIMING_COUNT_JOB, i, 0, 0, seconds_of_count);
    work->counting_jobs = work->jobs - before;
}
