/* What is to be studied, and how the studies are gone about.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_REQUEST_H
#define HARNESS_REQUEST_H

#include <jansson.h>

#include "harness/program/run/shard.h"
#include "harness/results/job_account.h"
#include "harness/results/result_list.h"
#include "harness/results/study.h"

struct model_settings; /* harness/session/models.h */
struct model_names;    /* harness/session/models.h */
struct catalogue;      /* problems/catalogue.h */
struct plugin;         /* harness/plugin/plugin.h */
struct expect;
struct fingerprint; /* harness/fingerprint/fingerprint_record.h */
struct profile;
struct journal;

/* What there is while studies are at work. */
struct results_so_far {
    /* Of the studies that have ended, as they stand in the plan; borrowed. */
    struct results results;
    /* Descriptions, or names of those not described yet; may be changed. */
    json_t *models;
    int done, of; /* jobs */
    bool ends;    /* the user has ended the work */
};

/* Who looks at it. */
struct results_watch {
    bool (*is_due)(void *context, bool ends); /* asked several times a second */
    void (*look)(void *context, struct results_so_far *now);
    void *context;
};

/* How the studies are gone about; all zero: each study of each model, on all processors. */
struct results_plan {
    /* Which studies of which models (harness/gate/profile.h); where models are named, these.
     * NULL: `studies` of all models. */
    const struct profile *profile;

    const struct expect *expect; /* what is declared (harness/gate/expect.h), or NULL */
    bool fail_fast;              /* end with the first study that fails */
    int workers;                 /* at a time; 0: one for each processor */

    /* Only this share of the jobs; then their results stand in the order of the jobs, and what
     * all models come to is not among them. `part` is an object that is told what was done
     * (harness/program/run/shard_part.h). Count 0: all jobs, and no object. */
    struct shard shard;
    json_t *part;

    /* Keeps what the jobs come to, and has what some of them came to before
     * (harness/program/run/journal.h); NULL: nothing is kept. */
    struct journal *journal;

    struct job_accounts *jobs; /* := how each went; NULL: not wanted */

    /* Called with the results of each study when it has ended; NULL: nothing to do. */
    void (*judge)(void *context, struct results *results);
    void *context;

    /* Who looks at what is done while the rest goes on, and is told of it by lines where no
     * terminal is; NULL: nobody. */
    const struct results_watch *watch;
};

struct results_request {
    struct session *session;
    const struct catalogue *catalogue;
    const struct model_names *models;
    const struct model_settings *settings;
    const char *const *methods; /* one at least; ends with NULL */
    int studies;                /* of STUDY_SET */
    enum study_effort effort;
    unsigned long seed;     /* of the study of conditions; 0: its own choice */
    int systems;            /* that it draws; 0: its own choice */
    double seconds_limit;   /* of one study of one model, and */
    double memory_limit;    /* in bytes */
    bool all_models;        /* none was named: the recorded problems are studied, too */
    double originals_share; /* of the recorded cases, in (0, 1]; 0: all */
    const struct plugin *plugin; /* a foreign integrator; NULL: our own methods */
    const struct fingerprint *fingerprint; /* of a foreign integrator; else NULL */
    int declared_order;                    /* of a foreign integrator; 0: none */
    const json_t *declared_control;        /* its rule of error control; NULL: none */
    bool declared_memory;                  /* as in study.h */
    bool declared_robust; /* a foreign integrator is to leave all as it was on failure */
    const struct truth_store *truths; /* those found before; NULL: none */
    bool describe;                    /* also describe the models, with their truth */
    struct not_applicable
        *not_applicable; /* to which what the only method does not take is
                                              added (results_check.h); NULL: not wanted */
    struct results_plan plan;
};

#endif
