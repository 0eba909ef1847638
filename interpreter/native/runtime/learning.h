/* What a position is to a program that learns: a number for each option, the same wherever it can be chosen, as
adapters/actions.py has them, and a row of numbers of what a seat sees, as adapters/features.py. Both go by tables that are
made there and looked at here, once. */

/* Of options: `done`, `extra` and `position` are actions (-1: there is none), `nth` the first action of a component's
second ability and so on; for each block, whether it is a yes or no, whether components that are not seen are offered by
place, and where in `table` the actions of -1 and upwards stand (`BY_POSITION`: its place among the options). */
typedef struct {
  I count, done, extra, position, component, abilities;
  const I *nth, *blocks, *table;
} Actions;
enum { BLOCK_IS_MAY = 1, BLOCK_BY_PLACE = 2, BLOCK_NUMBERS = 4 };
#define BY_POSITION (-2)

/* Of features: how long a row is, and what stands in it, in groups of numbers. */
typedef struct {
  I size, phases, values, zones, states;
  const I *phase_at, *phase_of, *value, *zone, *component, *state;
} Features;
enum { AS_IT_IS, IS_TRUE, ONE_HIGHER };
enum { FOR_ALL, FOR_OWNER, FOR_OTHERS, FOR_NOBODY };

/* ---------------------------------------------------------------- actions */
static I own_action(C *c, const Actions *a, const I *block, I answer) {
  I flags = block[0], at = block[1], n = block[2];
  if (answer == DONE) return a->done;
  if (answer == EXTRA) return a->extra;
  if (flags & BLOCK_IS_MAY) return a->table[at + (answer == 1)];
  if (answer < -1 || answer >= n) return BY_POSITION;
  if (flags & BLOCK_BY_PLACE && answer >= 0 && c->s->v[AT0 + checked(c, answer, NC)] >= 0 && !sees(c, answer, c->s->p))
    return BY_POSITION;
  return a->table[at + answer + 1];
}
static I menu_action(C *c, const Actions *a, int option) {
  const S *s = c->s;
  I answer = s->o[option];
  if (answer == DONE) return a->done;
  if (answer == EXTRA) return a->extra;
  I component = checked(c, answer % NC, NC), before = 0;
  for (int i = 0; i < option; i++) before += s->o[i] >= 0 && s->o[i] % NC == component;
  if (!before) return a->component + component;
  return before <= a->abilities ? a->nth[before - 1] + component : BY_POSITION;
}
/* The action of each option; whether they could be told. Where two were alike, all go by their positions. */
static int number_options(C *c, const Actions *a, I *to, unsigned char *mask) {
  const S *s = c->s;
  I block = s->nf ? s->f[s->nf - 1].block : 0;
  int alike = 0;
  memset(mask, 0, (size_t)a->count);
  for (int i = 0; i < s->no; i++) {
    I action = block == WINDOW_ASKS ? menu_action(c, a, i)
                                    : own_action(c, a, a->blocks + 3 * checked(c, block, N_BLOCKS), s->o[i]);
    if (action < 0) action = a->position < 0 ? -1 : a->position + i;
    to[i] = action;
    if (action < 0 || action >= a->count) return 0;
    alike |= mask[action];
    mask[action] = 1;
  }
  if (!alike) return 1;
  if (a->position < 0 || a->position + s->no > a->count) return 0;
  memset(mask, 0, (size_t)a->count);
  for (int i = 0; i < s->no; i++) mask[to[i] = a->position + i] = 1;
  return 1;
}

/* ---------------------------------------------------------------- features */
static int is_shown(I visible, I owner, I viewer) {
  switch (visible) {
    case FOR_ALL: return 1;
    case FOR_OWNER: return owner >= 0 && owner == viewer;
    case FOR_OTHERS: return owner != viewer;
  }
  return 0;
}
static float valued(I sort, I x) {
  return (float)(sort == AS_IT_IS ? x : sort == IS_TRUE ? x > 0 : x + 1);
}
static float *course_row(const S *s, const Features *f, I viewer, float *to) {
  I round = s->v[ROUND], phase = s->v[PHASE];
  for (I seat = 0; seat < NP; seat++) *to++ = seat == viewer;
  for (I seat = 0; seat < NP; seat++) *to++ = seat == s->p;
  *to++ = (float)round;
  I now = -1;
  if (s->v[STAGE] == PLAYING && round >= 0 && round <= LAST_ROUND) {
    I at = f->phase_at[round] + phase;
    if (phase >= 0 && at < f->phase_at[round + 1]) now = f->phase_of[at];
  }
  for (I i = 0; i < f->phases; i++) *to++ = i == now;
  for (I seat = 0; seat < NP; seat++) {
    I place = -1;
    for (int i = 0; i < s->zn[0]; i++)
      if (s->zd[zone_at[0] + i] == seat) place = i;
    *to++ = (float)place;
  }
  return to;
}
static float *component_row(C *c, const Features *f, I component, I viewer, float *to) {
  const S *s = c->s;
  const I *of = f->component + 3 * component; /* whether it has two sides, its states: the first, how many */
  I zone = s->v[AT0 + component], owner = s->v[OWNER0 + component];
  int seen = sees(c, component, viewer);
  *to++ = seen && zone >= 0 ? (float)(f->zone[2 * checked(c, zone, NZ)] + 1) : 0;
  *to++ = seen && of[0] && s->v[FACE0 + component] == 1;
  *to++ = seen && owner >= 0 ? (float)(owner + 1) : 0;
  for (I i = of[1]; i < of[1] + of[2]; i++) {
    const I *state = f->state + 3 * i;
    *to++ = seen && is_shown(state[2], owner, viewer) ? valued(state[1], s->v[state[0]]) : 0;
  }
  return to;
}
/* Writes a row for a seat: `size` numbers. */
static void observe(C *c, const Features *f, I viewer, float *to) {
  const S *s = c->s;
  to = course_row(s, f, viewer, to);
  for (I i = 0; i < f->values; i++) {
    const I *value = f->value + 4 * i;
    *to++ = is_shown(value[2], value[3], viewer) ? valued(value[1], s->v[value[0]]) : 0;
  }
  for (I component = 0; component < N_COMPONENTS; component++) to = component_row(c, f, component, viewer, to);
  for (I zone = 0; zone < NZ; zone++) {
    I number = f->zone[2 * zone];
    if (number < 0) continue;
    int counted = f->zone[2 * zone + 1] || looks_into(c, zone, viewer);
    *to++ = counted ? (float)s->zn[zone] : 0;
  }
}

/* ---------------------------------------------------------------- tables are looked at once, when they are handed over */
static int read_actions(Actions *a, const I *p, I n) {
  if (n < 6) return 0;
  *a = (Actions){p[0], p[1], p[2], p[3], p[4], p[5], p + 6, 0, 0};
  if (a->count < 1 || a->count > INT32_MAX || a->abilities < 0 || a->abilities > n) return 0;
  I at = 6 + a->abilities + 3 * N_BLOCKS;
  if (at > n) return 0;
  a->blocks = p + 6 + a->abilities;
  a->table = p + at;
  for (I i = 0; i < N_BLOCKS; i++) {
    const I *block = a->blocks + 3 * i;
    if (block[1] < 0 || block[2] < 0 || block[2] > n || block[1] > n - at - block[2] - 1) return 0;
    if (block[0] & BLOCK_IS_MAY && block[2] < 1) return 0;
  }
  return 1;
}
static I row_size(const Features *f) {
  I found = 3 * NP + 1 + f->phases + f->values + f->zones;
  for (I i = 0; i < N_COMPONENTS; i++) found += 3 + f->component[3 * i + 2];
  return found;
}
static int slots_are_there(const I *p, I n, int step) {
  for (I i = 0; i < n; i++)
    if (p[step * i] < 0 || p[step * i] >= NV) return 0;
  return 1;
}
static int read_features(Features *f, const I *p, I n) {
  const I rounds = LAST_ROUND + 2;
  if (n < 5) return 0;
  *f = (Features){p[0], p[1], p[2], p[3], p[4], p + 5, 0, 0, 0, 0, 0};
  if (f->phases < 0 || f->values < 0 || f->states < 0 || f->phases > n || f->values > n || f->states > n) return 0;
  if (5 + rounds > n) return 0;
  I in_rounds = f->phase_at[rounds - 1];
  if (in_rounds < 0 || in_rounds > n || f->phase_at[0] < 0) return 0;
  for (I i = 1; i < rounds; i++)
    if (f->phase_at[i] < f->phase_at[i - 1]) return 0;
  if (5 + rounds + in_rounds + 4 * f->values + 2 * NZ + 3 * N_COMPONENTS + 3 * f->states != n) return 0;
  f->phase_of = f->phase_at + rounds;
  f->value = f->phase_of + in_rounds;
  f->zone = f->value + 4 * f->values;
  f->component = f->zone + 2 * NZ;
  f->state = f->component + 3 * N_COMPONENTS;
  I zones = 0;
  for (I i = 0; i < NZ; i++) zones += f->zone[2 * i] >= 0;
  for (I i = 0; i < N_COMPONENTS; i++) {
    const I *of = f->component + 3 * i;
    if (of[1] < 0 || of[2] < 0 || of[1] > f->states || of[2] > f->states - of[1]) return 0;
  }
  return zones == f->zones && slots_are_there(f->value, f->values, 4) && slots_are_there(f->state, f->states, 3) &&
         row_size(f) == f->size;
}
