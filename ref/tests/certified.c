/* A model whose truth has a certificate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "ref/tests/certified.h"

#include <criterion/criterion.h>

#include "problems/model.h"
#include "ref/tests/truths.h"

const struct ref_truth_options certified_options = {.digits = CERTIFIED_DIGITS};

struct certified certified_begin(struct model *m, double end, int most_sets) {
    enum { MANY = 1000 };
    return certified_with_room(m, end, (struct ref_certificate_room){most_sets, MANY});
}

struct certified certified_with_room(struct model *m, double end,
                                     struct ref_certificate_room room) {
    struct certified t = {.m = m};
    enum ref_status status =
        truths_try(ref_enclosure_truth, &t.truth, m, CERTIFIED_DIGITS, 1, &end);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
    status = ref_certificate_make(&t.c, m, t.truth, &room, &certified_options);
    cr_assert(status == REF_OK, "%s: %s", m->name, ref_status_text(status));
    return t;
}

struct ref_finding certified_verify(const struct certified *t, int only) {
    struct ref_finding finding;
    cr_assert(ref_certificate_verify(t->c, t->m, t->truth, only, &certified_options,
                                     &finding) == REF_OK);
    return finding;
}
