/* A scene as its model, its start, its end and its truth.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/league/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/truth/truth.h"
#include "problems/catalogue.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

enum { most_settings = 16, truth_digits = 15, time_bits = 64 };

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
    return initial_in_double(r->model, &t, r->begin, &r->league->session->why);
}

static void take_truth(struct league_round *r, const json_t *document) {
    static const char *const parts[] = {"q", "v", "z"};
    const json_t *truth = json_array_get(json_object_get(document, "truth"), 0);
    const json_t *state = json_object_get(truth, "state");
    const char *grade = json_string_value(json_object_get(truth, "grade"));
    int n = 0;
    for (int k = 0; k < 3; k++) {
        size_t i;
        json_t *one;
        json_array_foreach(json_object_get(state, parts[k]), i, one) {
            if (n < r->nx)
                r->truth[n++] = strtod(json_string_value(one), NULL);
        }
    }
    r->grade = grade == NULL                       ? ""
               : strcmp(grade, "certified") == 0   ? "certified"
               : strcmp(grade, "closed-form") == 0 ? "closed-form"
                                                   : "converged";
}

static int find_truth(struct league_round *r) {
    mpfr_t t;
    json_t *document;
    mpfr_init2(t, time_bits);
    mpfr_set_d(t, r->until, MPFR_RNDN);
    const struct truth_request request = {
        .model = r->model,
        .times = 1,
        .time = (const mpfr_t *)&t,
        .digits = truth_digits,
        .store = &r->league->session->known,
        .least_grade = REF_GRADE_CONVERGED,
    };
    const enum ref_status status = truth_find(&request, &document);
    if (status == REF_OK)
        take_truth(r, document);
    json_decref(document);
    mpfr_clear(t);
    return status == REF_OK ? 0
                            : message_set(&r->league->session->why, "%s: no truth: %s",
                                          r->model->name, ref_status_text(status));
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
