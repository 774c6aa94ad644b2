/* halfstep truth --check.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/base/stopwatch.h"
#include "harness/jobs/progress.h"
#include "harness/commands/truth_command.h"
#include "harness/session/arguments.h"
#include "harness/session/models.h"
#include "harness/truth/record/truth_file.h"
#include "harness/truth/record/truth_key.h"
#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth_compare.h"
#include "harness/truth/truth_store.h"
#include "harness/truth/truth_verify.h"
#include "problems/base/splitmix.h"
#include "problems/catalogue.h"
#include "problems/model.h"

/* One truth that is kept. */
struct kept {
    struct model *model; /* belongs to the check */
    json_t *record;      /* borrowed from its file */
    struct truth_facts facts;
};

struct check {
    struct session *session;
    struct catalogue *catalogue;
    struct model **model; /* (size catalogue->count) */
    json_t **file;        /* (size catalogue->count) */
    struct kept *kept;    /* (size count) */
    int count, missing, failed, checked, proved;
    uint64_t random;
    double budget;
};

static void shuffle(struct check *c) {
    for (int i = c->count - 1; i > 0; i--) {
        int k = (int)(splitmix_next(&c->random) % (uint64_t)(i + 1));
        struct kept one = c->kept[i];
        c->kept[i] = c->kept[k];
        c->kept[k] = one;
    }
}

static int tell(struct check *c, const char *name, const char *what) {
    fprintf(c->session->out, "%s: %s\n", name, what);
    c->failed++;
    return 0;
}

/* Adds the records that are about the model itself; studies keep some of models made from
 * it, too. */
static int add_records(struct check *c, int i) {
    size_t k;
    json_t *record;
    json_t *truths = json_object_get(c->file[i], "truths");
    char *key = truth_key(c->model[i]);
    struct kept *larger = realloc(
        c->kept, ((size_t)c->count + json_array_size(truths) + 1) * sizeof *larger);
    if (key == NULL || larger == NULL) {
        free(key);
        return message_set(&c->session->why, "out of memory");
    }
    c->kept = larger;
    int before = c->count;
    json_array_foreach(truths, k, record) {
        struct kept one = {.model = c->model[i], .record = record};
        if (!truth_file_is_about(c->file[i], record, key))
            continue;
        truth_record_facts(&one.facts, record);
        c->kept[c->count++] = one;
    }
    free(key);
    if (c->count == before)
        return tell(c, c->catalogue->entry[i].name,
                    "the truths that are kept are not about the model as it is; "
                    "halfstep truth --recompute makes them anew");
    return 0;
}

static int read_file(struct check *c, int i) {
    const char *name = c->catalogue->entry[i].name;
    char *path = truth_store_path(c->session->known.catalogue, name);
    FILE *there = path != NULL ? fopen(path, "r") : NULL;
    c->file[i] = there != NULL ? truth_file_read(path) : NULL;
    free(path);
    c->missing += there == NULL;
    if (there == NULL)
        return 0;
    fclose(there);
    if (c->file[i] == NULL)
        return tell(c, name, "the file of its truths is damaged");
    if (models_read_plain(&c->model[i], c->catalogue, name, &c->session->why) !=
        EXIT_PASSED)
        return -1;
    return add_records(c, i);
}

/* Of what has a proof the whole is proved again, else found again. */
static void compare(struct check *c, const struct kept *kept) {
    struct diagnostic why = {""};
    const struct truth_verify_options options = {.sample = false};
    const bool has_proof = kept->facts.grade > REF_GRADE_CONVERGED;
    bool failed =
        has_proof ? truth_verify(kept->model, kept->record, &options, &why) >= TRUTH_FALSE
                  : truth_compare(kept->model, kept->record, &why) != 0;
    if (failed && has_proof)
        fprintf(c->session->out, "%s: %s\n", kept->model->name, why.text);
    else if (failed)
        fprintf(c->session->out, "%s\n", why.text);
    c->failed += failed;
    c->proved += kept->facts.is_certified;
    c->checked++;
}

/* Those that fit into what is left of the budget; where none does, the first. */
static void compare_all(struct check *c) {
    struct progress progress =
        progress_start(c->session->err, c->session->err_is_terminal);
    double began = stopwatch_seconds();
    for (int i = 0; i < c->count; i++) {
        double left = c->budget - (stopwatch_seconds() - began);
        if (c->kept[i].facts.seconds > left)
            continue;
        progress_show(&progress, fmin(1, 1 - left / c->budget), c->kept[i].model->name);
        compare(c, &c->kept[i]);
    }
    if (c->checked == 0 && c->count > 0)
        compare(c, &c->kept[0]);
    progress_end(&progress);
}

static enum exit_status check_all(struct check *c, unsigned long seed) {
    size_t n = (size_t)c->catalogue->count + 1;
    c->model = calloc(n, sizeof *c->model);
    c->file = calloc(n, sizeof *c->file);
    if (c->model == NULL || c->file == NULL)
        return message_fail(EXIT_MACHINE, &c->session->why, "out of memory");
    for (int i = 0; i < c->catalogue->count; i++)
        if (read_file(c, i))
            return EXIT_MACHINE;
    c->random = seed;
    shuffle(c);
    compare_all(c);
    fprintf(c->session->out,
            "%d of %d truths found again with seed %lu, %d of them proved from their "
            "certificates, %d failed; models without: %d\n",
            c->checked, c->count, seed, c->proved, c->failed, c->missing);
    return c->failed > 0 ? EXIT_VERDICT : EXIT_PASSED;
}

static void clear(struct check *c) {
    for (int i = 0; c->model != NULL && c->file != NULL && i < c->catalogue->count; i++) {
        model_free(c->model[i]);
        json_decref(c->file[i]);
    }
    free(c->model);
    free(c->file);
    free(c->kept);
    catalogue_free(c->catalogue);
}

enum exit_status truth_catalogue_check(struct session *session,
                                       const struct arguments *arguments) {
    struct check c = {.session = session,
                      .budget = arguments_number(arguments, "budget")};
    const unsigned long seed = arguments_has(arguments, "seed")
                                   ? (unsigned long)arguments_whole(arguments, "seed")
                                   : (unsigned long)time(NULL);
    if (session->known.catalogue == NULL)
        return EXIT_USAGE;
    enum exit_status status = models_open(&c.catalogue, session);
    if (status == EXIT_PASSED)
        status = check_all(&c, seed);
    clear(&c);
    return status;
}
