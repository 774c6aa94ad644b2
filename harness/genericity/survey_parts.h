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
    json_t *about;  /* what genericity_describe says; NULL: not judged */
};

struct survey {
    const struct survey_request *request;
    int count;
    struct survey_item *item;
};

/* Whether a tree, as genericity_describe says it, has this verdict. */
bool survey_tree_is(const json_t *tree, enum generic kind);

/* Finds for each tree of an item that vanishes at its start, or at random states too, another
 * name of its file where it does not, and writes "elsewhere". True: one that vanishes at the
 * start only has none so far. */
bool survey_look_elsewhere(const struct survey *s, struct survey_item *item);

/* Adds "name", "file", "studied", "verdict" and "reason" to what is known of an item. */
void survey_judge_model(const struct survey_item *item);

/* On how many studied names each tree is other than zero; judged when is_whole. */
json_t *survey_count_trees(const struct survey *s);

#endif
