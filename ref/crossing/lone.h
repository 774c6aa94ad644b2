/* Whether the motion of contacts that are joined is the only one: exact rows, and the theorem.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#ifndef REF_CROSSING_LONE_H
#define REF_CROSSING_LONE_H

#include <flint/fmpq_mat.h>

#include "ref/crossing/impact.h"

/* ---- lone.c. Whether no other motion goes on behind the event (the start) than that of
 * p->after; whether the impact that begins in p->box has no other outcome (role: of each
 * contact). Of scenes with groups. */
bool crossing_is_lone(const struct crossing_passage *p);
bool crossing_is_lone_impact(const struct crossing_passage *p, const signed char *role);

/* ---- lone_rows.c. rows := J of these rows of all contacts, one by one, and of the joints
 * behind them, rational numbers where x = known. False: they are not. Initialised with (count +
 * joints) x nv. */
bool crossing_exact_rows(const struct crossing_scene *s, const expr *known, int count,
                         const int *row, fmpq_mat_t rows);

/* P (a.columns x b.columns) := one with a P = b; false: there is none. */
bool crossing_exact_solve(fmpq_mat_t P, const fmpq_mat_t a, const fmpq_mat_t b);

#endif
