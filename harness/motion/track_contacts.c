/* The track of a model with contacts: steps of the stepper for contacts, and no curve through
 * them, as velocities jump.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/subject.h"
#include "harness/integrators/subject_options.h"
#include "harness/motion/track_parts.h"
#include "problems/model.h"

enum { STEPS = 1500 };

int track_by_contacts(struct track_nodes *nodes, study_open_subject *open, void *context,
                      struct diagnostic *d) {
    struct subject_options options = subject_default_options();
    const double h = (nodes->end - nodes->begin) / STEPS;
    struct subject s;
    int failed = 0;
    subject_choose(&options, "contact-stepper");
    options.integrator.fixed_step = true;
    options.integrator.step = h;
    if (open(context, nodes->model, &options, &s, d))
        return -1;
    bool goes_on = s.start(s.self, nodes->begin, nodes->state) == 0;
    for (int k = 0; k < STEPS && goes_on && !failed; k++) {
        goes_on = s.advance(s.self, h, nodes->end) == 0;
        if (goes_on)
            failed = track_add_node(nodes, s.time(s.self), s.state(s.self));
    }
    s.free(s.self);
    return failed ? message_set(d, "%s: out of memory", nodes->model->name) : 0;
}

int track_take(struct track *c, const struct track_nodes *nodes, struct diagnostic *d) {
    const size_t count = (size_t)nodes->count, nx = (size_t)nodes->nx;
    c->time = calloc(count, sizeof *c->time);
    c->state = calloc(count * nx + 1, sizeof *c->state);
    if (c->time == NULL || c->state == NULL)
        return message_set(d, "%s: out of memory", nodes->model->name);
    memcpy(c->time, nodes->time, count * sizeof *c->time);
    memcpy(c->state, nodes->state, count * nx * sizeof *c->state);
    c->count = nodes->count;
    return 0;
}
