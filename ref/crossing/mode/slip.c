/* Contacts that slide as others do: both ends of a rod that lies on a floor. Their forces along
 * the slide are not determined one by one, but their sum is: of those that stick it is any T
 * with |T| <= sum mu r_n, as a force t_i with |t_i| <= mu_i r_n,i and sum t_i = T is found if
 * and only if that holds.
 *
 * SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "problems/model.h"
#include "ref/crossing/crossing.h"

static bool slides_alike(const struct crossing_scene *s, int a, int b) {
    const struct crossing_rows *r = &s->rows;
    const int i = r->first[a] + 1, j = r->first[b] + 1;
    return r->speed[i] == r->speed[j] &&
           memcmp(r->response + i * r->nv, r->response + j * r->nv,
                  (size_t)r->nv * sizeof *r->response) == 0;
}

bool crossing_find_slips(struct crossing_scene *s) {
    if (s->slip_of == NULL)
        s->slip_of = malloc((size_t)s->m->contacts * sizeof *s->slip_of + 1);
    for (int i = 0; i < s->m->contacts && s->slip_of != NULL; i++) {
        s->slip_of[i] = i;
        if (crossing_slides(s, i) != 1 || !crossing_has_friction(s, i))
            continue;
        for (int j = i - 1; j >= 0; j--)
            if (crossing_slides(s, j) == 1 && crossing_has_friction(s, j) &&
                slides_alike(s, i, j))
                s->slip_of[i] = j;
    }
    return s->slip_of != NULL;
}

bool crossing_shares_slips(const struct crossing_scene *s) {
    bool shares = false;
    for (int i = 0; i < s->m->contacts; i++)
        shares = shares || s->slip_of[i] != i;
    return shares;
}

bool crossing_takes_force(int state) {
    return state == CROSSING_SLIDING || state == CROSSING_STICKING;
}

bool crossing_slips_agree(const struct crossing_scene *s, const signed char *mode) {
    for (int i = 0; i < s->m->contacts; i++)
        for (int j = 0; j < i; j++) {
            const signed char *a = mode + s->surfaces + 2 * i,
                              *b = mode + s->surfaces + 2 * j;
            if (s->slip_of[i] == s->slip_of[j] && crossing_takes_force(a[0]) &&
                crossing_takes_force(b[0]) && (a[0] != b[0] || a[1] != b[1]))
                return false;
        }
    return true;
}
