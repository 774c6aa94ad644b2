/* Paired measurement with made-up times: what is asked of the processes, confirmation of
 * alarms, failures, placement.
 *
 * Seen to fail: an alarm that is not measured again; both runs with the same seeds; the ring
 * without its turn every 4 processes; the sides' slow-downs exchanged; failures not counted;
 * the position's effect looked up by the other side.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "harness/speed/compare/pairs.h"
#include "harness/speed/compare/placement.h"
#include "harness/tests/history/made_times.h"

static char old_ring[BENCH_RING][8] = {"old-0", "old-1", "old-2", "old-3"};
static char new_ring[BENCH_RING][8] = {"new-0", "new-1", "new-2", "new-3"};

static struct made_times quiet_times(void) {
    return (struct made_times){
        .pass_ns = 1370, .ruler_ns = 0.9, .scatter = 3e-4, .old_instructions = NAN};
}

static struct pairs_found found;

static void measure_slowed(struct made_times *t, long slow_old, long slow_new) {
    static char *old[BENCH_RING], *new[BENCH_RING];
    const struct measurer m = made_measurer(t);
    const struct rule rule = rule_usual();
    struct diagnostic d = {""};
    for (int i = 0; i < BENCH_RING; i++) {
        old[i] = old_ring[i];
        new[i] = new_ring[i];
    }
    const struct pairs_request r = {.measurer = &m,
                                    .rule = &rule,
                                    .old = {old, slow_old},
                                    .new = {new, slow_new},
                                    .workload = NULL,
                                    .seed = 271828,
                                    .seconds = 30};
    cr_assert(pairs_measure(&found, &r, &d) == 0, "%s", d.text);
}

static void measure(struct made_times *t) {
    measure_slowed(t, 0, 0);
}

Test(compare_pairs, equals_are_the_same_after_eight_processes) {
    struct made_times t = quiet_times();
    measure(&t);
    cr_expect(found.verdict == RULE_SAME && found.processes == 8 && t.processes == 8);
    cr_expect(!found.alarmed && found.power > 0.99, "%g", found.power);
    cr_expect(fabs(pairs_old_ns(&found) - 1370) < 2);
    cr_expect(found.old_blocks.count == 8 * 5);
}

Test(compare_pairs, a_slow_down_is_measured_twice_and_found) {
    struct made_times t = quiet_times();
    t.shift = log1p(0.01);
    measure(&t);
    cr_expect(found.verdict == RULE_SLOWER && found.alarmed && found.confirmed);
    cr_expect(found.processes == 16 && t.processes == 16, "%d", found.processes);
    cr_expect(fabs(found.estimate.change - log1p(0.01)) < 5e-4);
    for (int i = 0; i < 8; i++)
        for (int j = 8; j < 16; j++)
            cr_expect(t.seeds[i] != t.seeds[j], "seeds %d and %d", i, j);
}

Test(compare_pairs, a_speed_up_is_found_as_well) {
    struct made_times t = quiet_times();
    t.shift = log1p(-0.05);
    measure(&t);
    cr_expect(found.verdict == RULE_FASTER && found.confirmed);
    cr_expect(fabs(expm1(found.estimate.change) + 0.05) < 1e-3);
}

Test(compare_pairs, an_alarm_that_is_not_repeated_is_none) {
    struct made_times t = quiet_times();
    t.shift = 0.02;
    t.first_is_shifted = true;
    t.shifted = 8;
    measure(&t);
    cr_expect(found.alarmed && !found.confirmed && found.verdict == RULE_CANNOT_TELL);
    cr_expect(found.processes == 16);
}

Test(compare_pairs, each_side_has_its_own_slow_down) {
    struct made_times t = quiet_times();
    measure_slowed(&t, 0, 152); /* 152 * 0.9 / 1370 = 9.985 % */
    cr_expect(found.verdict == RULE_SLOWER);
    cr_expect(fabs(expm1(found.estimate.change) - 0.09985) < 1e-3);
    pairs_clear(&found);
    measure_slowed(&t, 152, 0);
    cr_expect(found.verdict == RULE_FASTER);
}

Test(compare_pairs, noise_is_looked_at_to_the_last_look) {
    struct made_times t = quiet_times();
    t.scatter = 0.05;
    measure(&t);
    cr_expect(found.verdict == RULE_CANNOT_TELL && found.processes == 64);
    cr_expect(!found.alarmed && found.estimate.detectable > 0.02);
    cr_expect(found.power < 0.1, "%g", found.power);
}

Test(compare_pairs, sixteen_processes_see_every_pair_of_places) {
    struct made_times t = quiet_times();
    int seen[BENCH_RING][BENCH_RING] = {{0}};
    t.shift = 0.05;
    t.scatter = 0.004;
    measure(&t);
    cr_assert(found.processes >= 16);
    int first = found.processes / 2 >= 16 ? 16 : found.processes / 2;
    for (int i = 0; i < first; i++)
        seen[found.process[i].old_place][found.process[i].new_place]++;
    for (int i = 0; i < BENCH_RING; i++)
        for (int j = 0; j < BENCH_RING; j++)
            cr_expect(seen[i][j] <= 1, "%d %d", i, j);
}

Test(compare_pairs, a_bad_place_in_the_line_cancels_and_is_told) {
    struct made_times t = quiet_times();
    t.bad_place = 0.09;
    measure(&t);
    struct placement p = placement_find(&found, true);
    cr_expect(found.verdict != RULE_SLOWER && found.verdict != RULE_FASTER);
    cr_expect(fabs(p.spread - 0.09) < 2e-3 && p.is_notable, "%g", p.spread);
    p = placement_find(&found, false);
    cr_expect(isnan(p.spread) && !p.is_notable && isnan(p.position[0]));
}

Test(compare_pairs, whoever_is_opened_second_is_not_slower_for_it) {
    struct made_times t = quiet_times();
    t.second = 0.02;
    measure(&t);
    cr_expect(found.verdict != RULE_SLOWER && found.verdict != RULE_FASTER);
    cr_expect(!found.alarmed && fabs(found.estimate.change) < 1e-3, "%g",
              found.estimate.change);
}

Test(compare_pairs, without_an_effect_no_place_is_notable) {
    struct made_times t = quiet_times();
    measure(&t);
    struct placement p = placement_find(&found, true);
    cr_expect(p.spread < 2e-3 && !p.is_notable, "%g", p.spread);
}

Test(compare_pairs, two_crashes_are_replaced_and_three_are_a_failure) {
    struct made_times t = quiet_times();
    t.fails = 2;
    measure(&t);
    cr_expect(found.verdict == RULE_SAME && found.processes == 8 && t.processes == 10);
    pairs_clear(&found);
    t = quiet_times();
    t.fails = 3;
    measure(&t);
    cr_expect(found.verdict == RULE_CANNOT_TELL && t.processes == 3);
    cr_expect_str_eq(found.failed.text, "killed by signal 11");
}

Test(compare_pairs, says_which_side_cannot_be_opened) {
    struct made_times t = quiet_times();
    t.new_fails = true;
    measure(&t);
    cr_expect_str_eq(found.failed.text, "the candidate: there is no such method");
    cr_expect(isnan(pairs_old_ns(&found)) && isnan(found.power));
}

/* Seen to fail: its time taken for a number. */
Test(compare_pairs, one_alone_says_why_it_cannot_be_measured) {
    struct made_times t = quiet_times();
    const struct measurer m = made_measurer(&t);
    struct measured_alone alone;
    struct diagnostic d = {""};
    cr_expect(measure_alone(&alone, &m, "new-0", NULL, 5, 30, &d) == 0 && alone.ns > 0);
    t.new_fails = true;
    cr_expect(measure_alone(&alone, &m, "new-0", NULL, 5, 30, &d) != 0);
    cr_expect_str_eq(d.text, "there is no such method");
}

Test(compare_pairs, seeds_differ) {
    for (unsigned long i = 0; i < 200; i++)
        for (unsigned long j = 0; j < i; j++)
            cr_expect(pairs_seed(5, i) != pairs_seed(5, j));
    cr_expect(pairs_seed(5, 0) != pairs_seed(6, 0) &&
              pairs_seed(5, 0) == pairs_seed(5, 0));
}
