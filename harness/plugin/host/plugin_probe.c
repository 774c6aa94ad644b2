/* Whether an integrator from outside answers at all, and what it has: one step of a small
 * system; and whether it takes a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/base/legible.h"
#include "harness/base/message.h"
#include "harness/plugin/halfstep_integrator.h"
#include "harness/plugin/host/host.h"
#include "harness/plugin/place.h"
#include "problems/model.h"

/* An integrator may be for systems without positions, too. */
static const char *const systems[] = {
    "position q = 0.37\nvelocity v = -0.83\nq' = v\nv' = -1.37*q - 0.29*v\n",
    "state z = 0.83\nz' = -1.37*z\n",
};
enum { systems_count = sizeof systems / sizeof *systems, most_states = 2 };

static const double first_state[most_states] = {0.37, -0.83};
static const double step_length = 0.0625;

/* A step, and its counters. */
static enum packet_outcome try_step(struct host *h, int nx) {
    h->request.kind = REQUEST_START;
    h->request.numbers = 1 + nx;
    h->request.number[0] = 0;
    memcpy(h->request.number + 1, first_state, (size_t)nx * sizeof *first_state);
    enum packet_outcome outcome = host_ask(h);
    if (outcome == OUTCOME_DONE) {
        h->request.kind = REQUEST_STEPS;
        h->request.numbers = 2;
        h->request.number[0] = step_length;
        h->request.number[1] = 1;
        outcome = host_ask(h);
    }
    if (outcome == OUTCOME_DONE || outcome == OUTCOME_FAILED) { /* a step may fail */
        h->request.kind = REQUEST_STATISTICS;
        h->request.numbers = 0;
        outcome = host_ask(h);
    }
    return outcome;
}

static enum packet_outcome probe(struct host *h, int nx, struct plugin_traits *traits) {
    enum packet_outcome outcome = host_start(h);
    const int its = h->answer.traits;
    traits->takes = (its & TRAIT_JOINTS ? HALFSTEP_TAKES_JOINTS : 0) |
                    (its & TRAIT_CONTACTS ? HALFSTEP_TAKES_CONTACTS : 0);
    traits->is_engine = its & TRAIT_ENGINE;
    traits->serves_several = its & TRAIT_SEVERAL;
    if (outcome != OUTCOME_DONE)
        return outcome;
    snprintf(traits->name, sizeof traits->name, "%s", h->answer.text);
    legible_make(traits->name); /* after the cut, which may go through a character */
    traits->has_estimate = h->answer.traits & TRAIT_ESTIMATE;
    traits->has_advance = h->answer.traits & TRAIT_ADVANCE;
    traits->has_statistics = h->answer.traits & TRAIT_STATISTICS;
    return try_step(h, nx);
}

static enum packet_outcome probe_with(const struct plugin *p, const char *text,
                                      struct plugin_traits *traits,
                                      struct diagnostic *d) {
    struct model *m;
    struct host h;
    struct subject_options options = subject_default_options();
    if (model_parse(&m, "probe.model", text, strlen(text), 0, NULL, d) != PROBLEM_OK)
        return OUTCOME_BROKEN;
    enum packet_outcome outcome = OUTCOME_BROKEN;
    if (host_init(&h, p, m, &options))
        message_set(&h.why, "out of memory");
    else
        outcome = probe(&h, m->nq + m->nv + m->nz, traits);
    if (outcome == OUTCOME_DONE)
        outcome = host_end(&h);
    if (outcome != OUTCOME_DONE)
        message_set(d, "%s: %s", p->place, h.why.text);
    host_free(&h);
    model_free(m);
    return outcome;
}

int plugin_declared(json_t **declared, const struct plugin *p, struct diagnostic *d) {
    struct model *m;
    struct host h;
    struct subject_options options = subject_default_options();
    enum packet_outcome outcome = OUTCOME_BROKEN;
    *declared = NULL;
    options.only_declares = true;
    if (place_check(p, d) || model_parse(&m, "probe.model", systems[0],
                                         strlen(systems[0]), 0, NULL, d) != PROBLEM_OK)
        return PLUGIN_UNUSABLE;
    if (host_init(&h, p, m, &options))
        message_set(&h.why, "out of memory");
    else
        outcome = host_start(&h);
    if (outcome == OUTCOME_DONE)
        *declared = json_loads(h.answer.text, 0, NULL);
    if (*declared == NULL)
        message_set(d, "%s: %s", p->place, h.why.text);
    host_free(&h);
    model_free(m);
    return *declared != NULL            ? 0
           : outcome == OUTCOME_REFUSED ? PLUGIN_UNUSABLE
                                        : PLUGIN_FAULTY;
}

/* An engine has told nothing by refusing the small system. */
static int find_name(struct plugin_traits *traits, const struct plugin *p,
                     struct diagnostic *d) {
    json_t *declared;
    int outcome = plugin_declared(&declared, p, d);
    if (outcome == 0)
        snprintf(traits->name, sizeof traits->name, "%s",
                 json_string_value(json_object_get(declared, "name")));
    json_decref(declared);
    return outcome;
}

int plugin_probe(struct plugin_traits *traits, const struct plugin *p,
                 struct diagnostic *d) {
    if (place_check(p, d))
        return PLUGIN_UNUSABLE;
    struct plugin_traits found = {.name = ""};
    struct diagnostic why[systems_count];
    enum packet_outcome outcome = OUTCOME_REFUSED;
    int i = 0;
    for (; i < systems_count && outcome == OUTCOME_REFUSED && !found.is_engine; i++)
        outcome = probe_with(p, systems[i], &found, &why[i]);
    if (found.is_engine && outcome == OUTCOME_REFUSED) {
        *traits = found;
        return find_name(traits, p, d);
    }
    if (outcome == OUTCOME_DONE) {
        *traits = found;
        return 0;
    }
    *d = outcome == OUTCOME_REFUSED ? why[0] : why[i - 1];
    return outcome == OUTCOME_REFUSED ? PLUGIN_UNUSABLE : PLUGIN_FAULTY;
}

int plugin_takes(const struct plugin *p, struct model *m, struct diagnostic *d) {
    struct plugin asked = *p;
    struct host h;
    const struct subject_options options = subject_default_options();
    enum packet_outcome outcome = OUTCOME_BROKEN;
    asked.record = NULL;
    if (host_init(&h, &asked, m, &options))
        message_set(&h.why, "out of memory");
    else
        outcome = host_start(&h);
    if (outcome != OUTCOME_DONE)
        message_set(d, "'%s': %s", m->name, h.why.text);
    host_free(&h);
    return outcome == OUTCOME_DONE      ? 0
           : outcome == OUTCOME_REFUSED ? PLUGIN_UNUSABLE
                                        : PLUGIN_FAULTY;
}
