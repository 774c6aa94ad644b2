/* Pictures of how a model moves.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SITE_MOTION_H
#define REPORTS_SITE_MOTION_H

#include "reports/site/site.h"

/* Asks for the drawing of the motion that the harness left in tables/: a picture in the
 * plane and one over time. New reference: the views of those that are there. */
json_t *motion_figures(struct site *site, const json_t *model);

#endif
