/* Rows of comparisons as JSON.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "harness/base/json_number.h"
#include "harness/speed/measure/estimate.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/speed/peers/study_peers.h"

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

#define AT(name, member, kind, ...)                                                      \
    FIELD_KIND(name, kind, __VA_ARGS__, .place = offsetof(struct peers_told, member))
#define TOLD(member, ...) RECORD_FIELD(struct peers_told, member, __VA_ARGS__)

static const struct record_field fields[] = {
    TOLD(problem, TEXT, "what both solve"),
    AT("model", row.model, TEXT, "its name"),
    AT("set", row.set, TEXT, "what is changed in it, n=20", .or_null = true),
    TOLD(method, TEXT, "ours, with its option"),
    TOLD(peer, TEXT, "theirs"),
    TOLD(version, TEXT, "of theirs"),
    AT("configuration", row.configuration, TEXT, "how they were set"),
    AT("comparable", row.comparable, TEXT, "why they compare"),
    TOLD(installed, FLAG, "theirs is there"),
    TOLD(how, TEXT, "to install it", .or_null = true),
    TOLD(unit, TEXT, "step or run"),
    TOLD(grade, TEXT, "of the truth; empty: none is known"),
    TOLD(rates_off, NUMBER, "of a problem that was built anew, from ours, relative"),
    TOLD(energy_off, NUMBER, "likewise"),
    TOLD(overhead_ns, NUMBER, "of one call from Python"),
    TOLD(reason, TEXT, "of the ratio, or why there is none"),
    AT("ratio", time.value, NUMBER, "theirs over ours, above 1: ours is faster"),
    AT("low", time.low, NUMBER, "of its interval"),
    AT("high", time.high, NUMBER, "of its interval"),
    TOLD(ratios, ARRAY, "of each process", .items = "number"),
    TOLD(processes, WHOLE, "that have found one"),
    AT("ns", of.ns[PEERS_OURS], NUMBER, "of a step; of a run at the middle equal error"),
    AT("peer_ns", of.ns[PEERS_THEIRS], NUMBER, "likewise"),
    AT("evaluations", of.count[PEERS_OURS], NUMBER, "of these, Jacobians by columns"),
    AT("peer_evaluations", of.count[PEERS_THEIRS], NUMBER, "likewise"),
    AT("evaluations_ratio", of.evaluations, NUMBER, "theirs over ours"),
    AT("error", of.error[PEERS_OURS], NUMBER, "the largest |x_i - truth| at the end"),
    AT("peer_error", of.error[PEERS_THEIRS], NUMBER, "likewise"),
    TOLD(curve, ARRAY, "of rungs: step or accuracy, error, seconds, evaluations, steps"),
    TOLD(peer_curve, ARRAY, "likewise"),
    {.key = NULL}};

const struct record peers_record = {"peer", "Somebody else's integrator beside ours.",
                                    sizeof(struct peers_told), fields};

void peers_tell(struct peers_told *t, const struct peers_found *f) {
    const struct peers_row *row = f->row;
    *t = (struct peers_told){.row = *row,
                             .of = peers_ratio_of(f),
                             .problem = t->text[0],
                             .method = t->text[1],
                             .peer = t->text[2],
                             .reason = t->text[3],
                             .version = f->version,
                             .installed = !f->is_missing,
                             .how = f->is_missing ? f->why.text : NULL,
                             .unit = peers_row_is_fixed(row) ? "step" : "run",
                             .grade = f->problem.grade,
                             .rates_off = f->rates_off,
                             .energy_off = f->energy_off,
                             .overhead_ns = f->overhead_ns,
                             .curve = curve_of(f, PEERS_OURS),
                             .peer_curve = curve_of(f, PEERS_THEIRS)};
    t->processes = t->of.processes;
    t->time = estimate_ratio(t->of.processes, t->of.value);
    t->ratios = json_numbers(t->of.value, t->of.processes);
    write_problem(t->text[0], sizeof t->text[0], row);
    snprintf(t->text[1], sizeof t->text[1], "%s%s%s", row->method,
             row->option != NULL ? " " : "", row->option != NULL ? row->option : "");
    write_peer(t->text[2], sizeof t->text[2], f);
    write_reason(t->text[3], sizeof t->text[3], f, &t->of);
}

void peers_told_clear(struct peers_told *told) {
    json_decref(told->ratios);
    json_decref(told->curve);
    json_decref(told->peer_curve);
}
