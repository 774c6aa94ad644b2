/* The ways to a track, and what they have in common.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/motion/track.h"

#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/motion/track_parts.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Whether the last node is at the end. */
static bool track_is_complete(const struct track_nodes *nodes) {
    return nodes->count > 1 && !(nodes->time[nodes->count - 1] < nodes->end);
}

static int begin(struct track_nodes *nodes, struct diagnostic *d) {
    struct model *m = nodes->model;
    double *x = calloc((size_t)nodes->nx + 1, sizeof *x);
    int failed = 0;
    if (x == NULL)
        failed = message_set(d, "%s: out of memory", m->name);
    if (!failed)
        failed = initial_in_double(m, &nodes->begin, x, d);
    if (!failed &&
        (expr_constant_double(m->graph, m->span_end, &nodes->end) != PROBLEM_OK ||
         !(nodes->end > nodes->begin)))
        failed = message_set(d, "%s: the span is empty or not finite", m->name);
    if (!failed && track_add_node(nodes, nodes->begin, x))
        failed = message_set(d, "%s: out of memory", m->name);
    free(x);
    return failed;
}

static int find_with_contacts(struct track *c, struct track_nodes *nodes,
                              study_open_subject *open, void *context,
                              struct diagnostic *d) {
    c->way = "contact-stepper, default mode, fixed steps";
    return track_by_contacts(nodes, open, context, d);
}

/* One way after the other, until one comes to the end. */
static int find_without_contacts(struct track *c, struct track_nodes *nodes,
                                 study_open_subject *open, void *context,
                                 struct diagnostic *d) {
    int failed = track_by_series(nodes, d);
    if (!failed && !track_is_complete(nodes)) {
        nodes->count = 1;
        c->way = "backward differentiation formulas (GSL), tolerance 1e-10";
        failed = track_by_formulas(nodes, d);
    }
    if (!failed && !track_is_complete(nodes)) {
        nodes->count = 1;
        c->way = "velocity-implicit Euler, default mode, accuracy 1e-6";
        failed = track_by_integrator(nodes, open, context, d);
    }
    return failed;
}

int track_find(struct track *c, struct model *m, study_open_subject *open, void *context,
               struct diagnostic *d) {
    struct track_nodes nodes = {.model = m, .nx = m->nq + m->nv + m->nz};
    *c = (struct track){.nx = nodes.nx, .way = "Taylor series"};
    int failed = begin(&nodes, d);
    if (!failed)
        failed = m->contacts > 0 ? find_with_contacts(c, &nodes, open, context, d)
                                 : find_without_contacts(c, &nodes, open, context, d);
    c->begin = nodes.begin;
    c->end = nodes.end;
    c->is_complete = track_is_complete(&nodes);
    if (!failed && nodes.count < 2)
        failed = message_set(d, "%s: not one step could be made", m->name);
    if (!failed)
        failed = m->contacts > 0 ? track_take(c, &nodes, d) : track_refine(c, &nodes, d);
    free(nodes.time);
    free(nodes.state);
    return failed;
}

void track_clear(struct track *c) {
    free(c->time);
    free(c->state);
    *c = (struct track){.nx = 0};
}
