/* Records of truths with certificates.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/tests/truth/certified.h"

#include <criterion/criterion.h>

#include "harness/tests/models.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_certify.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* contacts: whether a model with contacts gets one, too. */
static json_t *make_record(struct model **m, const char *text, bool contacts) {
    mpfr_t t;
    *m = model_from(text);
    mpfr_init2(t, 64);
    cr_assert(expr_constant((*m)->graph, (*m)->span_end, t) == PROBLEM_OK);
    const struct truth_request r = {
        .model = *m, .times = 1, .time = (const mpfr_t *)&t, .digits = 30};
    struct truth_record record;
    cr_assert(truth_search(&r, &record) == REF_OK);
    if (record.truth->grade != REF_GRADE_CONVERGED && ((*m)->contacts == 0 || contacts))
        cr_assert(truth_certify(&record, *m, 0) == REF_OK);
    return truth_certify_encode(&record, &r);
}

json_t *certified_record(struct model **m, const char *text) {
    return make_record(m, text, false);
}

json_t *certified_contact_record(struct model **m, const char *text) {
    return make_record(m, text, true);
}
