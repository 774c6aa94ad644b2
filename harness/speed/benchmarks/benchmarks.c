/* Which benchmarks there are.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/speed/benchmarks/benchmarks.h"
#include "harness/base/message.h"
#include "harness/integrators/methods/method.h"
#include "harness/methods/method_row.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* One for each kind of work: rates alone, a map of velocities, joints, contacts. */
static const char *const quick_models[] = {"brick_stack10", "heavy_top",      "pendulum",
                                           "rod_pendulum",  "slider_stack10", NULL};

/* Besides: systems from one unknown to hundreds, stiff and not, sparse and dense. */
static const char *const standard_models[] = {"bouncing_ball",
                                              "brick_stack10",
                                              "chain_cartesian10",
                                              "contact_stack",
                                              "cradle",
                                              "double_pendulum",
                                              "heavy_top",
                                              "pendulum",
                                              "pleiades",
                                              "rod_impact",
                                              "rod_pendulum",
                                              "slider_crank",
                                              "slider_stack10",
                                              "spring",
                                              "spring_chain",
                                              "stiff_spring_pendulum",
                                              "van_der_pol",
                                              NULL};

static int add_model(struct benchmarks *b, const char *name,
                     const struct benchmarks_request *workload, struct diagnostic *d) {
    const struct model_settings none = {0, NULL, NULL};
    const struct model_settings *settings =
        workload->settings != NULL ? workload->settings : &none;
    struct model *m;
    int failed = 0;
    if (models_read(&m, workload->catalogue, name, settings, d) != EXIT_PASSED)
        return -1;
    char *title = models_title(name);
    if (title == NULL)
        failed = message_set(d, "out of memory");
    for (const struct method *method = method_table(); method->name != NULL; method++)
        if (!failed &&
            (workload->method == NULL || strcmp(workload->method, method->name) == 0))
            failed = benchmarks_add(b, m, name, title, method, workload, d);
    free(title);
    model_free(m);
    return failed;
}

static int add_catalogue(struct benchmarks *b, const struct benchmarks_request *workload,
                         struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < workload->catalogue->count && !failed; i++)
        if (!workload->catalogue->entry[i].variant)
            failed = add_model(b, workload->catalogue->entry[i].name, workload, d);
    return failed;
}

static int add_named(struct benchmarks *b, const char *const *name, int count,
                     const struct benchmarks_request *workload, struct diagnostic *d) {
    int failed = 0;
    for (int i = 0; i < count && name[i] != NULL && !failed; i++)
        failed = add_model(b, name[i], workload, d);
    return failed;
}

int benchmarks_choose(struct benchmarks *b, const struct benchmarks_request *workload,
                      struct diagnostic *d) {
    enum { all = 1000 };
    int failed;
    *b = (struct benchmarks){0, NULL};
    if (workload->models != NULL)
        failed =
            add_named(b, workload->models->name, workload->models->count, workload, d);
    else if (workload->extent == BENCHMARKS_FULL)
        failed = add_catalogue(b, workload, d);
    else
        failed = add_named(
            b, workload->extent == BENCHMARKS_QUICK ? quick_models : standard_models, all,
            workload, d);
    if (failed)
        benchmarks_clear(b);
    return failed;
}
