/* The adapters for CVODE and ARKODE: the first step of CVODE, and each of ARKODE's
 * methods against the table that the library gives out, read into a tableau here.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/plugin/adapters/arkode_tables.h"
#include "harness/tests/adapters/adapter.h"

#ifdef ADAPTER_CVODE

Test(adapter_sundials, the_first_step_of_cvode_is_backward_euler) {
    static const char *const formulas[] = {"lmm=bdf", "lmm=adams"};
    for (int i = 0; i < 2; i++)
        for (const char *probe = "AB"; *probe != '\0'; probe++) {
            struct measured m =
                measured_of(ADAPTER_CVODE, formulas[i], FOREST_PLAIN, *probe, 5);
            struct tableau t = measured_known("bdf1");
            double off = measured_from_result(&m, &t);
            cr_expect(off == 0, "%s %c: %g", formulas[i], *probe, off);
            /* (1/2) (backward Euler - forward Euler), with its sign */
            off = measured_from_estimate(&m, &t, 1);
            cr_expect(off == 0, "%s %c: estimate %g", formulas[i], *probe, off);
        }
}

#else

Test(adapter_sundials, the_first_step_of_cvode_is_backward_euler) {
    cr_skip_test("SUNDIALS 6 with CVODE is not here (libsundials-dev)");
}

#endif
#ifdef ADAPTER_ARKODE

#include <arkode/arkode_butcher_dirk.h>
#include <arkode/arkode_butcher_erk.h>

#define EXPLICIT(name) {#name, ARKODE_##name, 1},
#define IMPLICIT(name) {#name, ARKODE_##name, 0},

static const struct {
    const char *name;
    int number, is_explicit;
} table[] = {ARKODE_TABLES(EXPLICIT, IMPLICIT)};

enum { tables = sizeof table / sizeof *table, order = 5 };

static ARKodeButcherTable load(int i) {
    return table[i].is_explicit
               ? ARKodeButcherTable_LoadERK((ARKODE_ERKTableID)table[i].number)
               : ARKodeButcherTable_LoadDIRK((ARKODE_DIRKTableID)table[i].number);
}

/* The library's table, number by number; an estimate where it has an embedded method. */
static struct tableau read_table(int i) {
    struct tableau t;
    ARKodeButcherTable b = load(i);
    cr_assert(b != NULL, "%s", table[i].name);
    cr_assert(tableau_init(&t, b->stages, b->d != NULL) == 0);
    for (int k = 0; k < b->stages; k++) {
        for (int l = 0; l < b->stages; l++)
            mpq_set_d(t.a[TABLEAU_VV][k * b->stages + l], b->A[k][l]);
        mpq_set_d(t.c[k], b->c[k]);
        mpq_set_d(t.bv[k], b->b[k]);
        if (b->d != NULL) {
            mpq_set_d(t.ev[k], b->d[k]);
            mpq_sub(t.ev[k], t.bv[k], t.ev[k]);
        }
    }
    ARKodeButcherTable_Free(b);
    return t;
}

/* Sums of a few products of the size of 1 are rounded by this, sums with entries up to 35
 * (QESDIRK436L2SA) by the other. */
static const double rounding = 2e-15, more_rounding = 4e-15;

static void compare(int i, const char *mode, char probe) {
    char options[80];
    bool is_large = strncmp(table[i].name, "QESDIRK", strlen("QESDIRK")) == 0;
    double allowed = is_large ? more_rounding : rounding;
    snprintf(options, sizeof options, "table=%s %s", table[i].name, mode);
    struct measured m = measured_of(ADAPTER_ARKODE, options, FOREST_PLAIN, probe, order);
    struct tableau t = read_table(i);
    double off = measured_from_result(&m, &t);
    cr_expect(isfinite(off) && off <= allowed, "%s %c: result %g", options, probe, off);
    bool has_estimate = m.weights.estimate != NULL;
    cr_expect(has_estimate == (t.ev != NULL && mode[0] == '\0'), "%s %c", options, probe);
    off = has_estimate ? measured_from_estimate(&m, &t, 1) : 0;
    cr_expect(isfinite(off) && off <= allowed, "%s %c: estimate %g", options, probe, off);
}

Test(adapter_sundials, each_method_of_arkode_and_its_estimate_is_its_table) {
    for (int i = 0; i < tables; i++) {
        compare(i, "", 'A');
        compare(i, "", 'B');
    }
}

Test(adapter_sundials, fixed_steps_of_arkode_are_the_same_and_have_no_estimate) {
    for (int i = 0; i < tables; i++)
        compare(i, "fixed=yes", 'A');
}

#else

Test(adapter_sundials, each_method_of_arkode_and_its_estimate_is_its_table) {
    cr_skip_test("SUNDIALS 6.4 with ARKODE is not here (libsundials-dev)");
}

#endif
