/* Frames, windows, and moves around which windows are opened, as interpreter/fast/windows.py has it. */

enum { F_NUMBER = 1, F_ARGS, F_PLAYERS, F_AT, F_OPENING, F_ONLY, F_USED, F_EXTRA, F_SLOTS };
enum { F_WAYS = 1, F_NEXT, F_ENTERED, F_LEAVING };
enum { F_LEFT = 1, F_RIGHT, F_STEP, F_NOTHING };

/* ---------------------------------------------------------------- frames */
static inline L frame_list(C *c, const Fr *f, int slot) {
  if (!f->is_list[slot]) return EMPTY;
  L l = {c->s->heap + (f->s[slot] >> 32), (int)(f->s[slot] & 0x7fffffff), 0};
  return l;
}
static inline void store(Fr *f, int slot, I x) {
  f->is_list[slot] = 0;
  f->s[slot] = x;
}
static void store_list(C *c, Fr *f, int slot, L l) {
  S *s = c->s;
  if (UNLIKELY(l.n > NHEAP - s->hn)) fail(c);
  if (l.n) memmove(s->heap + s->hn, l.p, (size_t)l.n * sizeof(E));
  f->is_list[slot] = 1;
  f->s[slot] = ((I)s->hn << 32) | l.n;
  s->hn += l.n;
}
/* A frame that is left behind: those of a step come from the innermost to the outermost. */
static Fr *left_frame(C *c, int block, int n) {
  if (UNLIKELY(c->nu >= NFR)) fail(c);
  Fr *f = &c->u[c->nu++];
  f->block = block;
  f->n = n;
  return f;
}
static void leave_frame(C *c, const Fr *f) {
  Fr *left = left_frame(c, f->block, f->n);
  *left = *f;
}
static void put_frames(C *c) {
  S *s = c->s;
  if (UNLIKELY(c->nu > NFR - s->nf)) fail(c);
  while (c->nu) s->f[s->nf++] = c->u[--c->nu];
}
static void pop(C *c) {
  if (c->s->nf < 1) fail(c);
  c->s->nf--;
}
/* Leaves in the heap what the frames name, and nothing else. */
static void compact(C *c) {
  S *s = c->s;
  int n = 0;
  for (int i = 0; i < s->nf; i++) {
    Fr *f = &s->f[i];
    for (int slot = 1; slot <= f->n; slot++) {
      if (!f->is_list[slot]) continue;
      L l = frame_list(c, f, slot);
      if (l.n > NHEAP - n) fail(c);
      if (l.n) memcpy(c->spare + n, l.p, (size_t)l.n * sizeof(E));
      f->s[slot] = ((I)n << 32) | l.n;
      n += l.n;
    }
  }
  if (n) memcpy(s->heap, c->spare, (size_t)n * sizeof(E));
  s->hn = n;
}
static void ask(C *c, L options, I player) {
  S *s = c->s;
  if (UNLIKELY(options.n > NO)) fail(c);
  if (options.n) memcpy(s->o, options.p, (size_t)options.n * sizeof(E));
  s->no = options.n;
  s->p = (int32_t)player;
}
static void ask_nobody(C *c) {
  c->s->no = 0;
  c->s->p = -1;
}

/* ---------------------------------------------------------------- windows */
/* The arguments of a window as they lie in a frame: a list stands behind its length. */
static void window_args(C *c, I window, L flat, Val *args) {
  int at = 0;
  const char *types = window_types[window];
  for (int i = 0; types[i]; i++) {
    I x = item(c, flat, at++);
    if (types[i] != 'l') {
      args[i].i = x;
      continue;
    }
    if (x < 0 || x > flat.n - at) fail(c);
    args[i].l = (L){flat.p + at, (int)x, 0};
    at += (int)x;
  }
}
static int fits(const Listener *l, const Val *args) {
  for (int i = l->pattern_from; i < l->pattern_to; i += 2)
    if (args[patterns[i]].i != patterns[i + 1]) return 0;
  return 1;
}
static inline I stamp_of(C *c, I serial, I component) {
  return checked(c, listeners[serial].stamp + copy_of[component], NV);
}
static int waits(C *c, I window, const Val *args, I player, I only) {
  const int *at = listeners_at[window];
  if (!at) return 0;
  for (int i = places_at[window][player]; i < places_at[window][player + 1]; i++) {
    L l = zone_of(c, places[i]);
    for (int j = 0; j < l.n; j++) {
      I component = l.p[j];
      if ((only != -1 && only != component) || seat_in(c, component, places[i]) < 0) continue;
      int side = card_of[component] * 2 + side_of(c, component);
      for (int q = at[side]; q < at[side + 1]; q++)
        if (fits(&listeners[listening[q]], args)) return 1;
    }
  }
  return 0;
}
/* Puts component and ability of all that can be used into a list, in pairs. */
static void usable(C *c, const Fr *f, I player, const Val *args, L *found) {
  I window = f->s[F_NUMBER], only = f->s[F_ONLY];
  const int *at = listeners_at[window];
  if (!at) return;
  for (int i = places_at[window][player]; i < places_at[window][player + 1]; i++) {
    L l = zone_of(c, places[i]);
    for (int j = 0; j < l.n; j++) {
      I component = l.p[j];
      int side = card_of[checked(c, component, NC)] * 2 + side_of(c, component);
      if (at[side] == at[side + 1] || (only != -1 && only != component)) continue;
      if (seat_in(c, component, places[i]) < 0) continue;
      for (int q = at[side]; q < at[side + 1]; q++) {
        I serial = listening[q];
        const Listener *one = &listeners[serial];
        if (!fits(one, args)) continue;
        I stamp = one->limit == UNLIMITED ? 0 : c->s->v[stamp_of(c, serial, component)];
        if (one->limit == ROUNDS && stamp == c->s->v[ROUND]) continue;
        if (one->limit == WINDOWS && stamp >= f->s[F_OPENING]) continue;
        L used = frame_list(c, f, F_USED);
        int again = 0;
        for (int u = 0; u + 1 < used.n; u += 2) again |= used.p[u] == component && used.p[u + 1] == serial;
        if (again) continue;
        burn(c, one->asked);
        if (one->condition && !one->condition(c, player, component, args)) continue;
        if (one->can_start && !one->can_start(c, player, component, args)) continue;
        put(c, found, component);
        put(c, found, serial);
      }
    }
  }
}
static int use(C *c, Fr *f, I player, I component, I serial, const Val *args) {
  const Listener *l = &listeners[serial];
  c->s->v[stamp_of(c, serial, component)] = l->limit == ROUNDS ? c->s->v[ROUND] : f->s[F_OPENING];
  if (l->automatic) store_list(c, f, F_USED, extended(c, extended(c, frame_list(c, f, F_USED), component), serial));
  burn(c, l->used);
  if (UNLIKELY(c->uses != 0)) c->uses[card_of[component] * NP + checked(c, player, NP)]++;
  return l->run(c, player, component, args);
}
static void ask_window(C *c, Fr *f, I player, L found) {
  L options = new_list(c, found.n / 2 + 2);
  for (int i = 0; i < found.n; i += 2) put(c, &options, (I)found.p[i + 1] * NC + found.p[i]);
  put(c, &options, DONE);
  I extra = f->s[F_EXTRA];
  if (extra && extra_starts[checked(c, extra - 1, N_EXTRAS)](c, player)) put(c, &options, EXTRA);
  ask(c, options, player);
  f->block = WINDOW_ASKS;
}
static int run_window(C *c, Fr *f) {
  here(c);
  I window = checked(c, f->s[F_NUMBER], N_WINDOWS), slots = f->s[F_SLOTS];
  Val args[N_PARAMS];
  window_args(c, window, frame_list(c, f, F_ARGS), args);
  for (;;) {
    L players = frame_list(c, f, F_PLAYERS);
    I at = f->s[F_AT];
    if (at >= players.n) return THROUGH;
    I player = checked(c, item(c, players, at), NP);
    if ((slots < 0 || c->s->k[checked(c, slots + player, NK)]) &&
        (!takes_part[window] || (((is_counted[window] && slots >= 0) || waits(c, window, args, player, f->s[F_ONLY])) &&
                                 takes_part[window](c, player, args)))) {
      L found = EMPTY;
      usable(c, f, player, args, &found);
      if (found.n) {
        int i = 0;
        while (i < found.n && !listeners[found.p[i + 1]].automatic) i += 2;
        if (i == found.n) {
          ask_window(c, f, player, found);
          return 0;
        }
        int result = use(c, f, player, found.p[i], found.p[i + 1], args);
        if (result != THROUGH) return result;
        continue;
      }
    }
    f->s[F_AT] = at + 1;
  }
}
static void window_frame(C *c, Fr *f, I number, L args, L players, I only, I extra, I slots) {
  f->block = WINDOW;
  f->n = F_SLOTS;
  store(f, F_NUMBER, number);
  store_list(c, f, F_ARGS, args);
  store_list(c, f, F_PLAYERS, players);
  store(f, F_AT, 0);
  store(f, F_OPENING, c->s->v[OPENINGS]);
  store(f, F_ONLY, only);
  store_list(c, f, F_USED, EMPTY);
  store(f, F_EXTRA, extra);
  store(f, F_SLOTS, slots);
}
/* Opens a window; `slot` is where in `k` all are counted who wait for it, behind the players one by one. */
static int open_window(C *c, I number, L args, L players, I slot, I extra) {
  here(c);
  if (players.n == 1 && !c->s->k[checked(c, slot - NP + players.p[0], NK)]) return THROUGH;
  Fr f;
  window_frame(c, &f, number, args, players, -1, extra, slot - NP);
  int result = run_window(c, &f);
  if (result != THROUGH) leave_frame(c, &f);
  return result;
}
static int window_block(C *c, Fr *f) {
  int result = run_window(c, f);
  if (result == THROUGH) pop(c);
  return result;
}
static int window_answered(C *c, Fr *f) {
  I answer = c->a;
  int result = THROUGH;
  f->block = WINDOW;
  if (answer == DONE) {
    f->s[F_AT]++;
  } else {
    I player = checked(c, item(c, frame_list(c, f, F_PLAYERS), f->s[F_AT]), NP);
    if (answer == EXTRA) {
      result = extra_runs[checked(c, f->s[F_EXTRA] - 1, N_EXTRAS)](c, player);
    } else {
      Val args[N_PARAMS];
      window_args(c, checked(c, f->s[F_NUMBER], N_WINDOWS), frame_list(c, f, F_ARGS), args);
      result = use(c, f, player, checked(c, answer % NC, NC), checked(c, answer / NC, N_LISTENERS), args);
    }
  }
  return result == THROUGH ? window_block(c, f) : result;
}

/* ---------------------------------------------------------------- moves with windows */
enum { TAKEN, LEAVING };

static int is_heard(C *c, L l, I zone) {
  for (int i = 0; i < l.n; i++)
    if (heard[checked(c, l.p[i], NC)] && (seat_in(c, l.p[i], zone) >= 0 || in_play(c, l.p[i]))) return 1;
  return 0;
}
static int leaves_play(C *c, I component, I zone) {
  I player = seat_of(c, component);
  int stays = zone >= 0 && seat_in(c, component, zone) >= 0 && zone_holder[zone] == player;
  return player >= 0 && !stays;
}
static int open_by_machine(C *c, int moment, I component) {
  here(c);
  E player = item_of(c, c->s->v[OWNER0 + checked(c, component, NC)]);
  int side = card_of[component] * 2 + side_of(c, component), n = 0;
  Fr frames[N_BY_MACHINE];
  for (int i = by_machine_at[moment + 1] - 1; i >= by_machine_at[moment]; i--) {
    int window = by_machine[i];
    const int *at = listeners_at[window];
    if (!at || at[side] == at[side + 1]) continue;
    c->s->v[OPENINGS]++;
    window_frame(c, &frames[n++], window, EMPTY, (L){&player, 1, 0}, component, 0, -1);
  }
  while (n) {
    int result = run_window(c, &frames[n - 1]);
    if (result != THROUGH) {
      while (n) leave_frame(c, &frames[--n]);
      return result;
    }
    n--;
  }
  return THROUGH;
}
static int carry_on(C *c, Fr *f) {
  here(c);
  for (;;) {
    L ways = frame_list(c, f, F_WAYS);
    I next = f->s[F_NEXT];
    if (next >= ways.n / 3) break;
    I component = item(c, ways, 3 * next), zone = item(c, ways, 3 * next + 1), index = item(c, ways, 3 * next + 2);
    I player = seat_of(c, component);
    if (!f->s[F_LEAVING] && player >= 0 && leaves_play(c, component, zone)) {
      store(f, F_LEAVING, 1);
      int result = open_by_machine(c, LEAVING, component);
      if (result != THROUGH) return result;
      player = seat_of(c, component);
    }
    store(f, F_LEAVING, 0);
    move_one(c, component, zone, index < 0 ? -1 : min_of(index, c->s->zn[checked(c, zone, NZ)]));
    I now = seat_of(c, component);
    if (now >= 0 && now != player) store_list(c, f, F_ENTERED, extended(c, frame_list(c, f, F_ENTERED), component));
    f->s[F_NEXT]++;
  }
  for (;;) {
    L ways = frame_list(c, f, F_WAYS), entered = frame_list(c, f, F_ENTERED);
    I next = f->s[F_NEXT] - ways.n / 3;
    if (next >= entered.n) return THROUGH;
    I component = item(c, entered, next);
    f->s[F_NEXT]++;
    if (in_play(c, component)) {
      int result = open_by_machine(c, TAKEN, component);
      if (result != THROUGH) return result;
    }
  }
}
static void sending_frame(C *c, Fr *f, L ways, L entered) {
  f->block = SENDING;
  f->n = F_LEAVING;
  store_list(c, f, F_WAYS, ways);
  store(f, F_NEXT, 0);
  store_list(c, f, F_ENTERED, entered);
  store(f, F_LEAVING, 0);
}
static int send(C *c, L ways, L entered) {
  Fr f;
  sending_frame(c, &f, ways, entered);
  int result = carry_on(c, &f);
  if (result != THROUGH) leave_frame(c, &f);
  return result;
}
static L without_none(C *c, L l) {
  L r = new_list(c, l.n);
  for (int i = 0; i < l.n; i++)
    if (l.p[i] >= 0) r.p[r.n++] = l.p[i];
  return r;
}
static void put_way(C *c, L *ways, I component, I zone, I index) {
  put(c, ways, component);
  put(c, ways, zone);
  put(c, ways, index);
}
static int send_move(C *c, L l, I zone, int on_top) {
  L there = without_none(c, l), ways = EMPTY;
  if (!is_heard(c, there, zone)) {
    move_all(c, there, zone, on_top);
    return THROUGH;
  }
  burn_moving(c, there.n);
  for (int i = 0; i < there.n; i++) put_way(c, &ways, there.p[i], zone, on_top ? i : -1);
  return send(c, ways, EMPTY);
}
static int send_discard(C *c, L l) {
  L there = without_none(c, l), ways = EMPTY;
  if (!is_heard(c, there, -1)) {
    discard_all(c, there);
    return THROUGH;
  }
  burn_moving(c, there.n);
  for (int i = 0; i < there.n; i++) put_way(c, &ways, there.p[i], pile_of(c, there.p[i]), -1);
  return send(c, ways, EMPTY);
}
static int send_draw(C *c, I number, I source, I zone) {
  L drawn = drawn_from(c, number, source), ways = EMPTY;
  if (!is_heard(c, drawn, zone)) {
    if (drawn.n) carry(c, drawn, zone);
    return THROUGH;
  }
  burn_moving(c, drawn.n);
  for (int i = 0; i < drawn.n; i++) put_way(c, &ways, drawn.p[i], zone, -1);
  return send(c, ways, EMPTY);
}
static int send_flip(C *c, L l) {
  L there = without_none(c, l), entered = EMPTY;
  flip(c, there);
  for (int i = 0; i < there.n; i++)
    if (in_play(c, there.p[i])) put(c, &entered, there.p[i]);
  return entered.n ? send(c, EMPTY, entered) : THROUGH;
}
static int sending_block(C *c, Fr *f) {
  int result = carry_on(c, f);
  if (result == THROUGH) pop(c);
  return result;
}

/* ---------------------------------------------------------------- swaps with windows */
static int exchange(C *c, Fr *f) {
  here(c);
  I pair[2] = {checked(c, f->s[F_LEFT], NC), checked(c, f->s[F_RIGHT], NC)}, players[2];
  while (f->s[F_STEP] < 2) {
    I which = f->s[F_STEP]++, zone = c->s->v[AT0 + pair[1 - which]];
    if (c->s->v[AT0 + pair[which]] == zone || zone < 0 || !leaves_play(c, pair[which], zone)) continue;
    int result = open_by_machine(c, LEAVING, pair[which]);
    if (result != THROUGH) return result;
  }
  for (int i = 0; i < 2; i++) players[i] = seat_of(c, pair[i]);
  swap(c, pair[0], pair[1]);
  L entered = EMPTY;
  for (int i = 0; i < 2; i++) {
    I now = seat_of(c, pair[i]);
    if (now >= 0 && now != players[i]) put(c, &entered, pair[i]);
  }
  sending_frame(c, f, EMPTY, entered);
  return carry_on(c, f);
}
static int send_swap(C *c, I left, I right) {
  if (left == -1 || right == -1 || left == right) return THROUGH;
  Fr f;
  f.block = SWAPPING;
  f.n = F_NOTHING;
  store(&f, F_LEFT, left);
  store(&f, F_RIGHT, right);
  store(&f, F_STEP, 0);
  store(&f, F_NOTHING, 0);
  int result = exchange(c, &f);
  if (result != THROUGH) leave_frame(c, &f);
  return result;
}
static int swapping_block(C *c, Fr *f) {
  int result = exchange(c, f);
  if (result == THROUGH) pop(c);
  return result;
}
