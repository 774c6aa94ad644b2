/* The first impact of a run, heard.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

#include "harness/base/message.h"
#include "harness/integrators/initial.h"
#include "harness/integrators/subject.h"
#include "harness/results/study.h"
#include "harness/studies/contact/contact_imposed.h"
#include "harness/studies/contact/study_restitution.h"
#include "problems/graph/expr.h"
#include "problems/model.h"

/* Steps over the span: an impact is wanted, not where it is. Velocities whose mass matrix is
 * inverted as a whole. */
enum { STEPS = 997, MOST_VELOCITIES = 64 };

/* A coupling of a sliding direction that nothing moves, over its own. */
static const double decoupled = 1e-12;

void restitution_clear(struct restitution_seen *seen) {
    free(seen->before);
    seen->before = seen->after = NULL;
}

/* full[rows * rows] := J M^-1 J^T; false: no memory, or M is no mass matrix. */
static bool form_whole(const struct contact_problem *p, double *full) {
    const size_t n = (size_t)p->nv;
    gsl_matrix *M = gsl_matrix_calloc(n, n);
    gsl_vector *x = gsl_vector_calloc(n);
    bool done = M != NULL && x != NULL;
    for (int j = 0; j < p->nv && done; j++)
        for (int k = p->mass_pattern->start[j]; k < p->mass_pattern->start[j + 1]; k++)
            gsl_matrix_set(M, (size_t)p->mass_pattern->row[k], (size_t)j, p->mass[k]);
    done = done && gsl_linalg_cholesky_decomp1(M) == 0;
    for (int i = 0; i < p->rows && done; i++) {
        const struct fast_pattern *J = p->matrix_pattern;
        gsl_vector_set_zero(x);
        for (int k = J->start[i]; k < J->start[i + 1]; k++)
            gsl_vector_set(x, (size_t)J->row[k], p->matrix[k]);
        gsl_linalg_cholesky_svx(M, x);
        for (int j = 0; j < p->rows; j++) {
            full[i * p->rows + j] = 0;
            for (int k = J->start[j]; k < J->start[j + 1]; k++)
                full[i * p->rows + j] +=
                    p->matrix[k] * gsl_vector_get(x, (size_t)J->row[k]);
        }
    }
    gsl_matrix_free(M);
    gsl_vector_free(x);
    return done;
}

/* Whether a sliding direction has no velocity, and no impulse gives it one. */
static bool is_idle(const struct contact_problem *p, const double *full,
                    const double *before, int row) {
    bool idle = before[row] == 0;
    for (int j = 0; j < p->rows; j++)
        idle &= j == row ||
                fabs(full[row * p->rows + j]) <= decoupled * full[row * p->rows + row];
    return idle;
}

/* The rows of the contacts that take part, without idle ones. */
static bool choose_rows(struct restitution_seen *seen, const struct contact_problem *p,
                        const double *full, const double *before) {
    struct impact *laws = &seen->laws;
    for (int c = 0; c < p->contacts; c++) {
        if (!p->takes_part[c])
            continue;
        if (laws->contacts == IMPACT_CONTACTS || laws->rows > IMPACT_ROWS - 2)
            return false;
        expr e = seen->model->contact[c].restitution;
        double *restitution = &laws->restitution[laws->contacts];
        if (expr_constant_double(seen->model->graph, e, restitution) != PROBLEM_OK)
            return false;
        laws->first[laws->contacts] = laws->rows;
        laws->friction[laws->contacts] = p->friction[c];
        seen->row[laws->rows++] = p->first[c];
        int slides = 0;
        for (int i = p->first[c] + 1; i < p->first[c + 1]; i++)
            if (p->friction[c] > 0 && !is_idle(p, full, before, i) && ++slides == 1)
                seen->row[laws->rows++] = i;
        if (slides > 1)
            return false;
        laws->first[++laws->contacts] = laws->rows;
    }
    return laws->contacts > 0;
}

/* W = J M^-1 J^T and the rest of `laws` from a problem in which all that touches takes part.
 * False: it is too large to enumerate, or has joints or contacts that slide in two directions. */
static bool restitution_laws(struct restitution_seen *seen,
                             const struct contact_problem *p, const double *before) {
    struct impact *laws = &seen->laws;
    *laws = (struct impact){.is_capped = true};
    if (p->nv > MOST_VELOCITIES || p->joints > 0)
        return false;
    double *full = calloc((size_t)p->rows * (size_t)p->rows + 1, sizeof *full);
    bool done = full != NULL && form_whole(p, full) && choose_rows(seen, p, full, before);
    for (int i = 0; i < laws->rows && done; i++) {
        laws->u[i] = before[seen->row[i]];
        for (int j = 0; j < laws->rows; j++)
            laws->W[i * laws->rows + j] = full[seen->row[i] * p->rows + seen->row[j]];
    }
    free(full);
    return done;
}

static void begin(struct restitution_seen *seen, const struct contact_event *e) {
    const size_t bytes = (size_t)seen->rows * sizeof *seen->before;
    seen->is_seen = true;
    seen->t = e->t;
    seen->energy_before = e->energy_before;
    memcpy(seen->before, e->before, bytes);
    if (e->problem != NULL)
        seen->has_laws = restitution_laws(seen, e->problem, seen->before);
}

static void hear(void *context, const struct contact_event *e) {
    struct restitution_seen *seen = context;
    const bool impact = e->round > 0; /* round 0: a landing that is part of the load */
    const bool is_next = seen->is_seen && (!impact || e->t != seen->t);
    if (seen->has_ended || (!impact && !is_next))
        return;
    if (!seen->is_seen)
        begin(seen, e);
    /* What the rounds come to is what the load begins with. */
    seen->has_ended = is_next;
    if (is_next && e->phase != CONTACT_LOAD)
        return;
    seen->imposed +=
        is_next ? 0 : contact_event_imposed(e, seen->rows, seen->obstacles_move);
    seen->energy_after = is_next ? e->energy_before : e->energy_after;
    memcpy(seen->after, is_next ? e->before : e->after,
           (size_t)seen->rows * sizeof *seen->after);
}

static void follow(const struct subject *s, double h, struct restitution_seen *seen) {
    for (int k = 0; k < STEPS && !seen->is_seen; k++)
        if (s->step(s->self, h)) {
            message_set(&seen->why, "; it ends at t = %g: %s", s->time(s->self),
                        s->why(s->self));
            return;
        }
    seen->is_calm = !seen->is_seen;
    if (seen->is_calm)
        message_set(&seen->why, "; nothing strikes");
}

int restitution_run(const struct study *s, const struct subject_options *options,
                    struct restitution_seen *seen, struct diagnostic *d) {
    struct model *m = s->model;
    double t, end, *x = NULL;
    struct subject subject;
    *seen = (struct restitution_seen){.model = m,
                                      .rows = model_contact_rows(m),
                                      .obstacles_move = contact_obstacles_move(m)};
    const size_t rows = (size_t)seen->rows, nx = (size_t)(m->nq + m->nv + m->nz);
    seen->before = calloc(2 * rows + nx + 1, sizeof *seen->before);
    if (seen->before == NULL)
        return message_set(d, "%s: out of memory", m->name);
    seen->after = seen->before + rows;
    x = seen->after + rows;
    if (initial_and_end(m, &t, x, &end, d))
        return -1;
    if (s->open_subject(s->context, m, options, &subject, d))
        return -1;
    if (subject.listen_contacts == NULL) {
        message_set(&seen->why, "; the method tells nothing of its solves");
    } else if (subject.start(subject.self, t, x)) {
        message_set(&seen->why, "; it does not start: %s", subject.why(subject.self));
    } else {
        subject.listen_contacts(subject.self, hear, seen);
        follow(&subject, (end - t) / STEPS, seen);
    }
    subject.free(subject.self);
    return 0;
}
