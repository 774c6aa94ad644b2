/* How a solution is asked for, found and printed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_H
#define HARNESS_SOLVE_H

#include "harness/integrators/methods/method.h"
#include "harness/session/session.h"
#include "harness/solve/solution.h"

struct plugin;  /* harness/plugin/plugin.h */
struct subject; /* harness/integrators/subject.h */

struct solve_request {
    struct model *model;
    const struct method *method;
    const struct plugin *plugin; /* an integrator from outside, in double, in place of the
                                    method, which is NULL then; else NULL */
    struct method_settings settings;
    mpfr_prec_t bits; /* 0: in double */
    /* As on the command line; NULL: under error control; the end of the model's span; none. */
    const char *step, *until, *at;
    bool logs_steps; /* in double */
};

/* Adds to the solution, and to its settings the step and the end. EXIT_VERDICT when the numerics
 * fail: it then has the state after the last step that succeeded. On other failures session->why
 * says why and it is of no use. It is cleared in any case. */
enum exit_status solve_in_double(const struct solve_request *r, struct session *session,
                                 struct solution *solution);
/* With the discrete equations solved to the last bit, or with every decision of the original. */
enum exit_status solve_in_mpfr(const struct solve_request *r, struct session *session,
                               struct solution *solution);

/* Adds "status" and "why" (NULL: the end was reached). */
void solve_add_status(const char *why, struct solution *solution);

/* Adds where a run in MPFR has got to, and the estimate there; NULL: it has none. */
void solve_add_exact_position(const struct model *m, mpfr_srcptr t, const mpfr_t *x,
                              const mpfr_t *estimate, struct solution *solution);

/* Adds where the integrator has got to and what it has counted; the same of one that cannot even
 * begin, at (t, x). */
void solve_add_position(const struct subject *s, const struct model *m,
                        struct solution *solution);
void solve_add_beginning(double t, const double *x, const struct model *m,
                         struct solution *solution);

/* Reads the one MODEL, --method, --option, --accuracy, --step and --until of a command into a
 * request whose plug-in is set. r->settings are to be cleared in any case. Nonzero: *d says what is
 * wrong or missing. */
int solve_read_request(struct solve_request *r, const char *command,
                       const struct arguments *a, struct diagnostic *d);

/* Reads --arithmetic (NULL: double) into a request that has its settings. Nonzero: *d says why
 * it is none, or what cannot be done in it. */
int solve_read_arithmetic(struct solve_request *r, const char *text,
                          struct diagnostic *d);

/* Whether a request in MPFR is for the replay. */
bool solve_wants_replay(const struct solve_request *r);

/* Adds what the request asks for, but for the times, to "settings". */
void solve_add_settings(const struct solve_request *r, json_t *into);

/* Whether error control was asked for more than the arithmetic can tell: then *told says so, as
 * does the solution's remark. */
bool solve_is_beyond_rounding(const struct solve_request *r, struct solution *solution,
                              struct diagnostic *told);

/* Prints samples, state and statistics. */
void solve_print(const struct model *m, const struct solution *s, FILE *out);

/* Prints the states of samples and end, or after each step where they are told, as rows of
 * comma-separated values. */
void solve_print_csv(const struct model *m, const struct solution *s, FILE *out);

/* until := --until, or the end of the model's span. Nonzero: *d says why it is no number. */
int solve_read_until(mpfr_ptr until, const struct solve_request *r, struct diagnostic *d);

/* Whether step (NULL: none is given) and end make sense. Nonzero: *d says what does not. */
int solve_check_times(const struct solve_request *r, mpfr_srcptr begin, mpfr_srcptr step,
                      mpfr_srcptr until, struct diagnostic *d);

/* The start, the step (infinite: none is given) and the end in double. */
struct solve_times {
    double begin, step, until;
};

/* Reads and checks step and end. Nonzero: *d says why not. */
int solve_read_times(struct solve_times *t, const struct solve_request *r, double begin,
                     struct diagnostic *d);
/* The same of a replay, whose start (t, x[nx]) it finds; until := the end. Nonzero: *d says why
 * not. */
int solve_read_replay_times(struct solve_times *times, const struct solve_request *r,
                            mpfr_ptr t, mpfr_t *x, mpfr_ptr until, struct diagnostic *d);
void solve_add_times(const struct solve_times *t, json_t *settings);

#endif
