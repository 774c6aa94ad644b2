/* Contacts that close and open again within one step are struck, and what only comes near is
 * not.
 *
 * Seen to fail: gaps looked at where steps end only; roots left where false position stops on a
 * straight line; the state at the end not put back after a look; pieces called clear by their
 * ends alone; what has been crossed not counted where impacts are not located.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>

#include "fast/contact.h"
#include "random.h"

enum { pegs = 3 };

/* A point without weight, in the plane, and what it may meet. */
struct scenery {
    double peg[pegs][2], radius; /* round pegs */
    double high, wave;           /* or the ground high sin(wave x) */
};

static double find_gap(const struct scenery *s, const double *x, double *slope) {
    double nearest = INFINITY;
    for (int i = 0; i < pegs; i++) {
        const double dx = x[0] - s->peg[i][0], dy = x[1] - s->peg[i][1];
        const double distance = sqrt(dx * dx + dy * dy);
        if (distance < nearest) {
            nearest = distance;
            slope[0] = dx / distance, slope[1] = dy / distance;
        }
    }
    if (s->wave == 0)
        return nearest - s->radius;
    slope[0] = -s->high * s->wave * cos(s->wave * x[0]), slope[1] = 1;
    return x[1] - s->high * sin(s->wave * x[0]);
}

static int rates(void *context, double t, const double *x, double *ydot) {
    (void)context, (void)t, (void)x;
    ydot[0] = ydot[1] = 0;
    return 0;
}

static int gap(void *context, double t, const double *x, double *gap) {
    double slope[2];
    (void)t;
    *gap = find_gap(context, x, slope);
    return 0;
}

static int rows(void *context, double t, const double *x, double *gap, double *offset,
                double *matrix) {
    (void)t;
    *gap = find_gap(context, x, matrix);
    *offset = 0;
    return 0;
}

static void note_first(void *context, const struct contact_event *event) {
    double *first = context;
    if (event->phase == CONTACT_COMPRESSION && isnan(*first))
        *first = event->t;
}

/* One step of h from x without loss, or with e = 0. The time of the first impact; NaN: none. */
static double find_first_impact(struct scenery *s, double e, double h, double *x,
                                bool locates, struct contact_statistics *told) {
    const struct contact_system system = {
        .motion = {.free = {.nq = 2, .nv = 2, .context = s, .rates = rates}},
        .contacts = 1,
        .restitution = &e,
        .gap = gap,
        .rows = rows};
    struct contact_options options = contact_default_options();
    options.fixed_step = h;
    options.locates_impacts = locates;
    contact_stepper *c;
    double first = NAN;
    cr_assert_eq(contact_alloc(&c, &system, &options), FAST_OK);
    cr_assert_eq(contact_start(c, 0, x), FAST_OK);
    contact_listen(c, note_first, &first);
    cr_assert_eq(contact_step(c, h), FAST_OK);
    *told = *contact_statistics(c);
    cr_expect_eq(contact_run_verdict(c) >= CONTACT_NOT_VERIFIED,
                 told->crossings_unexcluded > 0);
    for (int i = 0; i < 4; i++)
        x[i] = contact_state(c)[i];
    contact_free(c);
    return first;
}

/* When a straight way from x first meets a peg; NaN: never. */
static double meet_pegs(const struct scenery *s, const double *x, double h) {
    double first = NAN;
    for (int i = 0; i < pegs; i++) {
        const double dx = x[0] - s->peg[i][0], dy = x[1] - s->peg[i][1];
        const double a = x[2] * x[2] + x[3] * x[3], b = dx * x[2] + dy * x[3];
        const double rest = b * b - a * (dx * dx + dy * dy - s->radius * s->radius);
        const double t = (-b - sqrt(rest)) / a;
        if (rest > 0 && t > 0 && t < h)
            first = fmin(first, t);
    }
    return first;
}

/* Head on at 173 m/s, in a step of 3.46 m: back by the same way. */
Test(contact_look, a_peg_that_would_be_passed_in_a_step_is_struck) {
    struct scenery s = {.peg = {{0, 0}, {1e3, 0}, {0, 1e3}}, .radius = 0.2};
    struct contact_statistics told;
    for (int k = 0; k < 2; k++) {
        double x[4] = {-1.73, 0, 173, 0};
        const double e = k, h = 0.02, met = (1.73 - 0.2) / 173;
        const double first = find_first_impact(&s, e, h, x, true, &told);
        cr_assert_float_eq(first, met, 1e-16, "%g", first);
        cr_assert_eq(told.impacts, 1);
        cr_assert_float_eq(x[0], -0.2 - 173 * e * (h - met), 1e-13, "%g", x[0]);
        cr_assert_float_eq(x[2], -173 * e, 1e-13);
    }
}

Test(contact_look, a_peg_that_is_only_passed_is_not_struck) {
    struct scenery s = {.peg = {{0, 0}, {1e3, 0}, {0, 1e3}}, .radius = 0.2};
    struct contact_statistics told;
    for (int k = 0; k < 40; k++) {
        const double near = pow(10, -k * 0.2), h = 0.02;
        double x[4] = {-1.73, 0.2 + near, 173, 0};
        const double first = find_first_impact(&s, 1, h, x, true, &told);
        cr_assert(isnan(first), "%g away: struck at %g", near, first);
        cr_assert_float_eq(x[0], -1.73 + 173 * h, 1e-15);
        cr_assert_eq(x[2], 173);
        cr_assert_eq(told.crossings_unexcluded, 0);
    }
}

/* Ways of 1 to 100 m past pegs of 1 to 300 mm; what is grazed by less than the tolerance may
 * be seen or not. */
Test(contact_look, of_pegs_the_first_on_the_way_is_struck) {
    struct random random = random_open();
    int struck = 0;
    for (int k = 0; k < 3000; k++) {
        struct scenery s = {.radius = pow(10, random_between(&random, -3, -0.5))};
        const double h = pow(10, random_between(&random, -4, 0));
        const double way = pow(10, random_between(&random, 0, 2));
        const double turn = random_between(&random, 0, 6.3);
        double x[4] = {0, 0, way / h * cos(turn), way / h * sin(turn)};
        for (int i = 0; i < pegs; i++) {
            const double along = way * random_between(&random, 0.35, 0.9) + i,
                         beside = random_between(&random, -2, 2) * s.radius;
            s.peg[i][0] = along * cos(turn) - beside * sin(turn);
            s.peg[i][1] = along * sin(turn) + beside * cos(turn);
        }
        struct contact_statistics told;
        const double expected = meet_pegs(&s, x, h);
        const double first = find_first_impact(&s, 1, h, x, true, &told);
        const bool agree =
            isnan(expected) ? isnan(first) : fabs(first - expected) <= 1e-9 * h;
        cr_expect(agree || told.crossings_unexcluded > 0,
                  "seed %llu, %d: at %g, not %g, of %g", (unsigned long long)random.seed,
                  k, first, expected, h);
        struck += agree && !isnan(expected);
        cr_expect_eq(told.crossings_unexcluded, 0, "%d", k);
    }
    cr_expect(struck > 1500, "%d", struck);
}

/* Over the ground along the x axis: steps of up to 30 waves that begin and end above it. */
Test(contact_look, ground_is_not_flown_through) {
    enum { places = 20000 };
    struct random random = random_open();
    int struck = 0;
    for (int k = 0; k < 300; k++) {
        struct scenery s = {.high = 0.137, .wave = random_between(&random, 3, 30)};
        const double way = random_between(&random, 0.5, 6), h = 0.01;
        double x[4] = {random_between(&random, -1, 1), 0, way / h, 0}, slope[2];
        const double clearance = random_between(&random, -0.1, 0.05);
        x[1] = fmax(s.high + fmin(clearance, 0.02), s.high * sin(s.wave * x[0]) + 1e-3);
        if (clearance < 0)
            x[1] = s.high * sin(s.wave * x[0]) + random_between(&random, 1e-3, 0.05);
        double lowest = INFINITY, first_inside = NAN;
        for (int i = 1; i <= places; i++) {
            const double place[2] = {x[0] + way * i / places, x[1]};
            lowest = fmin(lowest, find_gap(&s, place, slope));
            if (lowest < -1e-6 && isnan(first_inside))
                first_inside = h * i / places;
        }
        struct contact_statistics told;
        const double first = find_first_impact(&s, 1, h, x, true, &told);
        const bool misses = lowest < -1e-6 && !(first <= first_inside);
        cr_expect(!misses || told.crossings_unexcluded > 0,
                  "seed %llu, %d: inside by %g at %g, struck at %g",
                  (unsigned long long)random.seed, k, -lowest, first_inside, first);
        cr_expect(!(lowest > 1e-6) || isnan(first), "seed %llu, %d: struck at %g",
                  (unsigned long long)random.seed, k, first);
        struck += !isnan(first);
    }
    cr_expect(struck > 100, "%d", struck);
}

Test(contact_look, what_is_crossed_without_location_is_told) {
    struct scenery s = {.peg = {{0, 0}, {1e3, 0}, {0, 1e3}}, .radius = 0.2};
    struct contact_statistics told;
    double x[4] = {-1.73, 0, 173, 0};
    cr_assert(isnan(find_first_impact(&s, 1, 0.02, x, false, &told)));
    cr_assert_eq(told.crossings_unexcluded, 1);
    cr_assert_eq(told.steps_unverified, 1);
    cr_assert_eq(told.first_unverified_time, 0);
    double away[4] = {-1.73, 0, -173, 0};
    cr_assert(isnan(find_first_impact(&s, 1, 0.02, away, false, &told)));
    cr_assert_eq(told.crossings_unexcluded, 0);
}
