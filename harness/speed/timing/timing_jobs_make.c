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

enum { CHAIN_WITH_JOINTS = 1, FIRST_STACK = 2 };

/* What a process is expected to take before one has been seen. */
static const double seconds_of_model = 3, seconds_of_rows = 6, seconds_of_contacts = 10;

/* Blocks of a model, and of the tables, that take longer take part in fewer rounds. */
static const double longest_block_ns = 100e3, longest_block_of_table_ns = 300e3;

/* Which chain a name stands for; -1: none. */
static int find_chain(const struct timing_request *r, const char *name) {
    for (int k = 0; k < TIMING_FIRST_GROWTH && r->settings->count == 0; k++)
        if (strcmp(name, timing_chain_kinds[k].model) == 0)
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

static int prepare(const struct timing_request *r, struct timing_found *f,
                   const char *name) {
    f->processes = r->effort.processes;
    f->name = models_title(name);
    f->found = calloc((size_t)f->processes + 1, sizeof *f->found);
    return f->found == NULL || f->name == NULL ? out_of_memory(r) : 0;
}

static int prepare_model(const struct timing_request *r, struct timing_found *f,
                         const char *name) {
    const char *recorded = r->settings->count == 0 ? name : NULL;
    if (prepare(r, f, name) ||
        timing_plan_make(&f->plan, f->model, recorded, r->method, &r->session->why))
        return -1;
    f->workloads = timing_plan_workloads(&f->plan, f->model, name, r->settings);
    f->describe = timing_plan_found;
    f->seconds = seconds_of_model;
    f->longest_block_ns = longest_block_ns;
    return 0;
}

static json_t *table_workloads(const struct timing_request *r, int table) {
    switch (table) {
    case TIMING_TABLE_OF_ROWS: return timing_rows_workloads(r->method);
    case TIMING_TABLE_OF_LANES: return timing_lanes_workloads(r->method);
    default: return timing_contacts_workloads();
    }
}

static int prepare_table(const struct timing_request *r, struct timing_found *f,
                         int table) {
    const bool is_contacts_table = table == TIMING_TABLE_OF_CONTACTS;
    if (f->workloads != NULL) /* it is named twice */
        return 0;
    if (prepare(r, f, is_contacts_table ? TIMING_CONTACTS : TIMING_ROWS))
        return -1;
    f->workloads = table_workloads(r, table);
    f->describe = table == TIMING_TABLE_OF_ROWS    ? timing_rows_found
                  : table == TIMING_TABLE_OF_LANES ? timing_lanes_found
                                                   : timing_contacts_found;
    f->seconds = is_contacts_table ? seconds_of_contacts : seconds_of_rows;
    f->longest_block_ns = longest_block_of_table_ns;
    return 0;
}

/* The tables of rows and of lanes, if the method asked for is in them. */
static int prepare_rows(struct timing_work *work) {
    const struct timing_request *r = work->request;
    return (timing_rows_choose(r->method) &&
            prepare_table(r, &work->table[TIMING_TABLE_OF_ROWS], TIMING_TABLE_OF_ROWS)) ||
           (timing_lanes_choose(r->method) &&
            prepare_table(r, &work->table[TIMING_TABLE_OF_LANES], TIMING_TABLE_OF_LANES));
}

/* Whether the method asked for, or some if none was, is timed there: those of implicit
 * Euler's pair on all models but the tables', the chain with joints and stacks. */
static bool is_timed(const struct timing_request *r, const char *name, int chain) {
    enum integrator_method method;
    const bool is_pair =
        r->method == NULL || subject_method_find(&method, r->method) == 0;
    if (is_table(r, name))
        return timing_rows_choose(r->method) || timing_lanes_choose(r->method);
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
    if (is_table(r, name))
        return prepare_rows(work) ? EXIT_MACHINE : EXIT_PASSED;
    if (is_contacts(r, name))
        return prepare_table(r, &work->table[TIMING_TABLE_OF_CONTACTS],
                             TIMING_TABLE_OF_CONTACTS)
                   ? EXIT_MACHINE
                   : EXIT_PASSED;
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
        if (strcmp(name, timing_chain_kinds[k].model) == 0 &&
            work->chain[k].model == NULL)
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
    bool has_work = work->models > 0 || work->general.chosen.count > 0;
    for (int k = 0; k < TIMING_TABLES; k++)
        has_work = has_work || work->table[k].workloads != NULL;
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
    const int largest = work->request->effort.largest_chain;
    for (int k = 0; k < TIMING_CHAINS; k++) {
        struct timing_chain *chain = &work->chain[k];
        const int *masses = chain->kind->masses;
        for (int i = 0; i < TIMING_LENGTHS && chain->model != NULL; i++)
            chain->sizes += masses[i] > 0 && masses[i] <= largest / chain->kind->shorter;
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
                                work->chain[k].kind->seconds_of_mass *
                                    effort->chain_rounds *
                                    work->chain[k].kind->masses[i]);
}

static void list_jobs(struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    for (int process = 0; process < effort->processes; process++) {
        for (int i = 0; i < work->models; i++)
            timing_jobs_add(work, TIMING_MODEL_JOB, i, 0, process,
                            work->found[i].seconds);
        for (int i = 0; i < TIMING_TABLES; i++)
            if (work->table[i].workloads != NULL)
                timing_jobs_add(work, TIMING_TABLE_JOB, i, 0, process,
                                work->table[i].seconds);
        timing_jobs_list_general(work, process);
    }
    list_chains(work);
    timing_jobs_list_counting(work);
}

/* Room for all of them. */
static size_t most_jobs(const struct timing_work *work) {
    const struct timing_effort *effort = &work->request->effort;
    const size_t each = TIMING_TABLES + (size_t)work->models +
                        (size_t)work->general.groups + (size_t)work->precisions;
    return each * (size_t)effort->processes +
           TIMING_CHAINS * TIMING_LENGTHS * (size_t)effort->chain_processes +
           (size_t)work->general.chosen.count;
}

static bool alloc_work(struct timing_work *work) {
    const size_t models = (size_t)work->request->models->count;
    const size_t found = TIMING_LENGTHS * (size_t)work->request->effort.chain_processes;
    work->found = calloc(models + 1, sizeof *work->found);
    work->precision = calloc(models + TIMING_MOST_PRECISIONS, sizeof *work->precision);
    bool good = work->found != NULL && work->precision != NULL;
    for (int k = 0; k < TIMING_CHAINS; k++) {
        struct timing_chain *chain = &work->chain[k];
        chain->kind = &timing_chain_kinds[k];
        chain->found = calloc(found, sizeof *chain->found);
        good = good && chain->found != NULL;
    }
    return good;
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
