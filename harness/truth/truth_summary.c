/* What is said about a model's truth where the model is described.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/truth/truth_summary.h"

#include <string.h>

#include "harness/truth/record/truth_record.h"
#include "harness/truth/truth.h"
#include "harness/truth/document/truth_document.h"
#include "harness/truth/truth_standard.h"
#include "ref/vector.h"

/* Of the truth at all times; nothing but `why` where there is none. */
struct summary {
    const char *grade, *why;
    bool is_known;
    double digits;
    struct truth_entry last; /* another's */
    struct truth_document document;
};

#define FIELD(name, member, kind, ...)                                                   \
    RECORD_NAMED(name, struct truth_entry, member, kind, __VA_ARGS__)
#define OF_RUNS "of each run", .count = offsetof(struct truth_entry, cost.runs)
/* One time, without the state. */
static const struct record_field time_fields[] = {
    FIELD("t", t, TEXT, "the time"),
    FIELD("grade", grade, WORD, "how sure it is", .words = truth_grades),
    FIELD("digits", digits, NUMBER, "that the radius leaves"),
    FIELD("radius", radius, TEXT, "of the whole state"),
    FIELD("way", way, TEXT, "how it was found"),
    FIELD("second_opinion", opinion, PART, "of another program",
          .of = &truth_opinion_record,
          .known = offsetof(struct truth_entry, opinion.is_there)),
    FIELD("bits", cost.bits, WHOLES, OF_RUNS),
    FIELD("order", cost.order, WHOLES, OF_RUNS),
    FIELD("steps", cost.steps, WHOLES, OF_RUNS),
    FIELD("switches", cost.switches, WHOLE, "kinks and events that were located"),
    FIELD("attempts", cost.attempts, WHOLE, "runs that were made"),
    FIELD("growth", cost.growth, NUMBER, "of errors along the motion"),
    FIELD("seconds", cost.seconds, NUMBER, "that it took", .unit = "s"),
    FIELD("cached", is_kept, FLAG, "whether it was known"),
    {.key = NULL},
};
#undef FIELD
#undef OF_RUNS
static const struct record time_record = {"time", "The truth at a time.",
                                          sizeof(struct truth_entry), time_fields};

#define FIELD(name, member, kind, ...)                                                   \
    RECORD_NAMED(name, struct summary, member, kind, __VA_ARGS__)
#define IF_KNOWN .with = offsetof(struct summary, is_known)
#define OF_RUNS "of each run", .count = offsetof(struct summary, last.cost.runs), IF_KNOWN
static const struct record_field summary_fields[] = {
    FIELD("grade", grade, TEXT, "the least, or none"),
    FIELD("why", why, TEXT, "there is none", .may_lack = true),
    FIELD("digits", digits, NUMBER, "the fewest", IF_KNOWN),
    FIELD("t", last.t, TEXT, "the last time", IF_KNOWN),
    FIELD("way", last.way, TEXT, "how it was found", IF_KNOWN),
    FIELD("bits", last.cost.bits, WHOLES, OF_RUNS),
    FIELD("order", last.cost.order, WHOLES, OF_RUNS),
    FIELD("steps", last.cost.steps, WHOLES, OF_RUNS),
    FIELD("times", document.entry, LIST, "all of them", .of = &time_record,
          .count = offsetof(struct summary, document.entries), IF_KNOWN),
    FIELD("published", document.published.list, LIST, "values that are compared",
          .of = &truth_published_record,
          .count = offsetof(struct summary, document.published.count), IF_KNOWN),
    {.key = NULL},
};
#undef FIELD
static const struct record summary_record = {"truth",
                                             "What is known of the exact solution.",
                                             sizeof(struct summary), summary_fields};

/* The least grade and digits of all times, and the facts of the last one. */
static void find_least(struct summary *s) {
    const struct truth_entry *entry = s->document.entry;
    enum ref_grade least = entry[0].grade;
    s->digits = entry[0].digits;
    for (int i = 0; i < s->document.entries; i++) {
        least = entry[i].grade < least ? entry[i].grade : least;
        s->digits = entry[i].digits < s->digits ? entry[i].digits : s->digits;
        s->last = entry[i];
    }
    s->grade = ref_grade_name(least);
}

/* The grade of the truth that each published value was compared with. Nonzero: out of memory. */
static int add_grades(struct truth_document *d) {
    int failed = 0;
    for (int i = 0; i < d->published.count; i++)
        for (int k = 0; k < d->entries; k++)
            if (strcmp(d->published.list[i].t, d->entry[k].t) == 0)
                failed |= record_set_text(&d->published.list[i].grade,
                                          ref_grade_name(d->entry[k].grade));
    return failed;
}

json_t *truth_summary(struct model *m, const struct truth_store *s, double seconds) {
    const struct truth_request request = {
        .model = m, .store = s, .seconds_limit = seconds, .counts_processor = true};
    struct summary about = {.grade = "none"};
    enum ref_status status = truth_find_standard(&request, &about.document);
    about.is_known = status == REF_OK && !truth_is_contradicted(&about.document);
    if (about.is_known)
        find_least(&about);
    else
        about.why = status == REF_OK ? "a second opinion contradicts the proof"
                                     : ref_status_text(status);
    json_t *told =
        add_grades(&about.document) == 0 ? record_tell(&summary_record, &about) : NULL;
    truth_document_clear(&about.document);
    return told;
}

bool truth_summary_known(struct truth_brief *b, struct model *m,
                         const struct truth_store *s) {
    struct truth_record record;
    struct truth_times t;
    struct truth_request request = {.model = m, .store = s};
    bool known = truth_times_find(&t, m, 0) == PROBLEM_OK;
    if (known) {
        request.times = t.times[0];
        request.time = vector_const(t.time[0]);
        request.digits = truth_record_known(&request, &record);
        known = request.digits > 0;
    }
    if (known) {
        *b = (struct truth_brief){.grade = ref_grade_name(record.truth->grade),
                                  .way = ref_way_name(record.truth->way),
                                  .digits = request.digits};
        truth_record_clear(&record);
    }
    truth_times_clear(&t, m);
    return known;
}

#define FIELD(member, kind, ...)                                                         \
    RECORD_FIELD(struct truth_brief, member, kind, __VA_ARGS__)
static const struct record_field fields[] = {
    FIELD(grade, TEXT, "how sure it is"),
    FIELD(digits, WHOLE, "that are known", .not_negative = true),
    FIELD(way, TEXT, "how it was found"),
    {.key = NULL},
};
const struct record truth_brief_record = {"truth", "What is kept of the exact solution.",
                                          sizeof(struct truth_brief), fields};
