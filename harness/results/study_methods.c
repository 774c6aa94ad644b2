/* Studies of several methods that solve the same discrete equations.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/results/study_methods.h"

#include "harness/integrators/subject_options.h"
#include "harness/results/result.h"
#include "harness/results/result_list.h"
#include "problems/base/status.h"
#include "problems/model.h"

struct subject_options study_options(const struct study *s) {
    return s->options != NULL ? *s->options : subject_default_options();
}

struct subject_options study_method_options(const struct study *s) {
    struct subject_options options = study_options(s);
    if (!s->foreign)
        subject_choose(&options, s->method);
    return options;
}

struct subject_options study_fixed_options(const struct study *s) {
    struct subject_options options = study_method_options(s);
    options.integrator.fixed_step = true;
    options.integrator.step = 1;
    return options;
}

int study_count_methods(const struct study *s) {
    int count = 0;
    while (s->methods != NULL && s->methods[count] != NULL)
        count++;
    return count > 0 ? count : 1;
}

struct study study_of_method(const struct study *s, int i,
                             struct subject_options *options) {
    struct study one = *s;
    if (s->methods != NULL && s->methods[0] != NULL)
        one.method = s->methods[i];
    one.methods = NULL;
    *options = study_method_options(&one);
    if (!s->foreign)
        one.options = options;
    return one;
}

int study_append_as(struct results *results, const struct results *shared,
                    const struct study *one) {
    RESULTS_FOREACH(shared, each) {
        struct result copy = *each;
        copy.method = one->method;
        if (results_add(results, &copy, "%s", each->reason))
            return -1;
    }
    return 0;
}

const char study_unsaid[] = "out of memory";

int study_note_failure(struct results *results, const struct study *all,
                       const struct study *one, const char *study, struct diagnostic *d) {
    if (all->methods == NULL)
        return -1;
    struct result r = result_begin(one->model, study, "double", "study");
    r.grade = "none";
    r.required = true;
    if (result_append(results, one, &r,
                      "the %s study of %.100s could not be carried out: %s", study,
                      one->model->name, d->text[0] != '\0' ? d->text : study_unsaid))
        return -1;
    d->text[0] = '\0';
    return 0;
}
