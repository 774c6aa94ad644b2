/* What both modes note of the step that is tried.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "fast/contact/internal.h"

void contact_begin_trial(struct contact_stepper *c) {
    c->failed = -1;
    c->doubts = (struct contact_doubts){.contact = -1};
}

void contact_note_doubt(struct contact_stepper *c, int i) {
    if (c->doubts.crossings++ == 0)
        c->doubts.contact = i;
}

enum fast_status contact_judge_doubts(struct contact_stepper *c) {
    if (c->doubts.crossings == 0 || c->options.accepts_unverified)
        return FAST_OK;
    c->failed = c->doubts.contact;
    return FAST_UNEXCLUDED;
}

void contact_note_residual(struct contact_stepper *c, double residual, double t) {
    struct contact_statistics *statistics = &c->statistics;
    if (!(residual > statistics->largest_residual))
        return;
    statistics->largest_residual = residual;
    statistics->largest_residual_time = t;
}
