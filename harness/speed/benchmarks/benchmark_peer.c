/* What a wish wants of a peer.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/benchmarks/benchmark_peer.h"

#include <math.h>

#include "harness/base/message.h"
#include "harness/base/number.h"
#include "harness/plugin/linked/peers.h"

/* Implicit equations of fixed steps are solved to this, if no option says another. */
static const double usual_tolerance = 1e-6;

bool benchmark_peer_is(const char *method) {
    return peers_name(method) != NULL;
}

const char *benchmark_peer_version(const char *method) {
    return peers_version(method);
}

/* NaN: it is not there. */
static double number_of(const json_t *wish, const char *key) {
    const json_t *number = json_object_get(wish, key);
    return json_is_number(number) ? json_number_value(number) : NAN;
}

static int read_wish(struct peer_wish *w, const json_t *wish, struct diagnostic *d) {
    const json_t *options = json_object_get(wish, "options");
    const char *tolerance = json_string_value(json_object_get(options, "tolerance"));
    *w = (struct peer_wish){
        .method = peers_name(json_string_value(json_object_get(wish, "method"))),
        .step = number_of(wish, "step"),
        .accuracy = number_of(wish, "accuracy"),
        .tolerance = usual_tolerance,
        .length = number_of(wish, "length")};
    if (json_object_get(wish, "kernel") != NULL)
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

int benchmark_peer_open(struct subject *s, struct model *m, const json_t *wish,
                        struct diagnostic *d) {
    const char *name = json_string_value(json_object_get(wish, "method"));
    struct peer_wish w;
    if (peers_name(name) == NULL) {
        message_set(d, "%s is no peer", name != NULL ? name : "what is wished");
        return SUBJECT_REFUSED;
    }
    if (read_wish(&w, wish, d) || subject_check_model(m, name, false, false, d))
        return SUBJECT_REFUSED;
    return peers_open(s, m, &w, d);
}
