/* Looking ahead, for whoever searches: how good each option is, and games played on by a policy up to a cut. */

/* By whom it is played on, and how far: through so many decisions, and up to the beginning of a round (-1: of none). Of `tried` options
(0: of all) the best is taken; in `loose` of 256 decisions any. */
typedef struct {
  uint64_t seed;
  I depth, until;
  int tried, loose;
} Policy;

static uint64_t following(uint64_t number) { return spread(number + STEP); }
static int part_of(uint64_t number, int n) { return (int)((number >> 32) * (uint64_t)n >> 32); }

/* The best of a few options that stand at equal distances, from one by chance on; of several one by chance. */
static int best_of_few(C *c, const S *s, S *trial, uint64_t number, int tried) {
  I best[2] = {0, 0}, worth[2];
  int n = s->no, looked_at = tried && tried < n ? tried : n, equal = 0, found = 0;
  number = following(number);
  int first = looked_at < n ? part_of(number, n) : 0;
  for (int i = 0; i < looked_at; i++) {
    int option = (first + (int)((I)i * n / looked_at)) % n;
    if (worth_of(c, s, trial, option, s->p, worth) < 0) return -1;
    int order = i ? compared(worth, best, 2) : 1;
    if (order < 0) continue;
    equal = order > 0 ? 1 : equal + 1;
    best[0] = worth[0];
    best[1] = worth[1];
    number = following(number);
    if (equal == 1 || part_of(number, equal) == 0) found = option;
  }
  return found;
}
static int by_policy(C *c, const S *s, S *trial, uint64_t number, const Policy *by) {
  if (s->no == 1) return 0;
  if ((int)(number & 255) < by->loose || by->tried == 1) return part_of(following(number), s->no);
  return best_of_few(c, s, trial, number, by->tried);
}
/* Plays on; -1 when that has failed. */
static int play_by_policy(C *c, S *s, S *trial, const Policy *by) {
  I end = by->until < 0 ? INT64_MAX : by->until;
  for (I number = 1; s->no && number <= by->depth && s->v[ROUND] < end; number++) {
    int option = by_policy(c, s, trial, spread(by->seed + (uint64_t)number * STEP), by);
    if (option < 0 || step(c, s, option) < 0) return -1;
  }
  return s->failed ? -1 : 0;
}
/* The estimates of all seats, then for each whether it has won, then whether the game is over; -1 when that has failed. */
static int standing_of(C *c, S *s, I *numbers) {
  I by[NP * N_RANKS];
  unsigned char ranked[NP];
  if (estimates_of(c, s, numbers) < 0) return -1;
  for (int seat = 0; seat < NP; seat++) numbers[NP + seat] = 0;
  numbers[2 * NP] = s->v[STAGE] == OVER;
  if (s->v[STAGE] != OVER) return 0;
  if (result_of(c, s, by, ranked) < 0) return -1;
  for (int seat = 0; seat < NP; seat++) numbers[NP + seat] = has_won(by, ranked, seat);
  return 0;
}
