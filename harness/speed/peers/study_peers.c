/* The study: process by process, in each all rows in their order, so that what changes on the
 * machine in the meantime meets all of them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include "harness/speed/peers/study_peers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/jobs/interrupt.h"
#include "harness/jobs/progress.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "harness/results/study.h"
#include "harness/speed/peers/peers_found.h"

static const struct peers_effort full = {8, 31, 11}, quick = {4, 15, 5};

struct comparison {
    const struct peers_request *request;
    struct peers_effort effort;
    struct bench_build build;
    int rows;
    struct peers_found *found; /* (size rows) */
    struct conversation talk[PEERS_MUJOCO + 1];
    struct progress progress;
};

static bool is_wanted(const struct peers_row *row, const struct model_names *models) {
    for (int i = 0; models != NULL && i < models->count; i++)
        if (strcmp(models->name[i], row->model) == 0)
            return true;
    return models == NULL;
}

static int open_rows(struct comparison *c) {
    c->found = calloc((size_t)peers_rows_count, sizeof *c->found);
    if (c->found == NULL)
        return -1;
    for (int i = 0; i < peers_rows_count && !interrupt_came(); i++)
        if (is_wanted(&peers_rows[i], c->request->models))
            peers_found_open(&c->found[c->rows++], &peers_rows[i], c->request,
                             &c->effort);
    return 0;
}

/* The conversation that a row needs, begun where it is the first of its package; NULL: none. */
static struct conversation *talk_for(struct comparison *c, struct peers_found *f) {
    struct conversation *talk = &c->talk[f->row->host];
    if (f->row->host == PEERS_LIBRARY || f->why.text[0] != '\0')
        return NULL;
    if (talk->process == 0 &&
        peers_start_program(talk, f->row->host, c->request, f->version, &f->why)) {
        f->is_missing = true;
        return NULL;
    }
    return talk;
}

/* What is missing for one row is missing for all of its package, and so is its version. */
static void tell_others(struct comparison *c, const struct peers_found *one) {
    for (int i = 0; i < c->rows; i++) {
        struct peers_found *f = &c->found[i];
        if (f->row->host != one->row->host || f->why.text[0] != '\0')
            continue;
        if (one->is_missing) {
            f->is_missing = true;
            f->why = one->why;
        } else {
            memcpy(f->version, one->version, sizeof f->version);
        }
    }
}

/* A program that has failed to answer is begun anew for the next row. */
static void end_broken(struct comparison *c, const struct peers_found *f) {
    if (f->row->host != PEERS_LIBRARY && f->why.text[0] != '\0')
        conversation_end(&c->talk[f->row->host]);
}

static void measure_row(struct comparison *c, struct peers_found *f, int process) {
    const bool is_new = f->row->host != PEERS_LIBRARY && f->why.text[0] == '\0' &&
                        c->talk[f->row->host].process == 0;
    struct conversation *talk = talk_for(c, f);
    if (is_new)
        tell_others(c, f);
    if (f->why.text[0] != '\0')
        return;
    peers_measure(f, process, c->request, &c->build, talk);
    end_broken(c, f);
}

static void measure_all(struct comparison *c) {
    const int all = c->rows * c->effort.processes;
    for (int process = 0; process < c->effort.processes && !interrupt_came(); process++) {
        for (int i = 0; i < c->rows && !interrupt_came(); i++) {
            progress_show(&c->progress, (double)(process * c->rows + i) / all,
                          c->found[i].row->peer);
            measure_row(c, &c->found[i], process);
        }
        for (int host = 0; host <= PEERS_MUJOCO; host++)
            conversation_end(&c->talk[host]);
    }
    progress_end(&c->progress);
}

/* Nothing is judged; a row that could not be measured is not asymptotic. */
static int append_result(const struct peers_found *f, const struct peers_told *told,
                         struct results *results) {
    const struct study study = {.model = f->problem.model, .method = f->row->method};
    struct result r = result_begin(f->problem.model, "timing", "double", "peer-ratio");
    r.component = told->peer;
    r.value = told->ratio.value;
    r.low = told->ratio.low;
    r.high = told->ratio.high;
    r.required = false;
    r.grade = f->problem.grade;
    r.verdict = isfinite(r.value) ? VERDICT_PASS : VERDICT_NOT_ASYMPTOTIC;
    r.points = json_pack("[o]", record_tell(&peers_record, told));
    return result_append(results, &study, &r, "%s; %s", told->reason, f->row->comparable);
}

static int describe_all(const struct comparison *c, struct timing_told *told,
                        struct results *results) {
    told->peer = calloc((size_t)c->rows + 1, sizeof *told->peer);
    int failed = told->peer == NULL;
    for (int i = 0; i < c->rows && !failed; i++) {
        const struct peers_found *f = &c->found[i];
        struct peers_told *row = &told->peer[told->peers++];
        failed = peers_tell(row, f) ||
                 (f->problem.model != NULL && append_result(f, row, results));
    }
    return failed;
}

static enum exit_status compare(struct comparison *c, struct timing_told *told,
                                struct results *results) {
    struct session *session = c->request->session;
    struct diagnostic *why = &session->why;
    if (bench_build_find(&c->build, bench_this_program(), why))
        return EXIT_MACHINE;
    if (open_rows(c))
        return message_fail(EXIT_MACHINE, why, "out of memory");
    if (c->rows == 0 && !interrupt_came())
        return message_fail(EXIT_USAGE, why,
                            "none of these models is compared with peers");
    measure_all(c);
    if (interrupt_came())
        message_set(why, "interrupted");
    else if (describe_all(c, told, results))
        message_set(why, "out of memory");
    else
        return EXIT_PASSED;
    return EXIT_MACHINE;
}

enum exit_status study_peers(const struct peers_request *r, struct timing_told *told,
                             struct results *results) {
    struct comparison c = {.request = r, .effort = r->quick ? quick : full};
    for (int host = 0; host <= PEERS_MUJOCO; host++)
        c.talk[host] = (struct conversation){.stream = -1};
    c.progress = progress_start(r->session->err, r->session->err_is_terminal);
    told->has_peers = true;
    enum exit_status status = compare(&c, told, results);
    for (int i = 0; i < c.rows; i++)
        peers_found_clear(&c.found[i]);
    free(c.found);
    bench_build_clear(&c.build);
    return status;
}
