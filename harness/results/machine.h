/* What the results were obtained with: processor, system, compiler, libraries.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef HARNESS_MACHINE_H
#define HARNESS_MACHINE_H

#include <jansson.h>

/* A flat object of texts and numbers; what cannot be found out is left out. */
json_t *machine_describe(void);

#endif
