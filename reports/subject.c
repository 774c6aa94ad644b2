/* Which study speaks about which subject, and what its results come to.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "reports/subject.h"

#include <math.h>
#include <string.h>

#include "reports/quantity.h"

static const struct subject_info subjects[SUBJECT_KINDS] = {
    [SUBJECT_METHOD] = {"Method", "fingerprint",
                        "Are its weights those of a method, tree by tree?"},
    [SUBJECT_ORDER] = {"Order", "orders",
                       "Does the error fall as it should when the step does?"},
    [SUBJECT_ESTIMATE] = {"Error estimate", "estimate",
                          "Does it know how wrong its step is?"},
    [SUBJECT_CONSERVATION] = {"Conservation", "conservation",
                              "What happens to what should not change?"},
    [SUBJECT_DETERMINISM] = {"Determinism", "determinism",
                             "Does the same input give the same bits?"},
    [SUBJECT_ROBUSTNESS] = {"Robustness", "robustness",
                            "What does it do with input that is bad?"},
    [SUBJECT_COUNTERS] = {"Counters", "counters",
                          "Do its counters tell the truth, twice the same?"},
};

static const struct {
    const char *study;
    enum subject_kind kind;
} studies[] = {
    {"fingerprint", SUBJECT_METHOD},    {"declared", SUBJECT_METHOD},
    {"originals", SUBJECT_METHOD},      {"pinned", SUBJECT_METHOD},
    {"control", SUBJECT_ESTIMATE},      {"order", SUBJECT_ORDER},
    {"gap", SUBJECT_ESTIMATE},          {"invariants", SUBJECT_CONSERVATION},
    {"long-run", SUBJECT_CONSERVATION}, {"geometry", SUBJECT_CONSERVATION},
    {"drift", SUBJECT_CONSERVATION},    {"determinism", SUBJECT_DETERMINISM},
    {"robustness", SUBJECT_ROBUSTNESS}, {"statistics", SUBJECT_COUNTERS},
    {"conditions", SUBJECT_ROBUSTNESS},
};

const struct subject_info *subject_info(enum subject_kind kind) {
    return &subjects[kind];
}

enum subject_kind subject_of(const struct report_result *result) {
    if (strcmp(result->quantity, "fingerprint:order") == 0) {
        return SUBJECT_ORDER;
    }
    for (size_t i = 0; i < sizeof studies / sizeof studies[0]; i++) {
        if (strcmp(result->study, studies[i].study) == 0) {
            return studies[i].kind;
        }
    }
    return SUBJECT_KINDS;
}

enum verdict grade_mark(enum grade grade) {
    return grade == GRADE_FAILS   ? VERDICT_FAIL
           : grade == GRADE_HOLDS ? VERDICT_PASS
                                  : VERDICT_NOT_ASYMPTOTIC;
}

/* Of data only counters are judged, where there is something that they should be. */
bool subject_judges(const struct report_result *result) {
    bool counters = result_is(result, "counters") && isfinite(result->expected);
    return quantity_of(result)->kind != QUANTITY_DATA || counters || result_stops(result);
}

/* Weights that were compared with nothing leave the method open, whatever else passes. */
static bool leaves_open(const struct report_result *result) {
    return strcmp(result->quantity, "fingerprint") == 0 &&
           result->verdict == VERDICT_NOT_ASYMPTOTIC;
}

struct subject_grade subject_grade(const struct results *r, enum subject_kind kind) {
    struct subject_grade g = {.grade = GRADE_UNTRIED};
    bool open = false;
    for (int i = 0; i < r->count; i++) {
        const struct report_result *result = &r->result[i];
        if (subject_of(result) != kind || !subject_judges(result)) {
            continue;
        }
        open = open || leaves_open(result);
        g.passing += result->verdict == VERDICT_PASS ? 1 : 0;
        g.stopping += result_stops(result) ? 1 : 0;
        g.open += !result_stops(result) && result->verdict != VERDICT_PASS ? 1 : 0;
        if (!g.worst || result_is_worse(result, g.worst)) {
            g.worst = result;
        }
    }
    if (g.worst) {
        g.grade = g.stopping > 0           ? GRADE_FAILS
                  : open || g.passing == 0 ? GRADE_OPEN
                  : g.open > g.passing     ? GRADE_PARTLY
                                           : GRADE_HOLDS;
    }
    return g;
}

const char *grade_text(enum grade grade) {
    switch (grade) {
    case GRADE_HOLDS: return "holds";
    case GRADE_PARTLY: return "holds in part";
    case GRADE_OPEN: return "open";
    case GRADE_UNTRIED: return "not tried";
    case GRADE_FAILS: break;
    }
    return "fails";
}
