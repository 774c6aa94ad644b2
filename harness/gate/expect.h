/* What a user declares about an integrator, and the deviations that are accepted: a file of
 * --expect.
 *
 *     {"halfstep-expect": 1,
 *      "method": "backward-euler", "order": 1, "estimate-order": 2, "estimate": "signed",
 *      "robust": true, "memory": true, "control": {"order": 2, "norm": "max"},
 *      "options": {"stepper": "rk1imp"}, "models": ["pendulum", "heavy_top"],
 *      "accept": [{"study": "gap", "quantity": "gap-order*", "model": "pendulum",
 *                  "reason": "the estimate is that of another method"}]}
 *
 * Everything but the first is optional. `study`, `quantity`, `model`, `method` and `mode` of an
 * acceptance are patterns ('*', '?'); `study`, `quantity` and `reason` are required. `at-least`
 * and `at-most` bound the value that is accepted; of a result without one, the end of its
 * interval (`high`). A study that could not be carried out (quantity "study") is accepted by
 * that very word only.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_EXPECT_H
#define HARNESS_EXPECT_H

#include <stdbool.h>

#include <jansson.h>

#include "harness/results/result_list.h"

enum expect_estimate {
    EXPECT_UNDECLARED,
    EXPECT_SIGNED,
    EXPECT_UNSIGNED,
    EXPECT_NO_ESTIMATE
};

struct acceptance {
    const char *study, *quantity, *model, *method, *mode; /* patterns; "*" unless given */
    const char *reason;
    double at_least, at_most; /* of the value; infinite: no bound */
    int line;
    int matches; /* failing results that it has made accepted ones */
};

struct expect_option {
    const char *name, *value;
};

struct expect {
    const char *path;          /* of the file, as it was given */
    const char *method;        /* NULL: undeclared */
    int order, estimate_order; /* 0: undeclared */
    enum expect_estimate estimate;
    bool robust;           /* a step that fails leaves it as it was */
    bool memory;           /* steps go on from earlier ones, by whatever law */
    const json_t *control; /* the rule of error control (studies/control); or NULL */
    int options, models, acceptances;
    struct expect_option *option;  /* [options] */
    const char **model;            /* [models] */
    struct acceptance *acceptance; /* [acceptances] */
    json_t *document;              /* holds the texts */
};

/* Reads a file; nothing declared when the path is NULL. `studies`, ending with NULL, are the
 * names that a study may have. The caller frees *e with expect_clear in any case. Nonzero:
 * *d says why, with the file's name, the line, and what was expected there. */
int expect_read(struct expect *e, const char *path, const char *const *studies,
                struct diagnostic *d);
void expect_clear(struct expect *e);

/* Whether anything is declared that the fingerprint has to show. */
bool expect_declares(const struct expect *e);

/* Gives failing results that an acceptance is about its reason, under "accepted". */
void expect_accept(struct expect *e, struct results *results);

/* Appends what the fingerprints among the results show of what is declared: results of the
 * study "declared", with the quantities declared-method, declared-order,
 * declared-estimate-order, declared-estimate. */
void expect_declared(const struct expect *e, struct results *results);

/* Appends a result for each acceptance that has accepted nothing though its study, model and method
 * are among the results: undecided, and a failure when `required`. */
void expect_unused(const struct expect *e, struct results *results, bool required);

/* What is declared and accepted as a part of a document, and back:
 *
 *     {"path", "method", "order", "estimate-order", "estimate", "models": how many,
 *      "accept": [{"study", "quantity", "model", "method", "mode", "reason", "line"}, ...]}
 *
 * Notes the description, and how often each acceptance has matched, for who joins shards:
 * part's "expect" and "matches". */
void expect_note(const struct expect *e, json_t *part);

/* *e := what a document describes, without options and names of models; nothing when it is
 * NULL. Refers to the document's texts. Freed with expect_clear in any case. Nonzero: that is
 * no description, and *d says so; or memory has run out. */
int expect_restore(struct expect *e, const json_t *document, struct diagnostic *d);

#endif
