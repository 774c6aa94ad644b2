/* Rows of comparisons as JSON.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/peers_found.h"

static const double ns_in_second = 1e9;

static json_t *curve_of(const struct peers_found *f, enum peers_side side) {
    json_t *curve = json_array();
    for (int i = 0; i < peers_ladder_of(f->row, side)->count; i++) {
        const int place = peers_place(f->row, side, i);
        json_array_append_new(
            curve,
            json_pack("{s:f, s:o, s:o, s:o, s:o}", peers_setting_name(f->row, side),
                      peers_setting(f->row, side, i), "error",
                      json_number(peers_error(f, side, i)), "seconds",
                      json_number(batch_estimate(&f->batch, place, peers_ns).value /
                                  ns_in_second),
                      "evaluations", json_number(peers_evaluations(f, side, i)), "steps",
                      json_number(batch_count(&f->batch, place, "steps"))));
    }
    return curve;
}

/* "GSL rk1imp", "Drake velocity_implicit_euler (PendulumPlant)". */
static void write_peer(char *text, size_t room, const struct peers_found *f) {
    static const char *const PACKAGE[] = {"", "Drake ", "MuJoCo "};
    const bool has_system = f->system[0] != '\0' && f->row->host == PEERS_DRAKE;
    snprintf(text, room, "%s%s%s%s%s", PACKAGE[f->row->host], f->row->peer,
             has_system ? " (" : "", has_system ? f->system : "", has_system ? ")" : "");
}

static void write_problem(char *text, size_t room, const struct peers_row *row) {
    const int length =
        snprintf(text, room, "%s%s%s, ", row->model, row->set != NULL ? ", " : "",
                 row->set != NULL ? row->set : "");
    if (length < 0 || (size_t)length >= room)
        return;
    text += length;
    room -= (size_t)length;
    if (peers_row_is_fixed(row))
        snprintf(text, room, "h = %g, to t = %g", row->ours.first, row->length);
    else
        snprintf(text, room, "equal error at t = %g", row->length);
}

static void write_reason(char *text, size_t room, const struct peers_found *f,
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

static void add_ratio(json_t *row, const struct peers_ratio *ratio) {
    const struct estimate e = estimate_ratio(ratio->processes, ratio->value);
    json_object_set_new(row, "ratio", json_number(e.value));
    json_object_set_new(row, "low", json_number(e.low));
    json_object_set_new(row, "high", json_number(e.high));
    json_object_set_new(row, "ratios", json_numbers(ratio->value, ratio->processes));
    json_object_set_new(row, "processes", json_integer(ratio->processes));
    json_object_set_new(row, "ns", json_number(ratio->ns[PEERS_OURS]));
    json_object_set_new(row, "peer_ns", json_number(ratio->ns[PEERS_THEIRS]));
    json_object_set_new(row, "evaluations", json_number(ratio->count[PEERS_OURS]));
    json_object_set_new(row, "peer_evaluations", json_number(ratio->count[PEERS_THEIRS]));
    json_object_set_new(row, "evaluations_ratio", json_number(ratio->evaluations));
    json_object_set_new(row, "error", json_number(ratio->error[PEERS_OURS]));
    json_object_set_new(row, "peer_error", json_number(ratio->error[PEERS_THEIRS]));
}

json_t *peers_describe(const struct peers_found *f) {
    const struct peers_ratio ratio = peers_ratio_of(f);
    char peer[2 * PEERS_TEXT], problem[2 * PEERS_TEXT], method[2 * PEERS_TEXT];
    char reason[sizeof f->why.text + PEERS_TEXT];
    write_peer(peer, sizeof peer, f);
    write_problem(problem, sizeof problem, f->row);
    write_reason(reason, sizeof reason, f, &ratio);
    snprintf(method, sizeof method, "%s%s%s", f->row->method,
             f->row->option != NULL ? " " : "",
             f->row->option != NULL ? f->row->option : "");
    json_t *row = json_pack(
        "{s:s, s:s, s:s?, s:s, s:s, s:s, s:s, s:s, s:b, s:s?, s:s, s:s, s:o, s:o, s:o, "
        "s:s}",
        "problem", problem, "model", f->row->model, "set", f->row->set, "method", method,
        "peer", peer, "version", f->version, "configuration", f->row->configuration,
        "comparable", f->row->comparable, "installed", !f->is_missing, "how",
        f->is_missing ? f->why.text : NULL, "unit",
        peers_row_is_fixed(f->row) ? "step" : "run", "grade", f->problem.grade,
        "rates_off", json_number(f->rates_off), "energy_off", json_number(f->energy_off),
        "overhead_ns", json_number(f->overhead_ns), "reason", reason);
    if (row == NULL)
        return NULL;
    add_ratio(row, &ratio);
    json_object_set_new(row, "curve", curve_of(f, PEERS_OURS));
    json_object_set_new(row, "peer_curve", curve_of(f, PEERS_THEIRS));
    return row;
}
