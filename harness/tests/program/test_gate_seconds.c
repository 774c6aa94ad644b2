/* The gate with all built-in methods: nothing fails, in the time that its profiles promise, and
 * each quantity is explained. By day in the quick profile, and in the standard one what meets
 * contacts, of which the quick one has too few for friction; every night all of the standard
 * profile, which is on the whole catalogue: what the quick profile does is part of it, with the
 * same effort.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/gate/profile.h"
#include "harness/tests/halfstep.h"
#include "harness/tests/results_of.h"
#include "problems/base/status.h"

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
    cr_expect(standard == profile_usual());
    for (const struct profile_row *row = quick->rows; row->study != NULL; row++) {
        int rank = profile_rank(standard, row->study);
        cr_assert(rank >= 0, "%s", row->study);
        cr_expect(is_part(row->models, standard->rows[rank].models), "%s", row->study);
        cr_expect(standard->rows[rank].effort == row->effort, "%s", row->study);
    }
}

#ifdef HALFSTEP_IS_SLOW

Test(gate_seconds, the_catalogue_passes_in_the_time_that_its_profile_promises) {
    cr_skip_test("built with sanitizers, or without optimisation");
}

#else

/* The gate with these words, the seconds of a processor that are promised, and how many results
 * there are at least. */
static void expect_pass(const char *words, double promised, size_t least) {
    double seconds = 0;
    size_t i;
    json_t *job;
    json_t *document = halfstep_json(0, "gate %s --json -", words);
    json_array_foreach(json_object_get(document, "jobs"), i, job) {
        seconds += number_in(job, "processor_seconds");
    }
    cr_expect(seconds > 0 && seconds < promised, "%s: %g s", words, seconds);
    expect_explained(document, least);
}

Test(gate_seconds, the_catalogue_passes_in_the_time_that_its_profile_promises) {
    if (getenv("HALFSTEP_NIGHTLY") != NULL) {
        expect_pass("--profile standard", 120, 10000);
        return;
    }
    expect_pass("--profile quick", 20, 4000);
    expect_pass("--profile standard --method contact-stepper", 120, 500);
}

#endif
