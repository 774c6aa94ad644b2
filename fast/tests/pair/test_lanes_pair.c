/* The pair in lanes against runs alone: states, error estimates and all counters, bit by bit.
 *
 * Seen to fail: with the age of rates, the wear of J or what the halves have left not looked at,
 * with scales of the first step, with an estimate that is expected and not foreseen, with extra
 * iterations counted where they measure a rate, with rates' age lost on the way back, with rows
 * that are ready from a run that was broken off, with lanes that go on abreast at another time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "fast/integrator.h"
#include "fast/lanes/lanes_kinds.h"
#include "fast/processor.h"

enum { most_lanes = 32, most_states = 18 };

/* A system with a parameter, of which a lane is one. */
struct family {
    const char *name;
    int nq, nv, nz;
    void (*rates)(double p, double t, const double *x, double *ydot);
    double span, step;
};

/* q'' = -p sin q - 0.1 q'. */
static void swing(double p, double t, const double *x, double *ydot) {
    (void)t;
    ydot[0] = -p * sin(x[0]) - 0.1 * x[1];
}

/* A chain of four masses on springs that harden, driven, and z that follows the last. */
static void pull(double p, double t, const double *x, double *ydot) {
    for (int i = 0; i < 4; i++) {
        const double left = x[i] - (i > 0 ? x[i - 1] : 0.1 * sin(t));
        const double right = (i < 3 ? x[i + 1] : 0) - x[i];
        ydot[i] = p * (right - left) + right * right * right - 0.2 * x[4 + i];
    }
    ydot[4] = p * (x[3] - x[8]);
}

/* Van der Pol's equation of states without positions: stiff and smooth by turns. */
static void relax(double p, double t, const double *x, double *ydot) {
    (void)t;
    ydot[0] = x[1];
    ydot[1] = p * (1 - x[0] * x[0]) * x[1] - x[0];
}

/* A wall that a mass meets again and again, and growth beyond all bounds where p is large. */
static void bounce(double p, double t, const double *x, double *ydot) {
    (void)t;
    ydot[0] = -1 - (x[0] < 0 ? 400 * x[0] : 0) - 0.3 * x[1];
    ydot[1] = p > 10 ? x[2] * x[2] * p : -x[2];
}

/* One of two states has no rate any more from t = p on. */
static void end(double p, double t, const double *x, double *ydot) {
    ydot[0] = -x[0];
    ydot[1] = sqrt(p - t);
}

static const struct family families[] = {
    {"swing", 1, 1, 0, swing, 4, 0x1p-6}, {"pull", 4, 4, 1, pull, 3, 0.03},
    {"relax", 0, 0, 2, relax, 6, 0.01},   {"bounce", 1, 1, 1, bounce, 3, 0.01},
    {"swing", 1, 1, 0, swing, 4, 0.1},    {"relax", 0, 0, 2, relax, 3, 0.3},
    {"bounce", 1, 1, 1, bounce, 3, 0.07}, {"end", 0, 0, 2, end, 3, 0.01},
};
enum { family_count = sizeof families / sizeof *families };

/* One lane alone. */
struct single {
    const struct family *family;
    double p;
};

struct all {
    const struct family *family;
    int lanes;
    long calls, last_call; /* that succeeds; 0: all do */
    struct single single[most_lanes];
};

static int rates_alone(void *context, double t, const double *x, double *ydot) {
    const struct single *s = context;
    s->family->rates(s->p, t, x, ydot);
    return 0;
}

static int rates_of_lanes(void *context, double t, const double *x, double *ydot) {
    struct all *a = context;
    const struct family *f = a->family;
    if (++a->calls == a->last_call)
        return -1;
    for (int k = 0; k < a->lanes; k++) {
        double one[most_states], rate[most_states];
        for (int i = 0; i < f->nq + f->nv + f->nz; i++)
            one[i] = x[i * a->lanes + k];
        f->rates(a->single[k].p, t, one, rate);
        for (int i = 0; i < f->nv + f->nz; i++)
            ydot[i * a->lanes + k] = rate[i];
    }
    return 0;
}

static void fill(struct all *a, const struct family *f, int lanes, double *x) {
    *a = (struct all){.family = f, .lanes = lanes};
    for (int k = 0; k < lanes; k++) {
        a->single[k] = (struct single){f, 0.7 + 1.3 * k};
        for (int i = 0; i < f->nq + f->nv + f->nz; i++)
            x[i * lanes + k] = 0.4 + 0.31 * i + 0.07 * k - 0.05 * i * k;
    }
}

static struct integrator_system system_of(struct single *s) {
    const struct family *f = s->family;
    return (struct integrator_system){
        .nq = f->nq, .nv = f->nv, .nz = f->nz, .context = s, .rates = rates_alone};
}

/* Lane k as it is alone from where x was; whether it gets to the end. */
static bool expect_alone(struct all *a, int k, const struct integrator_options *options,
                         const double *start, const double *end, bool done,
                         const struct lanes_pair *lanes, long steps) {
    const struct family *f = a->family;
    const struct integrator_system system = system_of(&a->single[k]);
    const int nx = f->nq + f->nv + f->nz;
    struct integrator alone;
    double x[most_states];
    for (int i = 0; i < nx; i++)
        x[i] = start[i * a->lanes + k];
    cr_assert(integrator_of_pair(&alone, &system, options) == FAST_OK);
    const bool runs = alone.type->start(alone.self, 0, x) == FAST_OK &&
                      alone.type->run(alone.self, options->step, f->span) == FAST_OK;
    cr_expect(runs == done, "%s, lane %d: %d", f->name, k, done);
    const struct pair_statistics *s = pair_statistics(alone.self),
                                 *of_lane = lanes_pair_statistics(lanes, k);
    for (int i = 0; i < nx && done; i++)
        cr_expect(
            memcmp(&end[i * a->lanes + k], &pair_state(alone.self)[i], sizeof *end) == 0,
            "%s, lane %d, %d: %a, alone %a", f->name, k, i, end[i * a->lanes + k],
            pair_state(alone.self)[i]);
    cr_expect(!done || steps == s->steps_taken);
#define EXPECT_EQUAL(counter)                                                            \
    cr_expect(!done || s->counter == of_lane->counter,                                   \
              "%s, lane %d: %ld " #counter ", %ld alone", f->name, k, of_lane->counter,  \
              s->counter);
    PAIR_COUNTER_LIST(EXPECT_EQUAL)
#undef EXPECT_EQUAL
#define EXPECT_SAME(measure)                                                             \
    cr_expect(!done || memcmp(&s->measure, &of_lane->measure, sizeof(double)) == 0,      \
              "%s, lane %d: " #measure " %a, %a alone", f->name, k, of_lane->measure,    \
              s->measure);
    PAIR_MEASURE_LIST(EXPECT_SAME)
#undef EXPECT_SAME
    alone.type->free(alone.self);
    return done;
}

/* A run that ends with the rates' hundredth call. */
static void break_off(struct all *a, struct lanes_pair *lanes, double *x) {
    bool done[most_lanes];
    long steps[most_lanes];
    a->last_call = 100;
    cr_expect(lanes_pair_run(lanes, 0, a->family->span, x, done, steps) ==
                  FAST_CALLBACK ||
              a->calls < a->last_call);
    a->last_call = 0;
}

/* How many lanes are done, all of which are as alone, after a run that was broken off, with the
 * processor's vectors and with those of others. */
static int check(const struct family *f, int count,
                 const struct integrator_options *given, double (*spoil)(int lane)) {
    struct integrator_options options = *given;
    struct all a;
    struct integrator_system alone[most_lanes];
    double start[most_states * most_lanes], x[most_states * most_lanes];
    bool done[most_lanes];
    long steps[most_lanes];
    int ends = 0;
    fill(&a, f, count, start);
    for (int k = 0; k < count; k++) {
        if (spoil != NULL)
            start[(f->nq + f->nv + f->nz - 1) * count + k] += spoil(k);
        alone[k] = system_of(&a.single[k]);
    }
    options.fixed_step = true;
    options.step = f->step;
    const struct lanes_system system = {.lanes = count,
                                        .nq = f->nq,
                                        .nv = f->nv,
                                        .nz = f->nz,
                                        .context = &a,
                                        .rates = rates_of_lanes,
                                        .alone = alone};
    struct lanes_pair *lanes;
    cr_assert(lanes_pair_alloc(&lanes, &system, &options) == FAST_OK);
    memcpy(x, start, sizeof x);
    break_off(&a, lanes, x);
    for (int length = fast_vector_length(); length >= 2; length /= 2) {
        lanes_pair_set_vectors(lanes, length);
        memcpy(x, start, sizeof x);
        cr_assert(lanes_pair_run(lanes, 0, f->span, x, done, steps) == FAST_OK);
        ends = 0;
        for (int k = 0; k < count; k++)
            ends += expect_alone(&a, k, &options, start, x, done[k], lanes, steps[k]);
    }
    return ends;
}

static const enum integrator_method methods[] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                 FAST_IMPLICIT_EULER};

Test(lanes_pair, have_the_bits_and_the_counts_of_runs_alone) {
    for (int i = 0; i < family_count; i++)
        for (int m = 0; m < 4; m++) {
            struct integrator_options options =
                integrator_default_options(methods[m / 2]);
            cr_expect(check(&families[i], m % 2 == 0 ? 32 : 5, &options, NULL) > 0);
        }
}

Test(lanes_pair, have_the_options_of_runs_alone) {
    static const double weights[] = {3, 0.1, 0.5, 7};
    for (int i = 0; i < family_count; i++)
        for (int o = 0; o < 5; o++) {
            struct integrator_options options = integrator_default_options(methods[0]);
            options.accuracy = o == 0 ? 1e-2 : o == 1 ? 1e-6 : NAN;
            options.relative = options.absolute = o == 2 ? 1e-4 : NAN;
            options.weights_v = o == 3 ? weights : NULL;
            options.jacobian =
                o == 4 ? FAST_CENTRAL_DIFFERENCES : FAST_FORWARD_DIFFERENCES;
            cr_expect(check(&families[i], 32, &options, NULL) > 0);
        }
}

/* One lane does not begin, others are far away, where one family grows beyond all bounds. */
static double spoil(int lane) {
    return lane == 2 ? (double)NAN : lane == 4 || lane == 9 ? 1e160 : lane == 10 ? 40 : 0;
}

Test(lanes_pair, a_lane_that_fails_is_left_behind) {
    struct integrator_options options = integrator_default_options(methods[0]);
    for (int i = 0; i < family_count; i++)
        cr_expect(check(&families[i], 16, &options, spoil) < 16);
}

Test(lanes_pair, what_cannot_be_run_so_is_refused) {
    struct integrator_options options = integrator_default_options(methods[0]);
    cr_expect(!lanes_take(&options, 1, 1, 0, false)); /* error control */
    options.fixed_step = true;
    cr_expect(lanes_take(&options, 8, 8, 0, false) &&
              lanes_take(&options, 0, 0, 8, false));
    cr_expect(!lanes_take(&options, 8, 8, 1, false));
    cr_expect(!lanes_take(&options, 4, 3, 0, true));
    options.newton = FAST_FULL;
    cr_expect(!lanes_take(&options, 1, 1, 0, false));
    options.newton = FAST_REUSE;
    options.mode = FAST_FAITHFUL;
    cr_expect(!lanes_take(&options, 1, 1, 0, false));
}

Test(lanes_pair, times_that_are_none_are_refused) {
    struct integrator_options options = integrator_default_options(methods[0]);
    struct all a;
    struct integrator_system alone[2];
    double x[2 * most_states];
    bool done[2];
    long steps[2];
    struct lanes *lanes;
    options.fixed_step = true;
    options.step = 1e-3;
    fill(&a, &families[0], 2, x);
    for (int k = 0; k < 2; k++)
        alone[k] = system_of(&a.single[k]);
    const struct lanes_system system = {.lanes = 2,
                                        .nq = 1,
                                        .nv = 1,
                                        .context = &a,
                                        .rates = rates_of_lanes,
                                        .alone = alone};
    cr_assert(lanes_alloc(&lanes, &system, &options) == FAST_OK);
    cr_expect(lanes_run(lanes, 0, -1, x, done, steps) == FAST_BAD_TIME && !done[0]);
    cr_expect(lanes_run(lanes, 0, INFINITY, x, done, steps) == FAST_BAD_TIME);
    cr_expect(lanes_run(lanes, 1e17, 2e17, x, done, steps) == FAST_BELOW_MIN_STEP);
    cr_expect(lanes_run(lanes, 0, 0.5, x, done, steps) == FAST_OK && done[0] && done[1]);
}
