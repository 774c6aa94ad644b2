/* Interleaved measurements on a clock that the test owns: a machine whose speed drifts and
 * which now and then takes the processor away.
 *
 * Seen to fail: warm-up rounds that are kept; an order that is always the same; contestants
 * that skip all in the same round; a failure that goes on; units not divided by.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/speed/measure/rounds.h"
#include "harness/tests/catalogue.h"

enum { most = 8, many_rounds = 200, log_room = 20000 };

/* A machine: work of cost c takes c * speed, and sometimes a slice of time is stolen. */
struct machine {
    double now, speed, drift, least;
    gsl_rng *random;
    double stolen, chance;
    int log[log_room], logged; /* whose work was run, in order */
};

struct labour {
    struct machine *machine;
    int name;
    double ns;
    int fails_after; /* blocks; -1: never */
};

static double read_clock(void *context) {
    return ((struct machine *)context)->now;
}

static int labour(void *self, long times) {
    struct labour *l = self;
    struct machine *m = l->machine;
    m->now += l->ns * (double)times * m->speed;
    m->speed = fmax(m->speed * m->drift, m->least);
    if (m->random != NULL && gsl_rng_uniform(m->random) < m->chance)
        m->now += m->stolen;
    if (m->logged < log_room)
        m->log[m->logged++] = l->name;
    if (l->fails_after == 0)
        return -1;
    l->fails_after -= l->fails_after > 0;
    return 0;
}

struct trial {
    struct machine machine;
    struct labour labour[most];
    struct contestant contestant[most];
    double ns[most][many_rounds];
};

static void enter(struct trial *c, int i, double ns, double units) {
    c->labour[i] = (struct labour){&c->machine, i, ns * units, -1};
    c->contestant[i] = (struct contestant){
        .work = {labour, &c->labour[i]}, .units = units, .ns = c->ns[i]};
}

static struct rounds usual_rounds(struct trial *c, int rounds) {
    return (struct rounds){.watch = {read_clock, &c->machine, 0},
                           .rounds = rounds,
                           .warm_up = 3,
                           .block_ns = 20e3,
                           .longest_block_ns = 100e3,
                           .fewest = 10};
}

static struct trial *make_contest(void) {
    struct trial *c = calloc(1, sizeof *c);
    cr_assert(c != NULL);
    c->machine.speed = c->machine.drift = 1;
    return c;
}

Test(rounds, everybody_has_the_time_of_a_unit_in_every_round) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    const double cost[3] = {1.7, 330, 4100};
    for (int i = 0; i < 3; i++)
        enter(c, i, cost[i], i == 1 ? 16 : 1);
    struct rounds r = usual_rounds(c, 50);
    rounds_run(&r, 3, c->contestant, random);
    for (int i = 0; i < 3; i++) {
        cr_expect(!c->contestant[i].failed && c->contestant[i].every == 1);
        for (int k = 0; k < 50; k++)
            cr_expect(fabs(c->ns[i][k] - cost[i]) < 1e-9 * cost[i], "%d %d: %g", i, k,
                      c->ns[i][k]);
    }
}

Test(rounds, long_blocks_run_in_fewer_rounds_at_different_times) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    for (int i = 0; i < 4; i++)
        enter(c, i, i == 0 ? 1.7 : 370e3, 1);
    enter(c, 4, 80e6, 1);
    struct rounds r = usual_rounds(c, 60);
    rounds_run(&r, 5, c->contestant, random);
    int together = 0;
    for (int i = 0; i < 5; i++) {
        int times = 0;
        for (int k = 0; k < 60; k++) {
            times += isfinite(c->ns[i][k]);
            together += i == 1 && isfinite(c->ns[1][k]) && isfinite(c->ns[2][k]);
        }
        cr_expect(times == (i == 0 ? 60 : i == 4 ? 10 : 20), "%d: %d", i, times);
    }
    cr_expect_eq(together, 0);
}

/* A machine that slows down steadily by half, with a tenth of the blocks losing a slice. */
Test(rounds, a_drifting_machine_with_stolen_slices_leaves_ratios_alone) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    enter(c, 0, 130, 1);
    enter(c, 1, 130 * 1.37, 1);
    struct rounds r = usual_rounds(c, 150);
    c->machine.random = random;
    c->machine.chance = 0.1;
    c->machine.stolen = 3e6;
    c->machine.drift = pow(1.5, 1 / (2.0 * 153));
    rounds_run(&r, 2, c->contestant, random);
    double ratio[many_rounds];
    for (int k = 0; k < 150; k++)
        ratio[k] = c->ns[1][k] / c->ns[0][k];
    double median = rounds_median(ratio, 150);
    cr_expect(fabs(median - 1.37) < 2e-3 * 1.37, "%g", median);
}

Test(rounds, orders_are_drawn_anew_and_repeat_with_the_seed) {
    struct trial *c = make_contest();
    gsl_rng *random = gsl_rng_alloc(gsl_rng_taus2);
    int first[log_room], length = 0;
    for (int run = 0; run < 3; run++) {
        for (int i = 0; i < 4; i++)
            enter(c, i, 30e3, 1);
        c->machine.logged = 0;
        gsl_rng_set(random, run < 2 ? 7 : 8);
        struct rounds r = usual_rounds(c, 100);
        rounds_run(&r, 4, c->contestant, random);
        if (run == 0) {
            length = c->machine.logged;
            memcpy(first, c->machine.log, sizeof first);
        }
        bool same = length == c->machine.logged &&
                    memcmp(first, c->machine.log, (size_t)length * sizeof *first) == 0;
        cr_expect(same == (run < 2), "run %d", run);
    }
    int led[4] = {0};
    for (int k = length - 400; k < length; k += 4)
        led[first[k]]++;
    for (int i = 0; i < 4; i++)
        cr_expect(led[i] > 8 && led[i] < 50, "%d leads %d of 100 rounds", i, led[i]);
}

Test(rounds, the_first_rounds_are_not_kept) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    enter(c, 0, 30e3, 1);
    struct rounds r = usual_rounds(c, 5);
    c->machine.speed = 40;
    c->machine.drift = 0.5; /* calibration takes three blocks, and ends at 5 */
    c->machine.least = 1;
    r.warm_up = 4;
    rounds_run(&r, 1, c->contestant, random);
    for (int k = 0; k < 5; k++)
        cr_expect(c->ns[0][k] == 30e3, "%g", c->ns[0][k]);
}

Test(rounds, work_that_fails_stops_alone) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    for (int i = 0; i < 3; i++)
        enter(c, i, 30e3, 1);
    c->labour[0].fails_after = 0;
    c->labour[1].fails_after = 20;
    struct rounds r = usual_rounds(c, 40);
    rounds_run(&r, 3, c->contestant, random);
    int runs[3] = {0};
    for (int k = 0; k < c->machine.logged; k++)
        runs[c->machine.log[k]]++;
    cr_expect(runs[0] == 1 && runs[1] == 21, "%d %d", runs[0], runs[1]);
    cr_expect(c->contestant[0].failed && c->contestant[1].failed);
    cr_expect(!c->contestant[2].failed);
    cr_expect(isnan(rounds_median(c->ns[0], 40)));
    cr_expect(isfinite(c->ns[1][0]) && isnan(c->ns[1][39]));
    cr_expect(rounds_median(c->ns[2], 40) == 30e3);
}

Test(rounds, the_median_passes_over_what_is_missing) {
    const double ns[7] = {NAN, 3, NAN, 1, 7, 5, NAN};
    cr_expect(rounds_median(ns, 7) == 4);
    cr_expect(rounds_median(ns, 4) == 2);
    cr_expect(isnan(rounds_median(ns, 1)) && isnan(rounds_median(ns, 0)));
}

Test(rounds, one_that_is_like_another_has_its_blocks_and_its_rounds) {
    struct trial *c = make_contest();
    gsl_rng *random = seeded_random();
    enter(c, 0, 3e3, 1);
    enter(c, 1, 450e3, 1); /* too long for every round */
    enter(c, 2, 1.37e3, 1);
    enter(c, 3, 600e3, 1);
    c->contestant[2].like = &c->contestant[0];
    c->contestant[3].like = &c->contestant[1];
    struct rounds r = usual_rounds(c, 60);
    rounds_run(&r, 4, c->contestant, random);
    cr_expect(c->contestant[2].times == c->contestant[0].times);
    cr_expect(c->contestant[3].every == c->contestant[1].every &&
              c->contestant[1].every == 4);
    for (int k = 0; k < 60; k++) {
        cr_expect(c->ns[2][k] == 1.37e3 && c->ns[0][k] == 3e3);
        cr_expect(isnan(c->ns[3][k]) == isnan(c->ns[1][k]), "round %d", k);
    }
}
