/* Pendulums of rods, and a mass on a spring. A point mass m on a massless rod l becomes a body
 * with a moment of inertia, which every engine wants:
 *
 *     mass m/s, centre at s l, moment of inertia m l^2 (1 - s) about it
 *
 * has the first moment m l and the moment m l^2 about the pivot, and so the same kinetic and
 * potential energy in the angle. Of two rods the first carries at its end the second's pivot: the
 * coefficients of the kinetic energy are those of points when the second is made so, and the first
 * of what is left, (m1 + m2 - m2/s) in place of m1; so on along a chain.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "mechanism_parts.h"

static const double shortened = 0.9; /* s */

/* A rod that hangs from `pivot` (moving as pivot_velocity) at an angle; it is added. */
static struct mechanism_body *add_rod(struct mechanism *s, double m, double l,
                                      double angle, double spin, const double *pivot,
                                      const double *pivot_velocity) {
    struct mechanism_body *b = mechanism_add(s, MECHANISM_POINT, m / shortened);
    const double d = shortened * l;
    mechanism_set_inertia(b, m * l * l * (1 - shortened));
    mechanism_turn(b, angle, spin);
    b->position[0] = pivot[0] + d * sin(angle);
    b->position[1] = pivot[1] - d * cos(angle);
    b->velocity[0] = pivot_velocity[0] + d * spin * cos(angle);
    b->velocity[1] = pivot_velocity[1] + d * spin * sin(angle);
    return b;
}

/* The joint at the upper end of rod `body`, at distance `at` below the centre of the other. */
static void add_hinge(struct mechanism *s, int body, double l, int other, double at) {
    s->joint[s->joints++] = (struct mechanism_joint){
        .kind = MECHANISM_HINGE,
        .body = body,
        .other = other,
        .on_body = {0, shortened * l, 0},
        .on_other = {0, -at, 0},
    };
}

static const struct mechanism_component pendulum[] = {
    {"a", 0, MECHANISM_ANGLE, 0, 0},
    {"w", 0, MECHANISM_SPIN, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_pendulum(struct mechanism *s, const double *x, const char **why) {
    const double l = mechanism_number(s, "l"), origin[] = {0, 0};
    (void)why;
    s->gravity[1] = -mechanism_number(s, "g");
    add_rod(s, mechanism_number(s, "m"), l, mechanism_component(s, x, "a", 0),
            mechanism_component(s, x, "w", 0), origin, origin);
    add_hinge(s, 0, l, -1, 0);
    s->component = pendulum;
    return 0;
}

static const struct mechanism_component double_pendulum[] = {
    {"a", 0, MECHANISM_ANGLE, 0, 0},  {"b", 1, MECHANISM_ANGLE, 0, 0},
    {"u", 0, MECHANISM_SPIN, 2, 0},   {"w", 1, MECHANISM_SPIN, 2, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_double_pendulum(struct mechanism *s, const double *x,
                                   const char **why) {
    const double m1 = mechanism_number(s, "m1"), m2 = mechanism_number(s, "m2");
    const double l1 = mechanism_number(s, "l1"), l2 = mechanism_number(s, "l2");
    const double a = mechanism_component(s, x, "a", 0),
                 u = mechanism_component(s, x, "u", 0);
    const double origin[] = {0, 0}, middle[] = {l1 * sin(a), -l1 * cos(a)};
    const double moves[] = {l1 * u * cos(a), l1 * u * sin(a)};
    const double left = m1 + m2 - m2 / shortened;
    *why = "the first mass is too light for a rod with a moment of inertia";
    if (!(left > 0))
        return -1;
    s->gravity[1] = -mechanism_number(s, "g");
    add_rod(s, left, l1, a, u, origin, origin);
    add_rod(s, m2, l2, mechanism_component(s, x, "b", 0),
            mechanism_component(s, x, "w", 0), middle, moves);
    add_hinge(s, 0, l1, -1, 0);
    add_hinge(s, 1, l2, 0, (1 - shortened) * l1);
    s->component = double_pendulum;
    return 0;
}

/* The point masses of a double pendulum are balls, whose centres stay at x >= 0. */
int mechanism_make_wall_pendulum(struct mechanism *s, const double *x, const char **why) {
    static const double radius = 0.1;
    const double l[] = {mechanism_number(s, "l1"), mechanism_number(s, "l2")};
    if (mechanism_make_double_pendulum(s, x, why))
        return -1;
    for (int i = 0; i < s->bodies; i++) {
        struct mechanism_body *b = &s->body[i];
        b->shape = MECHANISM_BALL;
        b->half[0] = b->half[1] = b->half[2] = radius;
        b->centre[1] = -(1 - shortened) * l[i];
    }
    s->plane[s->planes++] = (struct mechanism_plane){{1, 0, 0}, -radius};
    s->restitution = mechanism_number(s, "e");
    return 0;
}

/* Rods of a chain in Cartesian coordinates: the tip of rod i is (x, y)[i]. */
static void tell_chain(struct mechanism *s, double *x) {
    const double l = mechanism_number(s, "l");
    const double arm[] = {0, -(1 - shortened) * l, 0};
    for (int i = 0; i < s->bodies; i++) {
        const struct mechanism_body *b = &s->body[i];
        double tip[3], r[2];
        mechanism_point(b, arm, tip);
        for (int k = 0; k < 2; k++)
            r[k] = tip[k] - b->position[k];
        mechanism_set(s, x, "x", i + 1, tip[0]);
        mechanism_set(s, x, "y", i + 1, tip[1]);
        mechanism_set(s, x, "u", i + 1, b->velocity[0] - b->spin[2] * r[1]);
        mechanism_set(s, x, "v", i + 1, b->velocity[1] + b->spin[2] * r[0]);
    }
}

/* What rod i, counted from the last, has for its mass: m, less what the body of the rod behind it
 * carries at the joint, m_i = m + m_(i-1) (1 - 1/s). */
static double mass_before(double m, int behind) {
    double mass = m;
    for (int i = 0; i < behind; i++)
        mass = m + mass * (1 - 1 / shortened);
    return mass;
}

/* Whether two ends of a rod are as far apart as it is long, and stay so. */
static bool fits_rod(double l, double dx, double dy, double du, double dv) {
    return fabs(hypot(dx, dy) / l - 1) < 1e-9 && fabs(dx * du + dy * dv) < 1e-9 * l * l;
}

int mechanism_make_chain(struct mechanism *s, const double *x, const char **why) {
    const int n = (int)mechanism_number(s, "n");
    const double m = mechanism_number(s, "m"), l = mechanism_number(s, "l");
    double at[2] = {0, 0}, moves[2] = {0, 0};
    *why = "too many rods";
    if (n > MECHANISM_MOST_BODIES)
        return -1;
    s->gravity[1] = -mechanism_number(s, "g");
    for (int i = 1; i <= n; i++) {
        const double tip[] = {mechanism_component(s, x, "x", i),
                              mechanism_component(s, x, "y", i)};
        const double tip_moves[] = {mechanism_component(s, x, "u", i),
                                    mechanism_component(s, x, "v", i)};
        const double dx = tip[0] - at[0], dy = tip[1] - at[1];
        const double du = tip_moves[0] - moves[0], dv = tip_moves[1] - moves[1];
        const double spin = (dx * dv - dy * du) / (dx * dx + dy * dy);
        *why = "a rod has not its length, or does not keep it";
        if (!fits_rod(l, dx, dy, du, dv))
            return -1;
        add_rod(s, mass_before(m, n - i), l, atan2(dx, -dy), spin, at, moves);
        add_hinge(s, i - 1, l, i - 2, (1 - shortened) * l);
        memcpy(at, tip, sizeof at);
        memcpy(moves, tip_moves, sizeof moves);
    }
    s->tell = tell_chain;
    return 0;
}

static const struct mechanism_component held[] = {
    {"x", 0, MECHANISM_PLACE, 0, 0},
    {"v", 0, MECHANISM_VELOCITY, 0, 0},
    {NULL, 0, MECHANISM_PLACE, 0, 0},
};

int mechanism_make_spring(struct mechanism *s, const double *x, const char **why) {
    struct mechanism_body *b =
        mechanism_add(s, MECHANISM_POINT, mechanism_number(s, "m"));
    (void)why;
    mechanism_set_inertia(b, b->mass);
    mechanism_place(s, held, x);
    s->spring = (struct mechanism_spring){0, mechanism_number(s, "k"), 0, 0};
    s->springs = 1;
    return 0;
}
