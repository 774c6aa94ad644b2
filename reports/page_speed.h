/* The parts of the page about speed.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_PAGE_SPEED_H
#define REPORTS_PAGE_SPEED_H

#include "reports/page.h"
#include "reports/speed.h"
#include "reports/speed_figures.h"

/* Whether there is anything; whether it is what the page is about. */
bool page_has_speed(const struct page *page);
bool page_speed_leads(const struct page *page);

/* What a page about speed is called. */
const char *page_speed_title(const struct page *page);

/* The first screen of a page about speed: one sentence, one table, what was compared. */
void page_speed_first_screen(const struct page *page);

/* All that follows; in a page about something else its first screen's table, too. */
void page_speed(const struct page *page);

/* Links to what there is. */
void page_speed_contents(const struct page *page);

/* What measurements of time do not show, as entries of a list. */
void page_speed_limits(struct text *out);

/* Old against new: the sentence; the table; who was compared, by which rule. */
void page_compared_sentence(struct text *out, const struct speed *speed);
void page_compared(const struct page *page);
void page_compared_about(const struct page *page);

/* How well the comparison itself was tested on this machine. */
void page_self_test(const struct page *page);

/* Sections; nothing where there is nothing to tell. */
void page_goals(const struct page *page);
void page_distributions(const struct page *page);
void page_measured(const struct page *page);
void page_floor(const struct page *page);
void page_peers(const struct page *page);
void page_history(const struct page *page);

/* One figure with its caption (HTML) and links to it and to a table behind it; nothing where
 * there is none. `anchor` is its identifier or NULL. */
void page_speed_figure(const struct page *page, enum speed_figure kind, int number,
                       const char *anchor, const char *caption, const char *table);

/* A series as a small picture of its own, with titles for who points at its marks. */
void page_spark(struct text *out, const struct speed_series *series);

/* An interval around a change on a scale from -reach to reach, over the rule's band. */
void page_interval(struct text *out, const struct speed_comparison *c, double delta,
                   double reach);

/* "value +- half" of an interval with a unit's name; a dash where there is none. */
void page_speed_interval(struct text *out, const struct speed_interval *interval);

#endif
