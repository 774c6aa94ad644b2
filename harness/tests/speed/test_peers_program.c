/* What a package's program answers for a peer. The program is the shell, which answers by heart.
 *
 * Seen to fail: a failure that is not told; a measurement of another problem taken.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "harness/speed/benchmarks/measurement.h"
#include "harness/speed/peers/conversation.h"
#include "harness/speed/peers/peers_found.h"
#include "harness/tests/scratch.h"
#include "problems/model.h"

/* Its answers, one after the other, whatever it is asked. */
static const char script[] =
    "read -r line; echo '{\"failed\": \"no joints\", \"rates_off\": 0, \"ns\": 7}'\n"
    "read -r line; echo '{\"rates_off\": 0.5, \"energy_off\": 0, \"ns\": 7}'\n"
    "read -r line; echo '{\"rates_off\": 0, \"energy_off\": 0.5, \"ns\": 7}'\n"
    "read -r line; echo '{\"rates_off\": 0, \"energy_off\": 0, \"ns\": 7, \"steps\": "
    "3}'\n";

Test(peers_program, what_fails_or_is_of_another_problem_is_no_measurement) {
    static const char *const why[] = {"no joints", "not the same problem",
                                      "not the same problem", ""};
    struct scratch s = scratch_make();
    struct model m = {.nq = 1, .nv = 1};
    double truth[] = {0.5, 1};
    const struct peers_row row = {
        .length = 1, .peer = "integrator", .theirs = {true, 0.125, 0.5, 1}};
    struct peers_found f = {.row = &row,
                            .problem = {.model = &m,
                                        .nx = 2,
                                        .truth = truth,
                                        .file = "pendulum",
                                        .parameters = json_object(),
                                        .checks = json_array()}};
    struct conversation talk;
    cr_assert(conversation_start(&talk, "/bin/sh", scratch_write(&s, "peer.sh", script),
                                 &f.why) == 0,
              "%s", f.why.text);
    for (int i = 0; i < 4; i++) {
        struct measurement said = {.ns = NAN};
        const bool is_good = why[i][0] == '\0';
        f.why.text[0] = '\0';
        cr_expect((peers_ask_program(&said, &f, &talk, 20) == 0) == is_good, "%d", i);
        cr_expect(strstr(f.why.text, why[i]) != NULL, "%d: %s", i, f.why.text);
        cr_expect(is_good ? said.ns == 7 : isnan(said.ns), "%d: %g", i, said.ns);
    }
    conversation_end(&talk);
}
