/* The models of recorded runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/base/message.h"
#include "harness/studies/originals/original_case.h"
#include "harness/studies/originals/original_check.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* The cases of a problem; weights are no more than the integrator takes. */
static int check_weights(const char *path, const json_t *records, const struct model *m,
                         struct diagnostic *d) {
    size_t i;
    const json_t *record;
    json_array_foreach(json_object_get(records, "cases"), i, record) {
        struct original_settings s;
        if (strcmp(original_word(record, "problem", ""), m->name) != 0)
            continue;
        original_read_settings(&s, records, record);
        const int of_v = s.options.integrator.weights_v_count,
                  of_z = s.options.integrator.weights_z_count;
        if ((of_v != 0 && of_v != m->nv) || (of_z != 0 && of_z != m->nz))
            return message_set(
                d,
                "%s: case %zu (%s): %d \"qbar_weights\" and %d \"z_weights\", but %s "
                "has %d velocities and %d other states",
                path, i + 1, original_word(record, "id", ""), of_v, of_z, m->name, m->nv,
                m->nz);
    }
    return 0;
}

static int check_model(const char *path, const json_t *records, const json_t *problem,
                       const struct model *m, struct diagnostic *d) {
    const size_t nx = (size_t)(m->nq + m->nv + m->nz),
                 found = json_array_size(json_object_get(problem, "x0"));
    const char *name = original_word(problem, "name", "");
    if (strcmp(name, m->name) != 0)
        return message_set(d, "%s: \"problems\": '%s' is no name of the catalogue", path,
                           name);
    if (found != nx)
        return message_set(d, "%s: \"problems\": \"x0\" of %s has %zu numbers, not %zu",
                           path, name, found, nx);
    return check_weights(path, records, m, d);
}

int original_check_models(const char *path, const json_t *records,
                          const struct catalogue *c, struct diagnostic *d) {
    size_t i;
    const json_t *problem;
    json_array_foreach(json_object_get(records, "problems"), i, problem) {
        struct model *m;
        struct diagnostic why;
        const char *name = original_word(problem, "name", "");
        if (catalogue_read(c, name, 0, NULL, &m, &why) != PROBLEM_OK)
            return message_set(d, "%s: \"problems\": %s", path, why.text);
        const int failed = check_model(path, records, problem, m, d);
        model_free(m);
        if (failed)
            return failed;
    }
    return 0;
}
