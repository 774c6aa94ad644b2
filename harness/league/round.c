/* A scene as its model, its start, its end and its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/session/end_truth.h"
#include "harness/session/session.h"
#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { most_settings = 16, truth_digits = 15 };

/* Reads the scene's model under r->set. */
static int read_model(struct league_round *r) {
    char text[LEAGUE_LONGEST_SETTINGS];
    struct setting setting[most_settings];
    int count = 0;
    strcpy(text, r->set);
    for (char *at = text; *at != '\0' && count < most_settings;) {
        at += strspn(at, " ");
        char *name = at;
        at += strcspn(at, " ");
        if (*at != '\0')
            *at++ = '\0';
        char *value = strchr(name, '=');
        if (value == NULL)
            continue;
        *value = '\0';
        setting[count++] = (struct setting){name, value + 1};
    }
    return catalogue_read(r->league->catalogue, r->scene->model, count, setting,
                          &r->model, &r->league->session->why) != PROBLEM_OK;
}

static int read_start(struct league_round *r) {
    double t;
    r->nx = r->model->nq + r->model->nv + r->model->nz;
    double *all = calloc(4 * (size_t)r->nx + 1, sizeof *all);
    if (all == NULL)
        return message_set(&r->league->session->why, "out of memory");
    r->begin = all;
    r->end[0] = all + r->nx;
    r->end[1] = all + 2 * r->nx;
    r->truth = all + 3 * r->nx;
    r->until = r->scene->until;
    if (!(r->until > 0) && expr_constant_double(r->model->graph, r->model->span_end,
                                                &r->until) != PROBLEM_OK)
        return message_set(&r->league->session->why, "%s: its span has no end",
                           r->scene->model);
    /* A whole number of steps. */
    r->until = r->league->step * round(r->until / r->league->step);
    if (initial_in_double(r->model, &t, r->begin, &r->league->session->why))
        return -1;
    return t == 0 ? 0
                  : message_set(&r->league->session->why,
                                "%s: a scene begins at t = 0, and this model at %g",
                                r->scene->model, t);
}

static int find_truth(struct league_round *r) {
    struct diagnostic why;
    const struct end_truth at = {.model = r->model,
                                 .length = r->until,
                                 .digits = truth_digits,
                                 .store = &r->league->session->known};
    return end_truth_find(r->truth, &r->grade, &at, &why) == 0
               ? 0
               : message_set(&r->league->session->why, "%s: no truth: %s", r->model->name,
                             why.text);
}

static bool needs_truth(const struct league_scene *scene) {
    const struct league_quantity *q = scene->quantity;
    while (q->name != NULL && !q->needs_truth)
        q++;
    return q->name != NULL;
}

int league_round_begin(struct league_round *r) {
    if (read_model(r))
        return r->model == NULL ? LEAGUE_MODEL_REFUSED : -1;
    return read_start(r) || (needs_truth(r->scene) && find_truth(r)) ? -1 : 0;
}

void league_round_clear(struct league_round *r) {
    league_rows_clear(&r->rows);
    free(r->begin);
    model_free(r->model);
}

double league_round_measure(struct league_round *r, const struct league_quantity *q,
                            const double *end) {
    if (q->measure == NULL)
        return NAN;
    const struct league_view view = {.model = r->model,
                                     .begin = r->begin,
                                     .end = end,
                                     .truth = r->truth,
                                     .until = r->until,
                                     .step_time = r->cell.step_time,
                                     .later_time = r->cell.later_time,
                                     .iterations = r->cell.iterations,
                                     .rows = &r->rows};
    return q->measure(&view);
}
