/* The options of a subject as those of fast/projected.h.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stddef.h>

#include "harness/integrators/subject_parts.h"

/* Fixed steps are as long as they are told to be; the size here is that of tell(). */
static double find_fixed_step(const struct subject_options *o, double max_step) {
    if (!o->fixed_step)
        return NAN;
    return isnan(o->step) ? 1 : fmin(o->step, max_step);
}

struct projected_options subject_mechanical_settings(const struct subject_options *o,
                                                     bool *relative) {
    struct projected_options its = projected_default_options();
    its.method = o->mechanical.method;
    its.form = o->mechanical.form;
    its.mode = o->mode;
    its.max_step = isnan(o->max_step) ? INFINITY : o->max_step;
    its.fixed_step = find_fixed_step(o, its.max_step);
    its.accuracy = isnan(o->accuracy) ? its.accuracy : o->accuracy;
    its.relative = o->relative;
    its.absolute = o->absolute;
    its.constraint_tolerance = o->joints.tolerance;
    its.projection = o->joints.projection;
    its.norm = o->joints.norm;
    its.initial_step = o->initial_step;
    its.min_step = o->min_step;
    its.return_every_step = true;
    its.interpolate = o->mechanical.interpolate;
    its.time_scale = o->mechanical.time_scale;
    its.velocity_time_scale = o->joints.velocity_time_scale;
    its.weights_v = o->weights_v;
    its.weights_z = o->weights_z;
    its.units = o->mechanical.units;
    its.joint_units = o->joints.units;
    its.is_relative = o->mechanical.relative_flags != NULL ? relative : NULL;
    for (int i = 0; its.is_relative != NULL && i < o->mechanical.relative_flags_count;
         i++)
        relative[i] = o->mechanical.relative_flags[i] != 0;
    return its;
}
