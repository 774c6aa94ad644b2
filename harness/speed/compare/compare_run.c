/* A comparison from its beginning to its verdict.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <time.h>

#include "harness/base/message.h"
#include "harness/speed/compare/compare.h"

static enum exit_status find_times(struct compared *found, struct compare_request *r) {
    if (r->time != COMPARE_TIME_OFF)
        return r->old.stored != NULL || r->new.stored != NULL
                   ? compare_stored_times(found, r)
                   : compare_times(found, r);
    for (int i = 0; i < found->count; i++)
        if (found->comparison[i].verdict == COMPARE_UNSETTLED)
            compare_settle(&found->comparison[i], COMPARE_NOT_MEASURED,
                           json_string("time was not asked for"));
    return EXIT_PASSED;
}

/* How many fail, and the first of them. */
static void judge_all(struct compared *found) {
    const struct comparison *first = NULL;
    for (int i = 0; i < found->count; i++)
        if (found->comparison[i].failures > 0 && found->failing++ == 0)
            first = &found->comparison[i];
    if (first == NULL)
        return;
    const char *why = first->failure[0];
    if (found->failing == 1)
        message_set(&found->reason, "%s: %s", first->of.name, why);
    else
        message_set(&found->reason, "%s: %s; and %d more", first->of.name, why,
                    found->failing - 1);
}

enum exit_status compare_run(struct compared *found, struct compare_request *r) {
    *found = (struct compared){.request = r, .taken = (long)time(NULL)};
    enum exit_status status = compare_counts(found, r);
    if (status == EXIT_PASSED)
        status = find_times(found, r);
    judge_all(found);
    found->unused = accept_unused(&r->accept);
    found->self_line = self_record_line(&r->self);
    return status;
}

void compare_clear(struct compared *found) {
    for (int i = 0; i < found->count; i++) {
        struct comparison *c = &found->comparison[i];
        json_t *const owned[] = {c->instructions, c->log_ratios, c->old_times,
                                 c->new_times,    c->positions,  c->texts};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++)
            json_decref(owned[k]);
        record_clear(&compare_lists_record, c);
    }
    free(found->comparison);
    free(found->self_line);
    json_decref(found->unused);
    *found = (struct compared){.request = NULL};
}
