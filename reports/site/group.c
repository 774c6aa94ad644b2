/* Results study by study, the worst first.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "reports/site/site.h"
#include "reports/site/value.h"

static int rank_of(const json_t *result) {
    return value_rank(result) * 100000 + (int)value_number(result, "rank");
}

/* The failing ones first, then in the order of quantities. */
static int compare(const json_t *one, const json_t *other) {
    return rank_of(one) - rank_of(other);
}

/* The studies: what each is about, and whether it is a command of its own. */
static const struct study {
    const char *name, *words;
    bool is_command;
} studies[] = {
    {"fingerprint", "which method it is: the weights of its trees", true},
    {"originals", "recorded runs of the original programs, made again", false},
    {"pinned", "recorded short runs of this program, made again", false},
    {"control", "how the step size is controlled", false},
    {"conditions", "a step on systems of any size, magnitude and time", true},
    {"determinism", "the same bits whenever a run is repeated", false},
    {"gap", "one step: its error, its estimate, and what that misses", true},
    {"statistics", "what runs count, and work against precision", true},
    {"order", "the global error against the step size", true},
    {"invariants", "how invariants drift", false},
    {"robustness", "what a failure leaves behind", false},
    {"long-run", "the energy over a long time", false},
    {"geometry", "what a step keeps of the geometry of the exact flow", true},
    {"stability", "the longest stable steps", true},
    {"drift", "errors of constraints, with projection and without", true},
    {"budget", "energy, momentum and the laws of contact in every solve", true},
    {"settling", "stacks at rest", true},
    {"restitution", "the laws of impact", true},
    {"timing", "what a step costs", true},
    {"declared", "whether it is what is declared", false},
    {"expect", "failures that are accepted", false},
};

/* NULL: it is not known. */
static const struct study *find_study(const char *name) {
    for (size_t i = 0; i < sizeof studies / sizeof *studies; i++)
        if (strcmp(name, studies[i].name) == 0)
            return &studies[i];
    return NULL;
}

bool site_study_is_command(const char *study) {
    const struct study *known = find_study(study);
    return known != NULL && known->is_command;
}

/* The command of all methods: a result's without its method. */
static void set_command(json_t *group, const json_t *result) {
    const char *command = value_text(result, "command");
    const char *end = strstr(command, " --method ");
    size_t length = end != NULL ? (size_t)(end - command) : strlen(command);
    json_object_set_new(group, "command", json_stringn(command, length));
}

json_t *site_group(const json_t *results) {
    json_t *by_study = json_object(), *groups = json_array(), *result, *group;
    const char *study;
    size_t i;
    json_array_foreach((json_t *)results, i, result) {
        group = value_object(by_study, value_text(result, "study"));
        if (json_object_size(group) == 0)
            set_command(group, result);
        json_array_append(value_array(group, "rows"), result);
        value_add(group, value_text(result, "mark"), 1);
        if (value_is(result, "mark", "fail"))
            json_object_set_new(group, "open_it", json_true());
    }
    json_object_foreach(by_study, study, group) {
        value_set(group, "study", study);
        const struct study *known = find_study(study);
        value_set(group, "about", known != NULL ? known->words : "");
        json_object_set_new(group, "rows",
                            value_sorted(json_object_get(group, "rows"), compare));
        json_array_append(groups, group);
    }
    json_decref(by_study);
    return groups;
}
