/* The study of pinned runs.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/originals/study_pinned.h"

#include <stdio.h>
#include <string.h>

#include "harness/base/input.h"
#include "harness/base/message.h"
#include "harness/base/verdict.h"
#include "harness/results/result.h"
#include "harness/results/study.h"
#include "harness/studies/originals/pinned_calls.h"
#include "harness/studies/originals/pinned_run.h"
#include "problems/catalogue.h"
#include "problems/model.h"

static const char *const MODE[] = {"default", "faithful"};
static const enum fast_mode MODE_OF[] = {FAST_DEFAULT, FAST_FAITHFUL};
static const enum integrator_method METHOD[] = {FAST_VELOCITY_IMPLICIT_EULER,
                                                FAST_IMPLICIT_EULER};
enum { MODES = 2, KEY_ROOM = 64 };

struct tally {
    int runs, same;
    struct diagnostic first;
};

static int compare_mode(struct tally *t, const struct study *s, int mode,
                        const json_t *pinned, struct diagnostic *d) {
    enum integrator_method method;
    if (subject_method_find(&method, s->method))
        return message_set(d, "%s has no pinned runs", s->method);
    for (int run = 0; run < pinned_count(); run++) {
        const json_t *before = json_object_get(pinned, pinned_name(run));
        struct diagnostic why = {""};
        if (before == NULL)
            continue;
        json_t *found = pinned_run(s->model, s, method, MODE_OF[mode], run, d);
        if (found == NULL)
            return -1;
        bool same = pinned_same(found, before, &why);
        t->runs++;
        t->same += same;
        if (!same && t->first.text[0] == '\0')
            message_set(&t->first, "%s mode, %s: %s", MODE[mode], pinned_name(run),
                        why.text);
        json_decref(found);
    }
    return 0;
}

static int append_tally(const struct study *s, const struct tally *t, const char *key,
                        struct results *results) {
    struct result r = result_begin(s->model, "pinned", "double", "pinned-runs");
    r.grade = "recorded";
    r.required = true;
    r.value = r.low = r.high = t->same;
    r.expected = t->runs;
    r.tolerance = 0;
    r.verdict = verdict_at_least(t->same, t->runs);
    return result_append(results, s, &r,
                         "short runs of %s over all options that come out with the "
                         "counters, decisions and states of earlier ones%s%s",
                         key,
                         t->first.text[0] != '\0' ? "; the first that does not: " : "",
                         t->first.text);
}

int study_pinned_model(struct model **m, const struct catalogue *c, const char *key,
                       struct diagnostic *d) {
    char name[KEY_ROOM], setting[KEY_ROOM] = "", value[KEY_ROOM] = "";
    if (strlen(key) >= KEY_ROOM || sscanf(key, "%s %[^=]=%s", name, setting, value) < 1)
        return message_set(d, "'%s' is no name of a pinned model", key);
    const struct setting one = {setting, value};
    return catalogue_read(c, name, setting[0] != '\0', &one, m, d) != PROBLEM_OK;
}

static int study_model(const struct study *s, const struct pinned_request *r,
                       const char *key, const json_t *pinned, struct results *results,
                       struct diagnostic *d) {
    struct study one = *s;
    struct tally t = {0, 0, {""}};
    if (study_pinned_model(&one.model, r->catalogue, key, d))
        return -1;
    int failed = 0;
    for (int mode = 0; mode < MODES && !failed; mode++)
        failed = compare_mode(&t, &one, mode, json_object_get(pinned, MODE[mode]), d);
    failed = failed || (t.runs > 0 && append_tally(&one, &t, key, results));
    model_free(one.model);
    return failed;
}

/* Whether the model, without its setting, is among the names. */
static bool is_named(const struct model_names *names, const char *key) {
    const size_t length = strcspn(key, " ");
    for (int i = 0; names != NULL && i < names->count; i++) {
        if (strlen(names->name[i]) == length && strncmp(names->name[i], key, length) == 0)
            return true;
    }
    return names == NULL;
}

/* The calls of no model bear the name of one all the same. */
static const char no_model[] = "state z = 1\nz' = -z\n";

static int study_calls(const struct study *s, const json_t *pinned,
                       struct results *results, struct diagnostic *d) {
    struct study one = *s;
    struct tally t = {0, 0, {""}};
    enum integrator_method method;
    const json_t *of_method = json_object_get(pinned, s->method);
    if (of_method == NULL || subject_method_find(&method, s->method))
        return 0;
    if (model_parse(&one.model, "calls.model", no_model, strlen(no_model), 0, NULL, d) !=
        PROBLEM_OK)
        return -1;
    for (int mode = 0; mode < MODES; mode++) {
        struct diagnostic why = {""};
        json_t *found = pinned_calls(method, MODE_OF[mode]);
        t.runs++;
        t.same += pinned_calls_same(found, json_object_get(of_method, MODE[mode]), &why);
        if (why.text[0] != '\0')
            message_set(&t.first, "%s mode: %s", MODE[mode], why.text);
        json_decref(found);
    }
    int failed = append_tally(&one, &t, "systems of its own and calls", results);
    model_free(one.model);
    return failed ? message_set(d, "out of memory") : 0;
}

json_t *study_pinned_record_calls(void) {
    json_t *calls = json_object();
    for (size_t k = 0; k < sizeof METHOD / sizeof *METHOD; k++) {
        json_t *modes = json_object();
        for (int mode = 0; mode < MODES; mode++)
            json_object_set_new(modes, MODE[mode],
                                pinned_calls(METHOD[k], MODE_OF[mode]));
        json_object_set_new(calls, subject_method_name(METHOD[k]), modes);
    }
    return calls;
}

int study_pinned(const struct study *s, const struct pinned_request *r,
                 struct results *results, struct diagnostic *d) {
    json_t *all = input_json(r->path, 0, d), *of_model;
    const char *key;
    int failed = 0;
    if (all == NULL)
        return -1;
    json_object_foreach(json_object_get(all, "runs"), key, of_model) {
        if (!failed && is_named(r->names, key))
            failed =
                study_model(s, r, key, json_object_get(of_model, s->method), results, d);
    }
    if (!failed && r->names == NULL)
        failed = study_calls(s, json_object_get(all, "calls"), results, d);
    json_decref(all);
    return failed;
}

/* Of the statistics only the values are kept. */
static int leave_names_out(json_t *outcome) {
    json_t *statistics = json_object_get(outcome, "statistics"), *values, *value;
    const char *name;
    if (statistics == NULL)
        return 0;
    values = json_array();
    json_object_foreach(statistics, name, value) {
        json_array_append(values, value);
    }
    return json_object_set_new(outcome, "statistics", values);
}

static json_t *record_mode(const struct study *s, enum integrator_method method, int mode,
                           struct diagnostic *d) {
    json_t *runs = json_object();
    for (int run = 0; run < pinned_count(); run++) {
        json_t *outcome = pinned_run(s->model, s, method, MODE_OF[mode], run, d);
        if (outcome == NULL || leave_names_out(outcome) ||
            json_object_set_new(runs, pinned_name(run), outcome)) {
            json_decref(runs);
            return NULL;
        }
    }
    return runs;
}

json_t *study_pinned_record(const struct study *s, struct diagnostic *d) {
    json_t *methods = json_object();
    for (size_t k = 0; k < sizeof METHOD / sizeof *METHOD; k++) {
        json_t *modes = json_object();
        for (int mode = 0; mode < MODES; mode++) {
            json_t *runs = record_mode(s, METHOD[k], mode, d);
            if (runs == NULL) {
                json_decref(modes);
                json_decref(methods);
                return NULL;
            }
            json_object_set_new(modes, MODE[mode], runs);
        }
        json_object_set_new(methods, subject_method_name(METHOD[k]), modes);
    }
    return methods;
}
