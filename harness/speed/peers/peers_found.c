/* Rows of comparisons, before they are measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_found.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/plugin/linked/peers.h"
#include "harness/speed/benchmarks/pass.h"
#include "harness/speed/peers/peers_request.h"

enum { warm_up = 2 };

/* Long enough that reading the clock is nothing, short enough to fall between two interruptions. */
static const double block_ns = 20e3;

const struct peers_ladder *peers_ladder_of(const struct peers_row *row,
                                           enum peers_side side) {
    return side == PEERS_OURS ? &row->ours : &row->theirs;
}

const char *peers_setting_name(const struct peers_row *row, enum peers_side side) {
    return peers_ladder_of(row, side)->is_step ? "step" : "accuracy";
}

double peers_setting(const struct peers_row *row, enum peers_side side, int rung) {
    const struct peers_ladder *l = peers_ladder_of(row, side);
    return l->first * pow(l->factor, rung);
}

int peers_place(const struct peers_row *row, enum peers_side side, int rung) {
    const bool is_first = (side == PEERS_THEIRS) == (row->host == PEERS_LIBRARY);
    return rung + (is_first ? 0 : peers_ladder_of(row, 1 - side)->count);
}

/* {NAME: VALUE} of "NAME=VALUE"; empty for NULL. */
static json_t *object_of(const char *assignment) {
    char name[PEERS_TEXT];
    const char *value = peers_value(name, assignment);
    return value != NULL ? json_pack("{s:s}", name, value) : json_object();
}

/* The workload of benchmark_library.h for a rung. */
static json_t *make_workload(const struct peers_row *row, enum peers_side side,
                             double setting) {
    return json_pack("{s:s, s:o, s:s, s:f, s:f, s:o}", "model", row->model, "set",
                     object_of(row->set), "method",
                     side == PEERS_OURS ? row->method : row->peer,
                     peers_setting_name(row, side), setting, "length", row->length,
                     "options", object_of(side == PEERS_OURS ? row->option : NULL));
}

static int lay_batch(struct peers_found *f, const struct peers_effort *effort) {
    const struct peers_row *row = f->row;
    const struct batch_setup how = {
        .processes = effort->processes,
        .rounds = peers_row_is_fixed(row) ? effort->rounds : effort->curve_rounds,
        .warm_up = warm_up,
        .block_ns = block_ns};
    json_t *workloads = json_array();
    for (int k = 0; k < PEERS_SIDES; k++) {
        const enum peers_side side =
            (k == 0) == (row->host == PEERS_LIBRARY) ? PEERS_THEIRS : PEERS_OURS;
        const bool is_program = side == PEERS_THEIRS && row->host != PEERS_LIBRARY;
        for (int i = 0; i < peers_ladder_of(row, side)->count; i++)
            json_array_append_new(
                workloads, is_program
                               ? json_null()
                               : make_workload(row, side, peers_setting(row, side, i)));
    }
    return batch_make(&f->batch, row->model, &how, workloads)
               ? message_set(&f->why, "out of memory")
               : 0;
}

/* Whether a peer of a library is built in; if not, it says how it can be had. */
static void look_for_library(struct peers_found *f) {
    const struct peers_row *row = f->row;
    const struct peer_request request = {
        .method = row->peer,
        .step = row->theirs.is_step ? row->theirs.first : NAN,
        .accuracy = row->theirs.is_step ? NAN : row->theirs.first,
        .tolerance = PASS_PEER_TOLERANCE,
        .length = row->length};
    struct subject subject;
    const char *version = peers_version(row->peer);
    if (version != NULL) {
        snprintf(f->version, sizeof f->version, "%s", version);
        return;
    }
    f->is_missing = peers_open(&subject, f->problem.model, &request, &f->why) != 0;
    if (!f->is_missing)
        subject.free(subject.self);
}

void peers_found_open(struct peers_found *f, const struct peers_row *row,
                      const struct peers_request *r, const struct peers_effort *effort) {
    *f = (struct peers_found){
        .row = row, .rates_off = NAN, .energy_off = NAN, .overhead_ns = NAN};
    if (lay_batch(f, effort) == 0 &&
        peers_problem_open(&f->problem, r->session, r->catalogue, row, &f->why) == 0 &&
        row->host == PEERS_LIBRARY)
        look_for_library(f);
}

void peers_found_clear(struct peers_found *f) {
    peers_problem_clear(&f->problem);
    batch_clear(&f->batch);
}

double peers_ns(const struct batch *b, int process, int i) {
    const struct measurement *m = measured_at(&b->process[process], i);
    return isfinite(m->log_ratio) ? batch_pass_ns(b, process, 0) * exp(m->log_ratio)
                                  : m->ns;
}

double peers_error(const struct peers_found *f, enum peers_side side, int rung) {
    const json_t *counters = batch_counters(&f->batch, peers_place(f->row, side, rung));
    return peers_problem_error(&f->problem, json_object_get(counters, "end"));
}

/* Evaluations count, too, that a difference is made of. */
double peers_evaluations(const struct peers_found *f, enum peers_side side, int rung) {
    const struct batch *b = &f->batch;
    const int i = peers_place(f->row, side, rung);
    const double jacobians = batch_count(b, i, "jacobians");
    return batch_count(b, i, "evaluations") +
           (jacobians > 0 && isnan(batch_count(b, i, "evaluations_for_jacobian"))
                ? f->problem.nx * jacobians
                : 0);
}
