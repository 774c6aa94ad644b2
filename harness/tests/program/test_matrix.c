/* A sample of the matrix of every study, method and name (harness/matrix), which is a nightly test:
 * cells that a user met first, and some of each kind.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "harness/tests/halfstep.h"
#include "harness/tests/program.h"

static void expect_passes(const char *line) {
    struct program_outcome o = program_run_line(HALFSTEP_PROGRAM, line);
    cr_expect(o.status == 0, "%s: %d\n%s%s", line, o.status, o.out, o.err);
    cr_expect(strlen(o.out) > 0, "%s says nothing", line);
}

Test(matrix, studies_of_one_method_on_one_model_pass) {
    static const char *const lines[] = {
        "order double_pendulum --method runge-kutta-merson",
        "statistics four_bar --method explicit-euler",
        "statistics four_bar --method runge-kutta-merson",
        "statistics double_mass --method explicit-euler",
        "statistics compliant_bounce_k1e8 --method runge-kutta-merson",
        "order damped_pendulum_c1e3 --method semi-explicit-euler",
        "order circle_pendulum --method runge-kutta-merson",
        "statistics signorini_steel --set n=9 --method implicit-euler",
        "order bouncing_ball_elastic --method contact-stepper",
        "order bouncing_ball_dead --method contact-stepper",
        "geometry pendulum_iftomm --method explicit-euler",
        "geometry spring_truss_k1e6 --method semi-explicit-euler-2",
        "geometry graded_chain_12_decades --method semi-explicit-euler-2",
        "gap series_motor --method semi-explicit-euler",
        "statistics vdp_eps1e6 --method velocity-implicit-euler",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        expect_passes(lines[i]);
}

/* What slides is not asked to stay at rest, and no study of it passes unasked. */
Test(matrix, a_study_that_has_nothing_to_say_does_not_pass) {
    struct program_outcome o = halfstep_run("settling brick_stack_slope");
    cr_expect(o.status == 2, "%d: %s%s", o.status, o.out, o.err);
}

/* One job of each of some shards: the plan has the dearest first. */
Test(matrix, a_sample_of_its_cells_passes) {
    static const int shards[] = {2311, 2713, 3001, 3307, 3511};
    for (size_t i = 0; i < sizeof shards / sizeof *shards; i++) {
        char line[400];
        snprintf(line, sizeof line,
                 "gate --profile every --jobs 1 --shard %d/4096 --expect " PROJECT_FOLDER
                 "/harness/matrix/known.json",
                 shards[i]);
        expect_passes(line);
    }
}

/* Its statistics, alone among twelve shares of the plan. Seen to fail: without that entry of the
 * file. */
Test(matrix, what_is_known_to_fail_is_accepted) {
    struct program_outcome o =
        halfstep_run("gate chain_cartesian10 --method explicit-euler --profile "
                     "every --jobs 1 --shard 6/12 "
                     "--expect " PROJECT_FOLDER "/harness/matrix/known.json");
    cr_expect_eq(o.status, 0, "%s%s", o.out, o.err);
    cr_expect(strstr(o.out, "accepted chain_cartesian10: evaluations-ratio") != NULL,
              "%s", o.out);
}
