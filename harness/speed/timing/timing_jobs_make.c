/* Which processes a timing study has: from the models that are named, and the methods.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/speed/timing/timing_contacts.h"
#include "harness/speed/timing/timing_jobs.h"
#include "harness/speed/timing/timing_rows.h"

/* Lengths of the chains: half a decade apart, rounded. That of rods, whose points have four
 * times as many states, begins and ends a decade earlier; stacks have up to
 * a thousand bodies, and up to 316 in a quick study, as have chains for all methods. */
enum { lengths = 7, CHAIN_WITH_JOINTS = 1, FIRST_STACK = 2 };
static const int chain_masses[TIMING_CHAINS][lengths] = {
    {100, 316, 1000, 3162, 10000, 31623, 100000},
    {10, 32, 100, 316, 1000, 3162, 10000},
    {10, 32, 100, 316, 1000},
    {10, 32, 100, 316, 1000},
    {10, 32, 100, 316, 1000, 3162, 10000},
    {10, 32, 100, 316, 1000}};
static const char *const chain_names[TIMING_CHAINS] = {TIMING_CHAIN,   TIMING_LINKS,
                                                       TIMING_SLIDERS, TIMING_BRICKS,
                                                       TIMING_CHAIN,   TIMING_LINKS};
static const int shorter[TIMING_CHAINS] = {1, 10, 31, 31, 10, 31};

/* What a process is expected to take before one has been seen: seconds of a model, of the
 * table of rows, and of a chain for each mass and round. */
static const double seconds_of_model = 3, seconds_of_rows = 6, seconds_of_contacts = 10;
static const double seconds_of_mass[TIMING_CHAINS] = {2e-6, 2e-4, 1e-5, 1e-3, 1e-3, 1e-2};

/* Which chain a name stands for; -1: none. */
static int find_chain(const struct timing_request *r, const char *name) {
    for (int k = 0; k < TIMING_FIRST_GROWTH && r->settings->count == 0; k++)
        if (strcmp(name, chain_names[k]) == 0)
            return k;
    return -1;
}

static bool is_table(const struct timing_request *r, const char *name) {
    return r->settings->count == 0 && strcmp(name, TIMING_ROWS) == 0;
}

static bool is_contacts(const struct timing_request *r, const char *name) {
    return r->settings->count == 0 && strcmp(name, TIMING_CONTACTS) == 0;
}

static int out_of_memory(const struct timing_request *r) {
    return message_set(&r->session->why, "out of memory");
}

static int prepare_model(const struct timing_request *r, struct timing_found *f,
                         const char *name) {
    const char *recorded = r->settings->count == 0 ? name : NULL;
    f->processes = r->effort.processes;
    f->name = models_title(name);
    f->found = calloc((size_t)f->processes + 1, sizeof *f->found);
    if (f->found == NULL || f->name == NULL)
        return out_of_memory(r);
    return timing_plan_make(&f->plan, f->model, recorded, r->method, &r->session->why);
}

/* Whether the method asked for, or some if none was, is timed there: those of implicit
 * Euler's pair on all models but the tables', the chain with joints and stacks. */
static bool is_timed(const struct timing_request *r, const char *name, int chain) {
    enum integrator_method method;
    const bool is_pair =
        r->method == NULL || subject_method_find(&method, r->method) == 0;
    if (is_table(r, name))
        return timing_rows_choose(r->method);
    if (is_contacts(r, name) || chain >= FIRST_STACK)
        return r->method == NULL || strcmp(r->method, TIMING_CONTACTS_METHOD) == 0;
    if (chain == CHAIN_WITH_JOINTS)
        return r->method == NULL || strcmp(r->method, TIMING_LINKS_METHOD) == 0;
    return is_pair;
}

static enum exit_status read_one(struct timing_work *work, const char *name) {
    const struct timing_request *r = work->request;
    const int chain = find_chain(r, name);
    if (!is_timed(r, name, chain))
        return EXIT_PASSED;
    if (is_table(r, name) || is_contacts(r, name)) {
        work->has_rows = work->has_rows || is_table(r, name);
        work->has_contacts = work->has_contacts || is_contacts(r, name);
        return EXIT_PASSED;
    }
    struct model **m =
        chain >= 0 ? &work->chain[chain].model : &work->found[work->models].model;
    if (*m != NULL) /* a chain that is named twice */
        return EXIT_PASSED;
    enum exit_status status =
        models_read(m, r->catalogue, name, r->settings, &r->session->why);
    if (status != EXIT_PASSED || chain >= 0)
        return status;
    if ((*m)->contacts > 0 || (*m)->joints > 0) { /* the general table has it */
        model_free(*m);
        *m = NULL;
        return EXIT_PASSED;
    }
    work->models++;
    return prepare_model(r, &work->found[work->models - 1], name) ? EXIT_MACHINE
                                                                  : EXIT_PASSED;
}

/* A chain among the models is there for all methods, too. */
static enum exit_status read_growth(struct timing_work *work, const char *name) {
    const struct timing_request *r = work->request;
    const int chain = find_chain(r, name);
    enum exit_status status = EXIT_PASSED;
    for (int k = TIMING_FIRST_GROWTH; k < TIMING_CHAINS && chain >= 0; k++)
        if (strcmp(name, chain_names[k]) == 0 && work->chain[k].model == NULL)
            status = models_read(&work->chain[k].model, r->catalogue, name, r->settings,
                                 &r->session->why);
    return status;
}

static enum exit_status read_models(struct timing_work *work) {
    const struct timing_request *r = work->request;
    enum exit_status status = EXIT_PASSED;
    for (int i = 0; i < r->models->count && status == EXIT_PASSED; i++) {
        status = read_one(work, r->models->name[i]);
        if (status == EXIT_PASSED)
            status = read_growth(work, r->models->name[i]);
    }
    if (status == EXIT_PASSED)
        status = timing_jobs_make_general(work);
    bool has_work = work->models > 0 || work->has_rows || work->has_contacts ||
                    work->general.chosen.count > 0;
    for (int k = 0; k < TIMING_CHAINS; k++)
        has_work = has_work || work->chain[k].model != NULL;
    if (status != EXIT_PASSED || has_work)
        return status;
    message_set(&r->session->why,
                "%s is not timed on these models, which it does not take",
                r->method == NULL ? "no method" : r->method);
    return EXIT_USAGE;
}

static void choose_lengths(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    for (int k = 0; k < TIMING_CHAINS; k++) {
        struct timing_chain *chain = &work->chain[k];
        for (int i = 0; i < lengths && chain->model != NULL; i++)
            if (chain_masses[k][i] > 0 &&
                chain_masses[k][i] <= effort->largest_chain / shorter[k])
                chain->masses[chain->sizes++] = chain_masses[k][i];
    }
}

void timing_jobs_add(struct timing_work *work, enum timing_job_kind kind, int place,
                     int chain, int process, double seconds) {
    work->job[work->jobs++] = (struct timing_job){.kind = kind,
                                                  .place = place,
                                                  .chain = chain,
                                                  .process = process,
                                                  .seconds = seconds,
                                                  .guess = seconds};
}

static void list_chains(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    for (int k = 0; k < TIMING_CHAINS; k++)
        for (int i = 0; i < work->chain[k].sizes; i++)
            for (int process = 0; process < effort->chain_processes; process++)
                timing_jobs_add(work, TIMING_CHAIN_JOB, i, k, process,
                                seconds_of_mass[k] * effort->chain_rounds *
                                    work->chain[k].masses[i]);
}

static void list_jobs(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    for (int process = 0; process < effort->processes; process++) {
        for (int i = 0; i < work->models; i++)
            timing_jobs_add(work, TIMING_MODEL_JOB, i, 0, process, seconds_of_model);
        if (work->has_rows)
            timing_jobs_add(work, TIMING_ROWS_JOB, 0, 0, process, seconds_of_rows);
        if (work->has_contacts)
            timing_jobs_add(work, TIMING_CONTACTS_JOB, 0, 0, process,
                            seconds_of_contacts);
        timing_jobs_list_general(work, process);
    }
    list_chains(work);
    timing_jobs_list_counting(work);
}

/* Room for all of them. */
static size_t most_jobs(const struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    const size_t each = 2 + (size_t)work->models + (size_t)work->general.groups +
                        (size_t)work->precisions;
    return each * (size_t)effort->processes +
           TIMING_CHAINS * lengths * (size_t)effort->chain_processes +
           (size_t)work->general.chosen.count;
}

static bool alloc_chains(struct timing_work *work) {
    const size_t found = lengths * (size_t)work->request->effort.chain_processes;
    bool good = true;
    for (int k = 0; k < TIMING_CHAINS; k++) {
        struct timing_chain *chain = &work->chain[k];
        chain->name = chain_names[k];
        chain->masses = calloc(lengths, sizeof *chain->masses);
        chain->found = calloc(found, sizeof *chain->found);
        good = good && chain->masses != NULL && chain->found != NULL;
    }
    return good;
}

static bool alloc_work(struct timing_work *work) {
    const size_t models = (size_t)work->request->models->count;
    const size_t processes = (size_t)work->request->effort.processes;
    work->found = calloc(models + 1, sizeof *work->found);
    work->precision = calloc(models + TIMING_MOST_PRECISIONS, sizeof *work->precision);
    work->rows_found = calloc(processes, sizeof *work->rows_found);
    work->contacts_found = calloc(processes, sizeof *work->contacts_found);
    return alloc_chains(work) && work->found != NULL && work->precision != NULL &&
           work->rows_found != NULL && work->contacts_found != NULL;
}

enum exit_status timing_jobs_make(struct timing_work *work,
                                  const struct timing_request *request) {
    *work = (struct timing_work){.request = request, .failures = json_array()};
    if (!alloc_work(work)) {
        out_of_memory(request);
        return EXIT_MACHINE;
    }
    enum exit_status status = read_models(work);
    if (status != EXIT_PASSED)
        return status;
    choose_lengths(work);
    work->job = calloc(most_jobs(work), sizeof *work->job);
    if (work->job == NULL) {
        out_of_memory(request);
        return EXIT_MACHINE;
    }
    list_jobs(work);
    return EXIT_PASSED;
}
