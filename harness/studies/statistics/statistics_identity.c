/* One identity among the counters of runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/statistics/statistics_identity.h"

#include <math.h>
#include <stdio.h>

struct missed {
    const char *setting, *mode;
    double defect;
};

#define FIELD(member) .key = #member, .place = offsetof(struct missed, member)

static const struct record_field fields[] = {
    {FIELD(setting), .meaning = "the run, by its setting's name"},
    {FIELD(mode), .meaning = "of the method"},
    {FIELD(defect), .type = RECORD_NUMBER,
     .meaning = "by how much it misses the identity"},
    {.key = NULL},
};
static const struct record missed_record = {"missed", "A run that misses an identity.",
                                            sizeof(struct missed), fields};

void identity_begin(struct identity_check *c, const struct study *s,
                    const struct projected_traits *traits, const char *quantity) {
    *c = (struct identity_check){.study = s};
    projected_quantity(c->quantity, sizeof c->quantity, quantity, traits);
    c->result = result_begin(s->model, "statistics", "double", c->quantity);
    c->result.expected = c->result.value = 0;
    c->result.grade = "none";
    c->result.required = true;
    c->result.points = json_array();
}

void identity_take(struct identity_check *c, const char *setting, enum fast_mode mode,
                   double defect) {
    struct result *r = &c->result;
    const struct missed run = {setting, statistics_mode_name(mode), defect};
    c->judged += !isnan(defect);
    if (!(defect > 0))
        return;
    record_add(r->points, &missed_record, &run);
    if (defect > r->value)
        snprintf(c->where, sizeof c->where, "; missed by %g in the run '%s' in %s mode",
                 defect, setting, run.mode);
    r->value = fmax(r->value, defect);
}

int identity_end(struct identity_check *c, const char *text, struct results *results) {
    struct result *r = &c->result;
    if (c->judged == 0) {
        json_decref(r->points);
        return 0;
    }
    r->low = r->high = r->value;
    r->verdict = verdict_at_most(r->value, 0);
    return result_append(results, c->study, r, "%s, in %d runs%s", text, c->judged,
                         c->where);
}

int identity_end_counters(struct identity_check *c, int runs, struct results *results) {
    struct result *r = &c->result;
    r->expected = r->value = NAN;
    r->required = false;
    r->verdict = VERDICT_PASS;
    return result_append(results, c->study, r, "the counters of %d runs", runs);
}
