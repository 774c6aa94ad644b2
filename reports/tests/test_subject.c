/* What results come to, subject by subject.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "reports/subject.h"

static struct report_result make(const char *study, const char *quantity,
                                 enum verdict verdict, bool required) {
    return (struct report_result){.study = study,
                                  .quantity = quantity,
                                  .verdict = verdict,
                                  .required = required,
                                  .accepted = ""};
}

Test(subject, a_study_speaks_about_one_subject) {
    static const struct {
        const char *study, *quantity;
        enum subject_kind kind;
    } table[] = {{"fingerprint", "fingerprint", SUBJECT_METHOD},
                 {"fingerprint", "fingerprint:order", SUBJECT_ORDER},
                 {"declared", "declared-method", SUBJECT_METHOD},
                 {"originals", "original-cases", SUBJECT_METHOD},
                 {"gap", "gap-order", SUBJECT_ESTIMATE},
                 {"invariants", "invariant-order:energy", SUBJECT_CONSERVATION},
                 {"long-run", "energy-drift", SUBJECT_CONSERVATION},
                 {"timing", "ns-per-step", SUBJECT_KINDS}};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        struct report_result result =
            make(table[i].study, table[i].quantity, VERDICT_PASS, true);
        cr_assert_eq(subject_of(&result), table[i].kind, "%s", table[i].quantity);
    }
}

static enum grade grade_of(struct report_result *list, int count) {
    struct results r = {.count = count, .result = list};
    return subject_grade(&r, SUBJECT_ORDER).grade;
}

Test(subject, one_failure_outweighs_all_that_pass) {
    struct report_result list[] = {make("order", "order", VERDICT_PASS, true),
                                   make("order", "order", VERDICT_FAIL, false),
                                   make("gap", "gap-order", VERDICT_PASS, true)};
    cr_assert_eq(grade_of(list, 1), GRADE_HOLDS);
    cr_assert_eq(grade_of(list, 2), GRADE_FAILS);
    cr_assert_eq(grade_of(list + 2, 1), GRADE_UNTRIED);
    list[1].accepted = "it is meant to";
    cr_assert_eq(grade_of(list, 2), GRADE_HOLDS);
}

Test(subject, weights_compared_with_nothing_leave_the_method_open) {
    struct report_result list[] = {
        make("fingerprint", "fingerprint", VERDICT_NOT_ASYMPTOTIC, false),
        make("fingerprint", "fingerprint:composition", VERDICT_PASS, true),
        make("fingerprint", "fingerprint:equivariance", VERDICT_PASS, true)};
    struct results r = {.count = 3, .result = list};
    cr_assert_eq(subject_grade(&r, SUBJECT_METHOD).grade, GRADE_OPEN);
    list[0].verdict = VERDICT_PASS;
    cr_assert_eq(subject_grade(&r, SUBJECT_METHOD).grade, GRADE_HOLDS);
}

Test(subject, what_is_left_open_is_no_pass) {
    struct report_result list[] = {make("order", "order", VERDICT_NOT_ASYMPTOTIC, false),
                                   make("order", "order", VERDICT_PASS, true),
                                   make("order", "order", VERDICT_NOT_ASYMPTOTIC, true)};
    struct report_result mostly[] = {list[0], list[1], list[0]};
    cr_assert_eq(grade_of(mostly, 3), GRADE_PARTLY);
    cr_assert_eq(grade_of(list, 1), GRADE_OPEN);
    cr_assert_eq(grade_of(list, 2), GRADE_HOLDS);
    cr_assert_eq(grade_of(list, 3), GRADE_FAILS);
    struct results r = {.count = 2, .result = list};
    struct subject_grade g = subject_grade(&r, SUBJECT_ORDER);
    cr_assert_eq(g.passing, 1);
    cr_assert_eq(g.open, 1);
    cr_assert_eq(g.stopping, 0);
    cr_assert_eq(g.worst, &list[0]);
}

Test(subject, numbers_behind_a_figure_judge_nothing) {
    struct report_result data =
        make("statistics", "work-precision:default", VERDICT_PASS, false);
    struct results r = {.count = 1, .result = &data};
    data.expected = NAN;
    cr_assert_eq(subject_grade(&r, SUBJECT_COUNTERS).grade, GRADE_UNTRIED);
    data.quantity = "counters";
    cr_assert_eq(subject_grade(&r, SUBJECT_COUNTERS).grade, GRADE_UNTRIED);
    data.expected = 0;
    cr_assert_eq(subject_grade(&r, SUBJECT_COUNTERS).grade, GRADE_HOLDS);
}
