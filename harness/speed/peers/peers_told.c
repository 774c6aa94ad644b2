/* Comparisons with peers, described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/peers/peers_told.h"

#define RUNG(member, ...) RECORD_FIELD(struct peers_rung, member, NUMBER, __VA_ARGS__)

static const struct record_field rung_fields[] = {
    RUNG(step, "where that is set", .may_lack = true),
    RUNG(accuracy, "where that is set", .may_lack = true),
    RUNG(error, "the largest |x_i - truth| at the end"),
    RUNG(seconds, "of a run"),
    RUNG(evaluations, "of these, Jacobians by columns"),
    RUNG(steps, "of a run"),
    {.key = NULL}};
static const struct record rung = {"rung", "A run with a step or an accuracy.",
                                   sizeof(struct peers_rung), rung_fields};

#define TOLD(member, ...) RECORD_FIELD(struct peers_told, member, __VA_ARGS__)
#define COUNTED(member) .count = offsetof(struct peers_told, member##_count)

static const struct record_field fields[] = {
    TOLD(problem, TEXT, "what both solve"),
    TOLD(model, TEXT, "its name"),
    TOLD(set, TEXT, "what is changed in it, n=20", .or_null = true),
    TOLD(method, TEXT, "ours, with its option"),
    TOLD(peer, TEXT, "theirs"),
    TOLD(version, TEXT, "of theirs"),
    TOLD(configuration, TEXT, "how they were set"),
    TOLD(comparable, TEXT, "why they compare"),
    TOLD(installed, FLAG, "theirs is there"),
    TOLD(how, TEXT, "to install it", .or_null = true),
    TOLD(unit, TEXT, "step or run"),
    TOLD(grade, TEXT, "of the truth; empty: none is known"),
    TOLD(rates_off, NUMBER, "of a problem that was built anew, from ours, relative"),
    TOLD(energy_off, NUMBER, "likewise"),
    TOLD(overhead_ns, NUMBER, "of one call from Python"),
    TOLD(reason, TEXT, "of the ratio, or why there is none"),
    RECORD_NAMED("ratio", struct peers_told, ratio.value, NUMBER,
                 "theirs over ours, above 1: ours is faster"),
    RECORD_NAMED("low", struct peers_told, ratio.low, NUMBER, "of its interval"),
    RECORD_NAMED("high", struct peers_told, ratio.high, NUMBER, "of its interval"),
    TOLD(ratios, NUMBERS, "of each process", COUNTED(ratios)),
    TOLD(processes, WHOLE, "that have found one"),
    TOLD(ns, NUMBER, "of a step; of a run at the middle equal error"),
    TOLD(peer_ns, NUMBER, "likewise"),
    TOLD(evaluations, NUMBER, "of these, Jacobians by columns"),
    TOLD(peer_evaluations, NUMBER, "likewise"),
    TOLD(evaluations_ratio, NUMBER, "theirs over ours"),
    TOLD(error, NUMBER, "the largest |x_i - truth| at the end"),
    TOLD(peer_error, NUMBER, "likewise"),
    TOLD(curve, LIST, "of rungs", .of = &rung, COUNTED(curve)),
    TOLD(peer_curve, LIST, "likewise", .of = &rung, COUNTED(peer_curve)),
    {.key = NULL}};

const struct record peers_record = {"peer", "Somebody else's integrator beside ours.",
                                    sizeof(struct peers_told), fields};
