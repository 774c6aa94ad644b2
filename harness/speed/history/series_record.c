/* Series as records.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/base/record/record.h"
#include "harness/speed/history/series.h"

#define POINT(...) RECORD_FIELD(struct series_point, __VA_ARGS__)
#define CHANGE(...) RECORD_FIELD(struct series_change, __VA_ARGS__)
#define SERIES(...) RECORD_FIELD(struct series, __VA_ARGS__)

static const struct record_field points[] = {
    POINT(commit, TEXT, "of what was measured; empty: not known"),
    POINT(changed, FLAG, "the sources differed from the commit"),
    POINT(committed, SECONDS, "since 1970, in seconds; null: not known"),
    POINT(taken, NUMBER, "when it was measured, likewise"),
    POINT(value, NUMBER, "the median of the build's measurements"),
    POINT(low, NUMBER, "of its interval; null: not known"),
    POINT(high, NUMBER, "of its interval; null: not known"),
    POINT(runs, WHOLE, "measurements of this build"),
    POINT(split, FLAG, "machine or compiler differ from those of the point before",
          .may_lack = true),
    POINT(compiler, TEXT, "empty: not known"),
    {.key = NULL}};

static const struct record point = {"point", "A build, measured.",
                                    sizeof(struct series_point), points};

static const struct record_field changes[] = {
    CHANGE(index, WHOLE, "the first point after it, from 0"),
    CHANGE(commit, TEXT, "that point's"),
    CHANGE(before, NUMBER, "the level before"),
    CHANGE(after, NUMBER, "the level since"),
    CHANGE(size, NUMBER, "after / before - 1"),
    CHANGE(p, NUMBER, "of E-divisive; null: not asked, or it does not agree"),
    CHANGE(method, TEXT, "exact, L1 or e-divisive"),
    CHANGE(judged, TEXT, "what somebody has said of it", .or_null = true),
    {.key = NULL}};

static const struct record change = {"change", "Where a series changed.",
                                     sizeof(struct series_change), changes};

static const char *const kinds[] = {"exact", "ruled", "raw", NULL};

static const struct record_field fields[] = {
    SERIES(name, TEXT, "of the benchmark"),
    SERIES(quantity, TEXT, "what is measured"),
    SERIES(unit, TEXT, "of the values; empty: a ratio"),
    SERIES(kind, WORD, "by which rule changes are found", .words = kinds),
    SERIES(machine, TEXT, "processor and cores"),
    SERIES(compiler, TEXT, "the latest point's"),
    SERIES(flags, TEXT, "of the compiler"),
    FIELD_KIND("points", LIST, "in the order of commits",
               .place = offsetof(struct series, point),
               .count = offsetof(struct series, count), .of = &point),
    FIELD_KIND("changes", LIST, "in the same order",
               .place = offsetof(struct series, change),
               .count = offsetof(struct series, changes), .of = &change),
    SERIES(baseline, TEXT, "of ratios: the commit that is compared with",
           .may_lack = true),
    {.key = NULL}};

const struct record series_record = {
    "series", "The values of one quantity of one benchmark over the commits.",
    sizeof(struct series), fields};

static const struct record_field document_fields[] = {
    FIELD_TEXT("halfstep", "the program's version"),
    FIELD_WHOLE("format", "of this document"),
    FIELD_TEXT("command", "history"),
    FIELD_TEXT("database", "its file"),
    FIELD_WHOLE("seed", "of E-divisive's permutations"),
    FIELD_OBJECT("latest",
                 "the latest measurement: commit, committed, taken; null: there is none",
                 .or_null = true),
    FIELD_ARRAY("series", "by name, quantity, machine", .of = &series_record),
    {.key = NULL}};

const struct record series_document_record = {
    "history", "Series of a history, and where they changed.", 0, document_fields};
