/* What CVODE, ARKODE and IDA need of a mechanical system: x' = F(t, x) and dF/dx on vectors
 * and a dense matrix of SUNDIALS 6, and a dense solver.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef ADAPTERS_SUNDIALS_SYSTEM_H
#define ADAPTERS_SUNDIALS_SYSTEM_H

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "adapter.h"
#include "halfstep_integrator.h"

struct sundials_system {
    const struct halfstep_system *system;
    int nx;
    SUNContext environment;
    N_Vector x, output, error;
    SUNMatrix matrix;
    SUNLinearSolver solver;
};

/* Nonzero: out of memory. Cleared with sundials_system_clear in any case. */
int sundials_system_init(struct sundials_system *s, const struct halfstep_system *system);
void sundials_system_clear(struct sundials_system *s);

/* The place's arrays are those of the vectors x and error. */
void sundials_system_share(const struct sundials_system *s, struct adapter_place *place);

/* Callbacks for the libraries, whose user data is a struct sundials_system. A failure of
 * the system is one that a shorter step may mend. */
int sundials_field(sunrealtype t, N_Vector x, N_Vector xdot, void *self);
int sundials_jacobian(sunrealtype t, N_Vector x, N_Vector xdot, SUNMatrix matrix,
                      void *self, N_Vector one, N_Vector two, N_Vector three);

/* Failures are told by codes, not in print. */
void sundials_stay_silent(int code, const char *module, const char *function,
                          char *message, void *data);

/* "6.4.1" */
const char *sundials_version(void);

/* Why a step failed: CVODE and ARKODE share the numbers of the usual reasons. Static
 * text. */
const char *sundials_reason(int status);

/* The libraries go on with steps that do not change the time. */
#define sundials_too_short "a step so short does not change the time"

/* What CVODE and ARKODE count. */
enum sundials_counter {
    STEPS,
    EVALUATIONS,
    SETUPS,
    ERROR_TEST_FAILURES,
    ITERATIONS,
    CONVERGENCE_FAILURES,
    COUNTERS
};

/* Counter i under its name, as a table's statistic tells it. Nonzero: there is none. */
int sundials_statistic(const long counter[COUNTERS], int i, const char **name,
                       double *value);

/* Before a step of a given size: a tolerance under which every error test passes, and
 * iterations that suffice where Newton's method converges at all. */
#define sundials_wide 1e20
enum { sundials_enough = 50 };

#endif
