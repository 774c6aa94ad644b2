/* Twins of the compliant contacts that are smooth while they are closed: each pair of
 * neighbours is asked whether it touches. In a stack the floor is the lowest ball's lower
 * neighbour.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <float.h>
#include <math.h>

/* A contact: how deep, how fast it deepens, and the magnitudes of the terms of the depth. */
struct touch {
    double depth, rate, size;
};

static struct touch find_touch(double r, int n, const double *x, int i) {
    const double *v = x + n;
    if (i == 0)
        return (struct touch){r - x[0], -v[0], r + fabs(x[0])};
    return (struct touch){2.0 * r - (x[i] - x[i - 1]), v[i - 1] - v[i],
                          2.0 * r + fabs(x[i]) + fabs(x[i - 1])};
}

/* The force of a contact for the law's parameters p[], and its magnitude. */
typedef double contact_law(const double *p, const struct touch *c, double *size);

/* q'' = forces/mass - g; the masses in `mass`. */
static void stack_accelerations(const double *p, contact_law *law, double r, double g,
                                const double *mass, int n, const double *x, double *f,
                                double *scale) {
    for (int i = 0; i < n; i++)
        f[i] = -g, scale[i] = g;
    for (int i = 0; i < n; i++) {
        struct touch c = find_touch(r, n, x, i);
        double size = 0.0, force = c.depth >= 0.0 ? law(p, &c, &size) : 0.0;
        f[i] += force / mass[i];
        scale[i] += size / mass[i];
        if (i) {
            f[i - 1] -= force / mass[i - 1];
            scale[i - 1] += size / mass[i - 1];
        }
    }
}

/* Balls that just touch, or overlap or part by up to half a radius. */
static void place_balls(struct sample *s, const double *p, int n, double *x) {
    const double r = p[2]; /* in each of the lists of parameters */
    static const double touch[] = {0.0, DBL_EPSILON, -DBL_EPSILON, 1e-9, -1e-9};
    double below = -r;
    for (int i = 0; i < n; i++) {
        bool near = sample_choice(s, 2);
        double depth =
            near ? r * touch[sample_choice(s, 5)] : r * sample_uniform(s, -.5, .5);
        below = x[i] = below + 2.0 * r - depth;
    }
}

enum { MOST_BALLS = 32 };

/* Hertz: parameters m, k, r, g, skin. */
static double hertz_law(const double *p, const struct touch *c, double *size) {
    bool shallow = c->depth < p[4];
    double root = shallow ? c->depth / sqrt(p[4]) : sqrt(c->depth);
    *size = p[1] * root * (c->depth + 2.0 * c->size);
    return p[1] * root * c->depth;
}

static void hertz_rates(const double *p, int n, double t, const double *x, double *f,
                        double *scale) {
    double mass[MOST_BALLS] = {0.0};
    (void)t;
    for (int i = 0; i < n; i++)
        mass[i] = p[0];
    stack_accelerations(p, hertz_law, p[2], p[3], mass, n, x, f, scale);
}

static void hertz_energy(const double *p, int n, double t, const double *x, double *e,
                         double *scale) {
    (void)t;
    e[0] = scale[0] = 0.0;
    for (int i = 0; i < n; i++) {
        struct touch c = find_touch(p[2], n, x, i);
        double moving = p[0] * x[n + i] * x[n + i] / 2.0, lifted = p[0] * p[3] * x[i];
        double root = sqrt(fmax(c.depth, 0.0)), edge = sqrt(p[4]);
        double in_skin = pow(fmin(root, edge), 6.0) / (3.0 * edge);
        double deeper = root > edge ? 0.4 * (pow(root, 5.0) - pow(edge, 5.0)) : 0.0;
        e[0] += moving + lifted + p[1] * (in_skin + deeper);
        scale[0] += moving + fabs(lifted) + p[1] * pow(fmax(root, edge), 3.0) * c.size;
    }
}

const struct twin twin_hertz_stack = {.model = "hertz_stack",
                                      .parameter = {"m", "k", "r", "g", "skin"},
                                      .positions = 1,
                                      .velocities = 1,
                                      .sized = true,
                                      .rates = hertz_rates,
                                      .invariants = 1,
                                      .invariant = hertz_energy,
                                      .place = place_balls};

/* Hunt and Crossley: parameters m, k, r, g, skin, d, ratio; Hertz times 1 + d depth'. */
static double hunt_crossley_law(const double *p, const struct touch *c, double *size) {
    double factor = 1.0 + p[5] * c->rate, force = hertz_law(p, c, size);
    *size *= 1.0 + fabs(p[5] * c->rate);
    return factor > 0.0 ? force * factor : 0.0;
}

/* The masses are m at the floor and m ratio at the top, in equal ratios. */
static void hunt_crossley_rates(const double *p, int n, double t, const double *x,
                                double *f, double *scale) {
    double mass[MOST_BALLS] = {0.0};
    (void)t;
    for (int i = 0; i < n; i++)
        mass[i] = n > 1 ? p[0] * exp(log(p[6]) * i / (n - 1)) : p[0];
    stack_accelerations(p, hunt_crossley_law, p[2], p[3], mass, n, x, f, scale);
    for (int i = 0; i < n; i++)
        scale[i] *= 1.0 + fabs(log(p[6]));
}

static void hunt_crossley_place(struct sample *s, const double *p, int n, double *x) {
    place_balls(s, p, n, x);
    for (int i = 0; i < n; i++)
        if (sample_choice(s, 2))
            x[n + i] = (i ? x[n + i - 1] : 0.0) + 1.0 / p[5];
}

const struct twin twin_hunt_crossley_stack = {
    .model = "hunt_crossley_stack",
    .parameter = {"m", "k", "r", "g", "skin", "d", "ratio"},
    .positions = 1,
    .velocities = 1,
    .sized = true,
    .rates = hunt_crossley_rates,
    .place = hunt_crossley_place};

/* Kelvin and Voigt: parameters m, k, r, g, c; k depth + c depth', which does not pull. */
static double kelvin_voigt_law(const double *p, const struct touch *c, double *size) {
    double force = p[1] * c->depth + p[4] * c->rate;
    *size = p[1] * c->size + p[4] * fabs(c->rate);
    return fmax(force, 0.0);
}

static void kelvin_voigt_rates(const double *p, int n, double t, const double *x,
                               double *f, double *scale) {
    double mass[MOST_BALLS] = {0.0};
    (void)t;
    for (int i = 0; i < n; i++)
        mass[i] = p[0];
    stack_accelerations(p, kelvin_voigt_law, p[2], p[3], mass, n, x, f, scale);
}

const struct twin twin_kelvin_voigt_stack = {.model = "kelvin_voigt_stack",
                                             .parameter = {"m", "k", "r", "g", "c"},
                                             .positions = 1,
                                             .velocities = 1,
                                             .sized = true,
                                             .rates = kelvin_voigt_rates,
                                             .place = place_balls};
