/* Rows of comparisons, before they are measured.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_found.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/speed/benchmarks/benchmark_peer.h"

static const struct peers_ladder *ladder_of(const struct peers_row *row,
                                            enum peers_side side) {
    return side == PEERS_OURS ? &row->ours : &row->theirs;
}

const char *peers_setting_name(const struct peers_row *row, enum peers_side side) {
    return ladder_of(row, side)->is_step ? "step" : "accuracy";
}

static void lay_rungs(struct peers_found *f) {
    for (int side = 0; side < PEERS_SIDES; side++) {
        const struct peers_ladder *l = ladder_of(f->row, (enum peers_side)side);
        f->rungs[side] = l->count;
        for (int i = 0; i < l->count; i++) {
            struct peers_rung *rung = &f->rung[side][i];
            *rung = (struct peers_rung){l->first * pow(l->factor, i), NAN, NAN, NAN, {0}};
            for (int p = 0; p < PEERS_MOST_PROCESSES; p++)
                rung->ns[p] = NAN;
        }
    }
}

/* {NAME: VALUE} of "NAME=VALUE"; empty for NULL. */
static json_t *object_of(const char *assignment) {
    json_t *object = json_object();
    const char *equals = assignment != NULL ? strchr(assignment, '=') : NULL;
    char name[PEERS_TEXT] = "";
    if (equals != NULL && (size_t)(equals - assignment) < sizeof name) {
        strncat(name, assignment, (size_t)(equals - assignment));
        json_object_set_new(object, name, json_string(equals + 1));
    }
    return object;
}

json_t *peers_workload(const struct peers_row *row, enum peers_side side,
                       double setting) {
    return json_pack("{s:s, s:o, s:s, s:f, s:f, s:o}", "model", row->model, "set",
                     object_of(row->set), "method",
                     side == PEERS_OURS ? row->method : row->peer,
                     peers_setting_name(row, side), setting, "length", row->length,
                     "options", object_of(side == PEERS_OURS ? row->option : NULL));
}

/* Whether a peer of a library is built in; if not, it says how it can be had. */
static void look_for_library(struct peers_found *f) {
    struct subject subject;
    const char *version = benchmark_peer_version(f->row->peer);
    if (version != NULL) {
        snprintf(f->version, sizeof f->version, "%s", version);
        return;
    }
    json_t *workload =
        peers_workload(f->row, PEERS_THEIRS, f->rung[PEERS_THEIRS][0].setting);
    int failed = benchmark_peer_open(&subject, f->problem.model, workload, &f->why);
    json_decref(workload);
    f->is_missing = failed != 0;
    if (failed == 0)
        subject.free(subject.self);
}

void peers_found_open(struct peers_found *f, const struct peers_row *row,
                      const struct peers_request *r) {
    *f = (struct peers_found){
        .row = row, .rates_off = NAN, .energy_off = NAN, .overhead_ns = NAN};
    lay_rungs(f);
    if (peers_problem_open(&f->problem, r->session, r->catalogue, row, &f->why) == 0 &&
        row->host == PEERS_LIBRARY)
        look_for_library(f);
}

void peers_found_clear(struct peers_found *f) {
    peers_problem_clear(&f->problem);
}
