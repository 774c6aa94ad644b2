/* What a model file says, as a tree: terms (expressions and conditions), clauses
 * ("for i in 1..n if i != 3"), and statements. Everything lives in an arena. An offset is
 * that of the word in the text which a message about the thing points at.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef PROBLEMS_SYNTAX_H
#define PROBLEMS_SYNTAX_H

#include "problems/graph/node.h"
#include "problems/language/lexer.h"

/* A name has at most so many indices. */
enum { NAME_INDICES_LIMIT = 4 };

/* The members of a quaternion. */
enum { QUATERNION_SIZE = 4 };

enum term_kind {
    TERM_NUMBER, /* text, integer */
    TERM_DOUBLE, /* double(child) */
    TERM_TIME,
    TERM_PI,
    TERM_NAME,     /* name; children: the indices */
    TERM_SUM,      /* children joined by + and - */
    TERM_PRODUCT,  /* children joined by * and / */
    TERM_POWER,    /* base and exponent */
    TERM_MINUS,    /* child */
    TERM_CALL,     /* function; children: the arguments */
    TERM_SUM_OVER, /* the child over clauses */
    TERM_PRODUCT_OVER,
    TERM_CHOICE,     /* if: condition, then, else */
    TERM_COMPARISON, /* two children, joined by the operator */
    TERM_AND,        /* children */
    TERM_OR,
    TERM_NOT /* child */
};

/* Functions by their names, with the least and the greatest number of arguments. */
#define FUNCTION_LIST(ENTRY)                                                             \
    ENTRY(FUNCTION_SQRT, "sqrt", 1, 1)                                                   \
    ENTRY(FUNCTION_EXP, "exp", 1, 1)                                                     \
    ENTRY(FUNCTION_LOG, "log", 1, 1)                                                     \
    ENTRY(FUNCTION_SIN, "sin", 1, 1)                                                     \
    ENTRY(FUNCTION_COS, "cos", 1, 1)                                                     \
    ENTRY(FUNCTION_TAN, "tan", 1, 1)                                                     \
    ENTRY(FUNCTION_ASIN, "asin", 1, 1)                                                   \
    ENTRY(FUNCTION_ACOS, "acos", 1, 1)                                                   \
    ENTRY(FUNCTION_ATAN, "atan", 1, 1)                                                   \
    ENTRY(FUNCTION_SINH, "sinh", 1, 1)                                                   \
    ENTRY(FUNCTION_COSH, "cosh", 1, 1)                                                   \
    ENTRY(FUNCTION_TANH, "tanh", 1, 1)                                                   \
    ENTRY(FUNCTION_SN, "sn", 2, 2)                                                       \
    ENTRY(FUNCTION_CN, "cn", 2, 2)                                                       \
    ENTRY(FUNCTION_DN, "dn", 2, 2)                                                       \
    ENTRY(FUNCTION_AM, "am", 2, 2)                                                       \
    ENTRY(FUNCTION_ELLIPTIC_F, "elliptic_f", 2, 2)                                       \
    ENTRY(FUNCTION_ELLIPTIC_K, "elliptic_k", 1, 1)                                       \
    ENTRY(FUNCTION_KEPLER, "kepler", 2, 2)                                               \
    ENTRY(FUNCTION_ABS, "abs", 1, 1)                                                     \
    ENTRY(FUNCTION_STEP, "step", 1, 1)                                                   \
    ENTRY(FUNCTION_SIGN, "sign", 1, 1)                                                   \
    ENTRY(FUNCTION_MAX, "max", 1, ARGUMENTS_LIMIT)                                       \
    ENTRY(FUNCTION_MIN, "min", 1, ARGUMENTS_LIMIT)

enum { ARGUMENTS_LIMIT = 1000 };

#define FUNCTION_ENUM(function, name, least, most) function,
enum function { FUNCTION_LIST(FUNCTION_ENUM) };
#undef FUNCTION_ENUM
const char *function_text(enum function function);

struct clause;

struct term {
    enum term_kind kind;
    int offset, length; /* length: of the text of a number */
    /* How it joins the child before it, or the two of a comparison. */
    enum token_kind join;
    int name; /* an atom */
    enum function function;
    bool is_integer; /* a number of few digits without point and exponent */
    int integer;     /* its value */
    expr cached;     /* the value of a number, once it is made */
    struct term *child, *next;
    struct clause *clauses;
};

/* Where the text of a term begins, but for parentheses around it. */
int term_begin(const struct term *term);

/* for name in low..high if condition, and further clauses inside it. */
struct clause {
    int name, offset;
    struct term *low, *high;
    struct term *condition; /* NULL: none */
    struct clause *next;
};

/* What a statement names: name or name[index, ...]. */
struct target {
    int name, offset, length; /* length: of the whole text; 0: there is no target */
    int indices;
    struct term *index; /* the first one */
};

#define STATEMENT_LIST(ENTRY)                                                            \
    ENTRY(STATEMENT_TITLE)                                                               \
    ENTRY(STATEMENT_SOURCE)                                                              \
    ENTRY(STATEMENT_WHY)                                                                 \
    ENTRY(STATEMENT_TAG)                                                                 \
    ENTRY(STATEMENT_SPAN) /* value .. second_value */                                    \
    ENTRY(STATEMENT_SIZE) /* target = value */                                           \
    ENTRY(STATEMENT_PARAMETER)                                                           \
    ENTRY(STATEMENT_POSITION)                                                            \
    ENTRY(STATEMENT_VELOCITY)                                                            \
    ENTRY(STATEMENT_STATE)                                                               \
    ENTRY(STATEMENT_LET)                                                                 \
    ENTRY(STATEMENT_RATE)                                                                \
    ENTRY(STATEMENT_MASS) /* target, second = value */                                   \
    ENTRY(STATEMENT_FORCE)                                                               \
    ENTRY(STATEMENT_INVARIANT)                                                           \
    ENTRY(STATEMENT_JOINT)                                                               \
    ENTRY(STATEMENT_QUATERNION) /* body: four members */                                 \
    ENTRY(STATEMENT_MEMBER)     /* target */                                             \
    ENTRY(STATEMENT_CONTACT)    /* body: fields */                                       \
    ENTRY(STATEMENT_FIELD)      /* field = value */                                      \
    ENTRY(STATEMENT_GRAVITY)    /* values */                                             \
    ENTRY(STATEMENT_BODY)       /* target; body: fields of a body */                     \
    ENTRY(STATEMENT_BODY_FIELD) /* body_field = values, and members in body */           \
    ENTRY(STATEMENT_SOLUTION)                                                            \
    ENTRY(STATEMENT_PUBLISHED) /* text [of target] at value; body: entries */            \
    ENTRY(STATEMENT_ENTRY)     /* target = value digits second_value */                  \
    ENTRY(STATEMENT_PATH)      /* [text] = value, second_value */                        \
    ENTRY(STATEMENT_VARIANT)   /* target; body: tags, then settings */                   \
    ENTRY(STATEMENT_SETTING)   /* target = value, whose text is kept */                  \
    ENTRY(STATEMENT_FOR)       /* clauses; body */                                       \
    ENTRY(STATEMENT_IF)        /* condition; body, otherwise */

#define STATEMENT_ENUM(kind) kind,
enum statement_kind { STATEMENT_LIST(STATEMENT_ENUM) };
#undef STATEMENT_ENUM

/* Fields of a contact. */
#define FIELD_LIST(ENTRY)                                                                \
    ENTRY(FIELD_GAP, "gap")                                                              \
    ENTRY(FIELD_SLIDE, "slide")                                                          \
    ENTRY(FIELD_RESTITUTION, "restitution")                                              \
    ENTRY(FIELD_FRICTION, "friction")                                                    \
    ENTRY(FIELD_STATIC_FRICTION, "static_friction")                                      \
    ENTRY(FIELD_DYNAMIC_FRICTION, "dynamic_friction")                                    \
    ENTRY(FIELD_VISCOUS_FRICTION, "viscous_friction")

#define FIELD_ENUM(field, name) field,
enum contact_field { FIELD_LIST(FIELD_ENUM) };
#undef FIELD_ENUM
const char *contact_field_text(enum contact_field field);

/* Fields of a body in a tree, with the least and the greatest number of their values. */
#define BODY_FIELD_LIST(ENTRY)                                                           \
    ENTRY(BODY_PARENT, "parent", 0, 0) /* one member */                                  \
    ENTRY(BODY_JOINT, "joint", 0, 0)   /* joint_kind; members: its coordinates */        \
    ENTRY(BODY_AXIS, "axis", 2, 3)                                                       \
    ENTRY(BODY_POSITION, "position", 2, 3)                                               \
    ENTRY(BODY_ROTATION, "rotation", 1, 4)                                               \
    ENTRY(BODY_MASS, "mass", 1, 1)                                                       \
    ENTRY(BODY_CENTER, "center", 2, 3)                                                   \
    ENTRY(BODY_INERTIA, "inertia", 1, 6)                                                 \
    ENTRY(BODY_STIFFNESS, "stiffness", 1, 1)                                             \
    ENTRY(BODY_REST, "rest", 1, 1)                                                       \
    ENTRY(BODY_DAMPING, "damping", 1, 1)                                                 \
    ENTRY(BODY_POINT, "point", 2, 3)       /* members: what is defined */                \
    ENTRY(BODY_VELOCITY, "velocity", 2, 3) /* the same */

#define BODY_FIELD_ENUM(field, name, least, most) field,
enum body_field { BODY_FIELD_LIST(BODY_FIELD_ENUM) BODY_FIELDS };
#undef BODY_FIELD_ENUM

/* How a body is joined to its parent. */
#define BODY_JOINT_LIST(ENTRY)                                                           \
    ENTRY(JOINT_FIXED, "fixed")                                                          \
    ENTRY(JOINT_REVOLUTE, "revolute")                                                    \
    ENTRY(JOINT_PRISMATIC, "prismatic")                                                  \
    ENTRY(JOINT_BALL, "ball")                                                            \
    ENTRY(JOINT_FREE, "free")

#define BODY_JOINT_ENUM(kind, name) kind,
enum body_joint { BODY_JOINT_LIST(BODY_JOINT_ENUM) BODY_JOINTS };
#undef BODY_JOINT_ENUM

struct statement {
    enum statement_kind kind;
    int offset;
    int begin, end; /* the whole text, which the items of a list share */
    struct target target, second;
    struct term *value, *second_value, *condition;
    const char *text; /* a string, a tag, the text of a setting's value; "" if none */
    bool denied;      /* of a variant's tag: it is one that the variant has not */
    enum contact_field field;
    enum body_field body_field;
    enum body_joint joint_kind;
    int values; /* value and its next ones, where there may be several */
    struct clause *clauses;
    struct statement *body, *otherwise, *next;
};

#endif
