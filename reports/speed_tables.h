/* The numbers behind the figures about speed, as texts with a line for each and tabulators
 * between them.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORTS_SPEED_TABLES_H
#define REPORTS_SPEED_TABLES_H

#include "reports/speed.h"
#include "reports/text.h"

/* Writes FOLDER/tables/compared.tsv, compared-processes.tsv,
 * compared-blocks.tsv, measured.tsv, measured-blocks.tsv, peers.tsv, peers-curves.tsv, history.tsv and goals.tsv, each if there
 * is something in it; nothing where speed is NULL. False: *why says why. */
bool speed_tables_write(const struct speed *speed, const char *folder, struct text *why);

#endif
