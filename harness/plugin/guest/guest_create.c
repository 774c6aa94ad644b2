/* How an integrator comes to be in its process: loaded, made for the system, and its options
 * set: first what the study wants, as far as it takes that, then what the user says.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#define _XOPEN_SOURCE 700
#include <math.h>
#include <stdio.h>

#include "harness/base/legible.h"
#include "harness/base/message.h"
#include "harness/integrators/subject_options.h"
#include "harness/plugin/guest/guest.h"
#include "harness/plugin/guest/guest_system.h"
#include "harness/plugin/guest/guest_declared.h"
#include "harness/plugin/library.h"
#include "harness/plugin/place.h"
#include "problems/model.h"

/* Of an integrator's reason as much is told, so that a whole message has room for it. */
enum { longest_reason = 512 };

bool guest_is_lost(struct guest *g) {
    bool is_lost = g->system.speaker != NULL && g->speaker.is_lost;
    if (is_lost)
        g->why = g->speaker.why;
    return is_lost;
}

enum packet_outcome guest_fail(struct guest *g, const char *what) {
    if (guest_is_lost(g))
        return OUTCOME_BROKEN;
    const char *why = NULL;
    char said[longest_reason] = "";
    if (g->it->why != NULL && g->self != NULL) {
        activity_begin(g->activity, CALL_WHY);
        why = g->it->why(g->self);
        if (why != NULL)
            snprintf(said, sizeof said, ": %s", why);
        legible_make(said);
        activity_end(g->activity);
    }
    return message_fail(OUTCOME_FAILED, &g->why, "the integrator's %s failed%s", what,
                        said);
}

static int set_option(struct guest *g, const char *name, const char *value) {
    if (g->it->set_option == NULL)
        return -1;
    activity_begin(g->activity, CALL_SET_OPTION);
    int refused = g->it->set_option(g->self, name, value);
    activity_end(g->activity);
    return refused;
}

static int set_number(struct guest *g, const char *name, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.17g", value);
    return set_option(g, name, text);
}

/* An explicit method has no iteration to make tight; error control has to have a goal. */
static enum packet_outcome set_accuracy(struct guest *g) {
    const struct subject_options *o = g->options;
    if (isnan(o->integrator.accuracy) ||
        set_number(g, "accuracy", o->integrator.accuracy) == 0 ||
        o->integrator.fixed_step)
        return OUTCOME_DONE;
    message_set(&g->why, "the integrator does not take option accuracy=%g",
                o->integrator.accuracy);
    return guest_is_lost(g) ? OUTCOME_BROKEN : OUTCOME_REFUSED;
}

/* What a program has said of the last failure; empty of a library. */
static const char *reason_said(const struct guest *g) {
    return g->system.speaker != NULL ? g->speaker.failure : "";
}

/* Why create has returned NULL, in the integrator's words; "" where it has none. */
static const char *refusal_said(struct guest *g) {
    if (g->system.speaker != NULL)
        return g->speaker.failure;
    if (g->it->refusal == NULL)
        return "";
    activity_begin(g->activity, CALL_REFUSAL);
    const char *said = g->it->refusal();
    activity_end(g->activity);
    return said == NULL ? "" : said;
}

static enum packet_outcome refuse_option(struct guest *g, const struct plugin_option *o) {
    const char *reason = reason_said(g);
    if (guest_is_lost(g))
        return OUTCOME_BROKEN;
    if (g->it->set_option == NULL)
        message_set(&g->why, "the integrator has no options, not '%s' either", o->name);
    else
        message_set(&g->why,
                    "the integrator has no option '%s', or it cannot be '%s'%s%s",
                    o->name, o->value, reason[0] != '\0' ? ": " : "", reason);
    return OUTCOME_REFUSED;
}

static enum packet_outcome set_users_options(struct guest *g) {
    const struct plugin *p = g->plugin;
    for (int i = 0; i < p->options_count; i++) {
        const struct plugin_option *o = &p->options[i];
        if (set_option(g, o->name, o->value) == 0)
            continue;
        return refuse_option(g, o);
    }
    return OUTCOME_DONE;
}

void guest_destroy(struct guest *g) {
    if (g->self == NULL)
        return;
    activity_begin(g->activity, CALL_DESTROY);
    g->it->destroy(g->self);
    activity_end(g->activity);
    g->self = NULL;
}

int guest_prepare(struct guest *g) {
    const struct halfstep_integrator *it = g->it;
    if (it->scenes > 0 && guest_find_scene(it, g->model->name) == NULL)
        return message_set(&g->why, "the engine does not build '%s'", g->model->name);
    return it->scenes == 0 && it->takes == 0
               ? 0
               : guest_constrained_make(&g->system, &g->why);
}

static enum packet_outcome refuse_system(struct guest *g) {
    char reason[longest_reason];
    snprintf(reason, sizeof reason, "%s", refusal_said(g));
    legible_make(reason);
    message_set(
        &g->why,
        "the integrator cannot be had for this system (create %s%s; nq = %d, nv = "
        "%d, nz = %d)",
        reason[0] != '\0' ? "failed: " : "returned NULL", reason, g->model->nq,
        g->model->nv, g->model->nz);
    return guest_is_lost(g) ? OUTCOME_BROKEN : OUTCOME_REFUSED;
}

enum packet_outcome guest_create(struct guest *g, double longest) {
    guest_destroy(g);
    activity_begin(g->activity, CALL_CREATE);
    g->self = g->it->create(&g->system.system);
    activity_end(g->activity);
    if (g->self == NULL)
        return refuse_system(g);
    g->takes_max_step =
        !isnan(longest) && isfinite(longest) && set_number(g, "max-step", longest) == 0;
    g->longest = longest;
    enum packet_outcome outcome = set_accuracy(g);
    if (outcome == OUTCOME_DONE)
        outcome = set_users_options(g);
    return outcome == OUTCOME_DONE && guest_is_lost(g) ? OUTCOME_BROKEN : outcome;
}

static enum packet_outcome load_program(struct guest *g) {
    g->system.speaker = &g->speaker;
    activity_begin(g->activity, CALL_LOAD);
    int failed = 0;
    if (g->program != NULL)
        speaker_meet(&g->speaker, g->to, g->from, g->program, g->activity);
    else
        failed = speaker_start(&g->speaker, g->plugin, g->activity);
    activity_end(g->activity);
    if (failed)
        return guest_is_lost(g) ? OUTCOME_REFUSED : OUTCOME_BROKEN;
    activity_begin(g->activity, CALL_INTRODUCE);
    failed = speaker_introduce(&g->speaker);
    activity_end(g->activity);
    g->it = &g->speaker.it;
    return failed && guest_is_lost(g) ? OUTCOME_BROKEN : OUTCOME_DONE;
}

static enum packet_outcome load(struct guest *g) {
    if (guest_system_init(&g->system, g->model, g->activity, &g->why))
        return OUTCOME_REFUSED;
    g->system.failing_call = g->options->failing_call;
    g->system.fails_by_nan = g->options->fails_by_nan;
    g->system.log.is_kept = g->options->records_calls;
    if (!place_is_library(g->plugin))
        return load_program(g);
    g->it = &g->library;
    return library_load(&g->library, g->plugin->place, g->activity, &g->why)
               ? OUTCOME_REFUSED
               : OUTCOME_DONE;
}

enum packet_outcome guest_load(struct guest *g) {
    enum packet_outcome outcome = load(g);
    if (outcome != OUTCOME_DONE)
        return outcome;
    if (g->options->only_declares)
        return OUTCOME_DONE;
    if (guest_prepare(g))
        return OUTCOME_REFUSED;
    if (!g->options->integrator.fixed_step && g->it->advance == NULL)
        return message_fail(OUTCOME_REFUSED, &g->why,
                            "the integrator has no error control (no advance)");
    return guest_create(g, g->options->integrator.max_step);
}
