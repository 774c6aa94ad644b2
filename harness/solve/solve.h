/* One solution as a document: status, why, t, state, error_estimate, statistics, samples.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SOLVE_H
#define HARNESS_SOLVE_H

#include "harness/integrators/methods/method.h"
#include "harness/session/session.h"

struct record;  /* harness/base/record/record.h */
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

/* Adds to the document, and to "settings" in it the step and the end. EXIT_VERDICT when the
 * numerics fail: the document then has the state after the last step that succeeded. On other
 * failures session->why says why and the document is of no use. */
enum exit_status solve_in_double(const struct solve_request *r, struct session *session,
                                 json_t *document);
/* With the discrete equations solved to the last bit. */
enum exit_status solve_in_mpfr(const struct solve_request *r, struct session *session,
                               json_t *document);
/* With every decision of the original, in MPFR: the implicit pair; semi-explicit Euler and its
 * relatives. */
enum exit_status solve_by_replay(const struct solve_request *r, struct session *session,
                                 json_t *document);
enum exit_status solve_by_mechanical_replay(const struct solve_request *r,
                                            struct session *session, json_t *document);

/* Adds "status" and "why" (NULL: the end was reached). */
void solve_add_status(const char *why, json_t *document);

/* Adds where a run in MPFR has got to, and the estimate there; NULL: it has none. */
void solve_add_exact_position(const struct model *m, mpfr_srcptr t, const mpfr_t *x,
                              const mpfr_t *estimate, json_t *document);

/* Adds where the integrator has got to and what it has counted; the same of one that cannot even
 * begin, at (t, x). */
void solve_add_position(const struct subject *s, const struct model *m, json_t *document);
void solve_add_beginning(double t, const double *x, const struct model *m,
                         json_t *document);

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
 * does "remark" in the document. */
bool solve_is_beyond_rounding(const struct solve_request *r, json_t *document,
                              struct diagnostic *told);

/* Prints samples, state and statistics. */
void solve_print(const struct model *m, const json_t *document, FILE *out);

/* Prints the states of samples and end, or after each step where they are told, as rows of
 * comma-separated values. */
void solve_print_csv(const struct model *m, const json_t *document, FILE *out);

/* A number as it is told: with 17 digits, or those of its text; "-" where there is none. */
void solve_print_number(const json_t *number, FILE *out);

/* ", title 1 2 3"; nothing of an empty list. */
void solve_print_list(const char *title, const json_t *numbers, FILE *out);

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

/* The document, described. */
extern const struct record solve_document_record;

#endif
