/* The table of twins, and the comparison of a model with its twin.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "problems/tests/twins.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/readers/eval_double.h"

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
            mpfr_clear(number);
            return ok;
        }
    }
    return false;
}

bool twin_parameters(const struct twin *twin, const struct model *m, double *p, int *n) {
    *n = twin->sized && m->sizes == 1 ? (int)m->size_value[0] : 0;
    for (int i = 0; i < TWIN_PARAMETERS && twin->parameter[i]; i++)
        if (!find_parameter(m, twin->parameter[i], p + i))
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

static void close_pair(struct pair *pair) {
    eval_double_free(pair->model);
    program_free(pair->program);
    free(pair->value);
    free(pair->expected);
    free(pair->scale);
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

static bool same_shape(const struct twin *twin, const struct model *m, int n) {
    int bodies = twin->sized ? n : 1;
    return m->nq == twin->positions * bodies && m->nv == twin->velocities * bodies &&
           m->nz == twin->others * bodies && m->invariants == twin->invariants &&
           m->map_is_identity == !twin->map;
}

static double compare_states(const struct twin *twin, struct model *m, struct pair *pair,
                             int pairs, struct sample *s, int states, double limit,
                             double *tx) {
    double p[TWIN_PARAMETERS] = {0.0}, worst = 0.0;
    int n, nx = m->nq + m->nv + m->nz;
    if (!twin_parameters(twin, m, p, &n) || !same_shape(twin, m, n))
        return INFINITY;
    for (int k = 0; k < states && worst <= limit; k++) {
        sample_biased(s, 1 + nx, tx);
        if (twin->place && sample_choice(s, 2))
            twin->place(s, p, n, tx + 1);
        for (int i = 0; i < pairs; i++) {
            int size = pair[i].twin == identity_map ? m->nv : n;
            worst = fmax(worst, compare_pair(pair + i, p, size, tx));
        }
    }
    return worst;
}

double twin_difference(const struct twin *twin, struct model *m, struct sample *s,
                       int states, double limit, double *last) {
    struct pair pair[3] = {{0}};
    int nx = m->nq + m->nv + m->nz;
    double result = INFINITY, *tx = calloc((size_t)nx + 1, sizeof *tx);
    bool ok = tx && open_pair(pair, m, model_rates_program(m), twin->rates, true) &&
              open_pair(pair + 1, m, model_map_program(m),
                        twin->map ? twin->map : identity_map, false);
    int pairs = 2;
    if (ok && m->invariants > 0 && twin->invariant)
        ok = open_pair(pair + pairs++, m, model_invariants_program(m), twin->invariant,
                       true);
    if (ok)
        result = compare_states(twin, m, pair, pairs, s, states, limit, tx);
    if (last && tx)
        memcpy(last, tx, ((size_t)nx + 1) * sizeof *tx);
    for (int i = 0; i < 3; i++)
        close_pair(pair + i);
    free(tx);
    return result;
}
