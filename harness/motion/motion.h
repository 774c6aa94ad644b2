/* A picture of a model's motion, as data: curves that its file names with `path`, or, where it
 * names none, a choice: velocity against position of one degree of freedom, places in the
 * plane, else positions (or states) over time.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MOTION_H
#define HARNESS_MOTION_H

#include <jansson.h>

#include "harness/results/study.h"

struct track; /* harness/motion/track.h */

/* {"way", "begin", "end", "complete", "log_time", "plane": {"across", "up", "equal"} or null,
 * "time": {"up"} or null, "curves": [{"name", "kind", "points": [[t, x, y], ...]}], "left_out"},
 * where kind is "plane" (x against y) or "time" (x is the time), across, up and name may be "",
 * and left_out curves were too many, and "frames" (below) where bodies are drawn; or {"why"}
 * when there is no motion. NULL: out of memory. */
json_t *motion_describe(struct model *m, study_open_subject *open, void *context);

/* frames.c: [{"t", "bodies": [{"kind", "points": [x, y, ...]}]}], the instants at equal distances
 * over the track, of a model whose paths are named "corner" (four in turn are those of one body),
 * "end" (two are those of a rod) or "rim" (two are a ball's centre and a point of its rim); kind is
 * that name. NULL: it has no such paths, or memory runs out. */
json_t *frames_describe(struct model *m, const struct track *track);

#endif
