/* What an integrator is set to (fast/options.h), as options of the reference's replays.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_REFERENCE_H
#define HARNESS_REFERENCE_H

#include "fast/status.h"
#include "ref/mechanical.h"
#include "ref/ref.h"

struct integrator_options; /* fast/options.h */

/* Of the implicit pair; it refers to the weights. */
struct ref_replay_options reference_pair(const struct integrator_options *o);

/* Of the methods that project; fixed steps are of the size `step`. */
struct ref_mechanical_options reference_projected(const struct integrator_options *o);

/* What an integrator says where the replay of a method that projects ends so; FAST_OK: it ends in
 * a way of its own. */
enum fast_status reference_failure(enum ref_status status);

/* The reference's name of a method that projects, and of its form. */
enum ref_mechanical_method reference_method(const struct integrator_options *o);

#endif
