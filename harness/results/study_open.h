/* How a study gets the integrators that it asks for.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_STUDY_OPEN_H
#define HARNESS_STUDY_OPEN_H

struct diagnostic;      /* problems/base/status.h */
struct model;           /* problems/model.h */
struct peer_options;    /* harness/integrators/peers/peer.h */
struct subject;         /* harness/integrators/subject.h */
struct subject_options; /* harness/integrators/subject_options.h */

/* Makes an integrator for a model: 0 and *s, which the study frees by s->free(s->self); or
 * nonzero and *d says why. */
typedef int study_open_subject(void *context, struct model *m,
                               const struct subject_options *options, struct subject *s,
                               struct diagnostic *d);

/* The same for another program's integrator: `peer` is one of enum peer
 * (harness/integrators/peers/peer.h). */
typedef int study_open_peer(struct subject *s, int peer, struct model *m,
                            const struct peer_options *options, struct diagnostic *d);

#endif
