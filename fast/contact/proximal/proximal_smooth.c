/* Smoothed laws: with p = w r, a slack z of u_n, the speed epsilon and S the scale of
 * speeds,
 *
 *     p_n z = S epsilon,   z = u_n,   p_t sigma = -R u_t
 *     sigma = sqrt(|u_t|^2 + epsilon^2),   R = mu (p_n + w known)
 *
 * and Newton's step on all of v, p and z (primal and dual: for the normals as of interior
 * points, for friction T. F. Chan, G. H. Golub, P. Mulet, SIAM J. Sci. Comput. 20 (1999)
 * 1964). As in proximal_linearize.c rows give way by dp / kappa.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "fast/contact/proximal/proximal.h"
#include "fast/contact/team/team.h"

/* Large, but p / z shall not be larger: towards the end z is as small as rounding. */
static const double kappa = 1e10;

static double smooth_speed(const struct proximal *s, int rows, const double *u) {
    const double speed = judge_length(rows - 1, u + 1);
    return sqrt(speed * speed + s->epsilon * s->epsilon);
}

/* Friction's rows of K and g in units of w. The derivative of sigma comes with p_t no
 * longer than R, which keeps K positive. */
static void smooth_friction(const struct proximal *s, int c, const double *p,
                            const double *u, double *k, double *g) {
    const int rows = s->judge->first[c + 1] - s->judge->first[c];
    const double mu = s->problem->friction[c],
                 held = s->judge->weight[c] * s->problem->known[c];
    const double sigma = smooth_speed(s, rows, u), radius = mu * (p[0] + held);
    const double soft = sigma + radius / kappa, length = judge_length(rows - 1, p + 1);
    const double clip = length > radius ? radius / length : 1;
    for (int i = 1; i < rows; i++) {
        const double along = mu * u[i] / soft;
        g[i] = -(p[i] * sigma + radius * u[i]) / soft - along * g[0];
        k[i * rows] = -along * k[0];
        for (int j = 1; j < rows; j++)
            k[i * rows + j] = ((i == j) * radius + clip * p[i] * u[j] / sigma) / soft;
    }
}

static void smooth_contact(struct proximal *s, int c, const void *given) {
    const double scale = *(const double *)given;
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double w = s->judge->weight[c], *u = s->judge->u + from, z = s->slack[c];
    double *k = s->stiffness + 9 * c, *g = s->push + from, p[3] = {0, 0, 0};
    memset(k, 0, 9 * sizeof *k);
    s->takes_part[c] = s->problem->takes_part[c] && w > 0;
    if (!s->takes_part[c])
        return;
    for (int i = 0; i < rows; i++)
        p[i] = w * s->impulse[from + i];
    const double soft = z + p[0] / kappa;
    k[0] = p[0] / soft;
    g[0] = (scale * s->epsilon - p[0] * u[0]) / soft;
    if (rows > 1)
        smooth_friction(s, c, p, u, k, g);
    for (int i = 0; i < rows; i++)
        g[i] /= w;
    for (int i = 0; i < rows * rows; i++)
        k[i] /= w;
}

/* What a part is asked for. */
struct asked {
    struct proximal *p;
    double scale;
};

static void smooth_part(void *context, int part) {
    const struct asked *a = context;
    proximal_each_contact(a->p, part, smooth_contact, &a->scale);
    proximal_each_joint(a->p, part, proximal_linearize_joint, &kappa);
}

void proximal_smooth(struct proximal *s, double scale) {
    struct asked asked = {s, scale};
    team_run(s->judge->parts.team, smooth_part, &asked);
    s->give = 1 / kappa;
}

/* What the equations of a contact leave over: of z = u_n, of the product, of friction. */
static void find_rest(const struct proximal *s, int c, double scale, double *rest) {
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double w = s->judge->weight[c], *u = s->judge->u + from, *r = s->impulse + from;
    rest[0] = u[0] - s->slack[c];
    rest[1] = w * r[0] * s->slack[c] - scale * s->epsilon;
    rest[2] = rest[3] = 0;
    if (rows == 1)
        return;
    const double sigma = smooth_speed(s, rows, u);
    const double radius = w * s->problem->friction[c] * (r[0] + s->problem->known[c]);
    for (int i = 1; i < rows; i++)
        rest[1 + i] = w * r[i] * sigma + radius * u[i];
}

/* The units that make speeds of the products. */
static void find_gauge(const struct proximal *s, int c, double *gauge) {
    const int from = s->judge->first[c], rows = s->judge->first[c + 1] - from;
    const double w = s->judge->weight[c], r = s->impulse[from];
    gauge[0] = w * r + s->slack[c];
    if (rows > 1)
        gauge[1] = w * s->problem->friction[c] * (r + s->problem->known[c]) +
                   smooth_speed(s, rows, s->judge->u + from);
}

double proximal_distance(const struct proximal *s, double scale) {
    double largest = 0;
    for (int c = 0; c < s->contacts; c++) {
        double rest[4], gauge[2] = {1, 1};
        if (!s->takes_part[c])
            continue;
        find_rest(s, c, scale, rest);
        find_gauge(s, c, gauge);
        largest = fmax(largest, fabs(rest[0]));
        largest = fmax(largest, fabs(rest[1]) / gauge[0]);
        largest = fmax(largest, judge_length(2, rest + 2) / gauge[1]);
    }
    for (int j = 0; j < s->joints; j++)
        largest = fmax(largest, fabs(s->judge->joint_error[j]));
    return largest;
}

double proximal_merit(struct proximal *s, double scale, bool sets_gauge) {
    double sum = 0;
    for (int c = 0; c < s->contacts; c++) {
        double rest[4], *gauge = s->gauge + 2 * c;
        if (!s->takes_part[c])
            continue;
        find_rest(s, c, scale, rest);
        if (sets_gauge)
            find_gauge(s, c, gauge);
        const double product = rest[1] / gauge[0];
        sum += rest[0] * rest[0] + product * product;
        if (s->judge->first[c + 1] - s->judge->first[c] > 1)
            sum += (rest[2] * rest[2] + rest[3] * rest[3]) / (gauge[1] * gauge[1]);
    }
    for (int j = 0; j < s->joints; j++)
        sum += s->judge->joint_error[j] * s->judge->joint_error[j];
    return sum;
}
