/* A model: a mechanical system as read from a model file, recorded as expressions.
 *
 *     q' = N(q) v,   y' = f(t, q, y),   y = (v, z),   x = (q, v, z)
 *
 * Variable 0 of the graph is the time t, variable 1 + i is x_i. Everything is exact: there
 * is no floating-point number in a model.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_MODEL_H
#define PROBLEMS_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include "problems/base/status.h"
#include "problems/graph/expr_matrix.h"
#include "problems/graph/node.h"

struct program; /* problems/program/program.h */

struct named_expr {
    char *name;
    expr value;
};

/* A value from the literature: component x[state] at time t. */
struct published_value {
    int state;
    expr time, value; /* constants */
    int digits;       /* how many significant digits are trusted; 0: not said */
    const char *source;
};

/* A curve in the plane, drawn in a report: (x(t), y(t)) as the motion goes on. */
struct path {
    char *name; /* "" when it has none; the turns of a "for" share one */
    expr x, y;  /* of t and the state */
};

/* A bilateral constraint: g(t, q) = 0, or a condition on velocities alone (rolling), linear
 * in them, r(t, q, v) = 0. */
struct joint {
    char *name;
    expr residual;
    bool holonomic;
    /* One of the greatest set of joints, taken in order, whose matrix has full rank at the
     * start of the span; true for all of them where the model is not reduced. */
    bool independent;
};

/* Four positions that are a unit quaternion: a body's attitude. q' = N(q) v keeps its norm
 * exactly, a method does not. */
struct quaternion {
    char *name;
    int position[4];
};

/* A unilateral contact: gap(t, q) >= 0, sliding velocities (up to two, linear in v, with what
 * is left of them at v = 0 a function of t and q). */
struct contact {
    char *name;
    expr gap;
    int slides;
    expr slide[2];
    expr restitution, static_friction, dynamic_friction, viscous_friction;
};

struct model {
    char *name; /* the catalogue name, or the file's base name without .model */
    char *path; /* where it was read from */
    char *text; /* the model file as read */
    char *title, *source, *why; /* one line each; "" when the file has none */
    int tags;
    char **tag;
    int nq, nv, nz;
    char **state; /* names of the components of x, "q[3]" for indexed ones */
    graph *graph;
    expr *initial;             /* x at the start of the span (constants) */
    expr span_begin, span_end; /* constants; 0 and 1 when the file has no span */
    bool map_is_identity;      /* N = I: q_i' = v_i */
    struct expr_matrix map;    /* N(q), nq x nv */
    expr *position_rates;      /* N(q) v as the file writes it (size nq) */
    expr *rates;      /* f: v', then z' (size nv + nz), with the joints' forces */
    expr *free_rates; /* the same without them; == rates where there are no joints */
    /* lambda of each joint (size joints), in M v' + G^T lambda = force; 0 for those that are
     * not independent. */
    expr *multiplier;
    /* rates and multiplier have the joints eliminated. False: the formulas would be too large,
     * or joints follow from others at the start but not behind it; then rates are the free
     * ones, and multiplier is NULL. */
    bool reduced;
    int bodies; /* of a tree */
    /* The rates as what balances neighbours in the tree (elaboration/bodies/balances.c):
     * the unknowns are formulas, of which the last nv are the rates; that each of the others is
     * what it is, and that balance[nv] vanishes, determines all of them. 0: not known. */
    int unknowns;
    expr *unknown, *balance;
    int masses;              /* entries of M in mass, 0: M is the identity */
    struct expr_matrix mass; /* M, nv x nv, both triangles */
    int parameters;          /* named constants; the graph holds their values */
    char **parameter;
    int sizes;
    char **size;
    long *size_value;
    int invariants;
    struct named_expr *invariant;
    expr *solution; /* closed form of each x_i as an expression in t; NULL: none */
    int published;
    struct published_value *published_value;
    char *published_source; /* all sources joined by "; "; "" where there is none */
    int paths;
    struct path *drawn;
    int joints;
    struct joint *joint; /* holonomic ones first, otherwise in the file's order */
    int holonomic;       /* how many of them are */
    struct expr_matrix joint_matrix, joint_response; /* G and (M^-1 G^T)^T, joints x nv */
    expr *joint_rate;                                /* G v + g_t, or r (size joints) */
    expr *joint_bias; /* the rest of its derivative by time, when v' = 0 (size joints) */
    int quaternions;
    struct quaternion *quaternion;
    int contacts;
    struct contact *contact; /* in the file's order */
    /* The contacts' velocities u = J v + offset, each the normal dgap/dt first, then its slides;
     * contact_matrix is J, rows x nv. */
    struct expr_matrix contact_matrix;
    expr *contact_offset; /* (size contact_matrix.rows) */
    struct arena *texts;  /* where all the texts above are */
};

/* One --set: NAME=VALUE, where NAME is a parameter, a size or a component of the state (its
 * initial value), and VALUE a constant expression in the model language. */
struct setting {
    const char *name, *value;
};

/* Reads a model from a text; `path` is for messages and for the name. The caller frees
 * *m with model_free. On failure *m is NULL and *d says why. */
enum problem_status model_parse(struct model **m, const char *path, const char *text,
                                size_t length, int settings,
                                const struct setting *setting, struct diagnostic *d);

/* The same from a file. */
enum problem_status model_read(struct model **m, const char *path, int settings,
                               const struct setting *setting, struct diagnostic *d);

/* The model's parameter, or its component of the state at the start, of that name := a decimal
 * number, exactly: what a setting of model_read makes of it, without reading the model again. No
 * formula changes, only what parameters in it stand for; whether the model makes sense with this
 * value (model_read's checks) is not looked at. PROBLEM_NOT_FOUND: there is no such name;
 * PROBLEM_BAD_SETTING: that is no number; PROBLEM_NO_MEMORY. */
enum problem_status model_change(struct model *m, const char *name, const char *number);

/* Takes NULL. */
void model_free(struct model *m);

/* Which constant of the rates has no value in double, as "g/l in w' (9.81/0)", cut to the size;
 * "" where all have one. */
void model_tell_constant(const struct model *m, char *text, size_t size);

/* The same of an expression, as ": 1/l (1/0)", behind what is said of it. */
void model_tell_constant_in(const struct model *m, expr e, char *text, size_t size);

/* x' = (N(q) v, f): fills field[nx]. PROBLEM_NO_MEMORY or PROBLEM_OK. */
enum problem_status model_field(struct model *m, expr *field);

/* The derivatives of `rows` expressions by the variables first .. first+columns-1 as a
 * sparse matrix, which the caller empties with expr_matrix_clear. */
enum problem_status model_jacobian(struct model *m, int rows, const expr *row, int first,
                                   int columns, struct expr_matrix *jacobian);

/* Which of the variables first .. first+columns-1 each of `rows` expressions uses, as a
 * sparse matrix of ones. It contains the Jacobian's pattern, and also what only decides the
 * side of a kink. The caller empties it with expr_matrix_clear. */
enum problem_status model_dependence(struct model *m, int rows, const expr *row,
                                     int first, int columns,
                                     struct expr_matrix *dependence);

/* The program of some outputs, with the inputs (t | x). The caller frees it with program_free;
 * NULL when memory runs out. */
struct program *model_program(const struct model *m, int outputs, const expr *output);

/* Programs with the inputs (t | x): the rates f; the field x' = (N v, f); the entries of
 * the field's Jacobian by x, whose pattern is *pattern; the invariants; N v with the inputs
 * (q | v). The caller frees each with program_free; NULL when memory runs out. */
struct program *model_rates_program(struct model *m);
struct program *model_field_program(struct model *m);
struct program *model_jacobian_program(struct model *m, struct expr_matrix *pattern);
struct program *model_invariants_program(struct model *m);
struct program *model_map_program(struct model *m);

/* The derivatives of the balances by x and by the unknowns: unknowns x (nx + unknowns), with the
 * inputs (t | x); row k is that of unknown k less what it is, of a rate that of its balance. The
 * caller empties *pattern with expr_matrix_clear, and frees the program with program_free;
 * NULL: no memory. */
struct program *model_balances_program(struct model *m, struct expr_matrix *pattern);

/* What a method with constraints evaluates, with the inputs (t | x). Rows are joints, G (joints
 * x nv) is the derivative of their velocity errors by v: holonomic rows (dg/dq) N, the others
 * dr/dv. The patterns are the outputs' order: by columns, rows ascending; the caller empties
 * them with expr_matrix_clear, and frees the programs with program_free; NULL: no memory.
 *
 *     dynamics   free rates (ny), bias (joints): what is left of the rows' derivative by time
 *                when v' = 0; then the entries of G, then those of R = M^-1 G^T (nv x joints)
 *     position   g (holonomic), then the entries of G's holonomic rows
 *     velocity   G v + g_t, or r (joints), then the entries of G
 *     multipliers  lambda (joints) as a formula; NULL too where the model is not reduced */
struct program *model_dynamics_program(struct model *m, struct expr_matrix *matrix,
                                       struct expr_matrix *response);
struct program *model_position_program(struct model *m, struct expr_matrix *matrix);
struct program *model_velocity_program(struct model *m, struct expr_matrix *matrix);
struct program *model_multipliers_program(struct model *m);

/* The free rates and their Jacobian, ny x nx, as model_rates_program and
 * model_rates_jacobian_program have them with the joints' forces. */
struct program *model_free_rates_program(struct model *m);
struct program *model_free_rates_jacobian_program(struct model *m,
                                                  struct expr_matrix *pattern);

/* What a stepper with contacts evaluates, with the inputs (t | x). Rows are the contacts'
 * velocities in their order, each the normal (dgap/dt) first and then its slides: u = J v +
 * offset. The pattern of J^T (nv x rows) is by columns, so that a row of J follows the other;
 * that of M (nv x nv) is by columns, both triangles, and the diagonal's where M is the
 * identity. The caller empties patterns with expr_matrix_clear, and frees the programs with
 * program_free; NULL: no memory.
 *
 *     gaps  gap (contacts)
 *     rows  gap (contacts), offset (rows), then the entries of J^T
 *     mass  the entries of M */
int model_contact_rows(const struct model *m);
struct program *model_gaps_program(struct model *m);
struct program *model_rows_program(struct model *m, struct expr_matrix *matrix);
struct program *model_mass_program(struct model *m, struct expr_matrix *mass);

/* The points of the paths, with the inputs (t | x) and the outputs x0, y0, x1, y1, ... The
 * caller frees it with program_free; NULL when memory runs out. */
struct program *model_paths_program(struct model *m);

/* The same kind of program for the Jacobian of the rates alone, ny x nx. */
struct program *model_rates_jacobian_program(struct model *m,
                                             struct expr_matrix *pattern);

/* The program of v = N+(q) q' with the inputs (q | q'), N+ being the least-squares left
 * inverse of N. *p, which the caller frees, is NULL when N+ is not known: when the columns
 * of N are not orthogonal to each other; and after a failure. */
enum problem_status model_unmap_program(struct model *m, struct program **p);

/* Whether the rates or N contain a kink (a select). */
bool model_has_kinks(struct model *m);

bool model_has_tag(const struct model *m, const char *tag);

/* Where among a model's parameters, sizes, states or invariants the one of that name is; -1:
 * there is none. */
int model_find_parameter(const struct model *m, const char *name);
int model_find_size(const struct model *m, const char *name);
int model_find_state(const struct model *m, const char *name);
int model_find_invariant(const struct model *m, const char *name);

#endif
