/* The course of a game, as interpreter/fast/machine.py has it: from decision to decision, and whole games by chance. */

enum { TAKE_OPTION, SET_UP, END_ROUNDS };

static int game_over(C *c) {
  c->s->v[STAGE] = OVER;
  c->s->nf = 0;
  ask_nobody(c);
  return 0;
}
static int main_block(C *c, Fr *f) {
  I *v = c->s->v;
  (void)f;
  for (;;) {
    if (v[STAGE] == SETTING_UP) {
      v[STAGE] = PLAYING;
      v[ROUND] = 1;
      v[PHASE] = 0;
    } else if (v[STAGE] == PLAYING) {
      v[PHASE]++;
    } else {
      return game_over(c);
    }
    while (v[PHASE] >= phases_in[checked(c, v[ROUND], LAST_ROUND + 1)]) {
      int over = the_rounds_end(c);
      if (!over && MUST_END && v[ROUND] >= LAST_ROUND) fail(c);
      if (over || v[ROUND] >= LAST_ROUND) {
        v[STAGE] = ENDING;
        v[PHASE] = -1;
        break;
      }
      v[ROUND]++;
      v[PHASE] = 0;
    }
    int result = v[STAGE] == ENDING ? the_ending(c) : phases[v[ROUND]][checked(c, v[PHASE], MOST_PHASES)](c);
    if (result != THROUGH) return result;
  }
}
static int no_block(C *c, Fr *f) {
  (void)f;
  fail(c);
}
static int run_block(C *c) {
  S *s = c->s;
  Fr *f = &s->f[checked(c, (I)s->nf - 1, NFR)];
  return blocks[checked(c, f->block, N_BLOCKS)](c, f);
}
static void go_on(C *c, int result) {
  for (int turns = 0; turns < MOST_STEPS; turns++) {
    if (c->nu) put_frames(c);
    if (result == 0) {
      if (c->s->hn > NHEAP / 4) compact(c);
      return;
    }
    result = run_block(c);
  }
  fail(c);
}
static int finished(C *c) {
  S *s = c->s;
  c->nu = 0;
  if (s->nf > 1) s->nf = 1;
  if (LEVELS >= 0) s->v[LEVELS < 0 ? 0 : LEVELS] = 0;
  if (s->v[STAGE] == ENDING) return game_over(c);
  s->v[STAGE] = ENDING;
  s->v[PHASE] = -1;
  return the_ending(c);
}
static inline void begin_step(C *c) {
  c->top = c->nu = 0;
  c->fuel = MOST_STEPS;
  c->gen++;
}
static void set_floor(C *c) { c->floor = (char *)__builtin_frame_address(0) - STACK_ROOM; }

/* Whether no counter and no state is too large. */
static int is_small(const S *s) {
  for (int part = 0; part < 4; part += 2)
    for (int i = counted[part]; i < counted[part + 1]; i++)
      if (s->v[i] > LARGEST || s->v[i] < -LARGEST) return 0;
  return 1;
}
/* Counts a decision that was taken; whether all is well with the numbers, which are looked at now and then. */
static inline int is_well(S *s) {
  s->decided++;
  return (s->no && s->decided % LOOK_EVERY) || is_small(s);
}

/* Runs up to the next decision; 0 when it stands there, or the game is over, -1 when the step has failed. */
static int run(C *c, int what) {
  int why = setjmp(c->out);
  if (why == FAULT) return -1;
  if (why == FINISH) what = END_ROUNDS;
  switch (what) {
    case TAKE_OPTION:
      go_on(c, run_block(c));
      break;
    case SET_UP:
      if (SETS_UP_ALL && set_up_alike(c) != THROUGH) fail(c);
      go_on(c, set_up(c));
      break;
    default:
      go_on(c, finished(c));
  }
  return 0;
}
static void failed(S *s) {
  s->failed = 1;
  s->no = 0;
  s->p = -1;
}
static void open_game(C *c, S *s, uint64_t seed) {
  memcpy(s->v, blank_v, sizeof(s->v));
  memcpy(s->k, blank_k, sizeof(s->k));
  memset(s->zn, 0, sizeof(s->zn));
  memset(s->zd, 0, sizeof(s->zd));
  for (int zone = 0; zone < NZ; zone++) {
    s->zn[zone] = blank_z_at[zone + 1] - blank_z_at[zone];
    if (s->zn[zone]) memcpy(s->zd + zone_at[zone], blank_z + blank_z_at[zone], (size_t)s->zn[zone] * sizeof(E));
  }
  s->v[SEED] = (I)seed;
  s->no = s->hn = s->failed = s->decided = 0;
  s->p = -1;
  s->nf = 1;
  s->f[0].block = MAIN;
  s->f[0].n = 0;
  c->s = s;
  begin_step(c);
  set_floor(c);
  if (run(c, SET_UP) < 0 || !is_small(s)) failed(s);
}
/* Takes an option that is there; the number of options at the next decision, 0 when the game is over, -1 on failure. */
static int step(C *c, S *s, int option) {
  c->s = s;
  begin_step(c);
  c->a = s->o[option];
  set_floor(c);
  if (s->decided >= MOST_DECISIONS || run(c, TAKE_OPTION) < 0 || !is_well(s)) {
    failed(s);
    return -1;
  }
  return s->no;
}
static void copy(S *to, const S *from) {
  memcpy(to, from, offsetof(S, f));
  memcpy(to->f, from->f, (size_t)from->nf * sizeof(Fr));
  memcpy(to->o, from->o, (size_t)from->no * sizeof(E));
  memcpy(to->heap, from->heap, (size_t)from->hn * sizeof(E));
}

/* ---------------------------------------------------------------- games by chance */
typedef struct {
  uint64_t seed;
  I left, taken;
} Playout;

/* Plays on by chance until the game is over or no decisions are left. */
static int play_on(C *c, Playout *p) {
  int why = setjmp(c->out);
  S *s = c->s;
  if (why == FAULT) return -1;
  if (why == FINISH) {
    go_on(c, finished(c));
    if (!is_well(s)) return -1;
  }
  while (s->no && p->left) {
    if (s->decided >= MOST_DECISIONS) return -1;
    uint64_t number = spread(p->seed + (uint64_t)++p->taken * STEP) >> 32;
    p->left--;
    begin_step(c);
    c->a = s->o[number * (uint64_t)s->no >> 32];
    go_on(c, run_block(c));
    if (!is_well(s)) return -1;
  }
  return 0;
}
/* The numbers that the result ranks by, N_RANKS for each seat, and who is ranked; -1 when that has failed. */
static int result_of(C *c, S *s, I *numbers, unsigned char *ranked) {
  c->s = s;
  begin_step(c);
  set_floor(c);
  memset(ranked, 0, NP);
  if (setjmp(c->out)) return -1;
  L players = the_ranked(c);
  for (int i = 0; i < players.n; i++) {
    I player = checked(c, players.p[i], NP);
    L by = ranked_by(c, player);
    if (by.n != N_RANKS) fail(c);
    ranked[player] = 1;
    for (int j = 0; j < N_RANKS; j++) numbers[player * N_RANKS + j] = by.p[j];
  }
  return 0;
}
/* How good the position is for each seat; -1 when that has failed. */
static int estimates_of(C *c, S *s, I *numbers) {
  c->s = s;
  begin_step(c);
  set_floor(c);
  if (setjmp(c->out)) return -1;
  for (I player = 0; player < NP; player++)
    numbers[player] = s->v[STAGE] == OVER ? the_standing(c, player) : the_estimate(c, player);
  return 0;
}

/* Whether a seat wins by itself: because its condition holds, or because no numbers are better. */
static int wins(const I *numbers, const unsigned char *ranked, I seat) {
  if (!ranked[seat] || SAYS_WHO_HAS_WON) return ranked[seat] && numbers[seat * N_RANKS + N_NUMBERS];
  for (I other = 0; other < NP; other++)
    if (ranked[other] && compared(numbers + other * N_RANKS, numbers + seat * N_RANKS, N_NUMBERS) > 0) return 0;
  return 1;
}
/* Whether a seat has won: by itself, or with somebody of its team, which is the last of its numbers. */
static int has_won(const I *numbers, const unsigned char *ranked, I seat) {
  if (!HAS_TEAMS || !ranked[seat]) return wins(numbers, ranked, seat);
  for (I other = 0; other < NP; other++)
    if (numbers[other * N_RANKS + N_RANKS - 1] == numbers[seat * N_RANKS + N_RANKS - 1] && wins(numbers, ranked, other))
      return 1;
  return 0;
}

/* ---------------------------------------------------------------- games by whoever looks one decision ahead */
/* How good an option is for a seat: its lead behind it, and when that ends the game, whether it has won. */
static int worth_of(C *c, const S *s, S *trial, int option, I seat, I *worth) {
  I numbers[NP * N_RANKS], best = INT64_MIN;
  unsigned char ranked[NP];
  copy(trial, s);
  if (step(c, trial, option) < 0 || estimates_of(c, trial, numbers) < 0) return -1;
  for (I other = 0; other < NP; other++)
    if (other != seat && numbers[other] > best) best = numbers[other];
  I own = numbers[seat];
  best = NP == 1 ? 0 : best;
  if (own > LARGEST || own < -LARGEST || best > LARGEST || best < -LARGEST) return -1;
  worth[0] = own - best;
  worth[1] = 0;
  if (trial->v[STAGE] != OVER) return 0;
  if (result_of(c, trial, numbers, ranked) < 0) return -1;
  worth[1] = has_won(numbers, ranked, seat);
  return 0;
}
/* The best option for who decides; of several one by chance: each later one takes the place with its own chance. */
static int best_option(C *c, const S *s, S *trial, uint64_t number) {
  I best[2] = {0, 0}, worth[2];
  int equal = 0, found = 0;
  for (int option = 0; option < s->no && s->no > 1; option++) {
    if (worth_of(c, s, trial, option, s->p, worth) < 0) return -1;
    int order = option ? compared(worth, best, 2) : 1;
    if (order < 0) continue;
    equal = order > 0 ? 1 : equal + 1;
    best[0] = worth[0];
    best[1] = worth[1];
    number = spread(number + STEP);
    if (equal == 1 || (number >> 32) * (uint64_t)equal >> 32 == 0) found = option;
  }
  return found;
}
static int play_greedily(C *c, S *s, S *trial, Playout *p) {
  while (s->no && p->left) {
    uint64_t number = spread(p->seed + (uint64_t)++p->taken * STEP) >> 32;
    p->left--;
    int option = best_option(c, s, trial, number);
    if (option < 0 || step(c, s, option) < 0) return -1;
  }
  return 0;
}
