/* The fields of a result: how it is written, read, printed and documented. In a record of more
 * they are fields of the struct that `at` leads to: "of."
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_RESULT_FIELDS_H
#define HARNESS_RESULT_FIELDS_H

#include "harness/base/record/record.h"
#include "harness/results/result.h"

extern const char *const result_modes[], *const result_grades[];

#define RESULT_FIELD(type, at, member, kind, ...)                                        \
    RECORD_NAMED(#member, type, at member, kind, __VA_ARGS__)
#define RESULT_FIELDS(type, at)                                                          \
    RESULT_FIELD(type, at, model, TEXT, "what it is about, by its name",                 \
                 .heading = "model"),                                                    \
        RESULT_FIELD(type, at, method, TEXT,                                             \
                     "the method or the integrator, by its name", .heading = "method"),  \
        RESULT_FIELD(type, at, arithmetic, TEXT,                                         \
                     "double, or mpfr: and the precision in bits",                       \
                     .heading = "arithmetic"),                                           \
        RESULT_FIELD(type, at, mode, TEXT, "of the method", .may_lack = true,            \
                     .words = result_modes, .heading = "mode"),                          \
        RESULT_FIELD(type, at, study, TEXT, "the study, by its name",                    \
                     .heading = "study"),                                                \
        RESULT_FIELD(type, at, quantity, TEXT,                                           \
                     "what was measured, with the component after a colon",              \
                     .heading = "quantity"),                                             \
        RESULT_FIELD(type, at, component, TEXT, "the component that it is about",        \
                     .may_lack = true, .heading = "component"),                          \
        RESULT_FIELD(type, at, value, NUMBER, "what was found", .heading = "value",      \
                     .format = "%.6g"),                                                  \
        RESULT_FIELD(type, at, low, NUMBER, "the low end of its interval",               \
                     .heading = "low", .format = "%.6g"),                                \
        RESULT_FIELD(type, at, high, NUMBER, "the high end of its interval",             \
                     .heading = "high", .format = "%.6g"),                               \
        RESULT_FIELD(type, at, expected, NUMBER, "what was expected",                    \
                     .heading = "expected", .format = "%g"),                             \
        RESULT_FIELD(type, at, tolerance, NUMBER,                                        \
                     "how far from the expected value it may be",                        \
                     .heading = "tolerance", .format = "%g"),                            \
        RESULT_FIELD(type, at, floor, NUMBER,                                            \
                     "what round-off may make of the finest datum",                      \
                     .not_negative = true, .may_lack = true, .heading = "floor",         \
                     .format = "%.3g"),                                                  \
        RESULT_FIELD(type, at, verdict, WORD, "how it was judged",                       \
                     .words = verdict_words, .heading = "verdict"),                      \
        RESULT_FIELD(type, at, grade, TEXT, "of the truth that it is judged by",         \
                     .words = result_grades, .heading = "grade"),                        \
        RESULT_FIELD(type, at, required, FLAG,                                           \
                     "whether anything but pass makes the gate fail"),                   \
        RESULT_FIELD(type, at, reason, TEXT, "what was found, in a sentence",            \
                     .heading = "reason"),                                               \
        RESULT_FIELD(type, at, points, ARRAY,                                            \
                     "the data behind it, an object for each point", .items = "object"), \
        RESULT_FIELD(type, at, fingerprint, OBJECT, "the fingerprint that it is about",  \
                     .may_lack = true),                                                  \
        RESULT_FIELD(type, at, accepted, TEXT, "why its failure is accepted",            \
                     .may_lack = true)

#endif
