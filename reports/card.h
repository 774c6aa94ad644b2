/* The parts of a report about one integrator, below its first screen.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_CARD_H
#define REPORTS_CARD_H

#include "reports/page.h"
#include "reports/subject.h"

/* A section for each subject, with its evidence. */
void card_sections(const struct page *page);

/* Fingerprints and what else says which method it is; in any report. */
void card_method(const struct page *page);

/* One row for each quantity of a subject, over all problems: how many pass, and the worst
 * of them with its reason. Nothing when there are no results. */
void card_evidence(const struct page *page, enum subject_kind kind);

/* Per problem: how large the estimate is beside the true error. */
void card_ratios(const struct page *page);

/* What the integrator counted in its runs. */
void card_counters(const struct page *page);

/* What could not be judged, and why. */
void card_open(const struct page *page);

#endif
