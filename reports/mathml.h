/* From the model language to MathML Core.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATHML_H
#define REPORTS_MATHML_H

#include "reports/text.h"

/* Appends statements of a model file (rates, abbreviations, masses, forces, the for and
 * if around them) as aligned equations; a statement that is none of these, or is longer
 * or deeper than a page can show, appears as it was written. */
void mathml_equations(struct text *page, const char *const *statement, int count);

/* Appends one expression as the inside of a <math> element. False, nothing appended: it
 * is no expression of the model language. */
bool mathml_expression(struct text *page, const char *expression);

#endif
