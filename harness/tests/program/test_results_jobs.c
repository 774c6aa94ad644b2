/* The order in which jobs are done.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <criterion/criterion.h>

#include "harness/gate/profile.h"
#include "harness/program/run/results_check.h"
#include "harness/program/run/results_jobs.h"
#include "harness/session/models.h"

static const char *const methods[] = {"velocity-implicit-euler", "implicit-euler", NULL};

/* The jobs of a profile on three models of 2, 11 and 5 states. */
static struct jobs list_jobs(const char *profile, bool all_models) {
    static const char *names[] = {"pendulum_generic", "heavy_top", "spring"};
    static const struct model_names models = {3, names};
    static const struct job_traits traits[] = {{.size = 2}, {.size = 11}, {.size = 5}};
    struct diagnostic d = {""};
    const struct results_request r = {.models = &models,
                                      .methods = methods,
                                      .all_models = all_models,
                                      .plan = {.profile = profile_find(profile, &d)}};
    struct jobs jobs;
    cr_assert(jobs_list(&jobs, &r, traits) == 0);
    cr_assert(jobs.count > 10);
    return jobs;
}

Test(results_jobs, for_the_first_failure_cheap_studies_and_small_models_come_first) {
    struct jobs jobs = list_jobs("standard", true);
    jobs_sort_for_work(&jobs, true);
    for (int i = 1; i < jobs.count; i++) {
        const struct job *before = &jobs.job[i - 1], *job = &jobs.job[i];
        cr_expect(before->rank < job->rank ||
                      (before->rank == job->rank && before->size <= job->size),
                  "%s %s after %s %s", job->model, study_kind_info(job->kind)->name,
                  before->model, study_kind_info(before->kind)->name);
    }
}

Test(results_jobs,
     where_all_are_done_the_largest_come_first_and_results_keep_their_order) {
    struct jobs jobs = list_jobs("standard", true);
    jobs_sort_for_work(&jobs, false);
    for (int i = 1; i < jobs.count; i++)
        cr_expect(jobs.job[i - 1].size >= jobs.job[i].size);
    jobs_sort_by_place(&jobs);
    for (int i = 0; i < jobs.count; i++)
        cr_expect(jobs.job[i].place == i);
}

static int count_of(const struct jobs *jobs, enum study_kind kind, int size) {
    int count = 0;
    for (int i = 0; i < jobs->count; i++)
        count += jobs->job[i].kind == kind && jobs->job[i].size == size;
    return count;
}

Test(results_jobs, a_profile_chooses_models_unless_they_are_named) {
    struct jobs chosen = list_jobs("quick", true), named = list_jobs("quick", false);
    cr_expect(count_of(&chosen, STUDY_ORDER, 5) == 0,
              "spring is not among those of quick");
    cr_expect(count_of(&chosen, STUDY_ORDER, 2) == 1);
    cr_expect(count_of(&named, STUDY_ORDER, 5) == 1);
    cr_expect(count_of(&named, STUDY_FINGERPRINT, 0) == 1, "once, without a model");
}

/* Of three studies that two models would have each, none is done of the one that is not
 * taken. */
Test(results_jobs, a_model_that_is_not_taken_has_no_studies_and_they_are_counted) {
    static const char *const one_method[] = {"implicit-euler", NULL};
    static const char *names[] = {"pendulum", "bouncing_ball"};
    static const struct model_names models = {2, names};
    const struct job_traits traits[] = {
        {.size = 2},
        {.size = 2, .has_contacts = true, .not_taken = {.cause = "contacts"}}};
    struct not_applicable told = {.count = 0};
    const struct results_request r = {
        .models = &models,
        .methods = one_method,
        .all_models = true,
        .studies = STUDY_SET(STUDY_GAP) | STUDY_SET(STUDY_ORDER) |
                   STUDY_SET(STUDY_STATISTICS) | STUDY_SET(STUDY_BUDGET),
        .not_applicable = &told};
    struct jobs jobs;
    cr_assert(jobs_list(&jobs, &r, traits) == 0);
    cr_expect(jobs.count == 3, "%d", jobs.count);
    for (int i = 0; i < jobs.count; i++)
        cr_expect_str_eq(jobs.job[i].model, "pendulum");
    cr_assert(told.count == 1);
    cr_expect(told.item->studies == 3);
}

/* Seen to fail: more methods, or others, that are taken for the same. */
Test(results_jobs, an_account_is_of_one_study_model_and_methods) {
    const char *first[] = {"a", "b"}, *others[] = {"a", "c"};
    const struct job_account one = {"order", "spring", first, 2, .place = 3};
    const struct job_account fewer = {"order", "spring", first, 1, .place = 3};
    const struct job_account changed = {"order", "spring", others, 2, .place = 3};
    const struct job_account of_another = {"order", "pendulum", first, 2, .place = 3};
    const struct job_account of_gap = {"gap", "spring", first, 2, .place = 3};
    const struct job_account later = {"order", "spring", first, 2, .place = 4};
    cr_expect(job_account_is_of(&one, &later)); /* wherever it stands */
    cr_expect(!job_account_is_of(&one, &fewer) && !job_account_is_of(&fewer, &one));
    cr_expect(!job_account_is_of(&one, &changed));
    cr_expect(!job_account_is_of(&one, &of_another));
    cr_expect(!job_account_is_of(&one, &of_gap));
}
