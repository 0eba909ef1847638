/* Who sees which component, as interpreter/state/eyes.py has it, for the order in which components are offered. */

static int sees(C *c, I component, I viewer) {
  if (on_table[component]) return 1;
  I zone = c->s->v[AT0 + component];
  if (zone < 0) return 0;
  if (shown_to(c, component) >> viewer & 1) return 1;
  if (shows[checked(c, zone, NZ)] == SHOWS_NOTHING) return 0;
  if (shows[zone] == SHOWS_TOP && item(c, zone_of(c, zone), 0) != component) return 0;
  return looks_into(c, zone, viewer);
}
/* Components as they are offered to a seat: behind those that it sees the others, by place. */
static L by_place(C *c, L l, I viewer) {
  checked(c, viewer, NP);
  L found = new_list(c, l.n), hidden = new_list(c, l.n);
  I *places = keys(c, l.n, 2);
  for (int i = 0; i < l.n; i++) {
    I one = l.p[i], zone = one < 0 ? -1 : c->s->v[AT0 + checked(c, one, NC)];
    if (zone < 0 || sees(c, one, viewer)) {
      found.p[found.n++] = (E)one;
    } else if (!has(hidden, one)) {
      places[2 * hidden.n] = -zone;
      places[2 * hidden.n + 1] = -index_of(c, zone_of(c, zone), one);
      hidden.p[hidden.n++] = (E)one;
    }
  }
  put_all(c, &found, sorted_by(c, hidden, places, 2, 1));
  return found;
}
