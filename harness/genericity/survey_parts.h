/* The parts of a survey.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_SURVEY_PARTS_H
#define HARNESS_SURVEY_PARTS_H

#include "harness/genericity/genericity.h"
#include "harness/genericity/survey.h"

/* One name that has been judged, or is to be. */
struct survey_item {
    const char *name, *path; /* of the catalogue or the command line */
    bool is_studied;
    bool is_wanted; /* asked for; the others are looked at for their files' sake */
    bool is_judged;
    struct survey_model about;
};

struct survey {
    const struct survey_request *request;
    int count;
    struct survey_item *item;
};

/* Whether a tree has this verdict. */
bool survey_tree_is(const struct survey_tree *tree, enum generic kind);

/* Finds for each tree of an item that vanishes at its start, or at random states too, another
 * name of its file where it does not. True: one that vanishes at the
 * start only has none so far. */
bool survey_look_elsewhere(const struct survey *s, struct survey_item *item);

/* Adds name, file, whether it is studied, verdict and reason to what is known of an item.
 * Nonzero: out of memory. */
int survey_judge_model(struct survey_item *item);

/* Adds on how many studied names each tree is other than zero; judged when is_whole. Nonzero: out
 * of memory. */
int survey_count_trees(struct survey_told *told, const struct survey *s);

#endif
