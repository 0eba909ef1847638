/* Worlds dealt anew, as interpreter/knowledge/resample.py has it: what may change places is worked out there, once for a
position; here a copy of it gets its places, numbers and names. The same worlds, to the number. */

/* Lists of numbers, one behind the other in `all`. `moved` are the components that change places, in the order in which
they lie; `layers` say which of them go together, `runs` where neighbours lie, `columns` what goes with a place,
`numbers` what may be drawn anew, and `held` the slots of frames that name components. */
typedef struct {
  int moved, layers, runs, columns, numbers, held, options, counts;
  const I *all;
} Deal;

typedef struct {
  double mark;
  int index;
} Mark;

static int mark_before(const void *a, const void *b) {
  const Mark *one = a, *other = b;
  if (one->mark != other->mark) return one->mark < other->mark ? -1 : 1;
  return one->index - other->index;
}
/* What lies in the place of each is put into another order, of those that go together. */
static const I *deal_layer(C *c, const I *at, Dice *dice, I *places, I *taken) {
  I n = *at++;
  Mark *marks = room_of(c, (size_t)n * sizeof(Mark));
  for (int i = 0; i < n; i++) {
    marks[i] = (Mark){(double)at[2 * i + 1] + next_number(dice), i};
    taken[i] = places[at[2 * i]];
  }
  qsort(marks, (size_t)n, sizeof(Mark), mark_before);
  for (int i = 0; i < n; i++) places[at[2 * i]] = taken[marks[i].index];
  return at + 2 * n;
}
static const I *deal_column(S *s, const I *at, const I *places, I moved) {
  I n = *at++;
  const I *values = at + 2 * n;
  for (int i = 0; i < n; i++) s->v[at[2 * i + 1]] = values[places[at[2 * i]]];
  return values + moved;
}
static const I *deal_number(S *s, const I *at, Dice *dice) {
  I slot = at[0], n = at[1];
  s->v[slot] = at[2 + next_below(dice, n)];
  return at + 2 + n;
}
/* The component that lies now where one lay: `now` has a place for each component and one more, for none. */
static inline E lying_now(const E *now, I one) { return one >= 0 && one < NC ? now[one] : (E)one; }

static void recount(C *c) {
  memset(c->s->k + FIRST_KEY, 0, sizeof(c->s->k) - FIRST_KEY * sizeof(c->s->k[0]));
  for (int component = 0; component < NC; component++)
    if (follow[component] & WAITS && in_play(c, component)) count(c, component, c->s->v[AT0 + component], 1);
}
static void rename_held(C *c, const Deal *d, const I *at, const E *now) {
  S *s = c->s;
  for (int i = 0; i < d->held; i++, at += 2) {
    Fr *f = &s->f[checked(c, at[0], s->nf)];
    I slot = at[1];
    if (slot < 1 || slot > f->n) fail(c);
    if (f->is_list[slot]) {
      L l = frame_list(c, f, (int)slot);
      for (int j = 0; j < l.n; j++) l.p[j] = lying_now(now, l.p[j]);
    } else {
      f->s[slot] = lying_now(now, f->s[slot]);
    }
  }
  for (int i = 0; d->options && i < s->no; i++) s->o[i] = lying_now(now, s->o[i]);
}
static void deal_into(C *c, const Deal *d, Dice *dice) {
  S *s = c->s;
  const I *moved = d->all, *at = moved + d->moved;
  I *places = keys(c, d->moved, 1), *taken = keys(c, d->moved, 1);
  E *lying = room(c, d->moved);
  for (int i = 0; i < d->moved; i++) places[i] = i;
  for (int i = 0; i < d->layers; i++) at = deal_layer(c, at, dice, places, taken);
  for (int i = 0; i < d->moved; i++) lying[places[i]] = (E)moved[i];
  for (int i = 0; i < d->runs; i++, at += 4) {
    if (at[1] + at[3] - at[2] > s->zn[at[0]]) fail(c);
    memcpy(s->zd + zone_at[at[0]] + at[1], lying + at[2], (size_t)(at[3] - at[2]) * sizeof(E));
  }
  for (int i = 0; i < d->columns; i++) at = deal_column(s, at, places, d->moved);
  for (int i = 0; i < d->numbers; i++) at = deal_number(s, at, dice);
  s->v[SEED] = (I)(next_number(dice) * 9007199254740992.0);
  if (d->held || d->options) {
    E *now = room(c, NC);
    for (int i = 0; i < NC; i++) now[i] = i;
    for (int i = 0; i < d->moved; i++) now[moved[i]] = lying[i];
    rename_held(c, d, at, now);
  }
  if (d->counts) recount(c);
}
/* Deals anew in a copy of the position that a deal was made for; -1 where it is none of that. */
static int deal_anew(C *c, S *s, const Deal *d, Dice *dice) {
  c->s = s;
  begin_step(c);
  set_floor(c);
  if (setjmp(c->out)) return -1;
  deal_into(c, d, dice);
  return 0;
}

/* ---------------------------------------------------------------- a deal is looked at once, when it is handed over */
typedef struct {
  const I *at, *end;
} Reader;
static int has_room(const Reader *r, I n) { return n >= 0 && n <= r->end - r->at; }
static int in_bounds(const I *p, I n, int step, I low, I high) {
  for (I i = 0; i < n; i++)
    if (p[i * step] < low || p[i * step] >= high) return 0;
  return 1;
}
static int layer_is_sound(Reader *r, I moved) {
  if (!has_room(r, 1)) return 0;
  I n = *r->at++;
  if (n > moved || !has_room(r, 2 * n) || !in_bounds(r->at, n, 2, 0, moved)) return 0;
  r->at += 2 * n;
  return 1;
}
static int runs_are_sound(Reader *r, I n, I moved) {
  if (!has_room(r, 4 * n)) return 0;
  for (; n; n--, r->at += 4) {
    I zone = r->at[0], at = r->at[1], first = r->at[2], end = r->at[3];
    if (zone < 1 || zone >= NZ || at < 0 || first < 0 || end < first || end > moved || at > NZD) return 0;
  }
  return 1;
}
static int column_is_sound(Reader *r, I moved) {
  if (!has_room(r, 1)) return 0;
  I n = *r->at++;
  if (n > moved || !has_room(r, 2 * n + moved)) return 0;
  if (!in_bounds(r->at, n, 2, 0, moved) || !in_bounds(r->at + 1, n, 2, OPENINGS + 1, NV)) return 0;
  r->at += 2 * n + moved;
  return 1;
}
static int number_is_sound(Reader *r) {
  if (!has_room(r, 2)) return 0;
  I slot = r->at[0], n = r->at[1];
  if (slot < OPENINGS + 1 || slot >= NV || n < 1 || !has_room(r, 2 + n)) return 0;
  r->at += 2 + n;
  return 1;
}
static int deal_is_sound(const Deal *d, I length) {
  Reader r = {d->all, d->all + length};
  if (d->moved < 0 || d->moved > NC || !has_room(&r, d->moved) || !in_bounds(r.at, d->moved, 1, 0, NC)) return 0;
  r.at += d->moved;
  for (int i = 0; i < d->layers; i++)
    if (!layer_is_sound(&r, d->moved)) return 0;
  if (d->runs < 0 || !runs_are_sound(&r, d->runs, d->moved)) return 0;
  for (int i = 0; i < d->columns; i++)
    if (!column_is_sound(&r, d->moved)) return 0;
  for (int i = 0; i < d->numbers; i++)
    if (!number_is_sound(&r)) return 0;
  return d->held >= 0 && r.end - r.at == 2 * (I)d->held && in_bounds(r.at, d->held, 2, 0, NFR);
}
