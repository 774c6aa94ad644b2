/* The gate on the whole catalogue with all built-in methods: nothing fails, in the time that
 * its profiles promise, and each quantity is explained. What the quick profile does is part of the
 * standard one, with the same effort, so that one run tells all.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/gate/profile.h"
#include "harness/tests/program.h"
#include "harness/tests/results_of.h"

static bool contains(const char *const *models, const char *name) {
    while (*models != NULL && strcmp(*models, name) != 0)
        models++;
    return *models != NULL;
}

/* NULL: all models. */
static bool is_part(const char *const *few, const char *const *many) {
    bool within = many == NULL || few != NULL;
    for (int i = 0; many != NULL && few != NULL && few[i] != NULL; i++)
        within = within && contains(many, few[i]);
    return within;
}

Test(gate_seconds, the_quick_profile_is_a_part_of_the_standard_one) {
    struct diagnostic d = {""};
    const struct profile *quick = profile_find("quick", &d);
    const struct profile *standard = profile_find("standard", &d);
    for (const struct profile_row *row = quick->rows; row->study != NULL; row++) {
        int rank = profile_rank(standard, row->study);
        cr_assert(rank >= 0, "%s", row->study);
        cr_expect(is_part(row->models, standard->rows[rank].models), "%s", row->study);
        cr_expect(standard->rows[rank].effort == row->effort, "%s", row->study);
    }
}

#ifdef HALFSTEP_IS_SLOW

Test(gate_seconds, the_catalogue_passes_in_the_time_that_quick_and_standard_promise) {
    cr_skip_test("built with sanitizers, or without optimisation");
}

#else

/* Seconds of a processor that are promised. */
static const double quick_seconds = 20, standard_seconds = 120;

static bool is_of(const struct profile *p, const json_t *job) {
    int rank = profile_rank(p, text_in(job, "study"));
    const char *model = text_in(job, "model");
    bool is_once = strcmp(model, text_in(job, "study")) == 0;
    return rank >= 0 && (is_once || profile_takes(p, &p->rows[rank], model));
}

Test(gate_seconds, the_catalogue_passes_in_the_time_that_quick_and_standard_promise) {
    json_t *document = program_json(HALFSTEP_PROGRAM, "gate --json -", 0), *job;
    struct diagnostic d = {""};
    const struct profile *quick = profile_find("quick", &d);
    double all = 0, of_quick = 0;
    size_t i;
    cr_expect_str_eq(text_in(document, "profile"), "standard");
    json_array_foreach(json_object_get(document, "jobs"), i, job) {
        double seconds = number_in(job, "processor_seconds");
        all += seconds;
        of_quick += is_of(quick, job) ? seconds : 0;
    }
    cr_expect(of_quick > 0 && of_quick < quick_seconds, "%g s", of_quick);
    cr_expect(all > of_quick && all < standard_seconds, "%g s", all);
    expect_explained(document, 10000);
    json_decref(document);
}

#endif
