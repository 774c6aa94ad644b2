/* The page: one HTML file in which everything is contained, written in XML's syntax so
 * that a strict parser reads it too.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PAGE_H
#define REPORTS_PAGE_H

#include "reports/figures.h"
#include "reports/quantity.h"
#include "reports/results.h"
#include "reports/side.h"
#include "reports/speed_figures.h"
#include "reports/tables.h"
#include "reports/text.h"

/* Everything that is shown; all of it outlives the writing. */
struct page {
    struct text *out;
    const struct results *r;
    const struct columns *columns;
    const struct sides *sides;
    const struct figures *figures;
    const struct tables *tables;
    const struct speed_figures *speed_figures;
};

/* Appends the page. */
void page_write(const struct page *page);

/* Its parts, from top to bottom. */
void page_brand(const struct page *page);
void page_overview(const struct page *page);
void page_sides(const struct page *page);
void page_failures(const struct page *page);
void page_matrix(const struct page *page);
void page_run(const struct page *page);
void page_notes(const struct page *page);
void page_catalogue(const struct page *page);
bool page_has_catalogue(const struct page *page);
void page_structure(const struct page *page);
bool page_has_structure(const struct page *page);
void page_contact(const struct page *page);
bool page_has_contact(const struct page *page);
void page_solutions(const struct page *page);
bool page_has_solutions(const struct page *page);
void page_problem(const struct page *page, int model);

void page_fingerprints(const struct page *page);
void page_detection(const struct page *page);

/* A report about one integrator has other parts above its problems: who it is and whether
 * it can be trusted, and a section for each subject. */
void page_card(const struct page *page);
void page_card_contents(const struct page *page);

/* Of a fingerprint: one sentence, facts, the trees (`open`: more of them unfolded). */
struct fingerprint;
void page_diagnosis(struct text *out, const struct fingerprint *f);
void page_traits(struct text *out, const struct fingerprint *f);
void page_trees(struct text *out, const struct fingerprint *f, bool open);

/* A formula with its powers raised; a fraction with a minus sign. */
void page_formula(struct text *out, const char *s);
void page_fraction(struct text *out, const char *s);

/* Of a problem's truths: their number, their table, and what was published about them. */
size_t page_truth_count(const json_t *truth);
void page_truth_times(struct text *out, const json_t *truth);
void page_published(struct text *out, const json_t *truth);

/* Whether there are results of a study; how many of them pass, those that keep the gate from
 * passing, and, folded, those that stand in no problem's section. */
bool page_has_study(const struct page *page, const char *study);
void page_findings(const struct page *page, const char *study);

/* How the picture of a model's motion was found. */
void page_motion_way(struct text *out, const struct report_model *model);

/* One figure with its caption; nothing when there is none. */
void page_figure(const struct page *page, int model, enum figure_kind kind);

/* Parts of a problem's section; the figures of the catalogue for MODEL_NONE. */
void page_facts(const struct page *page, int model);
void page_motion(const struct page *page, int model);
void page_figures(const struct page *page, int model);
void page_statistics(const struct page *page, int model);
void page_counters(const struct page *page, int model);
void page_timing(const struct page *page, int model);
void page_verdicts(const struct page *page, int model);
void page_components(const struct page *page, int model);
void page_coefficients(const struct page *page, int model);
void page_steps(const struct page *page, int model);

/* The mark of a verdict, with its word for who cannot see it. */
void page_mark(struct text *out, enum verdict verdict, bool stops);
void page_symbols(struct text *out);

/* "order in double": quantity, arithmetic. */
void page_quantity(struct text *out, const struct report_result *result);

/* A result's value as its kind is to be read, and what was expected of it. */
void page_value(struct text *out, const struct report_result *result);
void page_expected(struct text *out, const struct report_result *result);

/* A number of a document with so many digits, however small; a dash when there is none. */
void page_number(struct text *out, const json_t *row, const char *key, int digits);

/* "double" or "MPFR, 512 bits". */
void page_arithmetic(struct text *out, const char *arithmetic);

/* The methods' names as a title: "Velocity-implicit Euler and implicit Euler". */
void page_method(struct text *out, const struct results *r);

/* "velocity-implicit Euler, default": whose result it is; nothing when all share it. */
void page_side(struct text *out, const struct report_result *result);

/* Why the result is as it is, and why a deviation is accepted. */
void page_reason(struct text *out, const struct report_result *result);

/* A reason as a sentence: with a capital and a stop. */
void page_sentence(struct text *out, const char *reason);

/* Identifiers: of a model's section, of a column's row in it. */
void page_anchor(struct text *out, const struct report_model *model,
                 const struct column *column);

/* The result that speaks for a model in a column: the worst about the whole state, else
 * the worst about a component; NULL: there is none. */
const struct report_result *page_main_result(const struct results *r, int model,
                                             const struct column *column);

/* A folded part of the page, unless it is empty; `content` is emptied. */
void page_fold(struct text *out, const char *summary, struct text *content);

/* Links to the tables MODEL-KIND.tsv that there are. */
void page_table_links(struct text *out, const struct page *page, int model,
                      const char *kind);

/* "1 problem", "22 problems". */
void page_count(struct text *out, int count, const char *one, const char *many);

#endif
