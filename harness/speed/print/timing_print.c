/* Results of the timing study for a person.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include "harness/speed/print/timing_print.h"

#include <math.h>
#include <string.h>

#include "harness/base/screen/screen.h"
#include "harness/speed/print/timing_table.h"
#include "harness/speed/timing/timing_results.h"

static bool is_about(const struct timing_found *f, const char *quantity) {
    return strcmp(f->of.quantity, quantity) == 0;
}

static bool is_of_contacts(const struct timing_found *f) {
    return strcmp(f->of.method, "contact-stepper") == 0;
}

/* ---- Models: the time of a step, and beside it the other quantities of the same runs */

static const char *const of_models[] = {
    "model",      "method",     "mode",     "ns/step",  "+- %",
    "evals/step", "iters/step", "original", "x faster", "/kernels"};
enum { MODEL_COLUMNS = sizeof of_models / sizeof *of_models };

static double value_of(const struct timing_found *f) {
    return f != NULL ? f->of.value : NAN;
}

/* What it has first; a point that knows nothing where it has none. */
static struct timing_point first_of(const struct timing_found *f) {
    const struct estimate unknown = {NAN, NAN, NAN};
    return f != NULL && f->points.count > 0 ? f->points.point[0]
                                            : timing_point_begin("", unknown);
}

static void add_model(struct table *t, const struct timing_results *results,
                      const struct timing_found *f) {
    const struct timing_found *ratio = timing_find_like(results, "original-ratio", f),
                              *floor = timing_find_like(results, "step-over-kernels", f);
    const struct estimate ns = {f->of.value, f->of.low, f->of.high};
    const struct timing_point first = first_of(f);
    timing_table_add(t, (const struct timing_cell[MODEL_COLUMNS]){
                            CELL_TEXT(f->of.model),
                            CELL_TEXT(f->of.method),
                            CELL_TEXT(f->of.mode),
                            CELL_JUDGED("%.0f", ns.value, f),
                            CELL_NUMBER("%.1f", estimate_percent(ns)),
                            CELL_NUMBER("%.2f", first.evaluations),
                            CELL_NUMBER("%.2f", first.iterations),
                            CELL_NUMBER("%.0f", first_of(ratio).original_ns),
                            CELL_JUDGED("%.1f", value_of(ratio), ratio),
                            CELL_JUDGED("%.2f", value_of(floor), floor),
                        });
}

static void print_models(const struct timing_results *results, FILE *out) {
    struct table t = table_begin(MODEL_COLUMNS, of_models);
    TIMING_FOREACH(results, f) {
        if (is_about(f, "ns-per-step") && !is_of_contacts(f))
            add_model(&t, results, f);
    }
    timing_table_end(&t, 3, NULL, out);
}

static void print_mean(const struct result *r, FILE *out) {
    char verdict[80] = "";
    if (isfinite(r->expected))
        snprintf(verdict, sizeof verdict, "; expected %g: %s", r->expected,
                 verdict_text(r->verdict));
    fputc('\n', out);
    screen_print_format(
        0, 0, out,
        "%s mode, recorded runs of these models: %.2f (%.2f to %.2f) times faster than "
        "the original's recorded times, which are from another machine%s",
        r->mode, r->value, r->low, r->high, verdict);
}

/* ---- Contacts: ours, Simbody's in the same rounds, and Simbody's as recorded */

static const char *const of_contacts[] = {
    "model",      "n",       "mode",     "solver",   "ns/step", "iters/step",
    "unverified", "Simbody", "x faster", "recorded", "x faster"};
enum { CONTACT_COLUMNS = sizeof of_contacts / sizeof *of_contacts };

static void add_contacts(struct table *t, const struct timing_found *f,
                         const struct timing_point *p) {
    timing_table_add(t, (const struct timing_cell[CONTACT_COLUMNS]){
                            CELL_TEXT(f->of.model),
                            CELL_TEXT(p->size),
                            CELL_TEXT(f->of.mode),
                            CELL_TEXT(p->solver),
                            CELL_NUMBER("%.0f", p->ns),
                            CELL_NUMBER("%.2f", p->iterations),
                            CELL_NUMBER("%.2f", p->solves_not_verified),
                            CELL_NUMBER("%.0f", p->peer_ns),
                            CELL_NUMBER("%.1f", p->peer_ns / p->ns),
                            CELL_NUMBER("%.0f", p->original_ns),
                            CELL_NUMBER("%.1f", p->original_ns / p->ns),
                        });
}

static void print_contacts(const struct timing_results *results, FILE *out) {
    struct table t = table_begin(CONTACT_COLUMNS, of_contacts);
    TIMING_FOREACH(results, f) {
        for (int i = 0; i < f->points.count; i++)
            if (is_about(f, "ns-per-step") && is_of_contacts(f))
                add_contacts(&t, f, &f->points.point[i]);
    }
    timing_table_end(&t, 4, NULL, out);
}

/* ---- Loops that are written by hand for the same steps */

static const char *const of_hand[] = {
    "model", "run", "by hand ns/step", "default ns/step", "ratio",
    "from",  "to",  "at most"};
enum { HAND_COLUMNS = sizeof of_hand / sizeof *of_hand };

static void add_hand(struct table *t, const struct timing_found *f,
                     const struct timing_point *p) {
    timing_table_add(t, (const struct timing_cell[HAND_COLUMNS]){
                            CELL_TEXT(f->of.model),
                            CELL_TEXT(p->kind),
                            CELL_NUMBER(table_format_time(p->hand_ns), p->hand_ns),
                            CELL_NUMBER(table_format_time(p->ns), p->ns),
                            CELL_JUDGED("%.2f", p->of.value, f),
                            CELL_NUMBER("%.2f", p->of.low),
                            CELL_NUMBER("%.2f", p->of.high),
                            CELL_NUMBER("%g", f->of.expected),
                        });
}

static void print_hand(const struct timing_results *results, FILE *out) {
    struct table t = table_begin(HAND_COLUMNS, of_hand);
    TIMING_FOREACH(results, f) {
        for (int i = 0; i < f->points.count; i++)
            if (is_about(f, "step-over-hand"))
                add_hand(&t, f, &f->points.point[i]);
    }
    timing_table_end(
        &t, 2,
        "Default mode's steps over those of a loop that is written by hand for them",
        out);
}

/* ---- Growth */

static void print_slope(const struct timing_found *f, FILE *out) {
    const struct result *r = &f->of;
    fprintf(out, "\n%s, %s: %.3f (%.3f to %.3f), expected at most %g: %s\n", r->model,
            r->quantity, r->value, r->low, r->high, r->expected,
            verdict_text(r->verdict));
    for (int i = 0; i < f->points.count; i++) {
        const struct timing_point *p = &f->points.point[i];
        fprintf(out,
                "  %7ld masses  %12.0f ns/step  %8.2f ns/step and mass  %8.1f "
                "bytes/mass\n",
                p->masses, p->of.value, p->ns_per_mass, p->bytes_per_mass);
    }
}

void timing_print(const struct timing_results *results, FILE *out) {
    print_models(results, out);
    TIMING_FOREACH(results, f) {
        if (is_about(f, "original-ratio-mean"))
            print_mean(&f->of, out);
    }
    print_hand(results, out);
    print_contacts(results, out);
    TIMING_FOREACH(results, f) {
        if (strstr(f->of.quantity, "-slope") != NULL)
            print_slope(f, out);
    }
}

static const char *const of_growth[] = {"model", "method",  "grows as n^",     "from",
                                        "to",    "up to n", "ns/step and mass"};
enum { GROWTH_COLUMNS = sizeof of_growth / sizeof *of_growth };

static void add_growth(struct table *t, const struct timing_found *f) {
    double masses = NAN, ns_per_mass = NAN; /* of the longest that was measured */
    for (int i = 0; i < f->points.count; i++)
        if (isfinite(f->points.point[i].of.value)) {
            masses = (double)f->points.point[i].masses;
            ns_per_mass = f->points.point[i].ns_per_mass;
        }
    timing_table_add(t, (const struct timing_cell[GROWTH_COLUMNS]){
                            CELL_TEXT(f->of.model),
                            CELL_TEXT(f->of.method),
                            CELL_NUMBER("%.2f", f->of.value),
                            CELL_NUMBER("%.2f", f->of.low),
                            CELL_NUMBER("%.2f", f->of.high),
                            CELL_NUMBER("%.0f", masses),
                            CELL_NUMBER("%.0f", ns_per_mass),
                        });
}

void timing_growth_print(const struct timing_results *results, FILE *out) {
    struct table t = table_begin(GROWTH_COLUMNS, of_growth);
    TIMING_FOREACH(results, f) {
        if (is_about(f, "growth"))
            add_growth(&t, f);
    }
    timing_table_end(&t, 2, "Growth of a step's time with the length n of a chain", out);
}
