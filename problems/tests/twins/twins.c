/* The table of twins, and the comparison of a model with its twin.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins/twins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/graph/expr.h"
#include "problems/model.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/models/twin_contacts.h"
#include "problems/tests/models/twin_joints.h"

const struct twin *const twins[] = {
    &twin_spring,
    &twin_spring_damper,
    &twin_spring_chain,
    &twin_smd_work,
    &twin_double_mass,
    &twin_discontinuous_spring,
    &twin_mathieu,
    &twin_friction_block,
    &twin_contact_stack,
    &twin_pendulum,
    &twin_double_pendulum,
    &twin_rigid_body,
    &twin_heavy_top,
    &twin_van_der_pol,
    &twin_vdp_mu1000,
    &twin_robertson,
    &twin_quadratic,
    &twin_motor_gyroscope,
    &twin_robot_terrain,
    &twin_pleiades,
    &twin_henon_heiles,
    &twin_fpu,
    &twin_arenstorf,
    &twin_outer_solar,
    &twin_figure_eight,
    &twin_planar_chain,
    &twin_chain_bodies,
    &twin_humanoid,
    &twin_spherical_pendulum,
    &twin_stiff_spring_pendulum,
    &twin_heavy_top_bca,
    &twin_driven_pendulum,
    &twin_duffing,
    &twin_kepler,
    &twin_euler_top,
    &twin_hires,
    &twin_oregonator,
    &twin_van_der_pol_scaled,
    &twin_beam,
    &twin_flyball,
    &twin_compliant_bounce,
    &twin_signorini_bar,
    &twin_hertz_stack,
    &twin_hunt_crossley_stack,
    &twin_kelvin_voigt_stack,
    &twin_stick_slip,
    &twin_friction_oscillator,
    &twin_potra_block,
    &twin_slope_block,
    &twin_damped_pendulum,
    &twin_pendulum_row,
    &twin_graded_chain,
    &twin_spring_truss,
    &twin_lugre_block,
    &twin_series_motor,
    &twin_rod_pendulum,
    &twin_circle_pendulum,
    &twin_doubled_rod,
    &twin_double_pendulum_cartesian,
    &twin_chain_cartesian,
    &twin_rotating_wire,
    &twin_skate,
    &twin_car_axis,
    &twin_free_rotation,
    &twin_heavy_top_joints,
    &twin_four_bar,
    &twin_four_bar_reduced,
    &twin_bricard,
    &twin_andrews,
    &twin_slider_crank,
    &twin_fekete,
    &twin_flyball_joints,
    &twin_bouncing_ball,
    &twin_slider_stack,
    &twin_cradle,
    &twin_impacting_bar,
    &twin_block_on_belt,
    &twin_wedge,
    &twin_rod_flat,
    &twin_rod_impact,
    &twin_rod_on_floor,
    &twin_rotating_ball,
    &twin_kane_pendulum,
    &twin_wall_pendulum,
    &twin_woodpecker,
    &twin_pendulum_on_floor,
    &twin_sliding_block,
    &twin_sphere_stack,
    &twin_brick_stack,
    &twin_brick_wall,
    &twin_shaken_dimer,
    NULL,
};

const struct twin *twin_find(const char *model) {
    for (int i = 0; twins[i]; i++)
        if (strcmp(twins[i]->model, model) == 0)
            return twins[i];
    return NULL;
}

static bool find_parameter(const struct model *m, const char *name, double *value) {
    for (int i = 0; i < m->parameters; i++) {
        if (strcmp(m->parameter[i], name) == 0) {
            mpfr_t number;
            mpfr_init2(number, 53);
            bool ok = expr_constant(m->graph, graph_parameter(m->graph, i), number) ==
                      PROBLEM_OK;
            *value = mpfr_get_d(number, MPFR_RNDN);
            return ok;
        }
    }
    return false;
}

static bool find_size(const struct model *m, const char *name, double *value) {
    for (int i = 0; i < m->sizes; i++)
        if (strcmp(m->size[i], name) == 0) {
            *value = (double)m->size_value[i];
            return true;
        }
    return false;
}

bool twin_parameters(const struct twin *twin, const struct model *m, double *p, int *n) {
    *n = twin->sized && m->sizes == 1 ? (int)m->size_value[0] : 0;
    for (int i = 0; i < TWIN_PARAMETERS && twin->parameter[i]; i++)
        if (!find_parameter(m, twin->parameter[i], p + i) &&
            !find_size(m, twin->parameter[i], p + i))
            return false;
    return true;
}

/* One of the model's functions together with the twin's. */
struct pair {
    struct program *program;
    struct eval_double *model;
    twin_function *twin;
    bool takes_time; /* the model's inputs are (t, x), else the start of x */
    double *value, *expected, *scale;
};

static bool open_pair(struct pair *pair, struct model *m, struct program *program,
                      twin_function *twin, bool takes_time) {
    *pair = (struct pair){.program = program, .twin = twin, .takes_time = takes_time};
    if (!program || eval_double_alloc(&pair->model, m->graph, program) != PROBLEM_OK)
        return false;
    size_t count = (size_t)program->outputs + 1;
    pair->value = calloc(count, sizeof(double));
    pair->expected = calloc(count, sizeof(double));
    pair->scale = calloc(count, sizeof(double));
    return pair->value && pair->expected && pair->scale;
}

/* q' = v, as a twin. The number of velocities comes in the place of the size. */
static void identity_map(const double *p, int n, double t, const double *x, double *f,
                         double *scale) {
    (void)p, (void)t;
    for (int i = 0; i < n; i++) {
        f[i] = x[n + i];
        scale[i] = fabs(f[i]);
    }
}

/* The largest difference at tx = (t, x), in units of the last place. */
static double compare_pair(struct pair *pair, const double *p, int n, const double *tx) {
    double worst = 0.0;
    eval_double_run(pair->model, pair->takes_time ? tx : tx + 1, pair->value);
    pair->twin(p, n, tx[0], tx + 1, pair->expected, pair->scale);
    for (int i = 0; i < pair->program->outputs; i++) {
        double a = pair->value[i], b = pair->expected[i];
        if (!isfinite(a) != !isfinite(b))
            return INFINITY;
        if (isfinite(a) && a != b)
            worst = fmax(worst, fabs(a - b) / (pair->scale[i] * DBL_EPSILON));
    }
    return worst;
}

static bool same_shape(const struct twin *twin, const struct model *m, const double *p,
                       int n) {
    int bodies = twin->bodies ? twin->bodies(p, n) : twin->sized ? n : 1;
    return m->nq == twin->positions * bodies && m->nv == twin->velocities * bodies &&
           m->nz == twin->others * bodies && m->invariants == twin->invariants &&
           m->map_is_identity == !twin->map && (m->joints > 0) == (twin->joint != NULL) &&
           (m->contacts > 0) == (twin->contact != NULL);
}

/* States at which a model with joints is compared: matrices are inverted at each. */
static int count_states(const struct model *m, int states) {
    static const double most_operations = 2e7;
    double size = m->nv + m->joints, fewer = most_operations / (size * size * size);
    return m->joints == 0 || fewer >= states ? states : 2 + (int)fewer;
}

/* All functions of a model with those of its twin. */
struct comparison {
    struct pair pair[3];
    int pairs;
    struct twin_joints *joints;     /* NULL: none */
    struct twin_contacts *contacts; /* NULL: none */
    double p[TWIN_PARAMETERS];
    int n;
};

static bool open_comparison(struct comparison *c, const struct twin *twin,
                            struct model *m) {
    struct pair *pair = c->pair;
    bool ok = twin_parameters(twin, m, c->p, &c->n) && same_shape(twin, m, c->p, c->n) &&
              open_pair(pair + c->pairs++, m, model_map_program(m),
                        twin->map ? twin->map : identity_map, false);
    if (ok && twin->rates)
        ok = open_pair(pair + c->pairs++, m, model_rates_program(m), twin->rates, true);
    if (ok && m->invariants > 0 && twin->invariant)
        ok = open_pair(pair + c->pairs++, m, model_invariants_program(m), twin->invariant,
                       true);
    if (ok && twin->joint)
        c->joints = twin_joints_alloc(twin, m, c->p, c->n);
    if (ok && twin->contact)
        c->contacts = twin_contacts_alloc(twin, m, c->p, c->n);
    return ok && (c->joints || !twin->joint) && (c->contacts || !twin->contact);
}

/* A random state; with joints of zeros and moderate numbers only: matrices of unequal ones
 * are all but singular. */
static void choose_state(const struct comparison *c, const struct model *m,
                         struct sample *s, double *tx) {
    static const double least = 1e-3, most = 4.0;
    int count = 1 + m->nq + m->nv + m->nz;
    sample_biased(s, count, tx);
    for (int i = 0; c->joints && i < count; i++)
        if (tx[i] != 0.0 && !(fabs(tx[i]) >= least && fabs(tx[i]) <= most))
            tx[i] = sample_uniform(s, -most, most);
}

/* At a fourth of the states at least the joints of a model have to be independent enough for
 * multipliers to be compared. */
static double compare_states(struct comparison *c, const struct twin *twin,
                             const struct model *m, struct sample *s, int states,
                             double limit, double *tx) {
    double worst = 0.0;
    int determined = 0;
    states = count_states(m, states);
    for (int k = 0; k < states && worst <= limit; k++) {
        choose_state(c, m, s, tx);
        if (twin->place && sample_choice(s, 2))
            twin->place(s, c->p, c->n, tx + 1);
        for (int i = 0; i < c->pairs; i++) {
            int size = c->pair[i].twin == identity_map ? m->nv : c->n;
            worst = fmax(worst, compare_pair(c->pair + i, c->p, size, tx));
        }
        bool found = true;
        if (c->joints)
            worst = fmax(worst, twin_joints_compare(c->joints, tx, &found));
        if (c->contacts)
            worst = fmax(worst, twin_contacts_compare(c->contacts, tx));
        determined += found;
    }
    return worst <= limit && 4 * determined < states ? INFINITY : worst;
}

/* The largest difference of initial values, in units of the last place of 1. */
static double compare_start(const struct comparison *c, const struct twin *twin,
                            const struct model *m) {
    int nx = m->nq + m->nv + m->nz;
    double worst = 0.0, *x = calloc((size_t)nx + 1, sizeof *x);
    if (!x)
        return INFINITY;
    twin->start(c->p, x);
    for (int i = 0; i < nx; i++) {
        double value;
        if (expr_constant_double(m->graph, m->initial[i], &value) != PROBLEM_OK)
            worst = INFINITY;
        else
            worst = fmax(worst, fabs(value - x[i]) / DBL_EPSILON);
    }
    return worst;
}

double twin_difference(const struct twin *twin, struct model *m, struct sample *s,
                       int states, double limit, double *last) {
    struct comparison c = {.pairs = 0};
    int nx = m->nq + m->nv + m->nz;
    double result = INFINITY, *tx = calloc((size_t)nx + 1, sizeof *tx);
    if (tx && open_comparison(&c, twin, m))
        result = twin->start ? compare_start(&c, twin, m) : 0.0;
    if (result <= limit)
        result = compare_states(&c, twin, m, s, states, limit, tx);
    if (last && tx)
        memcpy(last, tx, ((size_t)nx + 1) * sizeof *tx);
    return result;
}
