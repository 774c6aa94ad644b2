/* What changed since another report.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_AGAINST_H
#define REPORTS_SITE_AGAINST_H

#include "reports/site/site.h"

/* {against, count, of, rows}: the results whose verdict is another than in the report in the
 * folder `against`, that are new or gone, then those whose value left the interval that it had;
 * the worst first. New reference; NULL: *why says why that report cannot be read. */
json_t *against_find(struct site *site, const char *against);

#endif
