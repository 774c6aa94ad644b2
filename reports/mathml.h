/* Markup from others that may enter a page.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_MATHML_H
#define REPORTS_MATHML_H

#include <stdbool.h>

/* Whether a text has no other elements than those of MathML's presentation and <pre>, and no
 * other attributes than those of its layout, without references to anything. */
bool mathml_is_safe(const char *markup);

#endif
