/* What a gate comes to in one sentence, and what it says of another's integrator.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <string.h>

#include "harness/results/tally.h"
#include "harness/tests/results/gate_sample.h"

Test(tally, a_sentence_counts_all_that_there_is) {
    struct gate_outcome o = sample_outcome();
    char text[256];
    tally_sentence(text, sizeof text, &o);
    cr_expect_str_eq(text,
                     "FAIL: 14 of 17 results fail (1 of them undecided where a pass is "
                     "required), 1 undecided, 1 accepted; profile quick, 2.8 s, 1.6 s of "
                     "processor time");
    o.left_out = 3;
    o.part = "shard 2 of 4";
    tally_sentence(text, sizeof text, &o);
    cr_expect(strstr(text,
                     ", 1 accepted, 3 studies left out; profile quick, shard 2 of 4, "
                     "2.8 s") != NULL,
              "%s", text);
}

Test(tally, the_fingerprints_name_is_told_and_whether_one_was_declared) {
    json_t *named = sample_result("", "fingerprint", "pass", 1, "", NULL);
    json_object_set_new(named, "fingerprint",
                        json_pack("{s:s}", "diagnosis", "It is Heun."));
    json_t *declared = sample_result("", "declared-method", "pass", 1, "", NULL);
    json_object_set_new(declared, "study", json_string("declared"));
    for (int i = 0; i < 2; i++) {
        char text[256];
        json_t *all =
            i == 0 ? json_pack("[O]", named) : json_pack("[O, O]", named, declared);
        struct results *list = sample_list(all);
        struct gate_outcome o = {.results = list, .integrator = "--integrator ./mine.so"};
        gate_outcome_subject(text, sizeof text, &o);
        cr_expect((strcmp(text, "Fingerprint: It is Heun.") == 0) == (i == 1), "%s",
                  text);
        cr_expect((strstr(text, "no order is declared") != NULL) == (i == 0), "%s", text);
    }
}
