/* What one solve of a contact stepper is worth, measured from the problem and the answer.
 *
 * The weight w of a contact: each row's J M^-1 J^T, where M is inverted on the velocities that
 * the row moves alone, by Cholesky's factors. Of a mass matrix whose blocks are bodies that is
 * exact; else it is of the right size, which is all that a unit has to be.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/studies/contact/contact_event.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fast/contact.h"

/* Velocities that a row moves; of rows that move more, diagonals stand for M. */
enum { MOST_MOVED = 24 };

struct contact_bench {
    double *u, *u_free; /* [rows] */
    double *change;     /* [nv] v - v_free */
    double *sum, *size; /* [nv] of the momentum's terms, and of their magnitudes */
    double *joint;      /* [joints] */
    double *weight;     /* [contacts] */
    bool is_weighed;
};

const char *contact_law_name(enum contact_law law) {
    static const char *const name[CONTACT_LAWS] = {
        "sign", "approach", "complementarity", "cone", "dissipation", "joints"};
    return name[law];
}

void contact_bench_free(struct contact_bench *bench) {
    if (bench != NULL)
        free(bench->u);
    free(bench);
}

struct contact_bench *contact_bench_alloc(const struct contact_problem *shape) {
    struct contact_bench *bench = calloc(1, sizeof *bench);
    size_t rows = (size_t)shape->rows, nv = (size_t)shape->nv;
    size_t joints = (size_t)shape->joints;
    if (bench == NULL)
        return NULL;
    bench->u = calloc(2 * rows + 3 * nv + joints + (size_t)shape->contacts + 1,
                      sizeof *bench->u);
    if (bench->u == NULL) {
        free(bench);
        return NULL;
    }
    bench->u_free = bench->u + rows;
    bench->change = bench->u_free + rows;
    bench->sum = bench->change + nv;
    bench->size = bench->sum + nv;
    bench->joint = bench->size + nv;
    bench->weight = bench->joint + joints;
    return bench;
}

static double impulse_of(const double *solved, const double *imposed, int i) {
    return imposed != NULL ? solved[i] + imposed[i] : solved[i];
}

double contact_event_impulse(const struct contact_event *e, int row) {
    return impulse_of(e->answer->impulse, e->expansion, row);
}

double contact_event_joint_impulse(const struct contact_event *e, int joint) {
    return impulse_of(e->answer->joint_impulse, e->joint_expansion, joint);
}

double contact_row(const struct fast_pattern *pattern, const double *entry,
                   const double *x, int column) {
    double sum = 0;
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
        sum += entry[k] * x[pattern->row[k]];
    return sum;
}

void contact_rows(const struct fast_pattern *pattern, const double *entry,
                  const double *x, double *rows) {
    for (int j = 0; j < pattern->columns; j++)
        rows[j] = contact_row(pattern, entry, x, j);
}

/* a^T M b / 2. */
static double contact_product(const struct contact_problem *p, const double *a,
                              const double *b) {
    const struct fast_pattern *mass = p->mass_pattern;
    double sum = 0;
    for (int j = 0; j < mass->columns; j++)
        for (int k = mass->start[j]; k < mass->start[j + 1]; k++)
            sum += a[mass->row[k]] * p->mass[k] * b[j];
    return sum / 2;
}

static double entry_of(const struct contact_problem *p, int i, int j) {
    const struct fast_pattern *mass = p->mass_pattern;
    for (int k = mass->start[j]; k < mass->start[j + 1]; k++)
        if (mass->row[k] == i)
            return p->mass[k];
    return 0;
}

/* J M^-1 J^T of one row by L L^T = M on the velocities that it moves: |L^-1 J^T|^2. */
static double weigh_row(const struct contact_problem *p, int row) {
    const int *moved = p->matrix_pattern->row + p->matrix_pattern->start[row];
    const double *J = p->matrix + p->matrix_pattern->start[row];
    int n = p->matrix_pattern->start[row + 1] - p->matrix_pattern->start[row];
    double L[MOST_MOVED][MOST_MOVED], y[MOST_MOVED], sum = 0;
    if (n > MOST_MOVED) {
        for (int i = 0; i < n; i++)
            sum += J[i] * J[i] / entry_of(p, moved[i], moved[i]);
        return sum;
    }
    for (int i = 0; i < n; i++) {
        y[i] = J[i];
        for (int j = 0; j <= i; j++) {
            double rest = entry_of(p, moved[i], moved[j]);
            for (int k = 0; k < j; k++)
                rest -= L[i][k] * L[j][k];
            L[i][j] = i == j ? sqrt(rest) : rest / L[j][j];
            y[i] -= j < i ? L[i][j] * y[j] : 0;
        }
        y[i] /= L[i][i];
        sum += y[i] * y[i];
    }
    return sum;
}

static void weigh(struct contact_bench *b, const struct contact_problem *p) {
    for (int c = 0; c < p->contacts; c++) {
        double sum = 0;
        for (int i = p->first[c]; i < p->first[c + 1]; i++)
            sum += weigh_row(p, i);
        b->weight[c] = sum / (p->first[c + 1] - p->first[c]);
    }
    b->is_weighed = true;
}

/* A violation that is no number counts as infinite. */
static void note(struct contact_measured *m, enum contact_law law, double value,
                 int where) {
    if (isnan(value))
        value = INFINITY;
    if (value > m->law[law]) {
        m->law[law] = value;
        m->contact[law] = where;
    }
}

/* Of a contact with sliding directions; `reach` is w mu (r_n + known). */
static void measure_friction(struct contact_measured *m, int c, double w, double reach,
                             int slides, const double *u, const double *r) {
    double pull = slides > 1 ? hypot(r[0], r[1]) : fabs(r[0]);
    double slip = slides > 1 ? hypot(u[0], u[1]) : fabs(u[0]), off = 0;
    note(m, LAW_CONE, w * pull - reach, c);
    for (int k = 0; k < slides && slip > 0; k++)
        off += pow(w * r[k] + reach * u[k] / slip, 2);
    if (slip > 0)
        note(m, LAW_DISSIPATION, sqrt(off) * slip / (slip + reach), c);
}

static void measure_contact(struct contact_bench *b, const struct contact_problem *p,
                            const struct contact_answer *a, int c,
                            struct contact_measured *m) {
    const int row = p->first[c], slides = p->first[c + 1] - row - 1;
    const double w = b->weight[c], u = b->u[row], r = a->impulse[row];
    for (int i = row; i <= row + slides; i++)
        m->scale = fmax(m->scale, fmax(fabs(b->u_free[i]), w * fabs(a->impulse[i])));
    if (!p->takes_part[c]) {
        note(m, LAW_SIGN, w * fabs(r), c);
        return;
    }
    note(m, LAW_SIGN, -w * r, c);
    note(m, LAW_APPROACH, -u, c);
    note(m, LAW_COMPLEMENTARITY, fmin(w * r, u), c);
    if (slides > 0)
        measure_friction(m, c, w, w * p->friction[c] * (fmax(r, 0) + p->known[c]), slides,
                         b->u + row + 1, a->impulse + row + 1);
}

/* sum += factor A x of a matrix by columns, with magnitudes beside it. */
static void add_product(const struct fast_pattern *pattern, const double *entry,
                        const double *x, double factor, double *sum, double *size) {
    for (int j = 0; j < pattern->columns; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            sum[pattern->row[k]] += factor * entry[k] * x[j];
            size[pattern->row[k]] += fabs(entry[k] * x[j]);
        }
}

static double measure_momentum(struct contact_bench *b, const struct contact_problem *p,
                               const struct contact_answer *a) {
    double largest = 0, scale = 0;
    memset(b->sum, 0, (size_t)p->nv * sizeof *b->sum);
    memset(b->size, 0, (size_t)p->nv * sizeof *b->size);
    add_product(p->mass_pattern, p->mass, b->change, 1, b->sum, b->size);
    add_product(p->mass_pattern, p->mass, p->v_free, 0, b->sum, b->size);
    add_product(p->matrix_pattern, p->matrix, a->impulse, -1, b->sum, b->size);
    if (p->joints > 0)
        add_product(p->joint_pattern, p->joint_matrix, a->joint_impulse, -1, b->sum,
                    b->size);
    for (int i = 0; i < p->nv; i++) {
        scale = fmax(scale, b->size[i]);
        largest =
            isnan(largest) || fabs(b->sum[i]) <= largest ? largest : fabs(b->sum[i]);
    }
    return scale > 0 ? largest / scale : largest;
}

static void measure_joints(struct contact_bench *b, const struct contact_problem *p,
                           const struct contact_answer *a, struct contact_measured *m) {
    if (p->joints == 0)
        return;
    contact_rows(p->joint_pattern, p->joint_matrix, a->v, b->joint);
    for (int i = 0; i < p->joints; i++) {
        note(m, LAW_JOINTS, fabs(b->joint[i] + p->joint_offset[i]), i);
        m->energy += a->joint_impulse[i] * p->joint_offset[i];
        m->energy_scale +=
            fabs(a->joint_impulse[i]) * (fabs(b->joint[i]) + fabs(p->joint_offset[i]));
    }
}

void contact_bench_measure(struct contact_bench *b, const struct contact_problem *p,
                           const struct contact_answer *a, struct contact_measured *m) {
    double before = contact_product(p, p->v_free, p->v_free);
    double after = contact_product(p, a->v, a->v);
    *m = (struct contact_measured){.scale = 1e-30, .energy = after - before};
    m->energy_scale = before + after;
    for (int i = 0; i < p->nv; i++)
        b->change[i] = a->v[i] - p->v_free[i];
    contact_rows(p->matrix_pattern, p->matrix, p->v_free, b->u_free);
    contact_rows(p->matrix_pattern, p->matrix, a->v, b->u);
    for (int i = 0; i < p->rows; i++) {
        b->u_free[i] += p->offset[i];
        b->u[i] += p->offset[i];
        m->energy += a->impulse[i] * p->offset[i];
        m->energy_scale +=
            fabs(a->impulse[i]) * (fabs(b->u_free[i]) + fabs(p->offset[i]));
    }
    if (p->is_changed || !b->is_weighed)
        weigh(b, p);
    for (int c = 0; c < p->contacts; c++)
        measure_contact(b, p, a, c, m);
    measure_joints(b, p, a, m);
    m->momentum = measure_momentum(b, p, a);
}
