/* One solution at fixed steps, as a document: status, why, t, state, error_estimate,
 * statistics, samples.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_H
#define HARNESS_SOLVE_H

#include "harness/command.h"
#include "harness/method.h"

struct solve_request {
    struct model *model;
    const struct method *method;
    struct method_settings settings;
    mpfr_prec_t bits;              /* 0: in double */
    const char *step, *until, *at; /* as on the command line; at may be NULL */
};

/* Adds to the document, and to "settings" in it the step and the end. EXIT_VERDICT when the
 * numerics fail: the document then has the state after the last step that succeeded. On other
 * failures session->why says why and the document is of no use. */
enum exit_status solve_in_double(const struct solve_request *r, struct session *session,
                                 json_t *document);
enum exit_status solve_in_mpfr(const struct solve_request *r, struct session *session,
                               json_t *document);

/* {"q": [...], "v": [...], "z": [...]} from an array of all components, which it takes over. */
json_t *solve_split_state(json_t *all, const struct model *m);

/* Prints samples, state and statistics. */
void solve_print(const struct model *m, const json_t *document, FILE *out);

/* Whether step, end and sample times make sense; all arguments of one precision. Nonzero:
 * session->why says what does not. */
int solve_check_times(const struct solve_request *r, mpfr_srcptr begin, mpfr_srcptr step,
                      mpfr_srcptr until, int samples, const mpfr_t *sample,
                      struct diagnostic *d);

#endif
