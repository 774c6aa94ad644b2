/* Whether an integrator's runs in two threads at once, or beside unrelated work, are what they
 * are alone.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <mpfr.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/plugin/host/host.h"
#include "harness/plugin/place.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Some steps, short ones, so that they succeed. */
static const double steps = 24, steps_of_span = 1024;
enum { double_bits = 53 };

/* The span's end in double; 1 where it is not known. */
static double find_end(struct model *m) {
    mpfr_t end;
    mpfr_init2(end, double_bits);
    bool known = expr_constant(m->graph, m->span_end, end) == PROBLEM_OK;
    double found = known ? mpfr_get_d(end, MPFR_RNDN) : 1;
    mpfr_clear(end);
    return found;
}

/* t, x[nx], h, steps. */
static int fill_request(struct host *h, enum packet_request kind, struct diagnostic *d) {
    const int nx = h->model->nq + h->model->nv + h->model->nz;
    struct packet *request = &h->request;
    request->kind = (int)kind;
    request->numbers = 3 + nx;
    if (packet_make_room(request, request->numbers))
        return message_set(d, "out of memory");
    double *number = request->number;
    if (initial_in_double(h->model, &number[0], number + 1, d))
        return -1;
    number[1 + nx] = (find_end(h->model) - number[0]) / steps_of_span;
    number[2 + nx] = steps;
    return 0;
}

static int count_differing(const struct plugin *p, struct model *m,
                           const struct subject_options *options,
                           enum packet_request kind, long *differing,
                           struct diagnostic *d) {
    struct host h;
    if (place_check(p, d))
        return -1;
    int failed = host_init(&h, p, m, options) ? message_set(d, "out of memory") : 0;
    if (!failed && (host_start(&h) != OUTCOME_DONE || fill_request(&h, kind, &h.why) ||
                    host_ask(&h) != OUTCOME_DONE))
        failed = message_set(d, "%s: %s", p->place, h.why.text);
    if (!failed)
        *differing = (long)h.answer.number[0];
    host_free(&h);
    return failed;
}

int plugin_threads_agree(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d) {
    return count_differing(context, m, options, REQUEST_THREADS, differing, d);
}

int plugin_agrees_beside(void *context, struct model *m,
                         const struct subject_options *options, long *differing,
                         struct diagnostic *d) {
    return count_differing(context, m, options, REQUEST_BESIDE, differing, d);
}
