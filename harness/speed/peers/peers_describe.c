/* What is told of rows of comparisons.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/peers_told.h"

static const double ns_in_second = 1e9;
enum { room = sizeof(struct diagnostic) + PEERS_TEXT };

/* curve[] := of a side's rungs; returns how many. */
static int fill_curve(struct peers_rung *curve, const struct peers_found *f,
                      enum peers_side side) {
    const struct peers_ladder *l = peers_ladder_of(f->row, side);
    for (int i = 0; i < l->count; i++) {
        const int place = peers_place(f->row, side, i);
        const double setting = peers_setting(f->row, side, i);
        curve[i] = (struct peers_rung){
            .step = l->is_step ? setting : 0,
            .accuracy = l->is_step ? 0 : setting,
            .error = peers_error(f, side, i),
            .seconds = batch_estimate(&f->batch, place, peers_ns).value / ns_in_second,
            .evaluations = peers_evaluations(f, side, i),
            .steps = batch_count(&f->batch, place, "steps")};
    }
    return l->count;
}

/* "GSL rk1imp", "Drake velocity_implicit_euler (PendulumPlant)". */
static void write_peer(char text[room], const struct peers_found *f) {
    static const char *const PACKAGE[] = {"", "Drake ", "MuJoCo "};
    const bool has_system = f->system[0] != '\0' && f->row->host == PEERS_DRAKE;
    snprintf(text, room, "%s%s%s%s%s", PACKAGE[f->row->host], f->row->peer,
             has_system ? " (" : "", has_system ? f->system : "", has_system ? ")" : "");
}

static void write_problem(char text[room], const struct peers_row *row) {
    const char *comma = row->set != NULL ? ", " : "",
               *set = row->set != NULL ? row->set : "";
    if (peers_row_is_fixed(row))
        snprintf(text, room, "%s%s%s, h = %g, to t = %g", row->model, comma, set,
                 row->ours.first, row->length);
    else
        snprintf(text, room, "%s%s%s, equal error at t = %g", row->model, comma, set,
                 row->length);
}

static void write_reason(char text[room], const struct peers_found *f,
                         const struct peers_ratio *ratio) {
    if (f->why.text[0] != '\0')
        snprintf(text, room, "%s", f->why.text);
    else if (ratio->processes == 0)
        snprintf(text, room, "there is no error that both reach");
    else if (peers_row_is_fixed(f->row))
        snprintf(text, room, "time of a step, theirs over ours, of %d processes%s",
                 ratio->processes,
                 f->problem.grade == peers_no_truth
                     ? "; no truth is known: errors are not compared"
                     : "");
    else
        snprintf(text, room,
                 "time of a run, theirs over ours, at errors from %.2g to %.2g, of %d "
                 "processes",
                 ratio->first_level, ratio->last_level, ratio->processes);
}

int peers_tell(struct peers_told *told, const struct peers_found *f) {
    const struct peers_row *row = f->row;
    char problem[room], method[room], peer[room], reason[room];
    struct peers_rung ours[PEERS_MOST_RUNGS], theirs[PEERS_MOST_RUNGS];
    struct peers_ratio of = peers_ratio_of(f);
    write_problem(problem, row);
    snprintf(method, room, "%s%s%s", row->method, row->option != NULL ? " " : "",
             row->option != NULL ? row->option : "");
    write_peer(peer, f);
    write_reason(reason, f, &of);
    const struct peers_told here = {.problem = problem,
                                    .model = row->model,
                                    .set = row->set,
                                    .method = method,
                                    .peer = peer,
                                    .version = f->version,
                                    .configuration = row->configuration,
                                    .comparable = row->comparable,
                                    .how = f->is_missing ? f->why.text : NULL,
                                    .unit = peers_row_is_fixed(row) ? "step" : "run",
                                    .grade = f->problem.grade,
                                    .reason = reason,
                                    .installed = !f->is_missing,
                                    .rates_off = f->rates_off,
                                    .energy_off = f->energy_off,
                                    .overhead_ns = f->overhead_ns,
                                    .ratio = estimate_ratio(of.processes, of.value),
                                    .processes = of.processes,
                                    .ratios = of.value,
                                    .ns = of.ns[PEERS_OURS],
                                    .peer_ns = of.ns[PEERS_THEIRS],
                                    .evaluations = of.count[PEERS_OURS],
                                    .peer_evaluations = of.count[PEERS_THEIRS],
                                    .evaluations_ratio = of.evaluations,
                                    .error = of.error[PEERS_OURS],
                                    .peer_error = of.error[PEERS_THEIRS],
                                    .curve = ours,
                                    .peer_curve = theirs,
                                    .ratios_count = of.processes,
                                    .curve_count = fill_curve(ours, f, PEERS_OURS),
                                    .peer_curve_count =
                                        fill_curve(theirs, f, PEERS_THEIRS)};
    return record_copy(&peers_record, told, &here);
}
