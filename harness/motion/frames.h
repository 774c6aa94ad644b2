/* A stroboscopic picture: bodies at some instants.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_FRAMES_H
#define HARNESS_FRAMES_H

#include <jansson.h>

#include "harness/motion/track.h"

/* [{"t", "bodies": [{"kind", "points": [x, y, ...]}]}], the instants at equal distances over the
 * track, of a model whose paths are named "corner" (four in turn are those of one body), "end" (two
 * are those of a rod) or "rim" (two are a ball's centre and a point of its rim); kind is that
 * name. NULL: it has no such paths, or memory runs out. */
json_t *frames_describe(struct model *m, const struct track *track);

#endif
