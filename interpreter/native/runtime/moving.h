/* Components on the move, as interpreter/fast/traffic.py has it: where they lie, and what follows from it. */

static inline L zone_of(C *c, I zone) {
  checked(c, zone, NZ);
  L l = {c->s->zd + zone_at[zone], c->s->zn[zone], 0};
  return l;
}
static inline I burn_moving(C *c, I components) {
  if (components > 1) burn(c, WHOLE * (components - 1));
  return components;
}
static inline int side_of(C *c, I component) { return (int)checked(c, c->s->v[FACE0 + checked(c, component, NC)], 2); }
/* The player for whom a component is active in a zone (-1: nowhere), or -1. */
static inline I seat_in(C *c, I component, I zone) {
  return seats[kind_of[checked(c, component, NC)]][checked(c, zone + 1, NZ + 1)];
}
static inline I seat_of(C *c, I component) { return seat_in(c, component, c->s->v[AT0 + checked(c, component, NC)]); }
static inline int in_play(C *c, I component) { return seat_of(c, component) >= 0; }

static void count(C *c, I component, I zone, int by) {
  I player = seat_in(c, component, zone);
  int card = card_of[component] * 2 + side_of(c, component);
  for (int i = listens_at[card]; i < listens_at[card + 1]; i++) {
    c->s->k[checked(c, listens[i] + player, NK)] += by;
    c->s->k[checked(c, listens[i] + NP, NK)] += by;
  }
}
static void begin_anew(C *c, I component) {
  for (int i = fresh_at[component]; i < fresh_at[component + 1]; i++) c->s->v[fresh_slots[i]] = fresh_values[i];
}
static void leave(C *c, I zone, I component) {
  E *p = c->s->zd + zone_at[checked(c, zone, NZ)];
  int n = c->s->zn[zone];
  for (int i = 0; i < n; i++) {
    if (p[i] != component) continue;
    memmove(p + i, p + i + 1, (size_t)(n - i - 1) * sizeof(E));
    c->s->zn[zone] = n - 1;
    return;
  }
  fail(c);
}
static inline void enter(C *c, I zone, I component) {
  int n = c->s->zn[zone];
  if (UNLIKELY(n >= zone_room[zone])) fail(c);
  c->s->zd[zone_at[zone] + n] = (E)component;
  c->s->zn[zone] = n + 1;
}
static void carry_known(C *c, I component, I zone) {
  if (component < 0) return;
  I *v = c->s->v;
  I before = v[AT0 + checked(c, component, NC)];
  checked(c, zone, NZ);
  if (zone_size[zone] >= 0 && c->s->zn[zone] >= zone_size[zone] && before != zone) fail(c);
  if (before >= 0) leave(c, before, component);
  enter(c, zone, component);
  v[AT0 + component] = zone;
  int follows = follow[component];
  if (!follows) return;
  if (follows & WAITS && seat_in(c, component, before) >= 0) count(c, component, before, -1);
  if (follows & HAS_OWNER && (follows & GIVES_UP || zone_holder[zone] >= 0)) v[OWNER0 + component] = zone_holder[zone];
  if (seat_in(c, component, zone) < 0)
    begin_anew(c, component);
  else if (follows & WAITS)
    count(c, component, zone, 1);
}
static void carry_one(C *c, I component, I zone) {
  if (zone >= 0) forget_moving(c, component, zone);
  carry_known(c, component, zone);
}
static void carry(C *c, L l, I zone) {
  if (zone < 0) {
    for (int i = 0; i < l.n; i++)
      if (l.p[i] >= 0) fail(c);
    return;
  }
  burn_moving(c, l.n);
  for (int i = 0; i < l.n && KNOWN >= 0; i++) forget_moving(c, l.p[i], zone);
  for (int i = 0; i < l.n; i++) carry_known(c, l.p[i], zone);
}
static void move_one(C *c, I component, I zone, I index) {
  if (component < 0) return;
  carry_one(c, component, zone);
  if (index < 0) return;
  E *p = c->s->zd + zone_at[zone];
  int last = c->s->zn[zone] - 1;
  if (index > last) return;
  memmove(p + index + 1, p + index, (size_t)(last - index) * sizeof(E));
  p[index] = (E)component;
}
static void move_all(C *c, L l, I zone, int on_top) {
  if (!on_top) {
    if (l.n) carry(c, l, zone);
    return;
  }
  burn_moving(c, l.n);
  I index = 0;
  for (int i = 0; i < l.n; i++)
    if (l.p[i] >= 0) move_one(c, l.p[i], zone, min_of(index++, c->s->zn[checked(c, zone, NZ)]));
}
static I pile_of(C *c, I component) {
  I pile = piles[kind_of[checked(c, component, NC)]];
  if (pile < 0) fail(c);
  return pile;
}
static void discard_all(C *c, L l) {
  burn_moving(c, l.n);
  for (int i = 0; i < l.n; i++)
    if (l.p[i] >= 0) carry_one(c, l.p[i], pile_of(c, l.p[i]));
}
/* The first components of a zone, refilled once when there are too few. */
static L drawn_from(C *c, I number, I source) {
  if (number <= 0 || source < 0) return EMPTY;
  I pile = refill[checked(c, source, NZ)];
  if (c->s->zn[source] < number && pile >= 0 && c->s->zn[pile]) {
    L returning = copied(c, zone_of(c, pile));
    shuffle(c, source, returning);
    carry(c, returning, source);
  }
  L found = zone_of(c, source);
  if (number < found.n) found.n = (int)number;
  return copied(c, found);
}
static void draw(C *c, I number, I source, I zone) {
  L l = drawn_from(c, number, source);
  if (l.n) carry(c, l, zone);
}
static void flip(C *c, L l) {
  burn_moving(c, l.n);
  for (int i = 0; i < l.n; i++) {
    I component = l.p[i];
    if (component < 0) continue;
    if (sides[card_of[checked(c, component, NC)]] < 2) fail(c);
    I zone = c->s->v[AT0 + component];
    int counts = in_play(c, component);
    if (counts) count(c, component, zone, -1);
    c->s->v[FACE0 + component] = 1 - side_of(c, component);
    if (counts) count(c, component, zone, 1);
  }
}
static void swap(C *c, I left, I right) {
  if (left < 0 || right < 0 || left == right) return;
  I *v = c->s->v;
  I pair[2] = {checked(c, left, NC), checked(c, right, NC)}, from[2], at[2];
  for (int i = 0; i < 2; i++) from[i] = checked(c, v[AT0 + pair[i]], NZ);
  for (int i = 0; i < 2; i++) {
    if (!takes[from[1 - i]][kind_of[pair[i]]]) fail(c);
    at[i] = index_of(c, zone_of(c, from[i]), pair[i]);
  }
  forget_moving(c, left, from[1]);
  forget_moving(c, right, from[0]);
  for (int i = 0; i < 2; i++)
    if (in_play(c, pair[i])) count(c, pair[i], from[i], -1);
  for (int i = 0; i < 2; i++) c->s->zd[zone_at[from[i]] + at[i]] = (E)pair[1 - i];
  for (int i = 0; i < 2; i++) {
    I one = pair[i], zone = from[1 - i];
    v[AT0 + one] = zone;
    if (follow[one] & HAS_OWNER) {
      if (zone_holder[zone] >= 0)
        v[OWNER0 + one] = zone_holder[zone];
      else if (follow[one] & GIVES_UP)
        v[OWNER0 + one] = -1;
    }
    if (in_play(c, one))
      count(c, one, zone, 1);
    else
      begin_anew(c, one);
  }
}
static void shuffle_zone(C *c, I zone) {
  if (zone < 0) return;
  L l = zone_of(c, zone);
  burn(c, l.n);
  shuffle(c, zone, l);
  if (zone) forget_all(c, l);
}
static int next_to(C *c, I left, I right) {
  if (left < 0 || right < 0) return 0;
  I zone = c->s->v[AT0 + checked(c, left, NC)];
  if (zone < 0 || zone != c->s->v[AT0 + checked(c, right, NC)]) return 0;
  L l = zone_of(c, zone);
  int apart = index_of(c, l, left) - index_of(c, l, right);
  return apart == 1 || apart == -1;
}
static void put_cards_of(C *c, L *found, I player) {
  checked(c, player, NP);
  for (int i = active_zones_at[player]; i < active_zones_at[player + 1]; i++) {
    L l = zone_of(c, active_zones[i]);
    for (int j = 0; j < l.n; j++)
      if (in_play(c, l.p[j])) put(c, found, l.p[j]);
  }
}
static L cards_of(C *c, I player) {
  L found = EMPTY;
  put_cards_of(c, &found, player);
  return found;
}
static L cards_in_play(C *c) {
  L found = EMPTY, order = zone_of(c, 0);
  for (int i = 0; i < order.n; i++) put_cards_of(c, &found, order.p[i]);
  return found;
}
static void set_order(C *c, L l) {
  c->s->zn[0] = checked(c, l.n, NP + 1);
  memmove(c->s->zd + zone_at[0], l.p, (size_t)l.n * sizeof(E));
}

/* ---------------------------------------------------------------- values that cards change */
typedef struct {
  int op, whose;
  I (*number)(C *, const Val *, I component, I owner);
} Change;
enum { TO, ADD, AT_LEAST, AT_MOST };
enum { OWNERS, OPPONENTS, ANYBODYS };

static I changed(C *c, L cards, I result, I subject, const int *at, const Change *changes, const Val *args) {
  I *found = 0;
  int n = 0, cap = 0, op[4] = {0, 0, 0, 0};
  for (int i = 0; i < cards.n; i++) {
    I component = checked(c, cards.p[i], NC);
    int side = card_of[component] * 2 + side_of(c, component);
    for (int j = at[side]; j < at[side + 1]; j++) {
      const Change *one = &changes[j];
      I owner = c->s->v[OWNER0 + component];
      if (one->whose == OWNERS ? owner != subject : one->whose == OPPONENTS && (subject == owner || subject == -1))
        continue;
      I amount = one->number(c, args, component, owner);
      if (amount == NO_CHANGE) continue;
      if (n == cap) {
        I *more = keys(c, 2 * cap + 8, 2);
        if (n) memcpy(more, found, (size_t)n * 2 * sizeof(I));
        found = more;
        cap = 2 * cap + 8;
      }
      found[2 * n] = one->op;
      found[2 * n++ + 1] = amount;
      op[one->op] = 1;
    }
  }
  burn(c, cards.n);
  for (int wanted = TO; wanted <= AT_MOST; wanted++) {
    if (!op[wanted]) continue;
    for (int i = 0; i < n; i++) {
      if (found[2 * i] != wanted) continue;
      I amount = found[2 * i + 1];
      result = wanted == TO ? amount : wanted == ADD ? add(c, result, amount) : wanted == AT_LEAST ? max_of(result, amount) : min_of(result, amount);
    }
  }
  return result;
}
