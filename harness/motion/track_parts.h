/* The parts of a track.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_TRACK_PARTS_H
#define HARNESS_TRACK_PARTS_H

#include "harness/motion/track.h"

/* The states at which steps end. */
struct track_nodes {
    struct model *model;
    int nx, count, room;
    double begin, end;
    double *time, *state;
};

/* Nonzero: out of memory. */
int track_add_node(struct track_nodes *nodes, double time, const double *x);

/* Fills nodes, of which the first is there, by steps of one kind. */
int track_by_series(struct track_nodes *nodes, struct diagnostic *d);
int track_by_formulas(struct track_nodes *nodes, struct diagnostic *d);
int track_by_integrator(struct track_nodes *nodes, study_open_subject *open,
                        void *context, struct diagnostic *d);

/* The same of a model with contacts. */
int track_by_contacts(struct track_nodes *nodes, study_open_subject *open, void *context,
                      struct diagnostic *d);

/* Fills the track with the nodes as they are. */
int track_take(struct track *c, const struct track_nodes *nodes, struct diagnostic *d);

/* Fills the track with states between the nodes, or with fewer of them. */
int track_refine(struct track *c, const struct track_nodes *nodes, struct diagnostic *d);

#endif
