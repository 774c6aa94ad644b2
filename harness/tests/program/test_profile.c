/* Profiles of the gate.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "harness/gate/profile.h"
#include "harness/program/run/study_job.h"
#include "problems/catalogue.h"
#include "problems/model.h"

Test(profile, is_found_by_its_name_or_refused_with_the_nearest) {
    struct diagnostic d = {""};
    for (const struct profile *p = profile_table(); p->name != NULL; p++)
        cr_expect(profile_find(p->name, &d) == p);
    cr_expect_str_eq(profile_usual()->name, "standard");
    cr_expect(profile_find("quik", &d) == NULL);
    cr_expect(strstr(d.text, "unknown profile 'quik'; did you mean 'quick'?") != NULL,
              "%s", d.text);
    cr_expect(profile_find("everything", &d) == NULL);
    cr_expect(strstr(d.text, "there are quick, standard, full and every") != NULL);
}

static bool is_a_study(const char *name) {
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        if (strcmp(study_kind_info((enum study_kind)kind)->name, name) == 0)
            return true;
    return false;
}

Test(profile, every_row_is_a_study_and_full_has_every_study) {
    struct diagnostic d = {""};
    for (const struct profile *p = profile_table(); p->name != NULL; p++)
        for (int i = 0; p->rows[i].study != NULL; i++) {
            cr_expect(is_a_study(p->rows[i].study), "%s: %s", p->name, p->rows[i].study);
            cr_expect(profile_rank(p, p->rows[i].study) == i, "a study is there twice");
        }
    for (int kind = 0; kind < STUDY_KINDS; kind++)
        cr_expect(profile_rank(profile_find("full", &d),
                               study_kind_info((enum study_kind)kind)->name) >= 0,
                  "%s", study_kind_info((enum study_kind)kind)->name);
}

/* Adds the tags of a model to those of all. */
static void add_tags(const struct model *m, char (*tag)[32], int *count) {
    for (int i = 0; i < m->tags; i++) {
        int k = 0;
        while (k < *count && strcmp(tag[k], m->tag[i]) != 0)
            k++;
        if (k == *count)
            snprintf(tag[(*count)++], sizeof *tag, "%s", m->tag[i]);
    }
}

/* By the study of orders, or, as models with contacts are, by those of contacts. */
static bool is_taken(const struct profile *p, const struct profile_row *order,
                     const char *model) {
    static const char *const of_contacts[] = {"budget", "restitution", "settling"};
    bool taken = profile_takes(p, order, model) ||
                 profile_takes_mechanical(p, order, model) ||
                 profile_takes_contact(p, order, model);
    for (int i = 0; i < 3; i++)
        taken |= profile_takes(p, &p->rows[profile_rank(p, of_contacts[i])], model);
    return taken;
}

Test(profile, the_models_of_quick_bear_every_tag_of_the_catalogue) {
    struct diagnostic d = {""};
    const struct profile *quick = profile_find("quick", &d);
    const struct profile_row *row = &quick->rows[profile_rank(quick, "order")];
    struct catalogue *c;
    char tag[64][32];
    bool found[64] = {false};
    int tags = 0;
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < c->count; i++) {
            struct model *m;
            if (catalogue_read(c, c->entry[i].name, 0, NULL, &m, &d) != PROBLEM_OK)
                continue;
            if (pass == 0)
                add_tags(m, tag, &tags);
            for (int k = 0; pass == 1 && k < tags; k++)
                found[k] |=
                    is_taken(quick, row, c->entry[i].name) && model_has_tag(m, tag[k]);
        }
    cr_expect(tags > 10);
    for (int k = 0; k < tags; k++)
        cr_expect(found[k], "no model of quick is tagged '%s'", tag[k]);
}

static void expect_all_there(const struct catalogue *c, const char *const *models) {
    for (int i = 0; models != NULL && models[i] != NULL; i++) {
        bool there = false;
        for (int k = 0; k < c->count; k++)
            there |= strcmp(c->entry[k].name, models[i]) == 0;
        cr_expect(there, "%s", models[i]);
    }
}

Test(profile, every_model_that_a_row_names_is_in_the_catalogue) {
    struct diagnostic d = {""};
    struct catalogue *c;
    cr_assert(catalogue_open(&c, HALFSTEP_MODELS, &d) == PROBLEM_OK);
    for (const struct profile *p = profile_table(); p->name != NULL; p++)
        for (const struct profile_row *row = p->rows; row->study != NULL; row++) {
            expect_all_there(c, row->models);
            expect_all_there(c, row->of_mechanical);
            expect_all_there(c, row->of_contact);
        }
}
