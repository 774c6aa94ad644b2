/* What a workload wants of a peer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/json_number.h"
#include "harness/speed/benchmarks/benchmark_peer.h"

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/plugin/linked/peers.h"

/* Implicit equations of fixed steps are solved to this, if no option says another. */
static const double usual_tolerance = 1e-6;

bool benchmark_peer_is(const char *method) {
    return peers_name(method) != NULL;
}

static int read_workload(struct peer_request *w, const json_t *workload,
                         struct diagnostic *d) {
    const json_t *options = json_object_get(workload, "options");
    const char *tolerance = json_string_value(json_object_get(options, "tolerance"));
    *w = (struct peer_request){
        .method = peers_name(json_string_value(json_object_get(workload, "method"))),
        .step = json_number_in(workload, "step"),
        .accuracy = json_number_in(workload, "accuracy"),
        .tolerance = usual_tolerance,
        .length = json_number_in(workload, "length")};
    if (json_object_get(workload, "kernel") != NULL)
        return message_set(d, "%s: a peer has no kernels", w->method);
    if (!(w->length > 0))
        return message_set(d, "%s: \"length\" must be a positive number", w->method);
    if ((w->step > 0) == (w->accuracy > 0))
        return message_set(d, "%s: either \"step\" or \"accuracy\" must be positive",
                           w->method);
    if (tolerance != NULL && number_read_double(&w->tolerance, tolerance, "tolerance", d))
        return -1;
    return w->tolerance > 0 ? 0
                            : message_set(d, "%s: tolerance must be positive", w->method);
}

int benchmark_peer_open(struct subject *s, struct model *m, const json_t *workload,
                        struct diagnostic *d) {
    const char *name = json_string_value(json_object_get(workload, "method"));
    struct peer_request w;
    if (peers_name(name) == NULL)
        return message_fail(SUBJECT_REFUSED, d, "%s is no peer",
                            name != NULL ? name : "what is asked for");
    return read_workload(&w, workload, d) ? SUBJECT_REFUSED : peers_open(s, m, &w, d);
}
