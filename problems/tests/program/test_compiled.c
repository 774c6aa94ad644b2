/* The compiled catalogue: every model's rates, N v, N+ q' and Jacobian, or what methods with
 * constraints or contacts evaluate, have compiled code, and it gives the interpreter's bits at
 * random states.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "problems/catalogue.h"
#include "problems/model.h"
#include "problems/program/emit.h"
#include "problems/program/program.h"
#include "problems/readers/eval_double.h"
#include "problems/tests/sample.h"

#define MODEL_FOLDER TEST_DATA "/../../models"

static bool same_bits(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

enum { NO_CODE = -1 };

/* Runs both at random states; how many results were finite. */
static int compare_runs(const struct model *m, struct eval_double *reader,
                        const struct program *p, compiled_function *function,
                        const char *what, struct sample *s) {
    double *in = calloc((size_t)p->inputs + 1, sizeof *in);
    double *interpreted = calloc((size_t)p->outputs + 1, sizeof *interpreted);
    double *compiled = calloc((size_t)p->outputs + 1, sizeof *compiled);
    int finite = 0;
    for (int trial = 0; trial < 300; trial++) {
        sample_biased(s, p->inputs, in);
        eval_double_use(reader, NULL);
        eval_double_run(reader, in, interpreted);
        eval_double_use(reader, function);
        eval_double_run(reader, in, compiled);
        for (int i = 0; i < p->outputs; i++) {
            cr_assert(same_bits(interpreted[i], compiled[i]),
                      "%s %s, output %d, seed %llu: %a, not %a", m->name, what, i,
                      (unsigned long long)s->seed, compiled[i], interpreted[i]);
            finite += isfinite(interpreted[i]);
        }
    }
    return finite;
}

/* Compares one program with its compiled code, for any constants and for its own; how many
 * results were finite. NO_CODE: it is too long to have code. */
static int compare_within(const struct model *m, struct program *p, const char *what,
                          int limit, struct sample *s) {
    cr_assert_not_null(p);
    compiled_function *function = compiled_find(program_fingerprint(p));
    if (p->length > limit) {
        cr_assert(function == NULL, "%s: code for %s", m->name, what);
        return NO_CODE;
    }
    cr_assert(function != NULL, "%s: no code for %s", m->name, what);
    struct eval_double *reader = NULL;
    cr_assert_eq(eval_double_alloc(&reader, m->graph, p), PROBLEM_OK);
    int finite = compare_runs(m, reader, p, function, what, s);
    const uint64_t own = program_fingerprint_with(p, eval_double_constants(reader));
    compiled_function *for_constants = compiled_find(own);
    cr_assert(for_constants != NULL || p->length > EMIT_CONSTANT_LENGTH_LIMIT,
              "%s: no code for the constants of %s", m->name, what);
    if (for_constants != NULL)
        finite += compare_runs(m, reader, p, for_constants, what, s);
    return finite;
}

static int compare_program(const struct model *m, struct program *p, const char *what,
                           struct sample *s) {
    return compare_within(m, p, what, EMIT_LENGTH_LIMIT, s);
}

static void compare_short(const struct model *m, struct program *p, const char *what,
                          struct sample *s) {
    compare_within(m, p, what, EMIT_SHORT_LENGTH_LIMIT, s);
}

/* What models without joints have, and models with joints. */
static void compare_rates(struct model *m, struct sample *s) {
    struct expr_matrix pattern = {0};
    int finite = compare_program(m, model_rates_program(m), "rates", s);
    cr_assert_neq(finite, 0, "%s", m->name);
    compare_program(m, model_rates_jacobian_program(m, &pattern), "Jacobian", s);
}

static void compare_joints(struct model *m, struct sample *s) {
    struct expr_matrix matrix = {0}, response = {0};
    int finite =
        compare_program(m, model_dynamics_program(m, &matrix, &response), "dynamics", s);
    cr_assert_neq(finite, 0, "%s", m->name);
    expr_matrix_clear(&matrix);
    expr_matrix_clear(&response);
    compare_program(m, model_position_program(m, &matrix), "position", s);
    expr_matrix_clear(&matrix);
    compare_program(m, model_velocity_program(m, &matrix), "velocity", s);
    expr_matrix_clear(&matrix);
    if (m->reduced)
        compare_short(m, model_multipliers_program(m), "multipliers", s);
    compare_short(m, model_rates_program(m), "rates", s);
    compare_short(m, model_free_rates_program(m), "free rates", s);
    compare_short(m, model_free_rates_jacobian_program(m, &matrix), "free Jacobian", s);
}

static void compare_contacts(struct model *m, struct sample *s) {
    struct expr_matrix matrix = {0}, mass = {0};
    compare_program(m, model_gaps_program(m), "gaps", s);
    int finite = compare_program(m, model_rows_program(m, &matrix), "rows", s);
    cr_assert_neq(finite, 0, "%s", m->name);
    compare_program(m, model_mass_program(m, &mass), "mass", s);
}

Test(compiled, models_give_the_interpreters_bits) {
    struct sample s = sample_begin();
    struct diagnostic d = {""};
    struct catalogue *c = NULL;
    cr_assert_eq(catalogue_open(&c, MODEL_FOLDER, &d), PROBLEM_OK, "%s", d.text);
    cr_assert_gt(c->count, 0);
    for (int i = 0; i < c->count; i++) {
        struct model *m = NULL;
        cr_assert_eq(catalogue_read(c, c->entry[i].name, 0, NULL, &m, &d), PROBLEM_OK,
                     "%s", d.text);
        struct program *inverse;
        if (m->joints > 0)
            compare_joints(m, &s);
        else
            compare_rates(m, &s);
        if (m->contacts > 0)
            compare_contacts(m, &s);
        compare_program(m, model_map_program(m), "map", &s);
        cr_assert_eq(model_unmap_program(m, &inverse), PROBLEM_OK);
        if (inverse)
            compare_program(m, inverse, "inverse of the map", &s);
    }
}
