/* What a request is about, looked at before the work begins.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULTS_CHECK_H
#define HARNESS_RESULTS_CHECK_H

#include "harness/program/run/request.h"
#include "harness/session/session.h"

/* What of a model decides who studies it. */
struct job_traits {
    int size; /* number of states */
    bool has_joints, has_contacts;
    struct not_taken not_taken; /* as applicable_find tells it */
};

/* Reads every model once, so that a wrong name or file is found before the work begins, and
 * traits[i] known of the i-th, which are the caller's to free in any case. EXIT_USAGE: also where a
 * model that is named, or every one, is not taken; session->why says why. */
enum exit_status results_check(const struct results_request *r,
                               struct job_traits *traits);

/* Frees traits[count]; NULL: nothing. */
void results_free_traits(struct job_traits *traits, int count);

/* Models and studies that the one integrator under test cannot take are not applicable, which is
 * no failure.
 *
 * *told := what is told of the model `name`, without the number of studies, if the one method or
 * the integrator from outside of a request does not take it; the caller clears it. All zero: it
 * is taken, or there are several methods, or nobody wants to know (r->not_applicable is NULL).
 * *asks: whether an integrator from outside is asked; false is set when it has crashed or hung,
 * which is for the studies to find. Nonzero: out of memory. */
int applicable_find(struct not_taken *told, const struct results_request *r,
                    struct model *m, const char *name, bool *asks);

/* Tells in r->not_applicable that a study of equations is not for the request's engine. Nonzero
 * when memory runs out. */
int applicable_leave_out_study(const struct results_request *r, const char *study);

#endif
