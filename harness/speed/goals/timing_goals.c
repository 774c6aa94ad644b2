/* The numbers to reach, from the results of the timing study.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/goals/timing_goals.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "harness/base/json_number.h"
#include "harness/speed/timing/timing_results.h"
#include "harness/speed/timing/timing_told.h"

enum { command_room = 512 };
static const double ns_of_us = 1e3;
static const struct goal_reached nothing = {NAN, NAN, NAN, NAN};

static bool is_text(const char *its, const char *text) {
    return text == NULL || strcmp(its, text) == 0;
}

/* The first point of that size or part. */
static const struct timing_point *point_of(const struct timing_found *f,
                                           const char *name) {
    for (int i = 0; i < f->points.count; i++) {
        const struct timing_point *p = &f->points.point[i];
        if (strcmp(p->size, name) == 0 || strcmp(p->part, name) == 0)
            return p;
    }
    return NULL;
}

static double most_allocations(const struct timing_found *f) {
    double most = NAN;
    for (int i = 0; i < f->points.count; i++)
        most = fmax(most, f->points.point[i].allocations);
    return most;
}

/* Small systems have another bound. A mean over a part
 * of what is recorded has none, and says nothing of the whole. */
static bool has_other_bound(const struct timing_goal *g, const struct result *r) {
    return (strcmp(g->from.quantity, "step-over-hand") == 0 && r->expected != g->limit) ||
           (strcmp(g->from.quantity, "original-ratio-mean") == 0 && isnan(r->expected));
}

static bool counts(const struct timing_goal *g, const struct result *r) {
    const struct timing_source *s = &g->from;
    return is_text(r->quantity, s->quantity) && is_text(r->model, s->model) &&
           is_text(r->method, s->method) && is_text(r->mode, s->mode) &&
           !has_other_bound(g, r);
}

static struct goal_reached read_source(const struct timing_goal *g,
                                       const struct timing_found *f) {
    const struct timing_source *s = &g->from;
    const double unit = g->unit != NULL && strcmp(g->unit, "us") == 0 ? ns_of_us : 1;
    if (s->of_allocations) {
        const double most = most_allocations(f);
        return (struct goal_reached){most, most, most, NAN};
    }
    if (s->point == NULL)
        return (struct goal_reached){f->of.value / unit, f->of.low / unit,
                                     f->of.high / unit, NAN};
    const struct timing_point *p = point_of(f, s->point);
    return p == NULL ? nothing
                     : (struct goal_reached){p->of.value / unit, p->of.low / unit,
                                             p->of.high / unit, p->peer_ns / unit};
}

static struct goal_reached worse_of(const struct timing_goal *g, struct goal_reached a,
                                    struct goal_reached b) {
    if (!isfinite(a.value) || !isfinite(b.value))
        return isfinite(a.value) ? a : b;
    return (b.value < a.value) == g->is_least ? b : a;
}

static struct goal_reached find(const struct timing_goal *g,
                                const struct timing_results *results) {
    struct goal_reached r = nothing;
    TIMING_FOREACH(results, f) {
        if (g->from.quantity != NULL && counts(g, &f->of))
            r = worse_of(g, r, read_source(g, f));
    }
    return r;
}

/* Why: what has been said in place of an answer. */
static const char *judge(const struct timing_goal *g, const struct goal_reached *r,
                         const char *why) {
    if (!isfinite(r->value))
        return why != NULL && goal_is_missing(&g->question) ? goal_not_installed
                                                            : goal_not_measured;
    return verdict_text(timing_judge((struct estimate){r->value, r->low, r->high},
                                     g->is_least ? g->limit : NAN,
                                     g->is_least ? NAN : g->limit));
}

/* The document that the row's command has printed; NULL: it was not run. *why: the text that it
 * has in place of one. */
static const json_t *find_answer(const struct timing_goal *g, const json_t *answers,
                                 const char **why) {
    const json_t *answer =
        g->question.words != NULL ? json_object_get(answers, g->question.words) : NULL;
    *why = json_string_value(answer);
    return json_is_object(answer) ? answer : NULL;
}

static const char *reason_of(const struct timing_goal *g, const struct goal_reached *r,
                             const char *why) {
    if (isfinite(r->value))
        return "of this run";
    return why != NULL                ? why
           : g->from.quantity == NULL ? "timing --goals runs the command"
                                      : "not among what this run has measured";
}

/* A row beside a peer has the ratio, and the peer's step in ns. */
static const char *peer_unit_of(const struct timing_goal *g) {
    const bool has_ratio =
        g->question.beside == goal_beside_peer || g->question.read == goal_beside_engine;
    return has_ratio ? "ns" : g->unit;
}

static int tell(struct timing_told *told, const struct timing_goal *g,
                struct goal_reached r, const char *why) {
    char command[command_room];
    snprintf(command, sizeof command, "halfstep %s",
             g->command != NULL          ? g->command
             : g->question.words != NULL ? g->question.words
                                         : "timing");
    if (g->peer_value > 0)
        r.peer = g->peer_value;
    const struct goal_told row = {.what = g->what,
                                  .elsewhere = g->elsewhere,
                                  .goal = g->text,
                                  .unit = g->unit,
                                  .limit = g->limit,
                                  .reached = r,
                                  .verdict = judge(g, &r, why),
                                  .peer = g->peer,
                                  .peer_unit = peer_unit_of(g),
                                  .command = command,
                                  .reason = reason_of(g, &r, why)};
    return record_append(&goal_record, &told->goal, &told->goals, &row);
}

int timing_goals(struct timing_told *told, const struct timing_results *results,
                 const json_t *answers) {
    int failed = 0;
    for (const struct timing_goal *g = timing_goal_table; g->what != NULL; g++) {
        const char *why;
        if (goal_is_of_all_peers(&g->question))
            continue;
        const json_t *answer = find_answer(g, answers, &why);
        const struct goal_reached r =
            answer != NULL ? goal_read(answer, &g->question) : find(g, results);
        failed |= tell(told, g, r, why);
    }
    return failed;
}

int timing_goals_beside_peers(struct timing_told *told, const json_t *answers) {
    int failed = 0;
    for (const struct timing_goal *g = timing_goal_table; g->what != NULL; g++) {
        const struct goal_question *q = &g->question;
        const char *why = NULL;
        const json_t *answer =
            goal_is_of_engines(q) ? find_answer(g, answers, &why) : NULL;
        const struct goal_reached r = answer != NULL      ? goal_read(answer, q)
                                      : q->beside != NULL ? q->beside(told, q)
                                                          : nothing;
        if (isfinite(r.value) || why != NULL)
            failed |= tell(told, g, r, why);
    }
    return failed;
}
