/* What systems are drawn from.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/conditions/conditions_draw.h"

#include <math.h>

#include <gsl/gsl_rng.h>

/* Steps in units of T; exponents of T, down to steps of 1e-9; of magnitudes: 1e-20 to 1e20. */
static const double least_step = 0.011, largest_step = 0.3;
enum { TIME_EXPONENTS = 27, LONGEST = 2 };
enum { MODEST = 3, MIDDLE = 13, LARGE = 66 };

/* Times begin from -1e3 to 1e6, and so many steps from 0 at most: later on the rounding of the
 * time hides what a step does. */
static const double latest = 1e6, earliest = 1e3, most_steps = 0x1p30;

/* What a stiff system is driven by, in units of 1/h: much more than by its diagonal, so that no
 * matrix of it is nearly singular. */
static const double drive[] = {30, 1e4, 1e8, 1e12};

/* One system out of so many has a map that is not the identity. */
enum { MAPPED_TURN = 5 };

/* The kinds take turns. */
enum { TURNS = 7 };
static const enum draw_kind kinds[TURNS] = {DRAW_COUPLED, DRAW_COPIES, DRAW_COUPLED,
                                            DRAW_LINEAR,  DRAW_COPIES, DRAW_COUPLED,
                                            DRAW_STIFF};

static double between(gsl_rng *random, double low, double high) {
    return low + (high - low) * gsl_rng_uniform(random);
}

static int one_of(gsl_rng *random, int count) {
    return (int)gsl_rng_uniform_int(random, (unsigned long)count);
}

static double either_sign(gsl_rng *random, double low, double high) {
    double size = between(random, low, high);
    return one_of(random, 2) == 0 ? size : -size;
}

static int coordinates(const struct draw *d) {
    return 2 * d->bodies + d->states;
}

/* Restoring and damped more strongly than all else can drive it: |x y / (1 + x^2 + z^2)| is at
 * most |y|/2. */
static struct draw_formula draw_one(gsl_rng *random, const struct draw *d) {
    int count = coordinates(d);
    struct draw_formula f = {.stiffness = between(random, 0.9, 1.7),
                             .damping = between(random, 0.8, 1.3)};
    f.sine[0] = either_sign(random, 0.1, 0.4);
    f.sine[1] = either_sign(random, 0.3, 1.5);
    f.sine[2] = between(random, -2, 2);
    f.product = either_sign(random, 0.1, 0.3);
    f.wave[0] = either_sign(random, 0.1, 0.4);
    f.wave[1] = between(random, 0.3, 1.5);
    f.wave[2] = between(random, -2, 2);
    f.of_sine = one_of(random, count);
    for (int i = 0; i < 3; i++)
        f.of_product[i] = one_of(random, count);
    for (int i = 0; i < 2; i++) {
        f.of_linear[i] = one_of(random, count);
        f.linear[i] = either_sign(random, 0.05, 0.2);
    }
    return f;
}

static void shuffle(gsl_rng *random, int *place, int count) {
    for (int i = 0; i < count; i++)
        place[i] = i;
    for (int i = count - 1; i > 0; i--) {
        int other = one_of(random, i + 1), kept = place[i];
        place[i] = place[other];
        place[other] = kept;
    }
}

/* Each row is driven by the next one of its group; the first such row is the group's last. Half of
 * the rows have a diagonal that an implicit Euler step of h, or of h/2, takes to zero. */
static void make_stiff(gsl_rng *random, struct draw *d) {
    double by = drive[one_of(random, sizeof drive / sizeof *drive)] / d->eta;
    for (int i = 0; i < d->bodies + d->states; i++) {
        bool is_body = i < d->bodies;
        int group = is_body ? d->bodies : d->states, k = is_body ? i : i - d->bodies;
        int next = (k + 1) % group + (is_body ? d->bodies : 2 * d->bodies);
        struct draw_formula *f = &d->formula[i];
        double diagonal = (1 + one_of(random, 2)) / d->eta;
        *f = (struct draw_formula){.of_linear = {next, next}};
        f->linear[0] = group > 1 ? either_sign(random, by, 2 * by) : 0;
        f->damping = group > 1 && one_of(random, 2) == 0 ? -diagonal : diagonal;
        f->stiffness = is_body ? 1 : 0;
    }
}

/* A copy is a state, a body, or both: what divides the size. All sizes from 2 on take turns. */
static void choose_copies(struct draw *d) {
    int turn = 2 * (d->index / TURNS) + (d->index % TURNS > TURNS / 2);
    int size = DRAW_MOST - 7 * turn % (DRAW_MOST - 1);
    int coordinates = turn % 3 == 2 && size % 3 == 0  ? 3
                      : turn % 3 > 0 && size % 2 == 0 ? 2
                                                      : 1;
    d->bodies = coordinates / 2;
    d->states = coordinates % 2;
    d->copies = size / coordinates;
}

/* How many bodies and states: all shapes of all sizes take turns. */
static void choose_size(gsl_rng *random, struct draw *d) {
    int size = 1 + 5 * d->index % DRAW_MOST;
    int shape = (d->index / DRAW_MOST + d->index) % 3;
    if (d->kind == DRAW_STIFF)
        size = DRAW_MOST - 7 * (d->index / TURNS) % (DRAW_MOST - 1);
    d->copies = 1;
    d->bodies = shape == 0 ? 0 : shape == 1 ? size / 2 : one_of(random, size / 2 + 1);
    d->states = size - 2 * d->bodies;
}

/* As large as each other within a factor of ten (copies: exactly); all small; all large;
 * anything; and accelerations between 10 and 10^4 or so, as most stiff systems, of which an
 * iteration is to find the solution. */
static void choose_magnitudes(gsl_rng *random, struct draw *d) {
    bool is_plain = d->kind == DRAW_STIFF && d->index / TURNS % 3 != 2;
    int way = is_plain ? 4 : 7 * d->index % 5;
    int count = d->copies * (d->bodies + d->states);
    for (int i = 0; i < count; i++) {
        int modest = one_of(random, 2 * MODEST + 1) - MODEST;
        int large = MIDDLE + one_of(random, LARGE - MIDDLE + 1);
        d->exponent[i] = modest;
        if (way == 1)
            d->exponent[i] = -large;
        if (way == 2)
            d->exponent[i] = large;
        if (d->kind == DRAW_COPIES && i > 0 && (way == 0 || way == 4))
            d->exponent[i] = d->exponent[0];
        if (way == 3)
            d->exponent[i] = one_of(random, 2) == 0 ? large : -large;
    }
    int third = TIME_EXPONENTS / 3; /* long, middling and short steps */
    d->time_exponent = LONGEST - 2 * d->index % 3 * third - one_of(random, third + 1);
    if (way == 4)
        d->time_exponent = -one_of(random, 2 * MODEST);
}

static void choose_time(gsl_rng *random, struct draw *d) {
    double h = draw_step(d), far = most_steps * h;
    d->t0 = d->origin = 0;
    if (d->kind == DRAW_COPIES && !d->forced) /* to be held to the bits */
        return;
    switch (3 * d->index % 4) {
    case 1: d->t0 = between(random, 0.01, 1) * fmin(latest, far); break;
    case 2: d->t0 = -between(random, 0.01, 1) * fmin(earliest, far); break;
    case 3: d->t0 = -between(random, 0.1, 0.9) * h; break; /* a step across 0 */
    default: break;
    }
    d->origin = d->t0;
}

struct draw draw_make(unsigned long seed, int index, bool with_stiff) {
    struct draw d = {.seed = seed, .index = index};
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937);
    gsl_rng_set(random, seed * 1000003UL + (unsigned long)index);
    d.kind = kinds[index % TURNS];
    if (d.kind == DRAW_STIFF && !with_stiff)
        d.kind = DRAW_COUPLED;
    d.forced = (d.kind == DRAW_COUPLED || d.kind == DRAW_COPIES) &&
               (index % DRAW_LATE_TURN == 0 || one_of(random, 2) == 0);
    d.mapped = d.kind != DRAW_LINEAR && d.kind != DRAW_STIFF && index % MAPPED_TURN == 3;
    d.eta = between(random, least_step, largest_step);
    if (d.kind == DRAW_STIFF) /* a power of two, so that diagonals vanish exactly */
        d.eta = 0.125;
    if (d.kind == DRAW_COPIES)
        choose_copies(&d);
    else
        choose_size(random, &d);
    choose_magnitudes(random, &d);
    choose_time(random, &d);
    int bodies = d.copies * d.bodies, states = d.copies * d.states;
    shuffle(random, d.place, bodies);
    shuffle(random, d.place + bodies, states);
    for (int i = 0; i < coordinates(&d); i++)
        d.start[i] = either_sign(random, 0.1, 1.9);
    for (int i = 0; i < d.bodies + d.states; i++)
        d.formula[i] = draw_one(random, &d);
    if (d.kind == DRAW_STIFF)
        make_stiff(random, &d);
    gsl_rng_free(random);
    return d;
}
