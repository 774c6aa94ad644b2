/* What an integrator under test is set to when nobody says otherwise, and what the methods
 * of fast are called.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/integrators/subject_options.h"

#include "harness/methods/method_row.h"

struct subject_options subject_default_options(void) {
    struct subject_options options = {
        .integrator = integrator_default_options(FAST_VELOCITY_IMPLICIT_EULER)};
    options.integrator.fixed_step = true;
    return options;
}

int subject_choose(struct subject_options *options, const char *name) {
    const struct method *row = method_row_find(name);
    if (row == NULL)
        return -1;
    options->integrator.method = row->method;
    return 0;
}

enum integrator_family subject_family(const struct subject_options *options) {
    return integrator_family(options->integrator.method);
}

static const struct method *row_of(const struct subject_options *options) {
    return method_row_of(options->integrator.method);
}

const char *subject_name(const struct subject_options *options) {
    return row_of(options)->name;
}

bool subject_takes_joints(const struct subject_options *options) {
    return row_of(options)->joints;
}

bool subject_takes_contacts(const struct subject_options *options) {
    return row_of(options)->contacts;
}

const char *subject_method_name(enum integrator_method method) {
    return method_row_of(method)->name;
}

int subject_method_find(enum integrator_method *method, const char *name) {
    const struct method *row = method_row_find(name);
    if (row == NULL || integrator_family(row->method) != INTEGRATOR_PAIR)
        return -1;
    *method = row->method;
    return 0;
}
