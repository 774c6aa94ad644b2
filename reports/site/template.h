/* Logic-less templates after mustache(5): {{name}} escaped for HTML, {{{name}}} as it is,
 * {{#name}}...{{/name}} once for each element of an array, or once with an object or a value
 * that is there; {{^name}}...{{/name}} where it is absent, null, false, 0, "" or empty;
 * {{>file}} another template; {{! comment }}; {{.}} the element itself; a.b a member of a.
 * A section, partial or comment alone on its line takes the line with it.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_TEMPLATE_H
#define REPORTS_SITE_TEMPLATE_H

#include <jansson.h>
#include <stdbool.h>

#include "reports/text.h"

/* Appends the template `name` of `folder`, filled with `context`, to out. False: *why says
 * which file cannot be read, or which section is not closed; out has a part of it. */
bool template_fill(struct text *out, const char *folder, const char *name,
                   const json_t *context, struct text *why);

/* Appends a value as a page shows it, escaped: texts with characters that change the
 * direction of writing replaced, numbers with at most five digits. */
void template_value(struct text *out, const json_t *value);

#endif
