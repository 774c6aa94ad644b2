/* From a tree to a model: loops are run, names are looked up, expressions are built.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_ELABORATE_H
#define PROBLEMS_ELABORATE_H

#include "problems/language/atoms.h"
#include "problems/language/names.h"
#include "problems/graph/vector3.h"
#include "problems/language/source.h"
#include "problems/model.h"

/* How much one model may ask of the reader. */
struct elaboration_limits {
    long work;  /* terms evaluated and turns of loops taken */
    int states; /* components of the state */
    int nodes;  /* of the expression graph */
};

/* A setting that has been parsed. */
struct parsed_setting {
    struct source source;
    struct statement *statement;
    struct key key;
    bool used;
};

enum state_kind { STATE_POSITION, STATE_VELOCITY, STATE_OTHER, STATE_KINDS };

/* A component of the state as declared. */
struct declared_state {
    enum state_kind kind;
    char *name;                                     /* in the model's arena */
    int component;                                  /* its index in x */
    int offset;                                     /* of its name */
    int rate_offset, force_offset, solution_offset; /* of what gives them */
    expr initial, rate, force, solution;            /* EXPR_NONE: not given */
    const struct source *initial_source;            /* where the initial value stands: */
    int initial_offset;                             /* in the file or in a setting */
    const char *body;                               /* whose joint has it; NULL: none */
};

/* An entry of the mass matrix, row <= column, both in the order of the velocities. */
struct mass_entry {
    int row, column;
    expr value;
    int offset;
};

/* sum of coefficient[j] v_j over the velocities velocity[j], in increasing order. */
struct linear_form {
    int count;
    int *velocity;     /* from 0 to nv - 1 (size count) */
    expr *coefficient; /* none is zero (size count) */
};

/* A joint as declared. */
struct declared_joint {
    struct joint joint;
    int offset, residual_offset; /* of its name, of its residual */
    struct linear_form form;     /* of one that is a condition on velocities */
};

struct factors;
struct declared_body;

struct elaboration {
    const struct source *file;
    const struct source *source; /* what is evaluated: the file or a setting */
    struct statement *first;
    struct diagnostic *diagnostic;
    enum problem_status status;
    struct arena *arena;
    struct atoms *atoms;
    struct elaboration_limits limits;
    long work;
    struct names names;
    struct model *model;
    int settings;
    struct parsed_setting *setting;
    bool declares; /* in the pass that only finds out what there is */
    int loops;     /* "for" blocks around the statement */

    int states, state_capacity;
    struct declared_state *state; /* in the order of declaration */
    int *declared;                /* the declared state of each component of x */

    int masses, mass_capacity;
    struct mass_entry *mass;
    struct key_table mass_table;   /* places in mass, by row and column */
    struct factors *factored_mass; /* NULL: M is the identity */

    int joints, joint_capacity;
    struct declared_joint *joint; /* (size joints) in the order of the file */

    int bodies, body_capacity;
    struct declared_body *body;  /* (size bodies) in the order of the file */
    struct key_table body_names; /* places in body */
    struct vector3 gravity;
    int gravity_offset;
    expr *body_pivot; /* (size nv) what has to be positive, 1 for velocities of no body */

    int *contact_offset; /* of the contacts' names (size m->contacts) */

    int parameter_capacity, size_capacity, tag_capacity, invariant_capacity;
    int contact_capacity, contact_offset_capacity, published_capacity, path_capacity,
        quaternion_capacity;
    struct key_table invariant_names, joint_names, quaternion_names, contact_names;
    int title_offset, source_offset, why_offset, span_offset; /* -1: not given */
    bool *of_quaternion; /* whether a position belongs to one; NULL: there is none */
    bool solved;         /* some solution is given */
};

/* model_parse under other limits. */
enum problem_status model_parse_within(struct model **m, const char *path,
                                       const char *text, size_t length, int settings,
                                       const struct setting *setting,
                                       const struct elaboration_limits *limits,
                                       struct diagnostic *d);

/* Reads the statements into an empty model (graph and texts are there). */
enum problem_status elaborate(struct elaboration *e);

/* The first failure: a message about a place in e->source. All functions below that can
 * fail note why in *e and return false, NULL or EXPR_NONE. */
bool elaborate_fail(struct elaboration *e, int offset, const char *format, ...);
bool elaborate_fail_as(struct elaboration *e, enum problem_status status, int offset,
                       const char *format, ...);
bool elaborate_fail_memory(struct elaboration *e);

/* Accounts for work; false when there has been too much of it. */
bool elaborate_spend(struct elaboration *e, long work, int offset);

/* A name together with the values of its indices; the line on which a place lies. */
bool elaborate_key(struct elaboration *e, struct key *k, const struct target *target);
bool elaborate_indices(struct elaboration *e, struct key *k, int name, int indices,
                       const struct term *index);
int elaborate_line(const struct elaboration *e, int offset);

/* The key's text in the model's arena. */
char *elaborate_name(struct elaboration *e, const struct key *k);

/* What a name stands for; fails with what is near when that is nothing. */
const struct symbol *elaborate_lookup(struct elaboration *e, const struct key *k,
                                      int offset);

/* Defines a name; fails when it is taken or has another number of indices elsewhere. */
bool elaborate_define(struct elaboration *e, const struct key *k, struct symbol symbol);

/* The state component that a target names; fails when it names something else. */
struct declared_state *elaborate_state(struct elaboration *e, const struct target *target,
                                       const char *what);

/* Terms. An integer is made of integers, sizes and indices. A constant is free of t and of
 * the state and has a finite value; what is elementary uses no special function. `what` is
 * the subject of messages. */
bool elaborate_integer(struct elaboration *e, const struct term *term, int *value);
bool elaborate_condition(struct elaboration *e, const struct term *term, bool *value);
expr elaborate_expression(struct elaboration *e, struct term *term);
expr elaborate_elementary(struct elaboration *e, struct term *term, const char *what);
expr elaborate_constant(struct elaboration *e, struct term *term, const char *what);

/* The same without a look at the value, which may not be finite. */
expr elaborate_constant_form(struct elaboration *e, struct term *term, const char *what);

expr elaborate_number(struct elaboration *e, struct term *term);
expr elaborate_double(struct elaboration *e, struct term *term);

/* Whether value depends only on the allowed kinds of variables; otherwise fails with
 * "WHAT may not depend on ...". */
struct allowed {
    bool time, positions, velocities, others;
};
bool elaborate_depends(struct elaboration *e, expr value, int offset, const char *what,
                       struct allowed allowed);

/* The name of a variable of the graph, for messages. */
const char *elaborate_variable_name(const struct elaboration *e, int variable);

/* turn(e, context) for each turn of the clauses, or once when there are none. */
bool elaborate_loops(struct elaboration *e, const struct clause *clause,
                     bool (*turn)(struct elaboration *, void *), void *context);

/* The value that a setting gives to a key; NULL: there is none. Later ones win. */
struct parsed_setting *elaborate_setting(struct elaboration *e, const struct key *k);

/* The value of a definition: that of a setting or else of its own term, as `read` makes it of
 * a term. */
expr elaborate_settable(struct elaboration *e, const struct key *k, struct term *term,
                        const char *what,
                        expr (*read)(struct elaboration *e, struct term *term,
                                     const char *what));

/* Fails when a setting was not used. */
bool elaborate_check_settings(struct elaboration *e);

/* Single statements, by subject. */
bool elaborate_size(struct elaboration *e, struct statement *s);
bool elaborate_declaration(struct elaboration *e, struct statement *s);
bool elaborate_definition(struct elaboration *e, struct statement *s);
bool elaborate_dynamics(struct elaboration *e, struct statement *s);
bool elaborate_claim(struct elaboration *e, struct statement *s);
bool elaborate_joint(struct elaboration *e, struct statement *s);
bool elaborate_quaternion(struct elaboration *e, struct statement *s);
bool elaborate_contact(struct elaboration *e, struct statement *s);
bool elaborate_body(struct elaboration *e, struct statement *s);
bool elaborate_gravity(struct elaboration *e, struct statement *s);
bool elaborate_slide(struct elaboration *e, struct contact *c, struct statement *s);
bool elaborate_header(struct elaboration *e, struct statement *s);
bool elaborate_published(struct elaboration *e, struct statement *s);
bool elaborate_path(struct elaboration *e, struct statement *s);
bool elaborate_variant(struct elaboration *e, struct statement *s);

/* Notes a name, with its offset, in the table of its kind; fails when it is there. */
bool elaborate_take_name(struct elaboration *e, struct key_table *names,
                         const struct key *k, int offset);

/* An invariant; an entry of M, i and j in the order of the velocities; a unit quaternion. */
bool elaborate_add_invariant(struct elaboration *e, const char *name, expr value);
bool elaborate_set_mass(struct elaboration *e, int i, int j, expr value, int offset);
bool elaborate_add_quaternion(struct elaboration *e, const char *name,
                              const int position[QUATERNION_SIZE], int offset);

/* After all statements: the order of the state; the accelerations of bodies;
 * rates; closed forms; N(q); the rates with
 * the joints' forces; what quaternions must be; the rows of contacts. */
bool elaborate_order(struct elaboration *e);
bool elaborate_bodies(struct elaboration *e);
bool elaborate_rates(struct elaboration *e);
bool elaborate_bodies_start(struct elaboration *e);
/* The message about a velocity of a body with which nothing moves that has a mass. */
bool elaborate_fail_unmoved(struct elaboration *e, const struct declared_state *velocity);
void elaborate_bodies_clear(struct elaboration *e);
bool elaborate_solution(struct elaboration *e);
bool elaborate_map(struct elaboration *e);
bool elaborate_joints(struct elaboration *e);
bool elaborate_quaternions(struct elaboration *e);
bool elaborate_contacts(struct elaboration *e);

#endif
